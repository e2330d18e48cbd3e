import { resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import { type Log, silent } from "../../base/log.ts";
import { hidden } from "../../base/redact.ts";
import type { World } from "../../base/world.ts";
import type { Base } from "../../git/base.ts";
import { NO_EDITS } from "../../git/edits.ts";
import type { DuelRecord } from "../../model/duel.ts";
import { isItem } from "../../model/item.ts";
import type { Edits, Run } from "../../model/run.ts";
import { readRun, writeRun } from "../../store/records.ts";
import type { MeasureOptions, WhyOptions } from "../options.ts";
import { inside } from "../paths.ts";
import { edgesOf, rulesOf } from "./contest.ts";
import type { Harness } from "./harness.ts";
import { judgeOf } from "./judge.ts";
import { checkoutAt, withMeasurement } from "./measurement.ts";
import { baseTree, bothSides } from "./paired.ts";
import { pairingPlan } from "./pairings.ts";
import { profileDuel } from "./profiled.ts";
import { baseRules } from "./ruling.ts";

/**
 * Measures what explains the verdict of a finished run, and nothing else: the run is written again with it. Everything else
 * of it stays as it is.
 *
 * @returns its path, or null where there is nothing to explain: nothing is written then
 * @throws SteelyardError (user) for a run that did not pair head with a base, and for another checkout than it measured
 */
export async function explainRun(world: World, options: WhyOptions): Promise<string | null> {
  const run = await readRun(resolve(world.cwd, options.run));
  const { duel, rules } = run;
  const sha = duel?.base.sha;
  if (duel === undefined || !sha || run.state === "interrupted") {
    throw userError(
      run.state === "interrupted"
        ? "This run was interrupted, so it has no verdict to explain."
        : "This run did not pair base and head, so nothing can be loaded again on both sides.",
      { where: options.run, remedy: AGAIN },
    );
  }
  // Before the wait for the machine, and again after it: the checkout may change meanwhile.
  demandTree(run, await checkoutAt(world), options, silent);
  const asked = askedBy(run, sha, options);
  const measuring = { ...asked, ...(rules !== undefined && { rules: await baseRules(world, asked) }) };
  return withMeasurement(
    world,
    measuring,
    async ({ harness, ...here }) => {
      demandTree(run, here, options, harness.log);
      const base = { ...duel.base, sha, same: false };
      const { stepTimes, redact } = harness;
      const profiling = await stepTimes.during("why", () => profiledAgain(run, duel, base, harness));
      if (profiling === null) return null;
      const spent = { ...run.spent, why: stepTimes.seconds.why };
      const path = inside(world.cwd, options.out, "run");
      await writeRun(path, hidden({ ...run, profiling, spent }, redact));
      return path;
    },
    { aside: false },
  );
}

/** The options that the run was measured with, as far as they shape the load. */
function askedBy(run: Run, base: string, options: WhyOptions): MeasureOptions {
  const { config, profile, scale, only, variants, schedule, stack, runnerClass } = run;
  return {
    ...(run.duel?.base.release ? { release: true } : { base }),
    config: config.path,
    out: options.out,
    runnerClass,
    wait: options.wait,
    profile: profile ?? undefined,
    scale,
    only: options.only ?? only ?? undefined,
    variants,
    seed: schedule.seed,
    stack: stack.kind,
    stackEnv: stack.env,
    baselines: options.baselines,
    why: options.all ? "always" : "auto",
  };
}

async function profiledAgain(run: Run, duel: DuelRecord, base: Base, harness: Harness) {
  const tree = await baseTree(base, harness);
  if (typeof tree === "string")
    throw userError(`Base cannot be built any more: ${tree}`, { where: base.sha });
  await using _removed = tree;
  const both = await bothSides(tree.cwd, harness);
  if ("unable" in both) throw both.unable;
  if ("lacking" in both) throw userError(`Base cannot be loaded: ${both.lacking}`, { where: base.sha });
  const items = await pairingPlan(both, harness);
  // As it was loaded for the verdict, whatever would be chosen today.
  const duelists = items.duelists.flatMap((one) => {
    const pairing = duel.pairings.find(isItem(one));
    return pairing === undefined ? [] : [{ ...one, pairing, isBlockOpen: false }];
  });
  // Which of them changed is what the whole record says, also where only some are asked for.
  const { workloads, fingerprint } = run;
  const rules = { ...(await rulesOf(duel.base, items, harness)), duel, workloads, fingerprint };
  const edges = edgesOf(both, judgeOf(rules), harness);
  return await profileDuel({ rules, duel, duelists, edges }, base, tree.cwd, harness);
}

/**
 * Refuses another checkout than the run measured, and warns where the two cannot be compared. The checkout may be as it was
 * before the measurement or after it. Files that the measurement changed are changed by the next one, too.
 *
 * @throws SteelyardError (user)
 */
export function demandTree(
  { commit, edits, editsAfter }: Pick<Run, "commit" | "edits" | "editsAfter">,
  here: Pick<Run, "commit" | "edits">,
  { run }: Pick<WhyOptions, "run">,
  log: Pick<Log, "warn">,
): void {
  if (here.commit?.sha !== commit?.sha) {
    const [measured, now] = [commit, here.commit].map((one) => one?.sha.slice(0, 12) ?? "no commit");
    throw userError(`This run measured ${measured}, and the checkout is at ${now}.`, {
      where: run,
      remedy: commit === null ? AGAIN : `git checkout ${measured}`,
    });
  }
  const before = edits ?? (commit?.dirty ? UNKNOWN : NO_EDITS);
  const after = editsAfter ?? before;
  const now = here.edits ?? NO_EDITS;
  const isAs = (key: keyof Edits) => now[key] === before[key] || now[key] === after[key];
  const isKnown = before.tracked !== null && now.tracked !== null;
  const isSame = isKnown && isAs("tracked");
  if (isKnown && !isSame && before.tracked === after.tracked) {
    throw userError("The checkout has other uncommitted changes than this run measured.", {
      where: run,
      remedy: `restore what was measured (git stash, git restore), or measure again: ${AGAIN}`,
    });
  }
  if (!isSame || !isAs("untracked"))
    log.warn(
      `${isSame ? "files that git does not track" : "uncommitted changes"} may differ from those that this run measured; if so, measure again: ${AGAIN}`,
    );
}

const AGAIN = "steelyard check --base --why";
/** Of a dirty tree, in a record of before they were kept. */
const UNKNOWN: Edits = { tracked: null, untracked: null };
