import type { PairRecord, PairSide } from "../../model/duel.ts";
import type {
  HostReading,
  PairBorder,
  PairGenerator,
  PairResult,
  RunningStack,
  ServiceCounters,
  ServiceUse,
  WarmupUse,
} from "../../model/ports.ts";
import { SIDES, type Side } from "../../model/schedule.ts";
import type { Scraped } from "../../model/scraper.ts";
import { hostState } from "../host.ts";
import { trialVariables } from "../plan.ts";
import { serviceMetrics, servicesUse, sharesUsed, useSum } from "../services.ts";
import { blockFor, type Duelist, fixBlock } from "./plan.ts";
import { restAtBorders } from "./rest.ts";
import { deathOf, type PairContext, type PlannedPair, type Sides } from "./sides.ts";

/** Readings taken at the borders of one pair. */
interface Reading {
  began: string;
  first: HostReading;
  last: HostReading;
  probes: [number | null, number | null];
  readonly open: Partial<Record<Side, Readonly<Record<string, ServiceCounters>>>>;
  readonly use: Sides<Record<string, ServiceUse>>;
  /** What services published before the pair, and at its end where no other pair follows. */
  readonly published: Record<"before" | "after", Partial<Record<Side, Scraped>>>;
  died: ReturnType<typeof deathOf>;
}

/**
 * Measures pairs that the generator interleaves within one process. The usage of each side's services is read at the
 * borders between pairs, when nothing is loaded.
 *
 * @throws Interrupted when the signal is aborted
 */
export async function measureBlockPairs(
  of: Duelist,
  planned: readonly PlannedPair[],
  how: { readonly warmup: number; readonly seed: number },
  generator: PairGenerator,
  context: PairContext,
  signal: AbortSignal,
): Promise<PairRecord[]> {
  const { config, variant, pairing } = of;
  const read = new Map<number, Reading>();
  const rest = restAtBorders(of, context, signal);
  const { results, cpu, wall, block } = await generator.pairs(
    {
      name: of.workload,
      variant,
      workload: config,
      env: trialVariables(config, variant),
      mode: pairing.mode === "slice" ? "slice" : "request",
      sides: { base: aim(context.stacks.base), head: aim(context.stacks.head) },
      warmup: how.warmup,
      block: pairing.block,
      blockFor: of.isBlockOpen ? (rate) => blockFor(rate, of.comparisonSize) : undefined,
      pairs: planned.length,
      seed: how.seed,
      use: usage(context),
    },
    async (at) => {
      await rest(at);
      await atBorder(at, read, planned.length - 1, context, signal);
    },
    signal,
  );
  if (of.isBlockOpen && results.some(({ ok }) => ok)) fixBlock(of, block);
  const busy = cpu === null || wall === 0 ? null : cpu / wall / context.cores;
  const dead = deathOf(context.stacks, "base");
  return planned.flatMap((pair, i): PairRecord[] => {
    const result = results[i];
    if (result === undefined) return []; // the generator ended early: the slot is still open
    return [recordOf(of, pair, result, [read.get(i), read.get(i + 1)], { busy, dead }, context)];
  });
}

/** The addresses and headers that a script receives for a side, as plain data that can be cloned. */
const aim = ({ targets, headers }: RunningStack) => ({ targets, headers });

/** Reads the usage since the call before: of both sides' services, and of the machine. */
function usage({ stacks, host }: PairContext): () => Promise<WarmupUse | null> {
  const now = async () => {
    const [base, head] = await Promise.all([stacks.base.counters(), stacks.head.counters()]);
    return { host: host.read(), sides: { base, head } };
  };
  let before: Awaited<ReturnType<typeof now>> | undefined;
  return async () => {
    const read = await now();
    const begun = before;
    before = read;
    if (begun === undefined) return null;
    const { host: first, sides } = begun;
    const spent = (side: Side) => servicesUse(sides[side], read.sides[side]);
    const both = { base: spent("base"), head: spent("head") };
    const wall = read.host.at - first.at;
    const shares = SIDES.flatMap((side) => sharesUsed(both[side], read.sides[side], wall));
    return {
      cpu: { base: total(both.base), head: total(both.head) },
      busiest: shares.length === 0 ? null : Math.max(...shares),
      machine: hostState(first, read.host, [null, null]).busy,
    };
  };
}

