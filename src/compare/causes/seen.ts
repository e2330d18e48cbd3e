import { own } from "../../base/own.ts";
import type { PairRecord } from "../../model/duel.ts";
import { familyOf, LATENCIES, select } from "../../model/metric.ts";
import {
  type CpuProfile,
  type Profiled,
  type Profiling,
  type StatementCount,
  type StatementsRun,
  shallow,
} from "../../model/profiling.ts";
import { SIDES, type Side } from "../../model/schedule.ts";
import { median } from "../../stats/samples.ts";
import { withGarbage } from "./garbage.ts";
import { type Namesakes, namesakesIn, type Spent, spentIn, waitedIn } from "./work.ts";

/** A statement that a service executed, or a call by HTTP that it made. */
type Executed = StatementCount & Pick<StatementsRun, "service" | "http">;

/** What one start shows of one side. */
export interface SideSeen {
  readonly requests: number;
  /** CPU seconds a request, by service, without those of a profiler in it. */
  readonly cpu: ReadonlyMap<string, number>;
  /** Mean latency in seconds; null where the load reports none. */
  readonly latency: number | null;
  /** CPU seconds by place, of services with a profile. */
  readonly places: ReadonlyMap<string, Spent>;
  /** Seconds of waiting by place, where runtimes tell. */
  readonly waits: ReadonlyMap<string, Spent>;
  /** Seconds between two samples, by service with a profile. */
  readonly intervals: ReadonlyMap<string, number>;
  /** By service and text. */
  readonly statements: ReadonlyMap<string, Executed>;
}
/** What one start shows of both sides. */
export type StartSeen = Readonly<Record<Side, SideSeen>> & { readonly start: number };

type GoodPair = Extract<PairRecord, { outcome: "ok" }>;

/**
 * The starts in which everything is known of both sides. Profiles and counts cover all pairs of a start, so a start with a
 * lost pair is left out: its work would be counted, and its requests would not.
 *
 * @param gates selectors whose change is to be explained
 */
export function startsSeen(
  of: Profiled,
  changes: Profiling["changes"],
  gates: readonly string[] = [],
): StartSeen[] {
  const known = { ...comparable(of), latency: latencyOf(of, gates) };
  const namesakes = namesakesIn(known.profiles);
  return goodStarts(of).flatMap(([start, good]) => {
    const [base, head] = SIDES.map((side) => sideSeen(known, start, side, good, changes, namesakes));
    return base && head ? [{ start, base, head }] : [];
  });
}

const goodStarts = ({ pairs }: Pick<Profiled, "pairs">): [start: number, pairs: readonly GoodPair[]][] =>
  [...new Set(pairs.map(({ start }) => start))].flatMap((start) => {
    const mine = pairs.filter((pair) => pair.start === start);
    const good = mine.filter((pair): pair is GoodPair => pair.outcome === "ok");
    return good.length < mine.length ? [] : [[start, good]];
  });

/**
 * The metric that is the latency of a load: the first of one of the gates, else the first of all. Both sides of all pairs
 * have it; undefined where there is none. An iteration may have several requests, and all other times here are of one. So
 * its duration is taken only where there is no other.
 */
function latencyOf(of: Profiled, gates: readonly string[]): string | undefined {
  const families = gates.map(familyOf);
  const gated = LATENCIES.filter((name) => name !== "iteration_duration" && families.includes(name));
  return [...gated, ...LATENCIES].find((name) =>
    goodStarts(of).every(([, good]) =>
      good.every((pair) => SIDES.every((side) => Object.hasOwn(pair[side].metrics, name))),
    ),
  );
}

/** Profiles and counts of statements. */
type Taken = Pick<Profiled, "profiles" | "statements">;

/** Sampling intervals of CPU time up to which a service may have been idle: profilers take none, or none of its own code. */
const IDLE = 10;

/**
 * The profiles and counts that can be compared: each side of each start has them, from the same source, or does not run
 * their service, or lets it idle. Those that one side lacks would count as nothing there, and all functions of the other side
 * as new.
 */
