import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import type { World } from "../../base/world.ts";
import { type DuelRecord, joinedDuel } from "../../model/duel.ts";
import { MOST_ORIGINS } from "../../model/profiling.ts";
import { type Fingerprint, type Run, Spent } from "../../model/run.ts";
import { readRun, writeRun } from "../../store/records.ts";
import { joinedParts } from "../measure/joining.ts";
import type { MergeOptions } from "../options.ts";
import { inside, prepareOutput } from "../paths.ts";

/** Reads the shards of one measurement and writes them as one run. */
export async function mergeRuns(world: World, options: MergeOptions): Promise<Run> {
  const runs = await Promise.all(options.runs.map((path) => readRun(resolve(world.cwd, path))));
  const run = mergedRun(runs);
  await prepareOutput(world, options.out);
  await writeRun(inside(world.cwd, options.out, "run"), run);
  const pairs = run.duel === undefined ? "" : ` and ${run.duel.pairs.length} pairs`;
  logTo(world.err).info(`merged ${runs.length} shards: ${run.trials.length} trials${pairs}`);
  return run;
}

/** A shard without a run, and why in words. */
export type Absent = NonNullable<Run["shards"]>["absent"][number];

/**
 * The shards of one measurement as one run.
 *
 * @param absent those of which there is no run
 * @throws SteelyardError (user) unless they are all the shards of one plan, of one commit, measured with one
 *   config on machines of one kind
 */
export function mergedRun(runs: readonly Run[], absent: readonly Absent[] = []): Run {
  const ordered = [...runs].sort((a, b) => (a.schedule.shard?.index ?? 0) - (b.schedule.shard?.index ?? 0));
  const [first] = ordered;
  const of = first?.schedule.shard?.of;
  if (!first || of === undefined) throw unmergeable("these are not shards: no run has a shard number");
  const found = ordered.map((run) => run.schedule.shard?.index ?? 0);
  const known = [...found, ...absent.map(({ index }) => index)].sort((a, b) => a - b);
  const wanted = Array.from({ length: of }, (_, i) => i + 1);
  if (known.join() !== wanted.join()) {
    throw unmergeable(`shards 1 to ${of} are needed once each; found ${found.join(", ")}`);
  }
  for (const run of ordered) {
    const odd = differences(first, run);
    if (odd.length > 0)
      throw unmergeable(`shard ${run.schedule.shard?.index} differs from shard 1 in ${odd.join(", ")}`);
  }
  const { planned, trials, risen } = joinedParts(
    ordered.map((run) => ({ planned: run.schedule.starts, trials: run.trials, risen: run.starts ?? [] })),
  );
  const duels = ordered.flatMap(({ duel }) => duel ?? []);
  const { edits, editsAfter, ...shared } = first;
  const isSameTree = ordered.every((run) =>
    isDeepStrictEqual([run.edits, run.editsAfter], [edits, editsAfter]),
  );
  return {
    ...shared,
    ...(isSameTree && { edits, editsAfter }),
    ...joinedFacts(ordered),
    ...(duels.length > 0 && { duel: joinedDuel(duels) }),
    shards: { of, absent: [...absent] },
    id: first.id.replace(/-\d+of\d+$/, ""),
    commit: first.commit && { ...first.commit, dirty: ordered.some((run) => run.commit?.dirty ?? false) },
    began: ordered.map((run) => run.began).sort()[0]!,
    ended: ordered
      .map((run) => run.ended)
      .sort()
      .at(-1)!,
    state: ordered.every((run) => run.state === "complete") ? "complete" : "interrupted",
    fingerprint: {
      ...first.fingerprint,
      generators: Object.assign({}, ...ordered.map((run) => run.fingerprint.generators)),
    },
    workloads: Object.assign({}, ...ordered.map((run) => run.workloads)),
    schedule: {
      ...first.schedule,
      shard: null,
      starts: planned,
      ...joinedLevels(ordered.map(({ schedule }) => schedule)),
    },
    ...(risen.length > 0 && { starts: risen }),
    trials,
    ...joinedLevels(ordered),
    spent: spentBy(ordered),
  };
}