const total = (used: Readonly<Record<string, ServiceUse>>) => {
  const cpus = Object.values(used).map(({ cpu }) => cpu);
  return cpus.every((cpu) => cpu !== null) ? cpus.reduce((sum, cpu) => sum + cpu, 0) : null;
};

/**
 * Reads what is counted. What services publish themselves takes them some work, which is no part of their CPU time: it is
 * read before the counters at the begin, and once for each pair. Nothing is loaded between one pair and the next.
 */
async function atBorder(
  { pair, edge, side }: PairBorder,
  read: Map<number, Reading>,
  last: number,
  context: PairContext,
  signal: AbortSignal,
) {
  const known = read.get(pair) ?? opened(context);
  read.set(pair, known);
  const sides = side === null ? SIDES : [side];
  if (edge === "begin") await publish(known.published.before, sides, context, signal);
  const counters = await Promise.all(sides.map((one) => context.stacks[one].counters()));
  for (const [i, one] of sides.entries()) {
    const now = counters[i]!;
    const begun = known.open[one];
    if (edge === "begin") known.open[one] = now;
    else if (begun !== undefined) added(known.use[one], servicesUse(begun, now));
  }
  if (edge === "begin") return;
  if (pair === last) {
    for (const one of sides) delete known.published.after[one]; // a later slice
    await publish(known.published.after, sides, context, signal);
  }
  known.last = context.host.read();
  known.probes = [known.probes[0], context.host.probe()];
  known.died ??= deathOf(context.stacks, "base");
}

async function publish(
  into: Partial<Record<Side, Scraped>>,
  sides: readonly Side[],
  { scraper, stacks }: PairContext,
  signal: AbortSignal,
): Promise<void> {
  if (scraper === undefined) return;
  const missing = sides.filter((side) => into[side] === undefined);
  const found = await Promise.all(missing.map((side) => scraper.read(stacks[side], signal)));
  for (const [i, side] of missing.entries()) into[side] = found[i]!;
}

function opened({ host, now }: PairContext): Reading {
  const probe = host.probe();
  const first = host.read();
  return {
    began: now().toISOString(),
    first,
    last: first,
    probes: [probe, null],
    open: {},
    died: null,
    use: { base: {}, head: {} },
    published: { before: {}, after: {} },
  };
}

/** Adds the usage of one more slice to `sum`. */
function added(sum: Record<string, ServiceUse>, more: Readonly<Record<string, ServiceUse>>): void {
  for (const [service, use] of Object.entries(more)) {
    const before = sum[service];
    sum[service] = before === undefined ? use : useSum(before, use);
  }
}

function recordOf(
  of: Duelist,
  pair: PlannedPair,
  result: PairResult,
  [read, next]: readonly [Reading | undefined, Reading | undefined],
  { busy, dead }: { readonly busy: number | null; readonly dead: ReturnType<typeof deathOf> },
  context: PairContext,
): PairRecord {
  const began = read?.began ?? context.now().toISOString();
  const common = { workload: of.workload, variant: of.variant, ...pair, start: context.start, began };
  const died = read?.died ?? (result.ok ? null : dead);
  if (died !== null) return { outcome: "lost", ...common, ...died };
  if (!result.ok) return { outcome: "lost", ...common, side: result.side, failure: result.failure };
  const sideOf = (side: Side): PairSide => {
    const services = read?.use[side] ?? {};
    const seen = result[side];
    const [before, after] = [
      read?.published.before[side],
      (next?.published.before ?? read?.published.after)?.[side],
    ];
    const scraped = before && after && context.scraper?.between(before, after, seen);
    const metrics = { ...seen.metrics, ...scraped, ...serviceMetrics(services, seen.requests) };
    return { ...seen, services, metrics };
  };
  return {
    outcome: "ok",
    ...common,
    host: read ? hostState(read.first, read.last, read.probes) : UNKNOWN,
    load: { ...result.load, busy },
    base: sideOf("base"),
    head: sideOf("head"),
  };
}

const UNKNOWN = { probe: null, steal: null, pressure: null, busy: null, load: null };
