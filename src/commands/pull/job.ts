import { SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { readConfig } from "../../config/read.ts";
import { mergeBase } from "../../git/base.ts";
import { verifyCheckout } from "../../git/checkout.ts";
import { demandNoCredentials } from "../../git/credentials.ts";
import { gitTree } from "../../git/tree.ts";
import type { Context } from "../../github/context.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import type { Tree } from "../../model/tree.ts";
import { writeComparison } from "../../store/records.ts";
import { writeReports } from "../check/report.ts";
import { measureRun } from "../measure/measure.ts";
import { lesser, NO_TRUST, runnerless, trustIn } from "../measure/trust.ts";
import type { MeasureOptions, Trust } from "../options.ts";
import { inside } from "../paths.ts";
import { usualProfile } from "./demands.ts";
import { judgement } from "./judgement.ts";
import { reviewedBaselines } from "./reviewed.ts";
import { type Places, rulesAt } from "./rules.ts";

/** A job that measures: what was asked for, and what the event says. */
export interface JobOptions extends Omit<MeasureOptions, "trust" | "baselines">, Places {
  /** The commit that has to be checked out. */
  readonly sha?: string | undefined;
}

/** What a job found in its checkout before anything of it was run. */
export interface Prepared {
  readonly sha: string;
  /** The merge-base, or the commit itself where it was merged already; null where there is none. */
  readonly base: Tree | null;
  readonly tip: Tree;
  /** What the change goes to, as the clone knows it; undefined for the default branch. */
  readonly branch: string | undefined;
  readonly trust: Trust;
  /** The reviewed config, where it can be read. */
  readonly reviewed: Config | null;
}

/**
 * Looks at the checkout, and reads from the merge-base what the change may reach. Nothing of the change is run.
 *
 * @throws SteelyardError (user) for a checkout that cannot be measured, with what to write in the workflow
 */
export async function inspectCheckout(
  world: World,
  context: Context,
  options: JobOptions,
  log: Log,
): Promise<Prepared> {
  const sha = await verifyCheckout(world, options.sha ?? context.pull?.sha ?? null);
  const branch = options.branch ?? (context.pull ? `origin/${context.pull.base}` : undefined);
  const found = await mergeBase(world, branch).catch((error: unknown) => {
    if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
    log.warn(error.message);
    return null;
  });
  if (found?.sha !== sha) await demandNoCredentials(world);
  log.info(`${sha} is checked out, with its history; its merge-base is ${found?.sha ?? "not known"}`);
  const branchConfig = (ref: string) => reviewedConfig(gitTree(world, ref), options.config, log);
  if (found === null) {
    const trust = lesser(NO_TRUST, branch === undefined ? NO_TRUST : trustOf(await branchConfig(branch)));
    return { sha, base: null, tip: gitTree(world, sha), branch, trust, reviewed: null };
  }
  const reviewed = await branchConfig(found.sha);
  const trust = lesser(trustOf(reviewed), trustOf(await branchConfig(found.ref)));
  const [base, tip] = [gitTree(world, found.sha), gitTree(world, found.ref)];
  return { sha, base, tip, branch, trust, reviewed: reviewed === "unread" ? null : reviewed };
}

/** What a reviewed config lets a change reach; of one that cannot be read, nothing at all. */
function trustOf(reviewed: Config | "unread" | null): Trust {
  if (reviewed === "unread") return { ...NO_TRUST, hostCommands: false };
  return reviewed === null ? NO_TRUST : trustIn(reviewed);
}

/** The reviewed config; null where there is none. */
async function reviewedConfig(tree: Tree, path: string, log: Log): Promise<Config | "unread" | null> {
  const text = await tree.file(path);
  if (text === null) return null;
  try {
    return readConfig(text, path);
  } catch (error) {
    if (!(error instanceof SteelyardError)) throw error;
    log.warn(
      `${path} of ${tree.name.slice(0, 40)} cannot be used: no secret is passed and no right over the machine given`,
    );
    return "unread";
  }
}

/** What the engine is asked for: as the job was, by the reviewed rules where the change is not their own commit. */
function askedOf(options: JobOptions, { base, sha, reviewed }: Prepared): JobOptions {
  if (reviewed === null || base === null) return options;
  const profile = options.profile ?? usualProfile(reviewed, options);
  return {
    ...options,
    ...(profile !== undefined && { profile }),
    ...(base.name !== sha && { rules: { config: reviewed, sha: base.name } }),
  };
}

/**
 * Measures what is checked out, by the merge-base's rules. The engine is the command line's own, in this process; it
 * sees an environment without anything of the runner's, of the change's config only the reach that the merge-base's has,
 * and of baselines only the merge-base's.
 */
export async function measureChange(
  world: World,
  ready: Prepared,
  options: JobOptions,
): Promise<{ run: Run; path: string }> {
  const { base, branch, trust } = ready;
  using baselines = await reviewedBaselines(world, base, options.baselines);
  const bare: World = { ...world, env: { ...runnerless(world.env, trust), CI: "true" } };
  const asked = askedOf(options, ready);
  return await measureRun(bare, { ...asked, branch, trust, baselines: baselines.folder });
}

/** Judges what was measured as the report job will, from the clone, and writes every form of it beside the run. */
export async function judgeHere(
  world: World,
  run: Run,
  { base, tip }: Prepared,
  options: JobOptions,
): Promise<Comparison> {
  const rules = await rulesAt(base, tip, options, run.runnerClass);
  const comparison = judgement(run, rules, run.ended, options);
  await writeComparison(inside(world.cwd, options.out, "comparison"), comparison);
  await writeReports(world, comparison, options.out);
  return comparison;
}
