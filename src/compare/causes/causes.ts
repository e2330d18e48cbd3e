import { counted } from "../../base/text.ts";
import { type Added, type Cause, type Causes, isUnseen, MOST_CAUSES } from "../../model/cause.ts";
import { changeOf, type Row, type Warning } from "../../model/comparison.ts";
import { isItem, itemName } from "../../model/item.ts";
import { isOfLatency } from "../../model/metric.ts";
import { FEWEST_STARTS, type Profiled, type Profiling } from "../../model/profiling.ts";
import { SIDES } from "../../model/schedule.ts";
import { isOfCpu } from "../duel/metrics.ts";
import { warning } from "../words.ts";
import { differences, type StartWork, shareOf } from "./difference.ts";
import { functions, means, type Part, type ShareOf, statements, unprofiled, waits } from "./parts.ts";
import { halfProfiled, type SideSeen, type StartSeen, startsSeen } from "./seen.ts";
import { withSuccessors } from "./successors.ts";

/** Services without a profile that are named, at most. */
const MOST_LACKING = 200;
/** Share of base's time below which a part is not looked at: the more parts, the wider every interval. */
const LEAST = 0.005;
/** Share of the added time below which a part is no cause. */
const LEAST_SHARE = 0.05;
/** Share of the largest part that all differing parts must come to together, in the direction of the verdict. */
const LEAST_LEFT = 0.5;
/** Share of the largest difference in total time that an inner function must have to be named for it. */
const NEARLY_ALL = 0.8;
/** Calls a request by which a statement must differ to be a cause for that alone. */
const LEAST_CALLS = 0.1;
/** Rows by which a statement has to differ, as a share of base's, for the time of those who read them to follow from it. */
const LEAST_ROWS = 0.5;
/** Share of head's time that a function may have in base where head alone runs it: another one may have its name. */
const HARDLY = 0.1;
/** Share of the added CPU time by which it may be uncertain to either side: a share of 80 % is one of 57 to 133 % then. */
const SURE = 0.4;

/** What explains each workload that was loaded again with profilers. @param rows the verdict's */
export function causesOf({ workloads, ...diff }: Profiling, rows: readonly Row[]): Causes[] {
  return workloads.flatMap((of) => {
    const found = causesIn(of, diff, rows.filter(isItem(of)));
    return found === null ? [] : [found];
  });
}

/** The warnings about workloads that were loaded again in vain. @param causes those of the others */
export const fewStarts = ({ workloads, changes }: Profiling, causes: readonly Causes[]): Warning[] =>
  workloads
    .filter((of) => !causes.some(isItem(of)))
    .map((of) => {
      if (of.pairs.some(hasNoCpu))
        return warning(
          "few-starts",
          `\`${itemName(of)}\` is not explained: the CPU time of its services is not known here.`,
        );
      const good = counted(startsSeen(of, changes).length, "start");
      return warning(
        "few-starts",
        `\`${itemName(of)}\` is not explained: ${good} with profilers ended well, and ${FEWEST_STARTS} are needed.`,
        `Explain it again with \`steelyard why --only ${of.workload}\`.`,
      );
    });

/** Whether the CPU time of a service is not known in a pair that ended well, as on macOS. */
const hasNoCpu = (pair: Profiled["pairs"][number]): boolean =>
  pair.outcome === "ok" &&
  SIDES.some((side) => Object.values(pair[side].services).some(({ cpu }) => cpu === null));

/** 1 where a gate of the workload became worse, −1 where one only became better, 0 where none changed. */
export function direction(rows: readonly Row[]): 1 | 0 | -1 {
  const changes = rows.map(changeOf);
  if (changes.includes(1)) return 1;
  return changes.includes(-1) ? -1 : 0;
}

/** The kinds of gates that changed in the direction of the verdict. @param changed their selectors */
const gatesOf = (changed: readonly string[]): NonNullable<Causes["gates"]> => ({
  cpu: changed.some(isOfCpu),
  latency: changed.some(isOfLatency),
});

/** Null with too few starts. @param rows the verdict's of this workload */
function causesIn(of: Profiled, diff: Diff, rows: readonly Row[]): Causes | null {
  const { workload, variant, lacking } = of;
  const verdict = direction(rows);
  const gates = rows.filter((row) => verdict !== 0 && changeOf(row) === verdict).map(({ metric }) => metric);
  const starts = startsSeen(of, diff.changes, gates);
  if (starts.length < FEWEST_STARTS) return null;
  const cpu = whole(starts, ofCpu);
  const latency = starts.some((start) => SIDES.some((side) => start[side].latency === null))
    ? null
    : whole(starts, (side) => side.latency ?? 0);
  const sign = verdict || (cpu.added.estimate < 0 ? -1 : 1);
  const showed = (both: Causes["latency"]) => both !== null && isClear(both.added, sign);
  const seen = {
    cpu,
    latency,
    changed: verdict !== 0,
    gates: gatesOf(gates),
    reappeared: { cpu: showed(cpu), latency: showed(latency) },
  };
  return {
    workload,
    variant,
    starts: starts.length,
    ...seen,
    ...causesAmong(starts, seen, diff, sign),
    lacking: [...lacking, ...halfProfiled(of)]
      .filter(({ service }) => !isIdle(starts, service))
      .slice(0, MOST_LACKING),
  };
}

