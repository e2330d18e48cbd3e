import { own } from "../../base/own.ts";
import type { Added, Cause, PackageUpdate } from "../../model/cause.ts";
import { packageFinder } from "../../model/packages.ts";
import type { Profiling } from "../../model/profiling.ts";
import { SIDES, type Side } from "../../model/schedule.ts";
import { mean } from "../../stats/samples.ts";
import type { StartWork } from "./difference.ts";
import type { SideSeen, StartSeen } from "./seen.ts";
import { editedNear, isOwn, type Place, type Spent } from "./work.ts";

/** Calls a request, at most, of a statement that is executed once. */
const ONCE = 1.5;
/** Calls a request, at least, of a statement that is executed for each element of a list. */
const FOR_EACH = 3;
/** Share of a difference from which a place of it is named. */
const MOSTLY = 0.5;

/** A part whose time a request can be compared, and how it is shown once it is a cause. */
export interface Part {
  /** Of CPU time by place; of the same with all that it calls; of waiting by place; or of statements. */
  readonly of: "place" | "total" | "wait" | "statement";
  readonly work: readonly StartWork[];
  /** Of waiting: all of it in a start, whatever the number of requests. */
  readonly sums?: readonly StartWork[];
  /** Its calls and its rows for each request, where they are counted. */
  readonly calls?: readonly StartWork[];
  readonly rows?: readonly StartWork[];
  readonly shown: (added: Added) => Cause;
}

/** The share of a difference in CPU time that a part has; null for none. */
export type ShareOf = (work: readonly StartWork[]) => Pick<FunctionCause, "share" | "shareInterval">;
type FunctionCause = Extract<Cause, { kind: "function" }>;

/** Functions, packages and parts of the runtime. */
export function functions(
  of: "place" | "total",
  starts: readonly StartSeen[],
  share: ShareOf,
  { changes, updates = [] }: Pick<Profiling, "changes" | "updates">,
): Part[] {
  const time = ({ seconds, total }: Spent) => (of === "place" ? seconds : total);
  const seen = (key: string) =>
    starts.flatMap((start) => SIDES.flatMap((side) => start[side].places.get(key) ?? []));
  // Whatever a package or the runtime calls may be all that the service does.
  const isInner = ({ place, seconds, total }: Spent) => isOwn(place) && total > seconds;
  const keys = keysOf(starts, ofCpu).filter((key) => of === "place" || seen(key).some(isInner));
  return keys.map((key) => {
    const work = worked(starts, ({ places, requests, intervals }) => {
      const spent = places.get(key);
      if (spent === undefined) return [0, 0];
      // Each sample stands for an interval, and their number scatters as counts do.
      const seconds = time(spent) / requests;
      return [seconds, (seconds * (intervals.get(spent.place.service) ?? 0)) / requests];
    });
    return {
      of,
      work,
      shown: (added) => {
        const { service, name, file, line } = placeOf(starts, ofCpu, key);
        const within = withinOf(starts, ofCpu, key, added.estimate);
        const update = of === "place" ? updateOf(updates, starts, key, added.estimate) : undefined;
        return {
          kind: "function",
          service,
          name,
          file,
          line,
          added,
          ...means(work),
          ...share(work),
          ...(within !== null && of === "place" && { within }),
          ...(update && { update }),
          total: of === "total",
          edited: file === null ? null : editedNear(own(changes, file) ?? [], line ?? 1),
        };
      },
    };
  });
}

interface Waiting {
  readonly key: string;
  readonly place: Place & { readonly file: string };
  /** Seconds a request. */
  readonly work: readonly StartWork[];
}

/** The functions of the repository that wait. */
export const waiting = (starts: readonly StartSeen[]): Waiting[] =>
  keysOf(starts, ofWaits).flatMap((key) => {
    const { file, ...place } = placeOf(starts, ofWaits, key);
    if (file === null || !isOwn({ ...place, file })) return [];
    const work = worked(starts, (side) => [(side.waits.get(key)?.seconds ?? 0) / side.requests, 0]);
    return [{ key, place: { ...place, file }, work }];
  });

/** The same, to be compared. */
export const waits = (starts: readonly StartSeen[], changes: Profiling["changes"]): Part[] =>
  waiting(starts).map(({ key, place: { service, name, file, line }, work }) => ({
    of: "wait",
    work,
    sums: worked(starts, (side) => [side.waits.get(key)?.seconds ?? 0, 0]),
    shown: (added) => {
      const within = withinOf(starts, ofWaits, key, added.estimate);
      return {
        kind: "wait",
        service,
        name,
        file,
        line,
        ...means(work),
        added,
        ...(within !== null && { within }),
        edited: editedNear(own(changes, file) ?? [], line ?? 1),
      };
    },
  }));

/** Services without a profile that can be compared, each as a whole. */
export function unprofiled(starts: readonly StartSeen[], share: ShareOf): Part[] {
  return keysOf(starts, ({ cpu }) => cpu)
    .filter((service) => starts.every((start) => SIDES.every((side) => !start[side].intervals.has(service))))
    .map((service) => {
      const work = worked(starts, (side) => [side.cpu.get(service) ?? 0, 0]);
      return {
        of: "place",
        work,
        shown: (added) => ({ kind: "service", service, ...means(work), added, ...share(work) }),
      };
    });
}

