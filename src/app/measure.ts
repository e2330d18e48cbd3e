import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import { hidden } from "../base/redact.ts";
import { VERSION } from "../base/version.ts";
import type { World } from "../base/world.ts";
import { unmatched } from "../measure/unmatched.ts";
import type { Run } from "../model/run.ts";
import { tag } from "../model/versioned.ts";
import { writeRun } from "../store/records.ts";
import { alone, fingerprintOf, type Outcome } from "./alone.ts";
import { basisOf } from "./basis.ts";
import { beside } from "./beside.ts";
import type { MeasureOptions } from "./options.ts";
import { inside, typed } from "./paths.ts";
import { atWorkbench, type Workbench } from "./workbench.ts";

/**
 * Measures what the config asks for and writes `run.json`: head alone, or base beside it.
 *
 * When it ends early what was measured is written, marked as interrupted, and the reason is thrown.
 *
 * @throws SteelyardError for a config, script or option that cannot be used, or a stack that does not start
 */
export function measureRun(world: World, options: MeasureOptions): Promise<{ run: Run; path: string }> {
  return atWorkbench(world, options, measured);
}

async function measured(at: Workbench): Promise<{ run: Run; path: string }> {
  const { bench, commit } = at;
  const { world, options, config, log, redact } = bench;
  const basis = await basisOf(world, options, config, commit, log);
  const outcome: Outcome =
    basis.kind === "base"
      ? await beside(basis.base, bench)
      : { ...(await alone(bench)), ...(basis.fallback !== null && { fallback: basis.fallback }) };
  const { ended, trials } = outcome.measured;
  const pairs = outcome.duel?.pairs ?? [];
  if (trials.length + pairs.length === 0 && ended !== null) throw ended;

  const run = runOf(at, outcome);
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

/** A sentence for each gate, budget or expectation that no trial could answer. */
function typingErrors(run: Run): string[] {
  return unmatched(run).map(({ workload, selector, nearest }) => {
    const asked = `${workload}: the config asks for \`${selector}\`, which no trial has`;
    return nearest === null ? asked : `${asked}; there is \`${nearest}\``;
  });
}

/** What was measured, as a run. */
export function runOf({ bench, text, commit, began }: Workbench, outcome: Outcome): Run {
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
    fingerprint: fingerprintOf(bench),
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