/** CPU time of all services. */
const ofCpu = ({ cpu }: SideSeen) => [...cpu.values()].reduce((sum, one) => sum + one, 0);

/** Share of all CPU time below which the profile of a service would explain nothing. */
const IDLE = 0.002;

const isIdle = (starts: readonly StartSeen[], service: string): boolean =>
  starts.every((start) =>
    SIDES.every((side) => (start[side].cpu.get(service) ?? Infinity) < IDLE * ofCpu(start[side])),
  );

const ofSides = (starts: readonly StartSeen[], of: (side: SideSeen) => number) =>
  starts.map(({ base, head }): StartWork => ({ base: of(base), head: of(head), sampling: 0 }));

/** A figure of a whole side. */
function whole(starts: readonly StartSeen[], of: (side: SideSeen) => number): Causes["cpu"] {
  const all = ofSides(starts, of);
  const [added] = differences([all]) as [Added];
  return { ...means(all), added };
}

const isClear = ({ interval: [low, high] }: Added, sign: 1 | -1) => (sign > 0 ? low : -high) > 0;

/** Whether shares of a difference mean something. */
const isSure = ({ estimate, interval: [low, high] }: Added) => high - low <= 2 * SURE * Math.abs(estimate);

const NO_SHARE: ShareOf = () => ({ share: null });

/** Shares of a difference. */
function sharesOf(all: readonly StartWork[]): ShareOf {
  return (work) => {
    const { estimate, interval } = shareOf(work, all);
    return { share: estimate, shareInterval: interval };
  };
}

/** The change of the files. */
type Diff = Omit<Profiling, "workloads">;

/** A part and its difference. */
interface Differing extends Part {
  readonly added: Added;
  /** Whether it has more calls or many more rows, or fewer where that is the verdict's direction. */
  readonly isCounted: boolean;
}

/** The parts that differ beyond their intervals, in the direction of the verdict and against it. All of them are one family. */
function causesAmong(
  starts: readonly StartSeen[],
  seen: Pick<Causes, "cpu" | "latency" | "changed" | "gates" | "reappeared">,
  diff: Diff,
  sign: 1 | -1,
): Pick<Causes, "causes" | "elsewhere"> {
  const { cpu, latency, changed, gates, reappeared } = seen;
  if (!changed && !reappeared.cpu && !reappeared.latency) return { causes: [], elsewhere: 0 };
  const isShared = reappeared.cpu && isSure(cpu.added) && !isUnseen(seen);
  const share = isShared ? sharesOf(ofSides(starts, ofCpu)) : NO_SHARE;
  const parts = [
    ...functions("place", starts, share, diff).filter(matters(cpu.base)),
    ...unprofiled(starts, share).filter(matters(cpu.base)),
    ...statements(withSuccessors(starts), diff.origins ?? []).filter(
      matters(Math.min(cpu.base, latency?.base ?? Infinity)),
    ),
    ...(latency !== null && (reappeared.latency || gates?.latency)
      ? waits(starts, diff.changes).filter(matters(latency.base))
      : []),
    ...functions("total", starts, share, diff).filter(matters(cpu.base)),
  ];
  const least = LEAST_SHARE * Math.max(...[cpu, latency].map((both) => sign * (both?.added.estimate ?? 0)));
  const differing = compared(parts, sign);
  const large = differing
    .filter((one) => one.isCounted || (isClear(one.added, sign) && sign * one.added.estimate >= least))
    .filter(
      (one) =>
        one.sums === undefined ||
        isWaitedFor(one.added, one.sums, { latency: latency!.added, cpu, isClear: reappeared.latency }, sign),
    );
  const clear = areMoved(differing, sign) ? [] : large.filter((one) => one.of === "place");
  const places = clear.length > 0 || sign < 0 ? clear : addedFunctions(differing);
  const shown = [
    ...large.filter((one) => one.of === "statement" || one.of === "wait"),
    ...places,
    ...(places.length > 0 ? [] : innermost(large, sign)),
  ].map((one) => ({ cause: one.shown(one.added), isCounted: one.isCounted }));
  // From more calls, and more rows, follows the time that callers spend on them.
  const rank = ({ cause, isCounted }: (typeof shown)[number]) => (isCounted ? 0 : isFollowing(cause) ? 2 : 1);
  const causes = shown
    .sort((a, b) => rank(a) - rank(b) || sign * (b.cause.added.estimate - a.cause.added.estimate))
    .slice(0, MOST_CAUSES)
    .map(({ cause }) => cause);
  const opposite = differing.filter((one) => one.of === "place" && isClear(one.added, sign > 0 ? -1 : 1));
  return { causes, elsewhere: opposite.reduce((sum, { added }) => sum + added.estimate, 0) };
}

