import { resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { logTo } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { ENOUGH } from "../../compare/criteria.ts";
import { session, withSession } from "../../compare/session.ts";
import { groundedPath } from "../../exec/grounded.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Comparison } from "../../model/comparison.ts";
import { itemName } from "../../model/item.ts";
import type { Run } from "../../model/run.ts";
import { baselinePath, readBaseline, readRun, writeBaseline } from "../../store/records.ts";
import { ALLOWANCES, type Allowance, type BaselineOptions } from "../options.ts";
import { typedPath } from "../paths.ts";
import { judgeRun } from "./compare.ts";

/**
 * Adds a run, as one session, to the baseline of each of its workloads, or starts the file.
 *
 * Everything is checked before the first file is written.
 *
 * @returns the files that were written, by path
 * @throws SteelyardError (user) for a run that should not become a reference, unless allowed by name
 */
export async function addBaseline(world: World, options: BaselineOptions): Promise<Record<string, Baseline>> {
  const log = logTo(world.err);
  const run = await readRun(resolve(world.cwd, options.run));
  const comparison = await judgeRun(world, run, { baselines: options.baselines });
  const obstacles = obstaclesIn(run, comparison, options);
  const allowed = obstacles.filter(({ name }) => (options.allow as readonly string[]).includes(name));
  const refused = obstacles.filter((obstacle) => !allowed.includes(obstacle));
  if (refused.length > 0) throw refusal(options.run, refused);
  for (const { what } of allowed) log.warn(`allowed: ${what}`);
  for (const line of doubts(run, comparison)) log.warn(line);

  const folder = groundedPath(world.cwd, options.baselines);
  const written: Record<string, Baseline> = {};
  const done: string[] = [];
  for (const name of Object.keys(run.workloads).filter((one) => options.only?.includes(one) ?? true)) {
    const path = baselinePath(folder, run.runnerClass, name);
    const before = await readBaseline(path);
    const added = session(run, run.config.resolved, name);
    if (added === null) continue;
    const after = withSession(before, added, { workload: name, runnerClass: run.runnerClass });
    const shown = typedPath(world.cwd, path);
    if (before?.sessions.some((old) => old.run === run.id)) {
      done.push(`${shown}: this run is already in it, nothing to add`);
      continue;
    }
    written[shown] = after;
    done.push(
      `${shown}: ${before ? "added" : "started with"} session ${after.sessions.length} (run ${run.id})`,
    );
  }
  if (done.length === 0) {
    throw userError("This run has no trial that could become a baseline.", {
      where: options.run,
      remedy: "steelyard measure",
    });
  }
  for (const [path, baseline] of Object.entries(written))
    await writeBaseline(resolve(world.cwd, path), baseline);
  for (const line of done) log.info(line);
  return written;
}

export interface Obstacle {
  readonly name: Allowance | "interrupted" | "partial" | "scaled";
  readonly what: string;
}

/** Why a run should not become a reference; nothing where it may. */
export function obstaclesIn(
  run: Run,
  comparison: Comparison,
  options: Pick<BaselineOptions, "run" | "only">,
): Obstacle[] {
  const unknown = (options.only ?? []).filter((name) => !Object.hasOwn(run.workloads, name));
  if (unknown.length > 0) {
    throw userError(`The run has no workload ${unknown.map((name) => `"${name}"`).join(", ")}.`, {
      where: options.run,
      remedy: `one of: ${Object.keys(run.workloads).join(", ")}`,
    });
  }
  if (run.state === "interrupted") return [{ name: "interrupted", what: "the run was interrupted" }];
  // A workload that a session lacks would not be reported as missing later.
  if (run.variants) return [{ name: "partial", what: "only some variants were measured" }];
  const [gap] = run.shards?.absent ?? [];
  if (gap)
    return [{ name: "partial", what: `shard ${gap.index} of ${run.shards?.of} has no figures: ${gap.why}` }];
  if (run.scale !== undefined) {
    return [{ name: "scaled", what: `only a share of ${run.scale} of its lengths was measured` }];
  }
  // Rows that only warn are no obstacle: to keep noisy sessions out would make the noise look smaller than it is.
  const rows = comparison.rows.filter(
    ({ workload, gates }) => gates && (options.only?.includes(workload) ?? true),
  );
  const found: Obstacle[] = [];
  if (run.commit?.dirty) found.push({ name: "dirty", what: "the tree had uncommitted changes" });
  for (const name of ALLOWANCES) {
    const row = rows.find((one) => one.verdict === name);
    if (row) {
      const of = itemName(row);
      found.push({
        name,
        what: `${[of, row.metric].filter((part) => part !== "").join(" ")} is ${name}: ${row.reason}`,
      });
    }
  }
  return found;
}

/** Warnings about a session that is stored nevertheless. */
export function doubts(run: Run, comparison: Comparison): string[] {
  const slower = comparison.rows.filter(
    (row) => row.kind === "gate" && !row.gates && row.verdict === "regressed",
  );
  const few = comparison.workloads.filter(({ trials, failed }) => trials - failed < ENOUGH);
  return [
    ...slower.map(
      ({ workload, metric, reason }) =>
        `${workload} ${metric} looks regressed (${reason}); it is stored, because so few sessions do not show the noise yet`,
    ),
    ...few.map(({ workload }) => `${workload} has fewer than ${ENOUGH} good trials: a weak session`),
    ...(run.commit === null ? ["no commit is known: the session does not say what was measured"] : []),
  ];
}

function refusal(where: string, refused: readonly Obstacle[]) {
  const names = refused.map(({ name }) => name);
  const what = refused.map((obstacle) => `\n  - ${obstacle.what}`).join("");
  return userError(`This run should not become a baseline:${what}`, {
    where,
    remedy: names.some((name) => ["interrupted", "partial", "scaled"].includes(name))
      ? "measure again, all of it: steelyard measure"
      : `mend it and measure again, or overrule it by name: --allow ${names.join(",")}`,
  });
}
