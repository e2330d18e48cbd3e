import { z } from "zod";
import { Config, Name, STACK_KINDS } from "./config.ts";
import { DuelRecord } from "./duel.ts";
import { Fingerprint } from "./fingerprint.ts";
import { LevelRecord } from "./levelrun.ts";
import { Schedule } from "./schedule.ts";
import { Trial } from "./trial.ts";
import { tag } from "./versioned.ts";

export { Fingerprint } from "./fingerprint.ts";
export {
  Failure,
  FailureCode,
  GeneratorUse,
  type GoodTrial,
  HostState,
  Observed,
  ServiceUse,
  Trial,
} from "./trial.ts";

const text = z.string().max(2_000);
const Instant = z.iso.datetime();
const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);

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
  /** What the engine has for all containers together: CPUs, and bytes of memory. Absent where it does not say. */
  allotted: z.strictObject({ cpus: z.number().min(0), memory: z.number().min(0) }).optional(),
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

/** How the stack came up at a start: after a death there may be several of one start. */
export const StartFacts = z.strictObject({
  start: z.number().int().min(0),
  /** When the first of its services was started. */
  began: Instant,
  /** Seconds from the start of each service until it was ready; those that nobody waited for are absent. */
  ready: z.record(Name, z.number().min(0)),
});
export type StartFacts = z.infer<typeof StartFacts>;

/** Base's rules as they were used: what the change edits and does not decide. */
export const RulesUsed = z.strictObject({
  /** The commit that they are from. */
  base: Sha,
  /** Workloads whose load the change edits, and the name of head's version; null where that cannot be read. */
  edited: z.array(z.strictObject({ workload: Name, as: Name.nullable() })).max(2_000),
  /** Keys of the config that define the service and differ from base's: `stack.process.services.api.run`. */
  service: z.array(text).max(2_000),
});
export type RulesUsed = z.infer<typeof RulesUsed>;

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
  /** The share of all lengths that was asked for, by `--scale`; absent for all of them. */
  scale: z.number().positive().max(1).optional(),
  /** Workloads that were asked for by name; null for all of the profile. What was not asked for is not missing. */
  only: z.array(Name).nullable(),
  /** Variants that were asked for by name; absent for all. */
  variants: z.array(Name).optional(),
  commit: z.strictObject({ sha: Sha, subject: text, dirty: z.boolean() }).nullable(),
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
  /** Absent where nothing is known of how the stack came up. */
  starts: z.array(StartFacts).max(5_000).optional(),
  trials: z.array(Trial).max(20_000),
  /** Absent where head was measured by its own rules. */
  rules: RulesUsed.optional(),
  /** Base and head beside each other; absent where only head was measured. */
  duel: DuelRecord.optional(),
  /** Why head was measured without base though base was asked for; absent where it was not, or was there. */
  fallback: text.optional(),
  /** Workloads that stored sessions settled, so that base was not measured beside them, and why in words. */
  screened: z.record(Name, text).optional(),
  /** Workloads that were measured at levels; absent where none was. */
  levels: z.array(LevelRecord).max(2_000).optional(),
  /** Seconds spent: in trials (warm-up included), and altogether. */
  spent: z.strictObject({ load: z.number().min(0), total: z.number().min(0) }),
});
export type Run = z.infer<typeof Run>;

/** Every trial of head alone, those at levels after the others. */
export const trialsIn = ({ trials, levels = [] }: Pick<Run, "trials" | "levels">): Trial[] => [
  ...trials,
  ...levels.flatMap(({ probes }) => probes.flatMap((probe) => probe.trials)),
];