function compared(parts: readonly Part[], sign: 1 | -1): Differing[] {
  const counts = parts.flatMap(({ calls = [], rows = [] }) => [calls, rows].filter((one) => one.length > 0));
  const steady = [...parts.filter(({ of }) => of !== "wait").map(({ work }) => work), ...counts];
  const erratic = parts.filter(({ of }) => of === "wait").map(({ work }) => work);
  const all = [...steady, ...erratic];
  const found = new Map(differences(steady, erratic).map((added, i) => [all[i]!, added]));
  const moved = (of: readonly StartWork[] | undefined, least: number) => {
    const added = of && (exactly(of) ?? found.get(of));
    return added !== undefined && isClear(added, sign) && Math.abs(added.estimate) >= least;
  };
  return parts.map((part) => {
    const { calls, rows } = part;
    const least = Math.max(LEAST_CALLS, LEAST_ROWS * (rows ? means(rows).base : 0));
    return {
      ...part,
      added: found.get(part.work)!,
      isCounted: moved(calls, LEAST_CALLS) || moved(rows, least),
    };
  });
}

/**
 * The difference of counts that are the same in every start of a side; null for others. It is exact, however much CPU times
 * scatter and however few requests were counted.
 */
function exactly(counts: readonly StartWork[]): Added | null {
  const [{ base, head }] = counts as [StartWork];
  if (!counts.every((start) => start.base === base && start.head === head)) return null;
  return { estimate: head - base, interval: [head - base, head - base] };
}

/**
 * Whether requests wait for it. A loop in the background waits as long as before where there are fewer requests, and so longer
 * for each of them. And no request waits for something that takes longer than its latency has grown. It may be the CPU time of
 * one request longer, where latency has clearly grown. After a wait, another request may be computed first, and before, requests
 * stood in line.
 */
function isWaitedFor(
  { interval: [low, high] }: Added,
  sums: readonly StartWork[],
  { latency, cpu, isClear: hasGrown }: { latency: Added; cpu: Causes["cpu"]; isClear: boolean },
  sign: 1 | -1,
): boolean {
  const [all] = differences([], [sums]) as [Added];
  const more = hasGrown ? cpu : { base: 0, head: 0 };
  const fits = sign > 0 ? low <= latency.interval[1] + more.head : high >= latency.interval[0] - more.base;
  return isClear(all, sign) && fits;
}

/**
 * Whether a change only moved time from one function to another, which explains nothing: all places that differ, taken
 * together, do not go in the direction of the verdict.
 */
function areMoved(all: readonly Differing[], sign: 1 | -1): boolean {
  const differing = all.filter(
    ({ of, added }) => of === "place" && (isClear(added, 1) || isClear(added, -1)),
  );
  const together = differing.reduce((sum, { added }) => sum + sign * added.estimate, 0);
  return together < LEAST_LEFT * Math.max(0, ...differing.map(({ added }) => sign * added.estimate));
}

/**
 * Functions of edited files that run in head alone, where none is clear among all. That they take time there needs no test, and each
 * has an interval of its own. Without those whose code only moved: their file then takes no more time than before.
 */
function addedFunctions(all: readonly Differing[]): Differing[] {
  const places = all.filter((one) => one.of === "place");
  const fileOf = (one: Differing) => {
    const cause = one.shown(one.added);
    return cause.kind === "function" && cause.edited !== null ? cause.file : null;
  };
  const files = places.map(fileOf);
  return places.flatMap((one, i) => {
    const file = files[i]!;
    if (file === null || !one.work.every(({ base, head }) => base < HARDLY * head)) return [];
    const [added] = differences([], [one.work]) as [Added];
    const ofFile = places.filter((_, other) => files[other] === file);
    const more = ofFile.reduce((sum, other) => sum + other.added.estimate, 0);
    return isClear(added, 1) && more >= LEAST_LEFT * added.estimate ? [{ ...one, added }] : [];
  });
}

/** The function that is deepest in the calls, of those whose total time has most of the difference; none without any. */
function innermost(all: readonly Differing[], sign: 1 | -1): Differing[] {
  const totals = all.filter(({ of }) => of === "total");
  const largest = Math.max(0, ...totals.map(({ added }) => sign * added.estimate));
  return totals
    .filter(({ added }) => sign * added.estimate >= NEARLY_ALL * largest)
    .sort((a, b) => most(a.work) - most(b.work))
    .slice(0, 1);
}

/**
 * Whether it follows from the others: a whole service from its parts, and the runtime's own work (garbage
 * collection) from the functions'.
 */
const isFollowing = (cause: Cause) =>
  cause.kind === "service" ||
  (cause.kind === "function" && cause.file === null && cause.name.startsWith("("));

/** Whether a part has enough time on one side, of so many seconds a request, or enough calls. */
const matters =
  (seconds: number) =>
  ({ work, calls = [] }: Part) =>
    most(work) >= LEAST * seconds || (calls.length > 0 && most(calls) >= LEAST_CALLS);

/** The mean of the side that has more. */
const most = (work: readonly StartWork[]) => Math.max(...Object.values(means(work)));
