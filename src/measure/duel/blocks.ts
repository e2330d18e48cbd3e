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
import type { Side } from "../../model/schedule.ts";
import { hostState } from "../host.ts";
import { scriptEnv } from "../plan.ts";
import { serviceMetrics, servicesUse } from "../services.ts";
import type { Duelist } from "./plan.ts";
import { deathOf, type PairContext, type PlannedPair, type Sides } from "./sides.ts";

const SIDES = ["base", "head"] as const;

/** Readings taken at the borders of one pair. */
interface Reading {
  began: string;
  first: HostReading;
  last: HostReading;
  probes: [number | null, number | null];
  readonly open: Partial<Record<Side, Readonly<Record<string, ServiceCounters>>>>;
  readonly use: Sides<Record<string, ServiceUse>>;
  died: ReturnType<typeof deathOf>;
}

/**
 * Measures pairs that the generator interleaves within one process. The usage of each side's services is read at the
 * borders between pairs, when nothing is loaded.
 *
 * @throws Interrupted when the signal is aborted
 */
export async function blockPairs(
  of: Duelist,
  planned: readonly PlannedPair[],
  how: { readonly warmup: number; readonly seed: number },
  generator: PairGenerator,
  context: PairContext,
  signal: AbortSignal,
): Promise<PairRecord[]> {
  const { config, variant, pairing } = of;
  const read = new Map<number, Reading>();
  const { results, cpu, wall } = await generator.pairs(
    {
      name: of.workload,
      variant,
      workload: config,
      env: scriptEnv(config, variant),
      mode: pairing.mode === "slice" ? "slice" : "request",
      sides: { base: aim(context.stacks.base), head: aim(context.stacks.head) },
      warmup: how.warmup,
      block: pairing.block,
      pairs: planned.length,
      seed: how.seed,
      use: usage(context),
    },
    (at) => atBorder(at, read, context),
    signal,
  );
  const busy = cpu === null || wall === 0 ? null : cpu / wall / context.cores;
  const dead = deathOf(context.stacks, "base");
  return planned.flatMap((pair, i): PairRecord[] => {
    const result = results[i];
    if (result === undefined) return []; // the generator ended early: the slot is still open
    return [recordOf(of, pair, result, read.get(i), { busy, dead }, context)];
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
    const spent = (side: Side) =>
      Object.values(servicesUse(sides[side], read.sides[side])).map(({ cpu }) => cpu);
    const both = { base: spent("base"), head: spent("head") };
    const wall = read.host.at - first.at;
    const known = SIDES.flatMap((side) => both[side]).filter((cpu) => cpu !== null);
    return {
      cpu: { base: total(both.base), head: total(both.head) },
      busiest: known.length === 0 || wall <= 0 ? null : Math.max(...known) / wall,
      machine: hostState(first, read.host, [null, null]).busy,
    };
  };
}

const total = (cpus: readonly (number | null)[]) =>
  cpus.every((cpu) => cpu !== null) ? cpus.reduce((sum, cpu) => sum + cpu, 0) : null;

async function atBorder({ pair, edge, side }: PairBorder, read: Map<number, Reading>, context: PairContext) {
  const known = read.get(pair) ?? opened(context);
  read.set(pair, known);
  const sides = side === null ? SIDES : [side];
  const counters = await Promise.all(sides.map((one) => context.stacks[one].counters()));
  for (const [i, one] of sides.entries()) {
    const now = counters[i]!;
    const begun = known.open[one];
    if (edge === "begin") known.open[one] = now;
    else if (begun !== undefined) added(known.use[one], servicesUse(begun, now));
  }
  if (edge === "begin") return;
  known.last = context.host.read();
  known.probes = [known.probes[0], context.host.probe()];
  known.died ??= deathOf(context.stacks, "base");
}

function opened({ host, now }: PairContext): Reading {
  const probe = host.probe();
  const first = host.read();
  return {
    ...{ began: now().toISOString(), first, last: first, probes: [probe, null], open: {}, died: null },
    use: { base: {}, head: {} },
  };
}

/** Adds the usage of one more slice to `sum`. */
function added(sum: Record<string, ServiceUse>, more: Readonly<Record<string, ServiceUse>>): void {
  for (const [service, { cpu, memory, restarts }] of Object.entries(more)) {
    const before = sum[service];
    const both = before === undefined ? cpu : before.cpu === null || cpu === null ? null : before.cpu + cpu;
    sum[service] = { cpu: both, memory, restarts: (before?.restarts ?? 0) + restarts };
  }
}

function recordOf(
  of: Duelist,
  pair: PlannedPair,
  result: PairResult,
  read: Reading | undefined,
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
    return { ...seen, services, metrics: { ...seen.metrics, ...serviceMetrics(services, seen.requests) } };
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
