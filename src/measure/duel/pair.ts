import type { PairRecord, PairSide } from "../../model/duel.ts";
import type { ServiceUse } from "../../model/ports.ts";
import type { Observed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import type { HostState } from "../../model/trial.ts";
import { hostState, worseOf } from "../host.ts";
import { serviceMetrics } from "../services.ts";
import { type Half, measureHalf, type PairHow } from "./half.ts";
import type { Duelist } from "./plan.ts";
import type { HalfContext, PairContext, PlannedPair, Sides } from "./sides.ts";

type Halves = Readonly<Partial<Record<Side, Half>>>;

/**
 * Measures one pair as two consecutive trials, each under the generator's ordinary load, in the order given.
 *
 * Where base fails first, head is not tried: the pair is lost anyway, and a failure of both is not head's fault.
 *
 * @throws Interrupted when the signal is aborted
 */
export function trialPair(
  of: Duelist,
  planned: PlannedPair,
  how: PairHow,
  context: PairContext,
  signal: AbortSignal,
): Promise<PairRecord> {
  return paired(of, planned, context, async () => {
    const halves: { -readonly [S in keyof Halves]: Halves[S] } = {};
    for (const side of how.order) {
      if (halves.base && !halves.base.ok) break;
      halves[side] = await measureHalf(of, side, planned, how, context, signal);
    }
    return halves;
  });
}

/**
 * Measures one pair as two simultaneous trials, both stacks on one core and their generators on the others: whatever
 * slows the core slows both. Only CPU per request is meaningful, because each stack waits for the other.
 *
 * @throws Interrupted when the signal is aborted
 */
export function duetPair(
  of: Duelist,
  planned: PlannedPair,
  how: PairHow,
  context: PairContext,
  signal: AbortSignal,
): Promise<PairRecord> {
  const cpus = context.duetCores?.generator;
  return paired(of, planned, context, async () => {
    const sides = how.order.map(async (side) => {
      return [
        side,
        await measureHalf(of, side, planned, { ...how, ...(cpus && { cpus }) }, context, signal),
      ] as const;
    });
    // Waits for both, also when one fails: nothing is left running.
    const ended = await Promise.allSettled(sides);
    const failed = ended.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
    return Object.fromEntries(ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
  });
}

async function paired(
  of: Duelist,
  planned: PlannedPair,
  context: PairContext,
  measure: () => Promise<Halves>,
): Promise<PairRecord> {
  const began = context.now().toISOString();
  const { found, host } = await hostDuring(context, measure);
  const record = recordOf(of, planned, { began, host }, found, context);
  if (record === null) throw new Error("a side was not measured, and did not fail");
  return record;
}

/** One side of a pair whose sides are never up together. */
export interface Turn {
  readonly began: string;
  readonly half: Half;
  /** The state of the host meanwhile; null where nothing was loaded. */
  readonly host: HostState | null;
}

/** Measures one side of a pair. @throws Interrupted when the signal is aborted */
export async function turnOf(
  of: Duelist,
  side: Side,
  planned: PlannedPair,
  how: Pick<PairHow, "warmup" | "seed">,
  context: HalfContext,
  signal: AbortSignal,
): Promise<Turn> {
  const began = context.now().toISOString();
  const measured = await hostDuring(context, () => measureHalf(of, side, planned, how, context, signal));
  return { began, half: measured.found, host: measured.host };
}

/** The pair of two turns: null while it lacks a side. */
export function pairOf(
  of: Duelist,
  planned: PlannedPair,
  turns: Partial<Sides<Turn>>,
  context: Pick<HalfContext, "start" | "cores">,
): PairRecord | null {
  const { base, head } = turns;
  const all = [base, head].flatMap((one) => one ?? []);
  const [began = ""] = all.map((one) => one.began).sort();
  const hosts = all.flatMap((one) => one.host ?? []);
  const host = hosts.length === 0 ? null : hosts.reduce(worseOf);
  const halves = { ...(base && { base: base.half }), ...(head && { head: head.half }) };
  return recordOf(of, planned, { began, host }, halves, context);
}

/** Does something, and reads the state of the host before and after. */
async function hostDuring<T>(
  { host }: Pick<HalfContext, "host">,
  measure: () => Promise<T>,
): Promise<{ readonly found: T; readonly host: HostState }> {
  const probe = host.probe();
  const before = host.read();
  const found = await measure();
  return { found, host: hostState(before, host.read(), [probe, host.probe()]) };
}

/** The record of a pair: of a lost one where a side failed, base's failure first; null where a side is missing. */
function recordOf(
  of: Duelist,
  planned: PlannedPair,
  { began, host }: { readonly began: string; readonly host: HostState | null },
  { base, head }: Halves,
  { start, cores }: Pick<HalfContext, "start" | "cores">,
): PairRecord | null {
  const common = { workload: of.workload, variant: of.variant, ...planned, start, began };
  for (const half of [base, head])
    if (half?.ok === false) return { outcome: "lost", ...common, side: half.side, failure: half.failure };
  if (!base?.ok || !head?.ok || host === null) return null;
  const duet = of.pairing.mode === "duet";
  return {
    outcome: "ok",
    ...common,
    host,
    load: together(base.observed, head.observed, cores, duet),
    base: sideOf(base.observed, base.services),
    head: sideOf(head.observed, head.services),
  };
}

/** The generator's figures over both halves: the worse of the two; for simultaneous halves, the sum of CPU used. */
function together(base: Observed, head: Observed, cores: number, duet: boolean) {
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
    busy: busy.length > 0 ? (duet ? busy.reduce((sum, one) => sum + one, 0) : Math.max(...busy)) : null,
  };
}

function sideOf(observed: Observed, services: Record<string, ServiceUse>): PairSide {
  const { seconds, requests, errors, checks } = observed;
  const failedChecks = checks.reduce((sum, { fails }) => sum + fails, 0);
  return {
    seconds,
    requests,
    errors,
    failedChecks,
    services,
    checks: checks.reduce((sum, { passes }) => sum + passes, failedChecks),
    metrics: { ...observed.metrics, ...serviceMetrics(services, requests) },
  };
}
