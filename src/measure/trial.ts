import { own } from "../base/own.ts";
import type { Config } from "../model/config.ts";
import type { Metrics } from "../model/metric.ts";
import type { Generator, Host, RunningStack, ServiceCounters } from "../model/ports.ts";
import type { Failure, Trial } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";
import type { Scraped, Scraper } from "../model/scraper.ts";
import { BEFORE, type Slow, type SlowRequest } from "../model/slow.ts";
import { hostState } from "./host.ts";
import { insideOf } from "./origin.ts";
import { trialVariables } from "./plan.ts";
import { scrapedSince } from "./scraped.ts";
import { readyMetrics, serviceMetrics, servicesUse } from "./services.ts";
import { around, slowest } from "./slow.ts";

/** Everything that running a trial needs. */
export interface TrialContext {
  readonly config: Config;
  readonly stack: RunningStack;
  readonly generator: Generator;
  readonly host: Host;
  /** Absent where no service publishes figures. */
  readonly scraper?: Scraper;
  readonly now: () => Date;
  /** Number of the start of the stack. */
  readonly start: number;
}

/**
 * Runs one trial: loads the stack, and reads the counters of services and host at the borders of the measured part.
 *
 * A failure of the load or of a service is a result, not an exception.
 *
 * @throws Interrupted when the signal is aborted
 */
export async function runTrial(slot: Slot, context: TrialContext, signal: AbortSignal): Promise<Trial> {
  const { stack, host, generator, config } = context;
  const workload = own(config.workloads, slot.workload);
  if (!workload) throw new Error(`the schedule names an unknown workload ${slot.workload}`);
  const inside = insideOf(workload.in, stack);
  const began = context.now().toISOString();
  const probe = host.probe();
  let before = host.read();
  let counters = reading(stack);
  let pages: Promise<Scraped> | undefined;
  const measuring = async () => {
    before = host.read();
    counters = reading(stack);
    pages = context.scraper?.read(stack, signal);
    await Promise.allSettled([counters, pages]); // a failure surfaces where they are awaited
  };
  const result = await generator.load(
    {
      name: slot.workload,
      workload,
      env: trialVariables(workload, slot.variant),
      slot,
      ...(inside && { inside }),
      targets: inside?.targets ?? stack.targets,
      headers: stack.headers,
    },
    measuring,
    signal,
  );
  const services = servicesUse(await counters, await stack.counters());
  const after = host.read();
  const common = {
    index: slot.index,
    workload: slot.workload,
    variant: slot.variant,
    side: slot.side,
    trial: slot.trial,
    start: context.start,
    began,
    warmup: slot.warmup,
    host: hostState(before, after, [probe, host.probe()]),
  };
  const failure = serviceFailure(stack) ?? (result.ok ? null : result.failure);
  if (failure !== null || !result.ok) {
    return { outcome: "failed", ...common, failure: failure ?? { code: "generator", message: "unknown" } };
  }
  const { observed } = result;
  const scraped = await scrapedSince(await pages, context, observed.requests, signal);
  const metrics = {
    ...observed.metrics,
    ...scraped,
    ...serviceMetrics(services, observed.requests),
    ...(slot.cold && readyMetrics(stack.startupTimes ?? {})),
  };
  const since = Date.parse(began);
  const slow = await slowRequests(
    result.slow ?? [],
    observed.metrics,
    { since, isCold: slot.cold === true },
    context,
    signal,
  );
  return { outcome: "ok", ...common, observed: { ...observed, metrics }, services, ...(slow && { slow }) };
}

/** The slowest requests of a trial and the events of the stack around them, which are read only where needed. */
async function slowRequests(
  candidates: readonly SlowRequest[],
  metrics: Metrics,
  { since, isCold }: { readonly since: number; readonly isCold: boolean },
  { stack, scraper, now }: TrialContext,
  signal: AbortSignal,
): Promise<Slow | undefined> {
  const found = slowest(candidates, metrics);
  if (found === undefined) return undefined;
  const startups = isCold ? Object.values(stack.startupTimes ?? {}) : [];
  const from = Math.min(since - BEFORE, ...startups.map(({ began }) => began));
  const all = (await stack.events?.(from, now().getTime())) ?? null;
  if (all !== null) return { ...found, happened: around(found.requests, all, isCold) };
  // A deployed stack may at least publish when its process started. No such start explains nothing.
  const starts = around(found.requests, (await scraper?.started?.(stack, signal)) ?? [], isCold);
  return { ...found, happened: starts.length > 0 ? starts : null };
}

/** Starts to read the counters. A reading that is never awaited may fail without ending the process. */
function reading(stack: RunningStack): Promise<Readonly<Record<string, ServiceCounters>>> {
  const counters = stack.counters();
  counters.catch(() => {});
  return counters;
}

/** The failure of a service that died, which explains a failed load better than the generator's error. */
function serviceFailure(stack: RunningStack): Failure | null {
  const fault = stack.fault();
  return fault === null ? null : { code: "service-died", message: fault.slice(0, 8_000) };
}
