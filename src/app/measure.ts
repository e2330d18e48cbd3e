import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Log, logTo } from "../base/log.ts";
import { seedOf } from "../base/random.ts";
import { hidden, redactor } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { readConfig } from "../config/read.ts";
import { lock } from "../exec/lock.ts";
import { commitAt } from "../git/commit.ts";
import { placedBy } from "../measure/place.ts";
import { plan } from "../measure/plan.ts";
import { unmatched } from "../measure/unmatched.ts";
import type { Config } from "../model/config.ts";
import type { Run } from "../model/run.ts";
import type { Schedule } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";
import { machine } from "../stack/machine.ts";
import { readText } from "../store/files.ts";
import { writeRun } from "../store/records.ts";
import { alone, type Bench, containersOf, fingerprintOf, type Outcome } from "./alone.ts";
import { basisOf } from "./basis.ts";
import { beside } from "./beside.ts";
import { treesSwept } from "./down.ts";
import { hostLock } from "./host.ts";
import { BASELINES, type MeasureOptions } from "./options.ts";
import { inside, prepareOutput, setAside, typed } from "./paths.ts";
import { runnerClassOf } from "./runnerclass.ts";
import { sideOf } from "./side.ts";
import { secretsIn } from "./stacks.ts";

/**
 * Measures what the config asks for and writes `run.json`: head alone, or base beside it.
 *
 * When it ends early what was measured is written, marked as interrupted, and the reason is thrown.
 *
 * @throws SteelyardError for a config, script or option that cannot be used, or a stack that does not start
 */
export async function measureRun(world: World, options: MeasureOptions): Promise<{ run: Run; path: string }> {
  const began = world.now();
  const { text, config } = await configOf(world, options);
  const redact = redactor(secretsIn(config, world.env));
  const log = logTo(world.err, redact);
  const seed = options.seed ?? seedOf(world.random());
  const schedule = plan(config, options, seed);
  const here = machine();
  const runnerClass = runnerClassOf(options.runnerClass, world.env, config, here);
  const out = await prepareOutput(world.cwd, options.out);
  using _folder = lock(join(out, "lock"), "Another measurement is writing into this folder.");
  using _host = await hostLock(world, options.wait ?? true, log);
  await setAside(out);
  await treesSwept(world, out, log);

  const commit = await commitAt(world.cwd, world.env, world.signal, BASELINES);
  const basis = await basisOf(world, options, config, commit, log);
  const deps = { world, out, log, redact, inside: isInside(config, schedule) };
  const head = sideOf(config, options.stack, deps);
  const bench: Bench = { ...deps, ...head, options, config, schedule, here, runnerClass };
  const outcome: Outcome =
    basis.kind === "base"
      ? await beside(basis.base, bench)
      : { ...(await alone(bench)), ...(basis.fallback !== null && { fallback: basis.fallback }) };
  const { ended, trials } = outcome.measured;
  const pairs = outcome.duel?.pairs ?? [];
  if (trials.length + pairs.length === 0 && ended !== null) throw ended;

  const run = runOf({ bench, text, commit, outcome, began });
  const written = await keep(hidden(run, redact), inside(world.cwd, options.out, "run"), log);
  if (ended !== null) {
    const what = pairs.length > 0 ? `${pairs.length} pairs` : `${trials.length} trials`;
    log.warn(`ended early; the ${what} measured are kept in ${typed(world.cwd, written)}`);
    throw ended;
  }
  for (const line of typingErrors(run)) log.warn(line);
  log.info(`wrote ${typed(world.cwd, written)}`);
  return { run, path: written };
}

/** The config that was named, its loads from where the profile has them come from; and its text. */
export async function configOf(
  world: World,
  { config: name, profile }: Pick<MeasureOptions, "config" | "profile">,
) {
  const remedy = "run this at the top of your checkout, or name one: steelyard measure --config PATH";
  const text = await readText(resolve(world.cwd, name), "config", remedy);
  return { text, config: placedBy(readConfig(text, name), profile) };
}

/** Whether a workload that is planned is loaded from inside of the stack. */
const isInside = ({ workloads }: Config, { starts }: Schedule): boolean =>
  starts.some(({ slots }) => slots.some(({ workload }) => workloads[workload]?.in !== "host"));

/** A sentence for each gate, budget or expectation that no trial could answer. */
function typingErrors(run: Run): string[] {
  return unmatched(run).map(({ workload, selector, nearest }) => {
    const asked = `${workload}: the config asks for \`${selector}\`, which no trial has`;
    return nearest === null ? asked : `${asked}; there is \`${nearest}\``;
  });
}

interface Parts {
  readonly bench: Bench;
  readonly text: string;
  readonly commit: Run["commit"];
  readonly outcome: Outcome;
  readonly began: Date;
}

function runOf({ bench, text, commit, outcome, began }: Parts): Run {
  const { world, options, config, runnerClass, stacks } = bench;
  const { schedule, measured, duel, fallback } = outcome;
  const ended = world.now();
  const shard = schedule.shard ? `-${schedule.shard.index}of${schedule.shard.of}` : "";
  return {
    schema: tag("run"),
    id: `${began.toISOString().replace(/[-:]|\.\d+/g, "")}-${schedule.seed.toString(36)}${shard}`,
    began: began.toISOString(),
    ended: ended.toISOString(),
    state: measured.ended === null ? "complete" : "interrupted",
    steelyard: VERSION,
    runnerClass,
    profile: options.profile ?? null,
    only: options.only ? [...options.only] : null,
    commit,
    config: { path: options.config, digest: sha256(text), resolved: config },
    fingerprint: { ...fingerprintOf(bench), ...containersOf(measured.composed) },
    stack: {
      kind: stacks.kind,
      labels: { ...stacks.labels },
      seed: measured.seed,
      env: { ...options.stackEnv },
      ...(measured.composed === undefined ? {} : { composed: measured.composed }),
    },
    workloads: measured.workloads,
    schedule,
    trials: measured.trials,
    ...(duel !== undefined && { duel }),
    ...(fallback !== undefined && { fallback }),
    spent: { load: measured.load, total: (ended.getTime() - began.getTime()) / 1000 },
  };
}

/** Writes the run; where its place cannot be written after all, into the temporary folder, and says so. */
async function keep(run: Run, path: string, log: Log): Promise<string> {
  try {
    await writeRun(path, run);
    return path;
  } catch (error) {
    const rescue = join(tmpdir(), `steelyard-${run.id}.json`);
    const rescued = await writeRun(rescue, run).then(
      () => true,
      () => false,
    );
    if (rescued) log.warn(`the run could not be written where it belongs; it is kept at ${rescue}`);
    throw error;
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