/** Statements of databases, and calls of other services. */
export function statements(starts: readonly StartSeen[], origins: NonNullable<Profiling["origins"]>): Part[] {
  return keysOf(starts, (side) => side.statements).map((key) => {
    const seen = starts.flatMap((start) => SIDES.flatMap((side) => start[side].statements.get(key) ?? []));
    const { service, text, http } = seen[0]!;
    const [origin] = origins.flatMap(({ text: of, ...line }) => (of === text ? [line] : []));
    const work = worked(starts, (side) => [(side.statements.get(key)?.seconds ?? 0) / side.requests, 0]);
    const calls = worked(starts, (side) => {
      const each = (side.statements.get(key)?.calls ?? 0) / side.requests;
      return [each, each / side.requests];
    });
    const rows = worked(starts, (side) => {
      const of = side.statements.get(key);
      const each = (of?.rows ?? 0) / side.requests;
      return [each, (each * (of?.rows ?? 0)) / Math.max(1, of?.calls ?? 0) / side.requests];
    });
    const locks = worked(starts, (side) => [(side.statements.get(key)?.locked ?? 0) / side.requests, 0]);
    const isLockable = seen.some(({ locked }) => locked !== undefined);
    const blocks = worked(starts, (side) => [(side.statements.get(key)?.blocks ?? 0) / side.requests, 0]);
    const hasBlocks = seen.some((one) => one.blocks !== undefined);
    const called = means(calls);
    const repeated = called.base < ONCE && called.head >= FOR_EACH;
    return {
      of: "statement",
      work,
      calls,
      rows,
      shown: (added) => ({
        kind: "statement",
        service,
        text,
        ...(http && { http }),
        ...means(work),
        added,
        calls: called,
        rows: means(rows),
        ...(isLockable && { locked: means(locks) }),
        ...(hasBlocks && { blocks: means(blocks) }),
        ...(origin && added.estimate > 0 && { origin }),
        repeated,
      }),
    };
  });
}

/** A figure of each side in each start, and its sampling variance. */
const worked = (
  starts: readonly StartSeen[],
  of: (side: SideSeen) => readonly [value: number, variance: number],
): StartWork[] =>
  starts.map((start) => {
    const [[base, ofBase], [head, ofHead]] = [of(start.base), of(start.head)];
    return { base, head, sampling: ofBase + ofHead };
  });

const keysOf = (
  starts: readonly StartSeen[],
  of: (side: SideSeen) => ReadonlyMap<string, unknown>,
): string[] => [...new Set(starts.flatMap((start) => SIDES.flatMap((side) => [...of(start[side]).keys()])))];

/** The mean of each side over the starts. */
export const means = (work: readonly StartWork[]): Readonly<Record<Side, number>> => ({
  base: mean(work.map(({ base }) => base)),
  head: mean(work.map(({ head }) => head)),
});

/** The places of a side, by CPU time or by waiting. */
type Places = (side: SideSeen) => ReadonlyMap<string, Spent>;
const ofCpu: Places = ({ places }) => places;
const ofWaits: Places = ({ waits: of }) => of;

/** A place as head knows it, else as base does. */
const placeOf = (starts: readonly StartSeen[], of: Places, key: string) =>
  (["head", "base"] as const).flatMap((side) => starts.flatMap((start) => of(start[side]).get(key) ?? []))[0]!
    .place;

/** The callee that makes up most of a place's difference, else the package; null where none does. */
const withinOf = (starts: readonly StartSeen[], of: Places, key: string, difference: number) =>
  mostOf(starts, (side) => of(side).get(key)?.within, difference) ??
  mostOf(starts, (side) => of(side).get(key)?.through, difference);

/** The updated package that most of a place's difference is spent in; the innermost one, where one calls another. */
function updateOf(
  updates: readonly PackageUpdate[],
  starts: readonly StartSeen[],
  key: string,
  difference: number,
): PackageUpdate | undefined {
  const spent = sumsOf(starts, (side) => side.places.get(key)?.packages);
  const find = packageFinder(updates);
  const found = [...spent].flatMap(([name, seconds]) => {
    const update = find(name);
    const share = seconds / difference;
    return update !== undefined && share > MOSTLY ? [{ update, share }] : [];
  });
  // A caller comes before its callee, and both have the same share where all of it is in the callee.
  return found.toReversed().sort((a, b) => a.share - b.share)[0]?.update;
}

function mostOf(
  starts: readonly StartSeen[],
  of: (side: SideSeen) => ReadonlyMap<string, number> | undefined,
  difference: number,
): string | null {
  const sums = sumsOf(starts, of);
  const most = [...sums].sort(([, a], [, b]) => (b - a) * Math.sign(difference))[0];
  return most !== undefined && most[1] / difference > MOSTLY ? most[0] : null;
}

/** Seconds a request by name, head less base, as a mean of the starts. */
function sumsOf(
  starts: readonly StartSeen[],
  of: (side: SideSeen) => ReadonlyMap<string, number> | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const start of starts) {
    for (const side of SIDES) {
      for (const [callee, seconds] of of(start[side]) ?? []) {
        const each = ((side === "head" ? 1 : -1) * seconds) / start[side].requests / starts.length;
        sums.set(callee, (sums.get(callee) ?? 0) + each);
      }
    }
  }
  return sums;
}
