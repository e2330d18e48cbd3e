import { z } from "zod";
import { Scaling, Sweep } from "./levels.ts";
import { Command, loadsIn, Wrk } from "./load.ts";
import { selector, UnitName } from "./metric.ts";
import { Duration, DurationOrZero, QUANTITY, Quantity, quantity, Ratio, WANTED } from "./quantity.ts";
import { RecordSpec } from "./record.ts";
import { Env, Name, Path, Stack } from "./stack.ts";
import { Movable, Removable } from "./verdict.ts";

export {
  ALLOWANCES,
  type ComposeAllowance,
  ComposeStack,
  ExternalStack,
  Name,
  ProcessService,
  Ready,
  Scrape,
  Seed,
  type SeedCommand,
  STACK_KINDS,
  Stack,
  type StackKind,
} from "./stack.ts";

export const Mode = z.enum(["auto", "trial", "request", "slice", "duet"]);

const PairCount = z.number().int().min(6).max(200);

export const Measure = z.strictObject({
  mode: Mode.default("auto").meta({
    description: "how finely head and base are interleaved in a duel; `auto` picks the finest that fits",
  }),
  duration: Duration.default(5).meta({ description: "measured time of one trial" }),
  trials: z.number().int().min(1).max(200).default(10).meta({ description: "trials a session" }),
  pairs: z
    .tuple([PairCount, PairCount])
    .default([6, 30])
    .meta({ description: "fewest and most pairs of a duel" }),
  block: Duration.default(1).meta({ description: "length of one block in `request` mode" }),
  cold: z.boolean().default(false).meta({
    description:
      "whether each trial has a start of the stack of its own and loads it as soon as it is ready, without warm-up: cold_ready, cold_first_request, cold_opening and cold_steady",
  }),
  stages: z.number().positive().max(1).default(1).meta({
    description: "share of the lengths of a k6 script's stages that is taken; 1 for all of it",
  }),
});
export type Measure = z.infer<typeof Measure>;

/** A metric and a statistic of it. */
export const SelectorText = z
  .string()
  .max(400)
  .refine(
    (text) => selector(text) !== undefined,
    'a metric and a statistic, such as "http_req_duration.p95"',
  );

/** An absolute limit, "< 250ms" or "> 100/s", in base units. */
export const Budget = z
  .union(
    [
      z.string().meta({ pattern: `^\\s*[<>]=?\\s*${QUANTITY}\\s*$` }),
      z.strictObject({
        op: z.enum(["<", ">"]).meta({ description: "on which side of the limit it should be" }),
        limit: z.number().meta({ description: "the limit in seconds, bytes, shares or per second" }),
      }),
    ],
    WANTED.limit,
  )
  .transform((input, context) => {
    if (typeof input !== "string") return input;
    const text = input.trim();
    const op = text[0];
    const limit = quantity(text.slice(text[1] === "=" ? 2 : 1).trim());
    if (limit !== undefined && (op === "<" || op === ">")) return { op, limit } as const;
    context.addIssue({ code: "custom", message: WANTED.limit, input });
    return z.NEVER;
  })
  .meta({ description: WANTED.limit });
export type Budget = z.infer<typeof Budget>;

const misses = ({ op, limit }: Budget, low: number, high: number) =>
  op === "<" ? low >= limit : high <= limit;

const Because = z.string().min(1).meta({ description: "the reason, shown beside the result" });
/** What is expected to happen, and why; anything else, in either direction, is a broken expectation. */
export const Expect = z.union(
  [
    z.literal("equal").meta({ description: "exactly what base has" }),
    z
      .strictObject({
        between: z
          .tuple([Quantity, Quantity])
          .meta({ description: "lowest and highest, such as [25%, 55%]" }),
        because: Because,
        target: Budget.optional().meta({
          description:
            'the limit that is missed by it, such as "< 500ms": a record shows that it failed as expected',
        }),
      })
      .refine(({ between: [low, high] }) => low <= high, {
        path: ["between"],
        message: "the lower bound first, such as [25%, 55%]",
      })
      .refine(({ between: [low, high], target }) => !target || misses(target, low, high), {
        path: ["target"],
        message: "a target that everything in `between` misses",
      }),
    z.strictObject({
      equal: z
        .union([Quantity, SelectorText], 'a number with a unit, or another metric such as "rows_in"')
        .meta({ description: "a number, or another metric of the same trial, such as rows_in" }),
      within: Ratio.default(0).meta({ description: "by how much it may differ from that, such as 5%" }),
      because: Because,
    }),
  ],
  'the word "equal", or { between: [25%, 55%], because: "overload profile" }, or { equal: rows_in, because: … }',
);
export type Expect = z.infer<typeof Expect>;
/** The members of it that are more than a word. */
export type Between = Extract<Expect, { readonly between: unknown }>;
export type Equal = Extract<Expect, { readonly equal: unknown }>;