/** What some of the shards may have found out: nothing of it is dropped. */
function joinedFacts(runs: readonly Run[]): Partial<Run> {
  const first = <K extends keyof Run>(key: K) => runs.find((run) => run[key] !== undefined)?.[key];
  const [rules, fallback, unable] = [first("rules"), first("fallback"), first("unable")];
  // Variants of one workload may be on several machines, and each tells of its edits.
  const edited = new Map(runs.flatMap((run) => (run.rules?.edited ?? []).map((one) => [one.workload, one])));
  const differences = [...new Set(runs.flatMap((run) => run.differences ?? []))].slice(0, 20);
  const records = <K extends "screened" | "unaffected">(key: K) => {
    const all: Record<string, string> = Object.assign({}, ...runs.map((run) => run[key]));
    return Object.keys(all).length > 0 && { [key]: all };
  };
  const profilings = runs.flatMap(({ profiling }) => profiling ?? []);
  // Several may have executed one statement, and each found the same lines for it.
  const origins = new Map(
    profilings.flatMap(({ origins: own = [] }) => own.map((one) => [one.text, one] as const)),
  );
  return {
    ...(rules !== undefined && { rules: { ...rules, edited: [...edited.values()] } }),
    ...(fallback !== undefined && { fallback }),
    ...(unable !== undefined && { unable }),
    ...(differences.length > 0 && { differences }),
    ...records("screened"),
    ...records("unaffected"),
    ...(profilings.length > 0 && {
      profiling: {
        workloads: profilings.flatMap(({ workloads }) => workloads).slice(0, 200),
        changes: Object.assign({}, ...profilings.map(({ changes }) => changes)),
        ...(origins.size > 0 && { origins: [...origins.values()].slice(0, MOST_ORIGINS) }),
      },
    }),
  };
}

/** What shards have at levels; nothing where none has. */
function joinedLevels<T>(parts: readonly { readonly levels?: T[] | undefined }[]): { levels?: T[] } {
  const levels = parts.flatMap((part) => part.levels ?? []);
  return levels.length > 0 ? { levels } : {};
}

const unmergeable = (why: string) =>
  userError(`These runs cannot be merged: ${why}.`, {
    remedy: "give every shard of one measurement once: steelyard measure --seed S --shard 1/N, 2/N, …",
  });

/** The properties that all shards must share, in words. */
function differences(a: Run, b: Run): string[] {
  const machine = ({ cpu, cores }: Fingerprint) => JSON.stringify([cpu, cores]);
  const stack = ({ stack: { kind, env, labels } }: Run) =>
    JSON.stringify([kind, sorted(env), sorted(labels)]);
  const alike: readonly [string, unknown, unknown][] = [
    ["the number of shards", a.schedule.shard?.of, b.schedule.shard?.of],
    ["the seed", a.schedule.seed, b.schedule.seed],
    ["the commit", a.commit?.sha, b.commit?.sha],
    ["the base", ...bases(a, b)],
    ["the rules", a.rules?.base, b.rules?.base],
    ["the config", a.config.digest, b.config.digest],
    ["the profile", a.profile, b.profile],
    ["--scale", a.scale, b.scale],
    ["--only", JSON.stringify(a.only), JSON.stringify(b.only)],
    ["--variants", JSON.stringify(a.variants ?? null), JSON.stringify(b.variants ?? null)],
    ["the stack's kind, environment or labels", stack(a), stack(b)],
    // a shard for which nothing was left started nothing
    ...(isEmpty(a) || isEmpty(b) ? [] : [seeded(a, b)]),
    ["the version of steelyard", a.steelyard, b.steelyard],
    ["the runner class", a.runnerClass, b.runnerClass],
    ["the machine (CPU, cores or generator)", machine(a.fingerprint), machine(b.fingerprint)],
    // a shard has the generators of its own workloads
    ...Object.entries(a.fingerprint.generators).map(([name, version]): [string, unknown, unknown] => [
      "the machine (CPU, cores or generator)",
      version,
      own(b.fingerprint.generators, name) ?? version,
    ]),
  ];
  return [...new Set(alike.filter(([, left, right]) => left !== right).map(([name]) => name))];
}

const seeded = (a: Run, b: Run): [string, unknown, unknown] => [
  "the seeded data",
  a.stack.seed,
  b.stack.seed,
];

const isEmpty = ({ trials, duel, levels = [] }: Run) =>
  trials.length + (duel?.pairs.length ?? 0) + levels.length === 0;

/** The bases that two shards were paired with; of one that paired nothing the other's. */
function bases({ duel: a }: Run, { duel: b }: Run): [unknown, unknown] {
  const settings = ({ base, budget, shards }: DuelRecord) => JSON.stringify([base, budget, shards]);
  return a && b ? [settings(a), settings(b)] : [null, null];
}

const sorted = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** The time of all shards. A run without `why` or `wait` had none; other steps are left out where a run does not know them. */
function spentBy(runs: readonly Run[]): Run["spent"] {
  const known = Spent.keyof().options.filter((step) => {
    const isKnown = ({ spent }: Run) => spent[step] !== undefined;
    return step === "why" || step === "wait" ? runs.some(isKnown) : runs.every(isKnown);
  });
  const sum = (step: keyof Spent) => runs.reduce((all, { spent }) => all + (spent[step] ?? 0), 0);
  return {
    load: sum("load"),
    total: sum("total"),
    ...Object.fromEntries(known.map((step) => [step, sum(step)])),
  };
}
