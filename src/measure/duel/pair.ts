import type { PairRecord, PairSide } from "../../model/duel.ts";
import type { ServiceUse } from "../../model/ports.ts";
import type { Observed } from "../../model/run.ts";
import type { Side } from "../../model/schedule.ts";
import { hostState } from "../host.ts";
import { serviceMetrics } from "../services.ts";
import { type Half, measureHalf, type PairHow } from "./half.ts";
import type { Duelist } from "./plan.ts";
import type { PairContext, PlannedPair } from "./sides.ts";

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
  const { host } = context;
  const common = { workload: of.workload, variant: of.variant, ...planned, start: context.start };
  const began = context.now().toISOString();
  const probe = host.probe();
  const before = host.read();
  const { base, head } = await measure();
  if (!base?.ok || !head?.ok) {
    const lost = [base, head].find((one) => one?.ok === false);
    if (lost === undefined || lost.ok) throw new Error("a side was not measured, and did not fail");
    return { outcome: "lost", ...common, began, side: lost.side, failure: lost.failure };
  }
  const duet = of.pairing.mode === "duet";
  return {
    outcome: "ok",
    ...common,
    began,
    host: hostState(before, host.read(), [probe, host.probe()]),
    load: together(base.observed, head.observed, context.cores, duet),
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