export function comparable({ pairs, profiles, statements }: Profiled): Taken {
  const starts = goodStarts({ pairs });
  const runs = (good: readonly GoodPair[], side: Side, service: string) =>
    good.some((pair) => own(pair[side].services, service) !== undefined);
  const isIdle = (good: readonly GoodPair[], side: Side, service: string, seconds: number) =>
    sum(good.map((pair) => own(pair[side].services, service)?.cpu ?? Infinity)) <= seconds;
  const isComplete = (
    service: string,
    all: readonly { readonly start: number; readonly side: Side }[],
    idle = 0,
  ) =>
    starts.every(([start, good]) =>
      SIDES.every((side) => {
        const isElsewhere = !runs(good, side, service) && SIDES.some((one) => runs(good, one, service));
        const isTaken = all.some((one) => one.start === start && one.side === side);
        return isElsewhere || isTaken || isIdle(good, side, service, idle);
      }),
    );
  const kept = profiles.filter(({ service, source, interval }) =>
    isComplete(
      service,
      profiles.filter((one) => one.service === service && one.source === source),
      IDLE * interval,
    ),
  );
  const counted = statements.filter(({ service, http }) =>
    // An agent that counts calls takes a profile, too, and has no counts where there were no calls.
    http
      ? kept.some((one) => one.service === service)
      : isComplete(
          service,
          statements.filter((one) => one.service === service && !one.http),
        ),
  );
  const requests = ({ start, side }: Pick<CpuProfile, "start" | "side">) =>
    sum(starts.flatMap(([of, good]) => (of === start ? good.map((pair) => pair[side].requests) : [])));
  return { profiles: withGarbage(kept.map(withShallowTrees), requests), statements: counted };
}

/** Runs of earlier versions, and those that others made, may have trees of any depth. */
const withShallowTrees = (of: CpuProfile): CpuProfile => ({
  ...of,
  nodes: shallow(of.nodes),
  ...(of.waits && { waits: shallow(of.waits) }),
  ...(of.allocated && { allocated: shallow(of.allocated) }),
});

/** Services with profiles that cannot be compared, and why. */
export function halfProfiled(of: Profiled): Profiled["lacking"] {
  const known = new Set(comparable(of).profiles.map(({ service }) => service));
  const halves = new Set(of.profiles.flatMap(({ service }) => (known.has(service) ? [] : service)));
  return [...halves].map((service) => ({ service, why: "base and head do not both have one in each start" }));
}

function sideSeen(
  { profiles, statements, latency }: Taken & { readonly latency: string | undefined },
  start: number,
  side: Side,
  pairs: readonly GoodPair[],
  changes: Profiling["changes"],
  namesakes: Namesakes,
): SideSeen | null {
  const requests = pairs.reduce((sum, pair) => sum + pair[side].requests, 0);
  const services = [...new Set(pairs.flatMap((pair) => Object.keys(pair[side].services)))];
  const mine = (one: { readonly start: number; readonly side: Side }) =>
    one.start === start && one.side === side;
  const taken = profiles.filter(mine);
  const cpu = services.map((name) => {
    const used = pairs.map((pair) => own(pair[side].services, name)?.cpu ?? null);
    const known = used.filter((one) => one !== null);
    const ours = sum(taken.flatMap((one) => (one.service === name ? costOf(one, profiles) : [])));
    return [name, known.length < used.length ? null : Math.max(0, sum(known) - ours) / requests] as const;
  });
  if (requests === 0 || cpu.some(([, value]) => value === null)) return null;
  const latencies = pairs.flatMap((pair) => {
    const value = select(pair[side].metrics, `${latency}.mean`);
    return value === undefined ? [] : [value * pair[side].requests];
  });
  const used = new Map(cpu.map(([name, value]) => [name, value ?? 0]));
  const spent = taken.flatMap((one) => {
    const seconds = (used.get(one.service) ?? 0) * requests;
    return [...spentIn(one, seconds, changes, namesakes)];
  });
  return {
    requests,
    cpu: used,
    latency: latencies.length < pairs.length ? null : sum(latencies) / requests,
    places: new Map(spent),
    waits: new Map(taken.flatMap((one) => [...waitedIn(one, changes, namesakes)])),
    intervals: new Map(taken.map(({ service, interval }) => [service, interval])),
    statements: new Map(
      statements
        .filter(mine)
        .flatMap(({ service, http, counts }) =>
          counts.map(
            (one) =>
              [JSON.stringify([service, one.text]), { service, ...one, ...(http && { http }) }] as const,
          ),
        ),
    ),
  };
}

/**
 * CPU seconds that sampling took; 0 where one of the profiles does not tell, since both sides are to be treated the same. The price of
 * a sample, measured for a moment, differs by half from process to process. But the machine is the same for all, so their
 * median is taken.
 */
function costOf({ service, sampling }: CpuProfile, all: readonly CpuProfile[]): number {
  const mine = all.filter((one) => one.service === service);
  const prices = mine.flatMap((one) => one.sampling?.price ?? []);
  if (sampling === undefined || prices.length < mine.length) return 0;
  return sampling.thread + sampling.samples * median(prices);
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
