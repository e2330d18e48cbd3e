import { z } from "zod";
import { Config, Name, STACK_KINDS } from "./config.ts";
import { Metrics } from "./metric.ts";
import { Schedule, Side } from "./schedule.ts";
import { tag } from "./versioned.ts";

const text = z.string().max(2_000);
const count = z.number().int().min(0);
const Instant = z.iso.datetime();

/** The machine and the tools: what must be alike for two sessions to be compared. */
export const Fingerprint = z.strictObject({
  os: text,
  arch: text,
  cpu: text,
  cores: z.number().int().min(1),
  /** bytes */
  memory: z.number().min(0),
  /** major.minor */
  kernel: text,
  node: text,
  generators: z.record(z.string(), text),
  /** What the services run in, such as "compose"; absent for plain processes and what is deployed. */
  containers: text.optional(),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/** The host just before and after a trial. A figure that cannot be had on this platform is null, never 0. */
export const HostState = z.strictObject({
  /** Wall time over CPU time of a short spin while no load ran, before and after; 1 is an idle host. */
  probe: z.tuple([z.number().min(0), z.number().min(0)]).nullable(),
  /** Share of CPU time the hypervisor took away during the trial. */
  steal: z.number().min(0).max(1).nullable(),
  /** Share of the trial's time in which some task waited for a CPU (pressure stall information). */
  pressure: z.number().min(0).nullable(),
  /** Share of all cores' time that was not idle during the trial. */
  busy: z.number().min(0).max(1).nullable(),
  /** One-minute load average when the trial began. */
  load: z.number().min(0).nullable(),
});
export type HostState = z.infer<typeof HostState>;

/** What one service used while the trial was measured; null where it cannot be had. */
export const ServiceUse = z.strictObject({
  /** CPU seconds. */
  cpu: z.number().min(0).nullable(),
  /** Peak resident bytes since the service started. */
  memory: z.number().min(0).nullable(),
  restarts: count,
});
export type ServiceUse = z.infer<typeof ServiceUse>;

export const GeneratorUse = z.strictObject({
  /** CPU seconds of the load generator during the whole trial; null where it cannot be had. */
  cpu: z.number().min(0).nullable(),
  /** Wall seconds of the whole trial, warm-up included. */
  wall: z.number().min(0),
  /** Iterations that an open model should have started and could not. */
  dropped: count,
  /** Achieved over target rate of an open model; null for a closed one. */
  achieved: z.number().min(0).nullable(),
});

/** What a generator saw in the measured part of a trial. */
export const Observed = z.strictObject({
  /** Seconds measured. */
  seconds: z.number().positive(),
  metrics: Metrics,
  /** Requests sent, whatever became of them. */
  requests: count,
  /** Requests that failed: refused, timed out, or an answer the script does not expect. */
  errors: count,
  /** Answers by status code. Requests that got no answer are in `unanswered`, not here. */
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

/** Whose fault a failed trial is: the stack's (head itself broke) or the measurement's own. */
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
export const Failure = z.strictObject({ code: FailureCode, message: z.string().max(8_000) });
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
/** One run of one workload: its figures, or the reason why there are none. */
export const Trial = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("ok"),
    ...TrialBase,
    observed: Observed,
    services: z.record(Name, ServiceUse),
  }),
  z.strictObject({ outcome: z.literal("failed"), ...TrialBase, failure: Failure }),
]);
export type Trial = z.infer<typeof Trial>;
export type GoodTrial = Extract<Trial, { outcome: "ok" }>;

/** What is known of a workload beyond its config. */
export const WorkloadFacts = z.strictObject({
  /** Of the script, what it imports, and the settings that shape its load: other digest, other workload. */
  digest: text,
  model: z.enum(["open", "closed", "iterations", "mixed"]),
  generator: text,
});
export type WorkloadFacts = z.infer<typeof WorkloadFacts>;

/** What was composed: enough to tell whether two runs measured the same images and settings. */
export const Composed = z.strictObject({
  /** Version of the engine. */
  engine: text,
  services: z.record(
    Name,
    z.strictObject({
      image: text,
      /** The image's digest of its contents. */
      id: text,
      /** Compose's digest of the service's settings. */
      config: text,
    }),
  ),
});
export type Composed = z.infer<typeof Composed>;

/** One session on one machine: everything measured, raw. */
export const Run = z.strictObject({
  schema: z.literal(tag("run")),
  id: text,
  began: Instant,
  ended: Instant,
  /** `interrupted`: what was measured is here, and is never judged. */
  state: z.enum(["complete", "interrupted"]),
  steelyard: text,
  runnerClass: Name,
  profile: Name.nullable(),
  /** Workloads that were asked for by name; null for all of the profile. What was not asked for is not missing. */
  only: z.array(Name).nullable(),
  commit: z
    .strictObject({ sha: z.string().regex(/^[0-9a-f]{40,64}$/), subject: text, dirty: z.boolean() })
    .nullable(),
  config: z.strictObject({ path: text, digest: text, resolved: Config }),
  fingerprint: Fingerprint,
  stack: z.strictObject({
    kind: z.enum(STACK_KINDS),
    labels: z.record(z.string(), text),
    /** Digest of the seed command and what it printed; null where nothing is seeded. */
    seed: text.nullable(),
    /** Extra environment of every service, from `--stack-env`. */
    env: z.record(z.string(), text),
    /** Of a compose stack, once it was up. */
    composed: Composed.optional(),
  }),
  workloads: z.record(Name, WorkloadFacts),
  schedule: Schedule,
  trials: z.array(Trial).max(20_000),
  /** Seconds spent: in trials (warm-up included), and altogether. */
  spent: z.strictObject({ load: z.number().min(0), total: z.number().min(0) }),
});
export type Run = z.infer<typeof Run>;