const MetricRule = z.strictObject({
  better: z.enum(["lower", "higher"]).optional().meta({ description: "which way is better" }),
  unit: UnitName.optional().meta({ description: "seconds, bytes, a share, per second, or a plain number" }),
  band: Ratio.optional().meta({ description: "smallest change that matters" }),
  floor: Quantity.optional().meta({ description: "smallest absolute change that matters" }),
});

const Variant = z.strictObject({
  stack_env: Env.default({}).meta({
    description: "environment of every service while this variant is measured",
  }),
  env: Env.default({}).meta({ description: "environment of the load script" }),
});

/** What the gate is where none is named; a program of the user's has metrics that only they know. */
const GATE = ["http_req_duration.p50", "cpu_per_request"];
const ONE_LOAD = "exactly one of k6 (a script), wrk (an endpoint) and command (a program)";
const OWN_GATE = "a gate: which of a program's metrics may fail the check, only its user knows";

const WorkloadShape = z.strictObject({
  k6: Path.optional().meta({
    description: "a k6 script (JavaScript or TypeScript), relative to the checkout",
  }),
  wrk: Wrk.optional().meta({ description: "wrk loads an endpoint, with a Lua script or without" }),
  command: Command.optional().meta({ description: "any program loads the stack, and prints what it saw" }),
  in: Name.default("host").meta({
    description:
      "where k6 or wrk runs: `host` is this machine; on Compose also `network`, a container of its own beside the services, or the name of a service, whose network it shares",
  }),
  env: Env.default({}).meta({ description: "environment of the load script" }),
  variants: z
    .record(Name, Variant)
    .default({})
    .meta({ description: "the same load under several settings, each measured and judged by itself" }),
  warmup: DurationOrZero.default(2).meta({
    description:
      "load that is discarded after each start of the stack; 6s for Node and other JIT runtimes; of closed loads beside base up to twice as much, while they still get faster",
  }),
  settle: DurationOrZero.default(0.5).meta({
    description: "load that is discarded at the start of every further trial",
  }),
  measure: Measure.prefault({}).meta({ description: "how long, how often and how it is measured" }),
  timeout: Duration.optional().meta({
    description: "when a trial is killed; by default its planned length + 60s",
  }),
  split: z
    .array(Name)
    .default(["name"])
    .meta({ description: "tags whose values become sub-metrics, found by a short run of the script" }),
  gate: z
    .array(SelectorText)
    .min(1, "at least one metric; leave `gate` out for the default")
    .optional()
    .meta({
      description: "the metrics that may fail the check; everything else is advisory",
      default: GATE,
    }),
  budgets: z
    .record(SelectorText, Budget)
    .default({})
    .meta({ description: "absolute limits, whatever base has" }),
  expect: z
    .record(SelectorText, Expect)
    .default({})
    .meta({ description: "what must happen; anything else, in either direction, fails the check" }),
  metrics: z.record(SelectorText, MetricRule).default({}).meta({ description: "rules for single metrics" }),
  sweep: Sweep.optional().meta({
    description:
      "searches for the highest level of load that keeps the budgets, instead of trials at one level",
  }),
  scaling: Scaling.optional().meta({
    description: "measures throughput and CPU at several levels, and what follows for instances and cost",
  }),
});

