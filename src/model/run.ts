import { z } from "zod";
import { Config, Name, STACK_KINDS } from "./config.ts";
import { DuelRecord } from "./duel.ts";
import { Fingerprint } from "./fingerprint.ts";
import { LevelRecord } from "./levelrun.ts";
import { Profiling } from "./profiling.ts";
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
const seconds = z.number().min(0);
const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** Facts of a workload beyond its config. */
export const WorkloadFacts = z.strictObject({
  /** Of the script, its imports, and the settings that shape its load: a different digest is a different workload. */
  digest: text,
  model: z.enum(["open", "closed", "iterations", "mixed"]),
  generator: text,
});
export type WorkloadFacts = z.infer<typeof WorkloadFacts>;

/** Images and settings of a Compose stack: enough to tell whether two runs measured the same ones. */
export const Composed = z.strictObject({
  /** Version of the engine. */
  engine: text,
  /** CPUs and bytes of memory that the engine has for all containers together; absent where it does not report them. */
  allotted: z.strictObject({ cpus: z.number().min(0), memory: z.number().min(0) }).optional(),
  services: z.record(
    Name,
    z.strictObject({
      image: text,
      /** The image's digest of its contents. */
      id: text,
      /** Digest of its layers and of how it starts, which two builds of the same files share; absent in files of earlier versions. */
      content: text.optional(),
      /** Compose's digest of the service's settings. */
      config: text,
    }),
  ),
  /** Files and folders of the checkout that it mounts, by their paths in it; absent in files of earlier versions. */
  mounted: z.array(text).optional(),
});
export type Composed = z.infer<typeof Composed>;

/** Start-up times of the stack at a start. After a service died there may be several for one start. */
export const StartFacts = z.strictObject({
  start: z.number().int().min(0),
  /** When the first of its services was started. */
  began: Instant,
  /** Seconds from the start of each service until it was ready; services without a readiness check are absent. */
  ready: z.record(Name, z.number().min(0)),
});
export type StartFacts = z.infer<typeof StartFacts>;

/** Use of base's rules: the edits of the change that do not take effect. */
export const RulesUsed = z.strictObject({
  /** The commit that the rules come from. */
  base: Sha,
  /** Workloads whose load the change edits, and the name of head's version; null where it cannot be read. */
  edited: z.array(z.strictObject({ workload: Name, as: Name.nullable() })).max(2_000),
  /** Keys of the config that define the service and differ from base's: `stack.process.services.api.run`. */
  service: z.array(text).max(2_000),
});
export type RulesUsed = z.infer<typeof RulesUsed>;

/** Digests of uncommitted work. Null where there was too much of it. */
export const Edits = z.strictObject({
  /** Of the changes of files that git tracks. */
  tracked: text.nullable(),
  /** Of the names, sizes and times of files that it does not track and does not ignore. */
  untracked: text.nullable(),
});
export type Edits = z.infer<typeof Edits>;

/** Duration of a run and of its parts. */
export const Spent = z.strictObject({
  load: seconds.meta({ description: "seconds in trials and pairs, warm-up included" }),
  total: seconds.meta({ description: "seconds of the whole run" }),
  measured: seconds
    .optional()
    .meta({ description: "measured seconds, without warm-up; absent in files of earlier versions" }),
  build: seconds.optional().meta({
    description: "seconds of builds; those at the same time count once; absent in files of earlier versions",
  }),
  start: seconds.optional().meta({
    description:
      "seconds of starts and stops of stacks; those at the same time count once; absent in files of earlier versions",
  }),
  why: seconds.optional().meta({
    description:
      "seconds to explain the verdict, starts and load included; absent where nothing was measured for it",
  }),
  wait: seconds.optional().meta({
    description: "seconds until another measurement on this machine had ended; absent where there was none",
  }),
});
export type Spent = z.infer<typeof Spent>;

/** Seconds of a run, without those in which it waited for another measurement to end. */
export const secondsTaken = ({ total, wait = 0 }: Spent): number => total - wait;

/** One session on one machine: everything measured, raw. */
export const Run = z.strictObject({
  schema: z.literal(tag("run")),
  id: text,
  began: Instant,
  ended: Instant,
  /** `interrupted`: the measurements up to then are kept, but never judged. */
  state: z.enum(["complete", "interrupted"]),
  steelyard: text,
  runnerClass: Name,
  profile: Name.nullable(),
  /** The share of all lengths set by `--scale`; absent for full lengths. */
  scale: z.number().positive().max(1).optional(),
  /** Workloads selected by name; null for all of the profile. Others do not count as missing. */
  only: z.array(Name).nullable(),
  /** Variants selected by name; absent for all. */
  variants: z.array(Name).optional(),
  commit: z.strictObject({ sha: Sha, subject: text, dirty: z.boolean() }).nullable(),
  /** Of a dirty tree; absent for a clean one, and in files of earlier versions. */
  edits: Edits.optional(),
  /** After the measurement, where its builds or services changed files of the checkout. */
  editsAfter: Edits.optional(),
  config: z.strictObject({ path: text, digest: text, resolved: Config }),
  fingerprint: Fingerprint,
  stack: z.strictObject({
    kind: z.enum(STACK_KINDS),
    labels: z.record(z.string(), text),
    /** Digest of the seed command and its output; null where nothing is seeded. */
    seed: text.nullable(),
    /** Extra environment of every service, from `--stack-env`. */
    env: z.record(z.string(), text),
    /** For a Compose stack, once it was up. */
    composed: Composed.optional(),
  }),
  workloads: z.record(Name, WorkloadFacts),
  schedule: Schedule,
  /** Absent where the start-up times are not known. */
  starts: z.array(StartFacts).max(5_000).optional(),
  trials: z.array(Trial).max(20_000),
  /** Absent where head was measured by its own rules. */
  rules: RulesUsed.optional(),
  /** The paired measurement; absent where only head was measured. */
  duel: DuelRecord.optional(),
  /** Why head was measured without base though base was requested; absent otherwise. */
  fallback: text.optional(),
  /** In a run that shards were joined to: their number, and why some have no figures in it. */
  shards: z
    .strictObject({
      of: z.number().int().min(1),
      absent: z.array(z.strictObject({ index: z.number().int().min(1), why: text })).max(1_000),
    })
    .optional(),
  /** Why head's stack could be neither built nor started, in a run without measurements; absent otherwise. */
  unable: text.max(2_000).optional(),
  /** Workloads that stored sessions settled, so that no paired run was needed, and why in words. */
  screened: z.record(Name, text).optional(),
  /** Differences between base and head besides code, in words: packages, toolchains, images. Absent where there are none. */
  differences: z.array(text).max(20).optional(),
  /** Workloads that the change cannot affect by `paths`, which were not measured, and why in words. */
  unaffected: z.record(Name, text).optional(),
  /** Workloads that were measured at levels; absent where none was. */
  levels: z.array(LevelRecord).max(2_000).optional(),
  /** Profiles that explain the verdict; absent where there are none. */
  profiling: Profiling.optional(),
  spent: Spent,
});
export type Run = z.infer<typeof Run>;

/** Every trial of head alone, those at levels last. */
export const trialsIn = ({ trials, levels = [] }: Pick<Run, "trials" | "levels">): Trial[] => [
  ...trials,
  ...levels.flatMap(({ probes }) => probes.flatMap((probe) => probe.trials)),
];
