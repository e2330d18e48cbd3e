import { own } from "../../base/own.ts";
import type { LoadResult, RunningStack, Scraper, ServiceCounters, ServiceUse } from "../../model/ports.ts";
import type { Failure, Observed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import { placeOf } from "../place.ts";
import { servicesUse } from "../services.ts";
import { type DuelBench, deathOf, opposite, type Place } from "./bench.ts";
import { type Duelist, nameOf } from "./plan.ts";

/** Share of a core that a side may use while the other one is loaded, and count as idle. */
const IDLE = 0.05;

/** How one pair is measured. */
export interface PairHow {
  /** Which side is first, where they take turns. */
  readonly order: readonly [Side, Side];
  readonly warmup: number;
  readonly seed: number;
}
/** What one side showed in a trial of its own, or why it has nothing. */
export type Half =
  | { readonly ok: true; readonly observed: Observed; readonly services: Record<string, ServiceUse> }
  | { readonly ok: false; readonly side: Side; readonly failure: Failure };

/** One side under its load, while the other rests or, with cores of its own, is loaded as well. */
export async function half(
  of: Duelist,
  side: Side,
  { slot }: Place,
  { warmup, seed, cpus }: Pick<PairHow, "warmup" | "seed"> & { readonly cpus?: string },
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
      env: { ...config.env, ...(variant === null ? {} : own(config.variants, variant)?.env) },
      slot: { index: slot, workload, variant, side, trial: slot, warmup, duration, seed },
      ...(inside && { inside }),
      ...(cpus !== undefined && { cpus }),
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
  if (of.pairing.mode !== "duet") verifyIdle(of, opposite(side), resting, result.observed.seconds, bench);
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
