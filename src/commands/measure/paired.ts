import { explain, interruption, isExpected, type SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { firstLine, withoutEnd } from "../../base/text.ts";
import type { World } from "../../base/world.ts";
import type { Base } from "../../git/base.ts";
import type { Worktree } from "../../git/worktree.ts";
import { USUAL_START } from "../../measure/duel/plan.ts";
import { secondsUntil, upTo, wholeText } from "../../measure/duel/progress.ts";
import type { DuelSide } from "../../measure/duel/sides.ts";
import { plan, variantsOf } from "../../measure/plan.ts";
import { trialSeconds } from "../../measure/progress.ts";
import { isItem } from "../../model/item.ts";
import type { Profiling } from "../../model/profiling.ts";
import type { Trial } from "../../model/run.ts";
import { type Schedule, type Slot, slotsIn } from "../../model/schedule.ts";
import { readBaselines } from "../../store/records.ts";
import { areAlike, ownVariables } from "./alike.ts";
import { duelOf, refuseHopeless, rulesOf } from "./contest.ts";
import { baselinesFolder, type Harness, type Outcome } from "./harness.ts";
import { measureHead, NOTHING } from "./head.ts";
import { joinedMeasured } from "./joining.ts";
import { judgeOf, type Rules } from "./judge.ts";
import {
  type Alone,
  type BothSides,
  onlyTried,
  type PairingPlan,
  type Planner,
  pairingPlan,
  plannedAlone,
} from "./pairings.ts";
import { profileDuel } from "./profiled.ts";
import type { Screened } from "./screening.ts";
import { configOfTree, deployedBase } from "./side.ts";
import { buildSide, treeWithKeptBuild } from "./trees.ts";

/**
 * Trials of head alone, where budgets, expectations or thresholds ask what it does under its own load. Where only
 * thresholds do, there are no more of them after the first one in which all thresholds hold.
 */
const OWN_TRIALS = 3;

/**
 * Measures head paired with base, and head alone where its own limits need it. Where base cannot be measured, head is
 * measured alone, and the outcome says why.
 *
 * @param screened earlier measurements of head: workloads that they settle are not paired, and none of them is measured
 *   alone again
 * @throws SteelyardError for a problem of head, Interrupted before anything was measured
 */
export async function measurePaired(base: Base, harness: Harness, screened?: Screened): Promise<Outcome> {
  const { ruling, log } = harness;
  log.info(`base is ${base.sha.slice(0, 12)} "${base.subject}", the merge-base with ${base.ref}`);
  const known = ruling?.used.base === base.sha ? ruling : undefined;
  const tree = known ?? (await baseTree(base, harness));
  if (typeof tree === "string") return instead(tree, base, harness);
  await using _removed = "used" in tree ? null : tree;
  const both = await bothSides(tree.cwd, harness);
  if ("unable" in both) {
    const { unable } = both;
    return { schedule: harness.schedule, measured: { ...NOTHING, ended: unable, unable } };
  }
  if ("lacking" in both) return instead(both.lacking, base, harness);
  const items = unsettled(await pairingPlan(both, harness), screened);
  if (items.duelists.length === 0 && !screened)
    return instead("no workload is in both configs", base, harness);
  return await measureItems(items, { base, tree: tree.cwd, both }, screened?.spent ?? 0, harness);
}

/** Base, its files, and both sides built. */
interface Built {
  readonly base: Base;
  readonly tree: string;
  readonly both: BothSides;
}

/**
 * Measures head alone where its own limits need it, then the pairs, and explains what changed.
 *
 * @param before seconds that were spent on the same measurement already
 */
async function measureItems(
  items: PairingPlan,
  { base, tree, both }: Built,
  before: number,
  harness: Harness,
): Promise<Outcome> {
  const { world } = harness;
  // A base without a config has the very object of head's.
  const adopted = !base.release && both.configs.base === both.configs.head;
  const rules = await rulesOf(adopted ? { ...base, adopted } : base, items, harness);
  if (items.duelists.length > 0) refuseHopeless(rules);
  const began = world.now().getTime();
  const alone: Outcome =
    items.alone.length === 0
      ? { schedule: emptied(harness.schedule), measured: NOTHING }
      : await measureAlone(items.alone, harness, followed(items, rules, harness));
  const workloads = { ...alone.measured.workloads, ...items.facts };
  if (alone.measured.ended !== null || items.duelists.length === 0) {
    return { ...alone, measured: { ...alone.measured, workloads } };
  }
  const spent = (world.now().getTime() - began) / 1000 + before;
  const contest = { both, items, rules, spent };
  const { result, judge, edges, ...dueled } = await duelOf(contest, harness);
  const { unable } = result;
  if (unable?.side === "base") {
    const again = harness.builds.dropReused(tree)
      ? "\nmeasure again: its build was an earlier measurement's, and is forgotten"
      : "";
    return instead(`it does not start: ${explain(unable.error)}${again}`, base, harness);
  }
  if (unable !== null) harness.log.info("head does not start, so that nothing is compared");
  const { pairs, seen, cut, ended } = result;
  const { files = [] } = harness.config.stack.compose ?? {};
  const isSame = await areAlike(result.composed, files, base, world);
  const variables = await ownVariables(files, { base: tree, head: world.cwd }, world);
  const record = {
    ...dueled.rules.duel,
    looks: [...judge.looks],
    seen,
    cut,
    pairs,
    ...(isSame && { alike: true as const }),
    ...(variables.length > 0 && { variables }),
  };
  const why = harness.options.why ?? harness.config.policy.why;
  const isWanted = why !== "never" && ended === null;
  const judged = { rules: dueled.rules, duel: record, duelists: dueled.items.duelists, edges };
  const { profiling, stopped } = isWanted
    ? await explained(
        () => harness.stepTimes.during("why", () => profileDuel(judged, base, tree, harness)),
        harness,
      )
    : { profiling: null, stopped: ended };
  return {
    schedule: alone.schedule,
    duel: record,
    ...(profiling !== null && { profiling }),
    measured: {
      ...alone.measured,
      ...joinedMeasured(alone.measured, {
        ...result,
        composed: result.composed.head,
        workloads: items.facts,
      }),
      ended: stopped,
      unable: unable?.error ?? null,
    },
  };
}

/**
 * What explains the verdict. A failure of it, a bug as well, is a warning and costs nothing else: the verdict is measured.
 * `stopped` is why everything ends.
 */
export async function explained(
  profile: () => Promise<Profiling | null>,
  { world, log }: { readonly world: Pick<World, "signal">; readonly log: Pick<Log, "warn"> },
) {
  try {
    return { profiling: await profile(), stopped: null };
  } catch (error) {
    if (world.signal.aborted) return { profiling: null, stopped: interruption(world.signal) };
    log.warn(`why it changed cannot be told: ${explain(error)}`);
    return { profiling: null, stopped: null };
  }
}

/** The part of the plan that is not measured yet. */
function unsettled(items: PairingPlan, screened: Screened | undefined): PairingPlan {
  if (!screened) return items;
  const { settled, outcome } = screened;
  return {
    ...items,
    duelists: items.duelists.filter(({ workload }) => !Object.hasOwn(settled, workload)),
    alone: items.alone.filter(({ workload }) => !Object.hasOwn(outcome.measured.workloads, workload)),
  };
}

/** Head alone, and why: as ever where there are baselines to judge it by, else only to see that it works. */
async function instead(why: string, { sha }: Base, harness: Harness): Promise<Outcome> {
  harness.log.warn(`base ${sha.slice(0, 12)} was not measured: ${why}\nhead is measured alone`);
  const fallback = withoutEnd(firstLine(why), ".:");
  const { size } = await readBaselines(baselinesFolder(harness), harness.runnerClass);
  const outcome = size > 0 ? measureHead(harness) : measureAlone(await onlyTried(harness), harness);
  return { ...(await outcome), fallback };
}

/** Base's files, or why they are not available. */
export async function baseTree({ sha }: Base, harness: Harness): Promise<Worktree | string> {
  try {
    return await treeWithKeptBuild(harness, sha);
  } catch (error) {
    return excuse(error);
  }
}

/** Why base cannot be measured, for people. @throws whatever is no reason of base's */
function excuse(error: unknown): string {
  if (!isExpected(error)) throw error;
  return explain(error);
}

/** Both sides, built; or why base is `lacking`, in words; or why head is `unable` to be built. */
export async function bothSides(
  tree: string,
  harness: Harness,
): Promise<BothSides | { readonly lacking: string } | { readonly unable: SteelyardError }> {
  const { world, config, stacks, generator } = harness;
  try {
    await stacks.prepare?.(world.signal);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { unable: error };
  }
  const read = await configOfTree(harness, tree);
  if (typeof read === "string") return { lacking: read };
  const head: DuelSide = { stacks, generator, pairs: harness.pairs };
  try {
    const stack = stacks.kind === "external" ? deployedBase(config) : read;
    const side = await buildSide(harness, tree, stack, "base");
    return { sides: { head, base: side }, configs: { head: config, base: read } };
  } catch (error) {
    return { lacking: excuse(error) };
  }
}

/** About how many seconds the pairs take until the first and the last look; null where none follow. */
function followed(
  { duelists }: PairingPlan,
  rules: Rules,
  { stacks }: Harness,
): readonly [number, number] | null {
  const { looks } = judgeOf(rules);
  const until = (pairs: number) =>
    secondsUntil(duelists, upTo(pairs), rules.duel.starts, USUAL_START[stacks.kind]);
  return duelists.length === 0 ? null : [until(looks[0]!), until(looks.at(-1)!)];
}

/**
 * Measures head alone in a few trials of one start, in short courses where only thresholds ask for it.
 *
 * @param pairs seconds of the pairs that follow, of which the estimate of the whole is printed
 */
function measureAlone(
  alone: readonly Alone[],
  harness: Harness,
  pairs: readonly [number, number] | null = null,
): Promise<Outcome> {
  const { config, options, schedule } = harness;
  const only = alone.map(({ workload }) => workload);
  const among = slotsIn(schedule).filter(({ workload }) => only.includes(workload)); // a shard may lack variants
  const variants = variantsOf(config, only, options.variants);
  const trials = options.trials ?? OWN_TRIALS;
  const wishes = { profile: options.profile, only, variants, among, trials, starts: 1 };
  const planned = { ...plan(config, wishes, schedule.seed), shard: schedule.shard };
  const { generator, stacks, log } = harness;
  const thresholds = alone.filter((one) => options.trials === undefined && one.onlyThresholds);
  const brief = new Set(thresholds.map(({ workload }) => workload));
  const load = aloneSeconds(slotsIn(planned), alone, brief, generator);
  if (pairs !== null) log.info(wholeText(USUAL_START[stacks.kind] + load, pairs));
  const workloads = { ...config.workloads };
  for (const { workload, short } of alone) {
    const of = own(workloads, workload)!;
    if (short) workloads[workload] = { ...of, measure: { ...of.measure, stages: short.stages } };
  }
  return measureHead(
    { ...harness, config: { ...config, workloads }, schedule: planned },
    (slot, measured) => brief.has(slot.workload) && measured.filter(isItem(slot)).some(holds),
  );
}

/**
 * About how many seconds head's own trials take, before their scripts are read in short courses.
 *
 * @param brief workloads that need no more than one trial, as long as all thresholds hold in it
 */
export function aloneSeconds(
  slots: readonly Slot[],
  alone: readonly Alone[],
  brief: ReadonlySet<string>,
  generator: Planner,
): number {
  const needed = slots.filter(({ workload, trial }) => trial === 0 || !brief.has(workload));
  const seconds = needed.map((slot) => {
    const how = alone.find(({ workload }) => workload === slot.workload)!;
    return trialSeconds(plannedAlone(slot, how, generator));
  });
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** Whether a trial is good and crosses none of its script's thresholds. */
const holds = (trial: Trial): boolean =>
  trial.outcome === "ok" && trial.observed.thresholds.every(({ held }) => held);

const emptied = (schedule: Schedule): Schedule => ({ ...schedule, starts: [] });
