import type { Log } from "../base/log.ts";
import type { PairRecord, PairSide } from "../model/duel.ts";
import type {
  Generator,
  Host,
  LoadResult,
  PairGenerator,
  RunningStack,
  Scraper,
  ServiceCounters,
  ServiceUse,
  Stacks,
} from "../model/ports.ts";
import type { Failure, Observed } from "../model/run.ts";
import type { Side } from "../model/schedule.ts";
import { type Duelist, nameOf } from "./duelplan.ts";
import { hostState } from "./host.ts";
import { placeOf } from "./place.ts";
import { serviceMetrics, servicesUse } from "./services.ts";

/** What one side of a duel is made of. */
export interface DuelSide {
  readonly stacks: Stacks;
  /** Reads and runs the scripts of this side's own tree. */
  readonly generator: Generator;
  /** Null where it runs whole trials only. */
  readonly pairs: PairGenerator | null;
}
export type Sides<T> = Readonly<Record<Side, T>>;

/** What a pair is measured on. */
export interface DuelBench {
  readonly sides: Sides<DuelSide>;
  readonly stacks: Sides<RunningStack>;
  readonly host: Host;
  readonly scraper?: Scraper;
  readonly cores: number;
  readonly now: () => Date;
  readonly log: Log;
  /** Number of the start of the stacks. */
  readonly start: number;
  /** Sides that were found busy while the other was loaded, and of which that was said. */
  readonly restless: Set<Side>;
}

/** One pair to be measured. */
export interface Place {
  readonly slot: number;
  readonly attempt: number;
}

export const opposite = (side: Side): Side => (side === "head" ? "base" : "head");

/** Share of a core that a side may use while the other one is loaded, and count as idle. */
const IDLE = 0.05;

/**
 * One pair of neighbouring trials, each under the generator's ordinary load, in the order given.
 *
 * Where base fails, head is not tried: what both do is not head's own fault, and base's failure says it all.
 *
 * @throws Interrupted when the signal is aborted
 */
export async function trialPair(
  of: Duelist,
  place: Place,
  how: { readonly order: readonly [Side, Side]; readonly warmup: number; readonly seed: number },
  bench: DuelBench,
  signal: AbortSignal,
): Promise<PairRecord> {
  const { host } = bench;
  const common = { workload: of.workload, variant: of.variant, ...place, start: bench.start };
  const began = bench.now().toISOString();
  const probe = host.probe();
  const before = host.read();
  const halves: Partial<Record<Side, Half>> = {};
  for (const side of how.order) {
    if (halves.base && !halves.base.ok) break;
    halves[side] = await half(of, side, place, how, bench, signal);
  }
  const failing = (["base", "head"] as const).find((side) => halves[side]?.ok === false);
  const { base, head } = halves;
  if (failing !== undefined || !base?.ok || !head?.ok) {
    const lost = halves[failing ?? "base"];
    const failure: Failure = lost && !lost.ok ? lost.failure : { code: "generator", message: "unknown" };
    const side = lost && !lost.ok ? lost.side : "base";
    return { outcome: "lost", ...common, began, side, failure };
  }
  return {
    outcome: "ok",
    ...common,
    began,
    host: hostState(before, host.read(), [probe, host.probe()]),
    load: together(base.observed, head.observed, bench.cores),
    base: sideOf(base.observed, base.services),
    head: sideOf(head.observed, head.services),
  };
}

type Half =
  | { readonly ok: true; readonly observed: Observed; readonly services: Record<string, ServiceUse> }
  | { readonly ok: false; readonly side: Side; readonly failure: Failure };

