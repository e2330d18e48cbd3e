import { z } from "zod";
import { Name } from "./config.ts";
import { Metrics, Seconds } from "./metric.ts";
import { Side } from "./schedule.ts";
import { Slow } from "./slow.ts";
import { Work } from "./work.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);
const Instant = z.iso.datetime();

/** Wall time over CPU time of a short spin above which other programs want the CPU. */
export const CONTENDED_PROBE = 1.25;

/** The host just before and after a trial. A figure that this platform does not provide is null, never 0. */
export const HostState = z.strictObject({
  /** Wall time over CPU time of a short spin while no load ran, before and after; 1 is an idle host. */
  probe: z.tuple([z.number().min(0), z.number().min(0)]).nullable(),
  /** Share of CPU time that the hypervisor took away during the trial. */
  steal: z.number().min(0).max(1).nullable(),
  /** Share of the trial's time in which some task waited for a CPU (pressure stall information). */
  pressure: z.number().min(0).nullable(),
  /** Share of all cores' time that was not idle during the trial. */
  busy: z.number().min(0).max(1).nullable(),
  /** One-minute load average when the trial began. */
  load: z.number().min(0).nullable(),
});
export type HostState = z.infer<typeof HostState>;

/** Share of CPU time that the hypervisor may take away. */
const CONTENDED_STEAL = 0.05;

/**
 * Whether other programs wanted the CPU just before and just after a trial or pair, or the hypervisor took it meanwhile. One
 * slow probe of 8 ms is often the stack's own: a collector, a checkpoint.
 */
export function contendedAround({ probe, steal }: Pick<HostState, "probe" | "steal">): boolean {
  const around = probe !== null && Math.min(...probe) > CONTENDED_PROBE;
  return around || (steal !== null && steal > CONTENDED_STEAL);
}

/** Usage of one service while the trial was measured; null where it is not available. */
export const ServiceUse = z.strictObject({
  /** CPU seconds. */
  cpu: z.number().min(0).nullable(),
  /** Peak resident bytes since the service started. */
  memory: z.number().min(0).nullable(),
  restarts: count,
  /** Absent where nothing of it is available. */
  work: Work.optional(),
});
export type ServiceUse = z.infer<typeof ServiceUse>;

export const GeneratorUse = z.strictObject({
  /** CPU seconds of the load generator during the whole trial; null where they are not available. */
  cpu: z.number().min(0).nullable(),
  /** Wall seconds of the whole trial, warm-up included. */
  wall: z.number().min(0),
  /** Iterations that an open model should have started and could not. */
  dropped: count,
  /** Achieved over target rate of an open model; null for a closed one. */
  achieved: z.number().min(0).nullable(),
  /** Of a load that several processes of the generator shared. */
  segments: z
    .strictObject({
      count: z.number().int().min(2),
      /** Machines that they ran on. */
      machines: z.number().int().min(1),
      /** Most seconds between the starts of their loads. */
      spread: z.number().min(0),
    })
    .optional(),
});

/** The generator's figures for the measured part of a trial. */
export const Observed = z.strictObject({
  /** Seconds measured. */
  seconds: Seconds,
  metrics: Metrics,
  /** Requests sent, with any outcome. */
  requests: count,
  /** Failed requests: refused, timed out, or answered with a response that the script does not expect. */
  errors: count,
  /** Responses by status code. Requests without a response are in `unanswered`, not here. */
  statuses: z.record(z.string().regex(/^(\d{3}|other)$/), count),
  unanswered: z.strictObject({
    /** The client gave up waiting. */
    timeouts: count,
    /** Refused, reset, not resolved. */
    refused: count,
    other: count,
  }),
  checks: z.array(z.strictObject({ name: text, passes: count, fails: count })).max(1_000),
  thresholds: z.array(z.strictObject({ metric: text, limit: text, held: z.boolean() })).max(1_000),
  generator: GeneratorUse,
});
export type Observed = z.infer<typeof Observed>;

/** Why a trial failed, by a fault of the stack (head itself broke) or of the measurement. */
export const FailureCode = z.enum([
  "dead-target",
  "no-requests",
  "service-died",
  "script-error",
  "setup-timeout",
  "timeout",
  "no-summary",
  "bad-numbers",
  "generator",
  "interrupted",
]);
export type FailureCode = z.infer<typeof FailureCode>;
export const Failure = z.strictObject({
  code: FailureCode,
  message: z.string().max(8_000),
  /** The trial was not run, because earlier ones failed in this way. */
  skipped: z.literal(true).optional(),
});
export type Failure = z.infer<typeof Failure>;

const TrialBase = {
  index: count,
  workload: Name,
  variant: Name.nullable(),
  side: Side,
  trial: count,
  start: count,
  began: Instant,
  warmup: z.number().min(0),
  host: HostState,
};
/** One execution of one workload: its figures, or the reason why there are none. */
export const Trial = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("ok"),
    ...TrialBase,
    observed: Observed,
    services: z.record(Name, ServiceUse),
    /** Absent where no request was slow, or the generator does not report them. */
    slow: Slow.optional(),
  }),
  z.strictObject({ outcome: z.literal("failed"), ...TrialBase, failure: Failure }),
]);
export type Trial = z.infer<typeof Trial>;
export type GoodTrial = Extract<Trial, { outcome: "ok" }>;