/** A load and how it is judged: by exactly one program, by a gate that is named where there is no default. */
export const Workload = WorkloadShape.superRefine((workload, context) => {
  const wrong = (what: string, message: string, remedy: string) =>
    context.addIssue({ code: "custom", message, params: { what, remedy } });
  const loads = loadsIn(workload);
  if (loads.length === 0) {
    wrong("does not say what loads it", ONE_LOAD, "add it, such as k6: workloads/browse.ts");
  } else if (loads.length > 1) {
    wrong(`has ${loads.join(" and ")}`, ONE_LOAD, "keep one; what the other measures is another workload");
  } else if (workload.command !== undefined && workload.gate === undefined) {
    wrong("is a command without a gate", OWN_GATE, "name one or two metrics it prints: gate: [query_time]");
  }
})
  .meta({ oneOf: [{ required: ["k6"] }, { required: ["wrk"] }, { required: ["command", "gate"] }] })
  .transform((workload) => ({ ...workload, gate: workload.gate ?? GATE }));
export type Workload = z.infer<typeof Workload>;

/** What a change may run outside of containers: anything its config names, or nothing of its own. */
export const TRUSTS = ["any", "compose-only"] as const;

export const Policy = z.strictObject({
  reference: z.enum(["auto", "baseline", "base"]).default("auto").meta({
    description:
      "what head is compared with: the committed baseline, base measured beside it, or the first settled by the second",
  }),
  band: Ratio.default(0.03).meta({ description: "smallest change that matters for p50, mean, rate and CPU" }),
  floor: Quantity.optional().meta({ description: "smallest change of a latency that matters, such as 50us" }),
  fail_on: z
    .strictObject({
      add: z.array(Movable).default([]).meta({ description: "verdicts that fail the check as well" }),
      remove: z.array(Removable).default([]).meta({ description: "verdicts that are shown only" }),
    })
    .prefault({})
    .meta({ description: "which verdicts fail the check, beside or less than the usual ones" }),
  failed_trials: Ratio.default(0.2).meta({ description: "share of a workload's trials that may fail" }),
  starts: z.number().int().min(1).max(10).default(3).meta({
    description:
      "times the stack is started a run; with base beside head at least 3, and as often before each further look",
  }),
  trust: z.enum(TRUSTS).default("any").meta({
    description:
      "what a change may run on the measuring machine itself, by the base branch's config: `compose-only` refuses to measure a change that would run commands of its own there (processes, builds, seed.run, command, wrk scripts)",
  }),
  runner: z
    .enum(["shared", "dedicated"])
    .default("shared")
    .meta({ description: "whether anything else may run on the measuring machine" }),
  runner_class: Name.optional().meta({
    description: "names this machine's baselines; os-arch-cores by default",
  }),
  profile: Name.optional().meta({
    description: "the profile by which the action measures and judges, where its inputs name none",
  }),
});
export type Policy = z.infer<typeof Policy>;

const Profile = z.strictObject({
  only: z.array(Name).optional().meta({ description: "workloads of this profile; all by default" }),
  trials: z.number().int().min(1).max(200).optional().meta({ description: "trials a session" }),
  duration: Duration.optional().meta({ description: "measured time of one trial" }),
  warmup: DurationOrZero.optional().meta({ description: "load that is discarded first" }),
  starts: z
    .number()
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: "times the stack is started a run, as in policy" }),
  cold: z.boolean().optional().meta({ description: "whether all its workloads are measured cold" }),
  in: Name.optional().meta({
    description: "where the load of all its workloads comes from, whatever they say",
  }),
});
export type Profile = z.infer<typeof Profile>;

const SITE = 'an address such as "https://example.github.io/shop/steelyard/"';
/** Where the trend page is published: the comment links to it. */
const Site = z
  .string(SITE)
  .max(300)
  .regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~%/-]*)?$/, SITE)
  .meta({ description: "address of the published trend page, which the comment links to" });

/** `.github/steelyard.yml`, resolved: base units, defaults filled in. */
export const Config = z.strictObject({
  version: z.literal(1).meta({ description: "version of this file's format" }),
  stack: Stack.meta({ description: "what is measured" }),
  workloads: z
    .record(Name, Workload)
    .refine((all) => Object.keys(all).length > 0, "at least one workload")
    .meta({ description: "the loads, by name" }),
  policy: Policy.prefault({}).meta({ description: "what counts as worse, and what fails the check" }),
  profiles: z
    .record(Name, Profile)
    .default({})
    .meta({ description: "shorter or longer runs of the same workloads, chosen by name" }),
  records: z
    .record(Name, RecordSpec)
    .default({})
    .meta({ description: "documents with tables of what was measured, a row a run: steelyard record" }),
  site: Site.optional(),
});
export type Config = z.infer<typeof Config>;
