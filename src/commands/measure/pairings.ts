import { explain, SteelyardError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { modeOf } from "../../measure/duel/mode.ts";
import { blockFor, type Duelist, settings, startsSlowly } from "../../measure/duel/plan.ts";
import type { DuelSide, Sides } from "../../measure/duel/sides.ts";
import { demandOrigin } from "../../measure/origin.ts";
import { type Config, hasLimits, type Workload } from "../../model/config.ts";
import { LONGEST_BLOCK } from "../../model/duel.ts";
import { itemKey } from "../../model/item.ts";
import { MOST_PAIRS, SHORT_COURSE } from "../../model/measure.ts";
import { isWhole } from "../../model/noise.ts";
import type { Generator } from "../../model/ports.ts";
import { format } from "../../model/quantity.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import { type Slot, slotsIn, workloadsIn } from "../../model/schedule.ts";
import { hindrances } from "./fixedports.ts";
import type { Harness } from "./harness.ts";

/** Both sides, and what each one's config says. */
export interface BothSides {
  readonly sides: Sides<DuelSide>;
  readonly configs: Sides<Config>;
}

export interface PairingPlan {
  readonly duelists: readonly Duelist[];
  /** Workloads of which head is measured alone as well, or only. */
  readonly alone: readonly Alone[];
  readonly facts: Readonly<Record<string, WorkloadFacts>>;
  /** Workloads that base's config has and head's has not. */
  readonly gone: readonly string[];
}

/** A workload of which head is measured alone. */
export interface Alone {
  readonly workload: string;
  /** Whether nothing but thresholds of the script asks for it. */
  readonly onlyThresholds: boolean;
  /** The share of the script's course that is enough, and that in words; all of it is needed where absent. */
  readonly short?: { readonly stages: number; readonly note: string };
}

/** Knows how long trials are. */
export type Planner = Pick<Generator, "planned">;

/** Decides which workloads are paired with base and how, and which run alone. Reads every script before any start. */
export async function pairingPlan(both: BothSides, harness: Harness): Promise<PairingPlan> {
  const { sides, configs } = both;
  const { schedule, world, config, log } = harness;
  const facts: Record<string, WorkloadFacts> = {};
  const alone = new Map<string, Alone>();
  const duelists: Duelist[] = [];
  const slots = slotsIn(schedule);
  const comparisonSize = new Set(slots.map(itemKey)).size;
  for (const name of workloadsIn(slots).sort()) {
    const workload = own(config.workloads, name)!;
    demandOrigin(name, workload, sides.head.stacks.kind);
    const fact = await sides.head.generator.facts(name, workload, world.signal);
    facts[name] = fact;
    const theirs = own(configs.base.workloads, name);
    const mine = slots.filter((slot) => slot.workload === name);
    const cold = mine.some((slot) => slot.cold);
    const limits = limitsOf(workload, mine, sides.head);
    if (limits !== null) alone.set(name, limits);
    if (theirs === undefined || cold) {
      alone.set(name, { workload: name, onlyThresholds: false });
      const why = cold ? "is measured cold, which pairs are not" : "is not in base's config";
      log.info(`${name} ${why}: head is measured alone`);
      continue;
    }
    const variants = [...new Set(mine.map(({ variant }) => variant))].sort();
    const isShared = (variant: string | null) => variant === null || Object.hasOwn(theirs.variants, variant);
    if (!variants.every(isShared)) alone.set(name, { workload: name, onlyThresholds: false });
    const notes = limits?.short ? [limits.short.note] : [];
    const shared = {
      name,
      workload,
      theirs,
      fact,
      notes,
      course: courseOf(mine[0]!, sides.head.generator),
      variants: variants.filter(isShared),
      comparisonSize,
    };
    duelists.push(...(await paired(both, harness, shared)));
  }
  return { duelists, alone: [...alone.values()], facts, gone: goneFrom(configs, harness) };
}

/** A workload that both configs have, and its variants that both have. */
interface Shared {
  readonly name: string;
  readonly workload: Workload;
  readonly theirs: Workload;
  readonly fact: WorkloadFacts;
  readonly notes: readonly string[];
  /** Seconds of a trial without its warm-up, where they are known. */
  readonly course: number | undefined;
  readonly variants: readonly (string | null)[];
  /** Number of workloads in the comparison, each variant counted. */
  readonly comparisonSize: number;
}

/** How a workload is interleaved, for each of its variants. */
async function paired({ sides, configs }: BothSides, harness: Harness, shared: Shared): Promise<Duelist[]> {
  const { options, world, config, log } = harness;
  const { name, workload, theirs, fact, variants, comparisonSize } = shared;
  // Where base has no script that can be read, head's drives both.
  const { digest } = await digestOf(name, theirs, sides.base, world.signal);
  const script = digest === fact.digest ? "base" : "head";
  // Head's `measure` is obeyed and recorded. Base's rules are in it, where there are any.
  const driven = { ...(script === "base" ? theirs : workload), measure: workload.measure };
  const against = hindrances(sides.head.stacks.kind, configs.head, configs.base);
  const chosen = await modeOf(name, driven, sides[script].pairs, against, world.signal);
  const { mode, why, rate } = chosen;
  const notes = [...(chosen.notes ?? []), ...shared.notes];
  for (const note of notes) log.info(`${name}: ${note}`);
  const { pairs, pace } = workload.measure;
  if (pace === "full" && mode !== "request")
    log.info(`${name}: \`pace: full\` has no effect in mode ${mode}`);
  demandOrigin(name, driven, sides.head.stacks.kind);
  const size = settings(config, driven, options.profile ?? null);
  const whole = isWhole(mode);
  const isChosen = !whole && workload.measure.block === undefined;
  const isLong = isChosen && startsSlowly(sides.head.stacks.kind, comparisonSize);
  const usual = isLong ? LONGEST_BLOCK : blockFor(rate?.requests ?? Infinity, comparisonSize);
  const block = whole ? size.duration : (workload.measure.block ?? usual);
  const isFewer = isLong && options.pairs === undefined && pairs[1] === MOST_PAIRS.usual;
  const range = (most: number): [number, number] => [Math.min(pairs[0], most), most];
  const unstretched = range(options.pairs ?? pairs[1]);
  return variants.map((variant) => ({
    workload: name,
    variant,
    config: driven,
    ...size,
    course: shared.course,
    rate,
    comparisonSize,
    isBlockOpen: isChosen && !isLong && !isOpenLoad(fact),
    unstretched: isLong ? unstretched : undefined,
    stackEnv: variant === null ? {} : (own(workload.variants, variant)?.stack_env ?? {}),
    pairing: {
      workload: name,
      variant,
      mode,
      ...(pace === "full" && { pace }),
      why,
      block,
      pairs: isFewer ? range(MOST_PAIRS.long) : unstretched,
      script,
      ...(notes.length > 0 && { notes }),
    },
  }));
}

/** Whether it has a rate of its own, at least in part: no warm-up needs to tell it. */
const isOpenLoad = ({ model }: WorkloadFacts) => model === "open" || model === "mixed";

/** Workloads that were left out by name or by a profile do not count as missing. */
function goneFrom({ head, base }: Sides<Config>, { options }: Harness): string[] {
  const profile = options.profile === undefined ? undefined : own(head.profiles, options.profile);
  const only = options.only ?? profile?.only;
  return Object.keys(base.workloads)
    .filter((name) => !Object.hasOwn(head.workloads, name) && (only?.includes(name) ?? true))
    .sort();
}

/** How head is measured alone because it is held to something under its own load; null where it is not. */
export function limitsOf(
  workload: Workload,
  slots: readonly Slot[],
  { generator }: Pick<DuelSide, "generator">,
): Alone | null {
  const { workload: name } = slots[0]!;
  const isLimited = hasLimits(workload);
  if (!isLimited && !generator.limits?.(name)) return null;
  const alone: Alone = { workload: name, onlyThresholds: !isLimited };
  if (needsWholeCourse(workload)) return alone;
  const short = shortCourse(workload, slots, generator);
  if (short === null) return alone;
  const what = isLimited ? "budgets" : "thresholds";
  const note = `its ${what} are judged in ${short.text}; \`measure: { stages: 1 }\` keeps all of it`;
  return { ...alone, short: { stages: short.stages, note } };
}

/** Whether the limits are about a whole course: expectations describe one, and counts and memory grow with its length. */
const needsWholeCourse = ({ budgets, expect }: Workload): boolean =>
  Object.keys(expect).length > 0 || Object.keys(budgets).some((name) => /\.count$|^memory_/.test(name));

/** The share of a script's course that is enough, also in words; null where all of it is, or the config says the share. */
function shortCourse(
  { measure }: Workload,
  slots: readonly Slot[],
  generator: DuelSide["generator"],
): { readonly stages: number; readonly text: string } | null {
  const course = Math.max(0, ...slots.map((slot) => ownCourse(slot, generator) ?? 0));
  if (course <= SHORT_COURSE || measure.stages !== undefined) return null;
  const text = `${format(SHORT_COURSE, "s")} of its course of ${format(course, "s")}`;
  return { stages: SHORT_COURSE / course, text };
}

/** Planned seconds of a trial of head alone, in its short course where it has one; null where they are not known. */
export function plannedAlone(slot: Slot, { short }: Pick<Alone, "short">, generator: Planner): number | null {
  const course = ownCourse(slot, generator);
  return short && course !== undefined
    ? slot.warmup + course * short.stages
    : generator.planned(slot.workload, slot);
}

/**
 * How head is measured alone where there is nothing to judge its figures by: no base, and no baselines. Reads every script.
 *
 * @throws SteelyardError (user) for a script that cannot be read
 */
export async function onlyTried({ schedule, config, generator, world, log }: Harness): Promise<Alone[]> {
  const slots = slotsIn(schedule);
  const found: Alone[] = [];
  for (const name of workloadsIn(slots).sort()) {
    const workload = own(config.workloads, name)!;
    await generator.facts(name, workload, world.signal);
    const mine = slots.filter((slot) => slot.workload === name);
    const one = limitsOf(workload, mine, { generator }) ?? tried(workload, mine, generator);
    if (one.short) log.info(`${name}: ${one.short.note}`);
    found.push(one);
  }
  return found;
}

/** How a workload without limits of its own is measured, where it only has to work. */
function tried(workload: Workload, slots: readonly Slot[], generator: DuelSide["generator"]): Alone {
  const alone: Alone = { workload: slots[0]!.workload, onlyThresholds: false };
  const short = shortCourse(workload, slots, generator);
  return short === null
    ? alone
    : { ...alone, short: { stages: short.stages, note: `${short.text} are run` } };
}

/** Seconds of a course of stages, whose lengths are the script's own; undefined where the config sets them. */
function ownCourse(slot: Slot, generator: Planner): number | undefined {
  const course = courseOf(slot, generator);
  return course === slot.duration ? undefined : course;
}

/** Seconds of a trial without its warm-up; undefined where they are not known. */
function courseOf(slot: Slot, generator: Planner): number | undefined {
  const planned = generator.planned(slot.workload, slot);
  return planned === null ? undefined : planned - slot.warmup;
}

/** The digest of a workload's load, or why its files cannot be used. */
export async function digestOf(
  name: string,
  workload: Workload,
  { generator }: Pick<DuelSide, "generator">,
  signal: AbortSignal,
): Promise<{ readonly digest?: string; readonly why?: string }> {
  try {
    return { digest: (await generator.facts(name, workload, signal)).digest };
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return { why: explain(error) };
    throw error;
  }
}
