import { itemName } from "../../model/item.ts";
import type { LoadResult, RunningStack, ServiceCounters, ServiceUse } from "../../model/ports.ts";
import type { Failure, Observed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import type { Scraped } from "../../model/scraper.ts";
import { insideOf } from "../origin.ts";
import { trialVariables } from "../plan.ts";
import { scrapedSince } from "../scraped.ts";
import { servicesUse } from "../services.ts";
import type { Duelist } from "./plan.ts";
import { deathOf, type HalfContext, opposite, type PlannedPair } from "./sides.ts";

/** Share of a core that a side may use while the other one is loaded and still count as idle. */
const IDLE = 0.05;

/** How one pair is measured. */
export interface PairHow {
  /** The sides in order, where they take turns. */
  readonly order: readonly [Side, Side];
  readonly warmup: number;
  readonly seed: number;
}
/** The figures of one side of a pair, or the failure that left none. */
export type Half =
  | { readonly ok: true; readonly observed: Observed; readonly services: Record<string, ServiceUse> }
  | { readonly ok: false; readonly side: Side; readonly failure: Failure };

/** Loads one side while the other one is idle, down or, with cores of its own, loaded as well. */
export async function measureHalf(
  of: Duelist,
  side: Side,
  { slot }: PlannedPair,
  { warmup, seed, cpus }: Pick<PairHow, "warmup" | "seed"> & { readonly cpus?: string },
  context: HalfContext,
  signal: AbortSignal,
): Promise<Half> {
  const { workload, variant, config, duration } = of;
  const { scraper } = context;
  const stack = context.stacks[side]!;
  const other = context.stacks[opposite(side)];
  const inside = insideOf(config.in, stack);
  let counters = readings(stack, other);
  let pages: Promise<Scraped> | undefined;
  const result: LoadResult = await context.sides[of.pairing.script].generator.load(
    {
      name: workload,
      workload: config,
      env: trialVariables(config, variant),
      slot: { index: slot, workload, variant, side, trial: slot, warmup, duration, seed },
      ...(inside && { inside }),
      ...(cpus !== undefined && { cpus }),
      targets: inside?.targets ?? stack.targets,
      headers: stack.headers,
    },
    async () => {
      counters = readings(stack, other);
      pages = scraper?.read(stack, signal);
      await Promise.allSettled([counters, pages]); // a failure surfaces where they are awaited
    },
    signal,
  );
  const [begun, idle] = await counters;
  const services = servicesUse(begun, await stack.counters());
  const resting = servicesUse(idle, (await other?.counters()) ?? {});
  const died = deathOf(context.stacks, side);
  if (died !== null) return { ok: false, ...died };
  if (!result.ok) return { ok: false, side, failure: result.failure };
  if (of.pairing.mode !== "duet") verifyIdle(of, opposite(side), resting, result.observed.seconds, context);
  const scraped = await scrapedSince(await pages, { stack, scraper }, result.observed.requests, signal);
  const metrics = { ...result.observed.metrics, ...scraped };
  return { ok: true, observed: { ...result.observed, metrics }, services };
}

/** Starts to read the counters of both. A reading that is never awaited may fail without ending the process. */
function readings(
  ...stacks: (RunningStack | undefined)[]
): Promise<[Readonly<Record<string, ServiceCounters>>, Readonly<Record<string, ServiceCounters>>]> {
  const both = Promise.all(stacks.map(async (stack) => (await stack?.counters()) ?? {})).then(
    ([a = {}, b = {}]): [typeof a, typeof b] => [a, b],
  );
  both.catch(() => {});
  return both;
}

/** Warns once per side that is busy while it should be idle: its work disturbs the other side's figures. */
function verifyIdle(
  of: Duelist,
  side: Side,
  use: Readonly<Record<string, ServiceUse>>,
  seconds: number,
  { warnedBusy, log }: HalfContext,
): void {
  const used = Object.values(use).reduce((sum, { cpu }) => sum + (cpu ?? 0), 0) / seconds;
  if (used <= IDLE || warnedBusy.has(side)) return;
  warnedBusy.add(side);
  const other = opposite(side);
  log.warn(
    `${itemName(of)}: ${side} used ${Math.round(used * 100)} % of a core while only ${other} was loaded; ` +
      "stop its background work, because it disturbs the figures of both sides",
  );
}
