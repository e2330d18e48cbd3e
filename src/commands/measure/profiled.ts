import { join } from "node:path";
import { updatesIn } from "../../affected/differences.ts";
import { makeFolder, readWhole } from "../../exec/linkless.ts";
import { AgentProfiler } from "../../explain/agents.ts";
import { goSampler } from "../../explain/go/go.ts";
import { JAVA, javaSampler } from "../../explain/java/java.ts";
import { perfSampler } from "../../explain/native/perf.ts";
import { NODE } from "../../explain/node/preload.ts";
import { callOriginsOf, originsOf, removedOriginsOf } from "../../explain/origins.ts";
import { placer } from "../../explain/places.ts";
import { PYTHON } from "../../explain/python/python.ts";
import { together } from "../../explain/together.ts";
import { installedUpdates } from "../../explain/versions.ts";
import type { Base } from "../../git/base.ts";
import { type Changes, changedLines } from "../../git/changes.ts";
import type { DuelEdges } from "../../measure/duel/duel.ts";
import { type Duelist, withEnough } from "../../measure/duel/plan.ts";
import { profileSides } from "../../measure/profiling.ts";
import type { DuelRecord } from "../../model/duel.ts";
import { isItem, itemName } from "../../model/item.ts";
import { UNEXPLAINED } from "../../model/noise.ts";
import { packageFinder, packageIn } from "../../model/packages.ts";
import { MOST_ORIGINS, MOST_UPDATES, type Profiling } from "../../model/profiling.ts";
import type { Side } from "../../model/schedule.ts";
import type { Harness } from "./harness.ts";
import { changedBy, type Rules } from "./judge.ts";
import { mayInspect, UNINSPECTED } from "./trust.ts";

/** Workloads that are explained where nobody asked for all, at most: each takes most of a minute. */
const MOST = 5;
/** Runtimes that load an agent, or record themselves. */
const RUNTIMES = [NODE, PYTHON, JAVA];

/** The results of a paired run, before the run is written. */
export interface Judged {
  readonly rules: Rules;
  readonly duel: DuelRecord;
  readonly duelists: readonly Duelist[];
  readonly edges: DuelEdges;
}

/**
 * Loads both sides of workloads once more, with profilers: of those that became slower or faster, or of all. Null where
 * there is none, or none that can be profiled. Its figures never enter the verdict.
 *
 * @param tree base's files
 * @throws Interrupted
 */
export async function profileDuel(
  { rules, duel, duelists, edges }: Judged,
  base: Base,
  tree: string,
  { world, out, log, stacks, schedule, options, config }: Harness,
): Promise<Profiling | null> {
  const isAll = (options.why ?? config.policy.why) === "always";
  const known = changedBy(rules, duel);
  const largest = isAll ? duelists : known.filter((of) => duelists.some(isItem(of)));
  const wanted = isAll ? largest : largest.slice(0, MOST);
  for (const one of largest.slice(wanted.length))
    log.info(
      `${itemName(one)} is not explained: ${MOST} others changed more; steelyard why --only ${one.workload}`,
    );
  const changed = duelists.filter((of) => wanted.some(isItem(of)));
  if (changed.length === 0) return null;
  if (stacks.kind === "external") {
    log.info("what a deployed service does inside cannot be profiled from here");
    return null;
  }
  const able = changed.filter(({ pairing: { mode } }) => !UNEXPLAINED[mode]);
  for (const one of changed.filter((of) => !able.includes(of))) {
    const { mode } = one.pairing;
    log.info(`${itemName(one)} cannot be explained: in the mode \`${mode}\` both sides ${UNEXPLAINED[mode]}`);
  }
  if (able.length === 0) return null;
  const names = able.map(itemName).join(", ");
  log.info(
    `loading ${names} again, with profilers, to say why: about 45 s each, longer where starts are slow`,
  );
  const services = Object.fromEntries(
    Object.entries(config.stack.endpoints).map(([endpoint, { service }]) => [endpoint, service]),
  );
  const scratch = join(out, "scratch");
  makeFolder(scratch, 0o700);
  const profilerOf = (files: string) => {
    const placed = placer(files);
    const outside = perfSampler(placed, files, mayInspect(options.trust) ? null : UNINSPECTED);
    const agents = new AgentProfiler(placed, RUNTIMES, scratch);
    const recorded = javaSampler(placed, files, agents.attach.folder);
    return together(agents, recorded, goSampler(placed, services, files), outside);
  };
  await using mine = profilerOf(world.cwd);
  await using theirs = profilerOf(tree);
  const profilers = { base: theirs, head: mine };
  const order = {
    duelists: able.map((of) => withEnough(of, duel.pairs)),
    waiting: known.filter(({ waits }) => waits),
    seed: schedule.seed + 1,
    env: options.stackEnv,
  };
  const workloads = await profileSides(order, { ...edges, profilers }, world.signal);
  return withChanges(workloads, await changedLines(world, base.sha), { base: tree, head: world.cwd });
}

/** Profiles with the hunks of the files that they name, the lines that statements may come from, and updates of packages. */
function withChanges(
  workloads: Profiling["workloads"],
  { hunks, ...lines }: Changes,
  folders: Readonly<Record<Side, string>>,
): Profiling {
  const named = new Set(
    workloads.flatMap(({ profiles }) => profiles.flatMap(({ frames }) => frames.map(({ file }) => file))),
  );
  const packages = [...named].flatMap((file) => (file === null ? [] : (packageIn(file)?.[1] ?? [])));
  const listed = updatesIn(Object.keys(hunks), (side, file) => textOf(join(folders[side], file)));
  // The finder takes the last of two with one name: that of a file, which the report can name.
  const updateOf = packageFinder([...installedUpdates(workloads), ...listed]);
  const found = [...new Set(packages)].flatMap((name) => updateOf(name) ?? []);
  const updates = [...new Set(found)].slice(0, MOST_UPDATES);
  const all = workloads.flatMap(({ statements }) => statements);
  const textsOf = (runs: typeof all) => [
    ...new Set(runs.flatMap(({ counts }) => counts.map(({ text }) => text))),
  ];
  const texts = textsOf(all.filter(({ http }) => !http));
  const calls = textsOf(all.filter(({ http }) => http));
  // The first of a statement counts.
  const origins = [
    ...originsOf(texts, lines.added),
    ...removedOriginsOf(texts, lines),
    ...callOriginsOf(calls, lines.added),
  ].slice(0, MOST_ORIGINS);
  return {
    workloads,
    changes: Object.fromEntries(Object.entries(hunks).filter(([file]) => named.has(file))),
    ...(origins.length > 0 && { origins }),
    ...(updates.length > 0 && { updates }),
  };
}

/** The text of a file; null of a link, and of what cannot be read. */
function textOf(path: string): string | null {
  try {
    return readWhole(path);
  } catch {
    return null;
  }
}