async function half(
  of: Duelist,
  side: Side,
  { slot }: Place,
  { warmup, seed }: { readonly warmup: number; readonly seed: number },
  bench: DuelBench,
  signal: AbortSignal,
): Promise<Half> {
  const { workload, variant, config, duration } = of;
  const stack = bench.stacks[side];
  const other = bench.stacks[opposite(side)];
  const inside = placeOf(config.in, stack);
  let counters = readings(stack, other);
  let pages: ReturnType<Scraper["begin"]> | undefined;
  const result: LoadResult = await bench.sides[of.pairing.script].generator.load(
    {
      name: workload,
      workload: config,
      env: { ...config.env, ...(variant === null ? {} : config.variants[variant]?.env) },
      slot: { index: slot, workload, variant, side, trial: slot, warmup, duration, seed },
      ...(inside && { inside }),
      targets: inside?.targets ?? stack.targets,
      headers: stack.headers,
    },
    async () => {
      counters = readings(stack, other);
      pages = bench.scraper?.begin(stack, signal);
      await Promise.allSettled([counters, pages]); // a failure is told where they are used
    },
    signal,
  );
  const [begun, idle] = await counters;
  const services = servicesUse(begun, await stack.counters());
  const resting = servicesUse(idle, await other.counters());
  const died = deathOf(bench.stacks, side);
  if (died !== null) return { ok: false, ...died };
  if (!result.ok) return { ok: false, side, failure: result.failure };
  verifyIdle(of, opposite(side), resting, result.observed.seconds, bench);
  const scraped = await (await pages)?.(signal, result.observed.requests);
  const metrics = { ...result.observed.metrics, ...scraped };
  return { ok: true, observed: { ...result.observed, metrics }, services };
}

/** Counters of both, being read. A reading that nobody comes to wait for may fail without ending the process. */
function readings(
  ...stacks: RunningStack[]
): Promise<[Readonly<Record<string, ServiceCounters>>, Readonly<Record<string, ServiceCounters>>]> {
  const both = Promise.all(stacks.map((stack) => stack.counters())).then(
    ([a = {}, b = {}]): [typeof a, typeof b] => [a, b],
  );
  both.catch(() => {});
  return both;
}

/** A side of which a service died; the one named first is asked first. */
export function deathOf(
  stacks: Sides<RunningStack>,
  first: Side,
): { readonly side: Side; readonly failure: Failure } | null {
  for (const side of [first, opposite(first)]) {
    const fault = stacks[side].fault();
    if (fault !== null) return { side, failure: { code: "service-died", message: fault.slice(0, 8_000) } };
  }
  return null;
}

/** Says once of a side that it works while it should rest: that work is in the other one's figures. */
function verifyIdle(
  of: Duelist,
  side: Side,
  use: Readonly<Record<string, ServiceUse>>,
  seconds: number,
  { restless, log }: DuelBench,
): void {
  const used = Object.values(use).reduce((sum, { cpu }) => sum + (cpu ?? 0), 0) / seconds;
  if (used <= IDLE || restless.has(side)) return;
  restless.add(side);
  const other = opposite(side);
  log.warn(
    `${nameOf(of)}: ${side} used ${Math.round(used * 100)} % of a core while only ${other} was loaded; ` +
      "end its background work, or the figures of both hold some of it",
  );
}

/** The generator during both halves: what is worst of them. */
function together(base: Observed, head: Observed, cores: number) {
  const both = [base.generator, head.generator];
  const iterations = [base, head].map(({ metrics }) => {
    const found = Object.hasOwn(metrics, "iterations") ? metrics.iterations : undefined;
    return found?.kind === "counter" ? found.count : 0;
  });
  const achieved = both.flatMap((use) => use.achieved ?? []);
  const busy = both.flatMap(({ cpu, wall }) => (cpu === null || wall === 0 ? [] : cpu / wall / cores));
  return {
    iterations: Math.round(iterations.reduce((sum, n) => sum + n, 0)),
    dropped: both.reduce((sum, { dropped }) => sum + dropped, 0),
    achieved: achieved.length > 0 ? Math.min(...achieved) : null,
    busy: busy.length > 0 ? Math.max(...busy) : null,
  };
}

function sideOf(observed: Observed, services: Record<string, ServiceUse>): PairSide {
  const { seconds, requests, errors, checks } = observed;
  const failedChecks = checks.reduce((sum, { fails }) => sum + fails, 0);
  return {
    ...{ seconds, requests, errors, failedChecks, services },
    checks: checks.reduce((sum, { passes }) => sum + passes, failedChecks),
    metrics: { ...observed.metrics, ...serviceMetrics(services, requests) },
  };
}
