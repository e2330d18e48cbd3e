import type { Log } from "../../base/log.ts";
import { VERSION } from "../../base/version.ts";
import { compare } from "../../compare/compare.ts";
import { session, withSession, withSince } from "../../compare/session.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Proposal, Proposals } from "../../model/proposal.ts";
import type { Run } from "../../model/run.ts";
import type { TreeFiles } from "../../model/tree.ts";
import { type Growth, proposalBody, proposalTitle } from "../../report/proposal.ts";
import { baselineAt, baselinePath, reviewable } from "../../store/records.ts";
import { doubts, obstaclesIn } from "../check/baseline.ts";
import { configAt, waiversAt } from "../rulefiles.ts";

export interface RefreshOptions {
  /** The run: of the default branch, head alone. */
  readonly run: Run;
  /** Paths of the config and of the folder of baselines, from the top of the repository. */
  readonly config: string;
  readonly baselines: string;
  readonly defaultBranch: string;
  /** When it is judged: by the clock of whoever judges, since waivers expire. */
  readonly at: string;
  /** Page of the workflow run. */
  readonly page?: string | undefined;
}

/** The result; `refused` and `current` changed nothing. */
export type Refreshed =
  | { readonly kind: "opened" | "updated"; readonly proposal: Proposal; readonly branch: string }
  | { readonly kind: "current" }
  | { readonly kind: "refused"; readonly why: readonly string[] };

/** Tries where the branch moved while it was made. */
const TRIES = 3;

/** The branch of the proposals of a runner class; what git allows in no ref is left out of it. */
export const proposalBranch = (runnerClass: string) =>
  `steelyard/baseline-${runnerClass.replace(/\.{2,}/g, ".").replace(/(?:\.lock|\.)+$/i, "")}`;

/**
 * Proposes a run of the default branch as a session of its baselines, by a pull request that is opened or updated. Its
 * branch holds the default branch's tip, the sessions that wait for a merge, and this one, so it never conflicts.
 *
 * Config, waivers and baselines come from the default branch; only the figures are taken from the run.
 *
 * @throws SteelyardError (user) for a config or baseline of the default branch that cannot be read; ForgeError where the forge refuses
 */
export async function refresh(options: RefreshOptions, forge: Proposals, log: Log): Promise<Refreshed> {
  for (let attempt = 1; ; attempt++) {
    const done = await attempted(options, forge, log);
    if (done !== "moved") return done;
    if (attempt === TRIES)
      return { kind: "refused", why: ["its branch moved each time while it was written"] };
    log.info("the branch moved meanwhile: trying again");
  }
}

async function attempted(options: RefreshOptions, forge: Proposals, log: Log): Promise<Refreshed | "moved"> {
  const { run, defaultBranch } = options;
  const tip = await forge.tip(defaultBranch);
  if (tip === null) return refused(`there is no branch ${defaultBranch}`);
  if (run.duel) return refused("head was paired with base: a session is head alone (reference: baseline)");
  if (run.commit === null) return refused("no commit is known");
  if (!(await forge.contains(defaultBranch, run.commit.sha))) {
    return refused(`${run.commit.sha.slice(0, 9)} is no commit of ${defaultBranch}`);
  }
  const rules = forge.tree(tip);
  const config = await configAt(rules, options.config);
  if (config === null) return refused(`${defaultBranch} has no ${options.config}`);
  const known = await storedAt(rules, options);
  const comparison = await judged(rules, config, known, options);
  const obstacles = obstaclesIn(run, comparison, { run: "the run" });
  if (obstacles.length > 0) return refused(...obstacles.map(({ what }) => what));

  const branch = proposalBranch(run.runnerClass);
  const open = await forge.pull(branch);
  const old = await forge.tip(branch);
  // What waits in a pull request that was closed was turned down.
  const waiting =
    open && old !== null ? await storedAt(forge.tree(old), options) : new Map<string, Baseline>();
  const grown = growth(options, config, known, waiting);
  const waits = grown.every(({ workload }) =>
    waiting.get(workload)?.sessions.some(({ run: id }) => id === run.id),
  );
  if (waits) return { kind: "current" };

  const text = { comparison, growth: grown, doubts: doubts(run, comparison), run: options.page };
  const title = proposalTitle(text);
  const files = new Map(grown.map(({ path, baseline }) => [path, reviewable(baseline)]));
  const message = `${title}\n\nMeasured at ${run.commit.sha}, run ${run.id}.\n`;
  if (!(await forge.put(branch, old, { parent: tip, message, files }))) return "moved";
  const body = proposalBody(text);
  const proposal = open
    ? await forge.edit(open.number, title, body)
    : await forge.open(branch, defaultBranch, title, body);
  log.info(`${open ? "brought up to date" : "opened"}: ${proposal.url}`);
  log.info(
    "opened with the workflow's own token it starts no checks: close and open it, or use an App's token",
  );
  return { kind: open ? "updated" : "opened", proposal, branch };
}

const refused = (...why: string[]): Refreshed => ({ kind: "refused", why });

/** The baselines of the run's workloads as a commit has them, by workload. */
async function storedAt(tree: TreeFiles, { run, baselines }: RefreshOptions): Promise<Map<string, Baseline>> {
  const found = new Map<string, Baseline>();
  for (const workload of Object.keys(run.workloads)) {
    const baseline = await baselineAt(tree, baselinePath(baselines, run.runnerClass, workload));
    if (baseline !== null) found.set(workload, baseline);
  }
  return found;
}

/** The run against the baselines it would join, by the rules of the default branch. */
async function judged(
  tip: TreeFiles,
  config: Config,
  baselines: ReadonlyMap<string, Baseline>,
  { run, at, defaultBranch }: RefreshOptions,
): Promise<Comparison> {
  const accepted = await waiversAt(tip);
  return compare({
    run,
    config,
    baselines,
    classes: baselines.size > 0 ? [run.runnerClass] : [],
    at: run.ended,
    steelyard: VERSION,
    replay: [],
    waivers: accepted === null ? undefined : { from: defaultBranch, ...accepted, changed: false, at },
  });
}

/** Every baseline that this run makes longer, with what waits for a merge; those that have it already are left out. */
function growth(
  options: RefreshOptions,
  config: Config,
  known: ReadonlyMap<string, Baseline>,
  waiting: ReadonlyMap<string, Baseline>,
): (Growth & { readonly baseline: Baseline })[] {
  const { run } = options;
  return Object.keys(run.workloads).flatMap((workload) => {
    const before = known.get(workload) ?? null;
    const added = session(run, config, workload);
    if (added === null || before?.sessions.some((old) => old.run === run.id)) return [];
    const all = withSince(before, waiting.get(workload) ?? null);
    const baseline = withSession(all, added, { workload, runnerClass: run.runnerClass });
    // One that is older than the twelve there are leaves no trace.
    const fresh = baseline.sessions.filter(({ run: id }) => !before?.sessions.some((old) => old.run === id));
    if (fresh.length === 0) return [];
    return [
      {
        workload,
        path: baselinePath(options.baselines, run.runnerClass, workload),
        baseline,
        before: before?.sessions.length ?? 0,
        after: baseline.sessions.length,
        added: fresh.map(({ run: id, commit, at }) => ({ run: id, commit, at })),
      },
    ];
  });
}
