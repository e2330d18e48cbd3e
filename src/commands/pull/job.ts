import { isExpected } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { mergeBase } from "../../git/base.ts";
import { verifyCheckout } from "../../git/checkout.ts";
import { demandNoCredentials } from "../../git/credentials.ts";
import { gitTags } from "../../git/release.ts";
import { remoteBranch, shaOf, shownRef } from "../../git/show.ts";
import { gitListing, gitTree } from "../../git/tree.ts";
import type { Context } from "../../github/context.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import type { Tree } from "../../model/tree.ts";
import { writeComparison } from "../../store/records.ts";
import { writeReports } from "../check/report.ts";
import { writeWhy } from "../check/why.ts";
import { measureRun } from "../measure/measure.ts";
import { lesser, NO_TRUST, runnerless, trustIn } from "../measure/trust.ts";
import type { MeasureOptions, Trust } from "../options.ts";
import { inside } from "../paths.ts";
import { type ConfigFound, findConfig } from "../rulefiles.ts";
import { usualProfile } from "./demands.ts";
import { judgement } from "./judgement.ts";
import { againstRelease } from "./release.ts";
import { reviewedBaselines } from "./reviewed.ts";
import { type Places, rulesAt } from "./rules.ts";
import { withUnaffected } from "./unaffected.ts";

/** A measuring job: its inputs, and the event that started it. */
export interface JobOptions extends Omit<MeasureOptions, "trust" | "baselines">, Places {
  /** The commit that has to be checked out. */
  readonly sha?: string | undefined;
}

/** A job's findings in its checkout, before anything of it is run. */
export interface Prepared {
  readonly sha: string;
  /** The merge-base, or the commit itself where it was merged already; null where there is none. */
  readonly base: Tree | null;
  readonly tip: Tree;
  /** Of the default branch; null where that is not known. */
  readonly main: Tree | null;
  /** The target branch of the change, as the clone names it; undefined for the default branch. */
  readonly branch: string | undefined;
  readonly trust: Trust;
  /** Whether a pull request or a merge queue started the job: only then is left out what the change cannot affect. */
  readonly isChange: boolean;
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
  const { pull, group } = context;
  const branch = options.branch ?? group?.base ?? (pull ? remoteBranch(pull.base) : undefined);
  const found = await mergeBase(world, branch).catch((error: unknown) => {
    if (!isExpected(error)) throw error;
    log.warn(error.message);
    return null;
  });
  if (found?.sha !== sha) await demandNoCredentials(world);
  log.info(`${sha} is checked out, with its history; its merge-base is ${found?.sha ?? "not known"}`);
  const isChange = pull !== null || group !== null;
  const treeAt = (commit: string, name = commit): Tree => ({ ...gitTree(world, commit), name });
  const branchTree = async (ref: string): Promise<Tree | null> => {
    const commit = await shaOf(world, ref);
    return commit === null ? null : treeAt(commit, shownRef(ref));
  };
  const [base, tip] =
    found === null
      ? [null, branch === undefined ? null : await branchTree(branch)]
      : [treeAt(found.sha), treeAt(found.tip, found.ref)];
  const main = context.defaultBranch ? await branchTree(remoteBranch(context.defaultBranch)) : null;
  const configAt = (tree: Tree | null) => reviewedConfig(tree, options.config, log);
  const [reviewed, theirs] = [await configAt(base), await configAt(tip)];
  const given = lesser(trustOf(reviewed), trustOf(theirs));
  // The author of a change chooses the branch that it goes to as well.
  const usual = main && main.name !== tip?.name ? await configAt(main) : null;
  const trust = usual === null || usual.kind === "absent" ? given : lesser(given, trustOf(usual));
  return {
    sha,
    base,
    tip: (base && tip) ?? treeAt(sha),
    main,
    branch,
    trust,
    isChange,
    reviewed: reviewed.config,
  };
}

/** The rights that a reviewed config gives a change; none where it cannot be read. */
function trustOf({ kind, config }: ConfigFound): Trust {
  if (kind === "unreadable") return { ...NO_TRUST, hostCommands: false };
  return config === null ? NO_TRUST : trustIn(config);
}

/** The reviewed config of a tree, where there is one, with a warning where it cannot be read. */
async function reviewedConfig(tree: Tree | null, path: string, log: Log): Promise<ConfigFound> {
  if (tree === null) return { kind: "absent", config: null };
  const found = await findConfig(tree, path);
  if (found.kind === "unreadable") {
    log.warn(
      `${path} of ${tree.name.slice(0, 40)} cannot be used: no secret is passed and no right over the machine given`,
    );
  }
  return found;
}

/** The engine's options: the job's inputs, by the reviewed rules where the change is not their own commit. */
function askedOf(options: JobOptions, { base, sha, reviewed, isChange }: Prepared): JobOptions {
  if (reviewed === null || base === null) return options;
  const profile = options.profile ?? usualProfile(reviewed, options);
  return {
    ...options,
    ...(profile !== undefined && { profile }),
    affected: isChange,
    ...(base.name !== sha && { rules: { config: reviewed, sha: base.name } }),
  };
}

/**
 * Measures the checkout by the merge-base's rules, with the command line's engine in this process. The engine gets an
 * environment without the runner's variables, only the rights that the merge-base's config gives, and only the
 * merge-base's baselines.
 *
 * @param written is called with the path of the run, as `measureRun` does
 */
export async function measureChange(
  world: World,
  ready: Prepared,
  options: JobOptions,
  written: (path: string) => void,
): Promise<{ run: Run; path: string }> {
  const { base, branch, trust } = ready;
  using baselines = await reviewedBaselines(world, base, options.baselines);
  const bare: World = { ...world, env: { ...runnerless(world.env, trust), CI: "true" } };
  const asked = askedOf(options, ready);
  return await measureRun(bare, { ...asked, branch, trust, baselines: baselines.folder }, written);
}

/** Judges the run from the clone, as the report job will, and writes every form of the report next to the run. */
export async function judgeHere(
  world: World,
  run: Run,
  { sha, base, tip, main, isChange }: Prepared,
  options: JobOptions,
): Promise<Comparison> {
  const found = await rulesAt(base, tip, options, run.runnerClass, main);
  const claimed = run.duel === undefined ? null : run.duel.base;
  const known = options.release ? await againstRelease(found, sha, options, claimed, gitTags(world)) : found;
  const isExcused = isChange && run.unaffected !== undefined;
  const files = (commit: string) => gitListing(world, commit);
  const rules = isExcused ? await withUnaffected(known, sha, options, files) : known;
  const comparison = judgement(run, rules, run.ended, options);
  await writeComparison(inside(world.cwd, options.out, "comparison"), comparison);
  await writeReports(world, comparison, options.out);
  await writeWhy(world, run, comparison, options.out);
  return comparison;
}
