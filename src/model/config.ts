import { z } from "zod";
import { KINDS } from "../load/registry.ts";
import { Scaling, Sweep } from "./levels.ts";
import { LOADS, type LoadKind, listed, loadsIn } from "./load.ts";
import { Measure } from "./measure.ts";
import { selector, UnitName } from "./metric.ts";
import { Paths, Policy } from "./policy.ts";
import {
  Duration,
  DurationOrZero,
  type Form,
  QUANTITY,
  Quantity,
  quantity,
  Ratio,
  WANTED,
} from "./quantity.ts";
import { RecordSpec } from "./record.ts";
import { Env, Name, Stack } from "./stack.ts";

export { Measure, Mode } from "./measure.ts";
export { Policy, TRUSTS, WHYS, type Why } from "./policy.ts";
export {
  ALLOWANCES,
  type ComposeAllowance,
  ComposeStack,
  ExternalStack,
  isShared,
  Name,
  ProcessService,
  REFERENCE,
  Ready,
  Scrape,
  Seed,
  type SeedCommand,
  STACK_KINDS,
  Stack,
  type StackKind,
} from "./stack.ts";

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
        op: z.enum(["<", ">"]).meta({ description: "the allowed side of the limit" }),
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
    context.addIssue({
      code: "custom",
      message: WANTED.limit,
      params: { form: "limit" satisfies Form },
      input,
    });
    return z.NEVER;
  })
  .meta({ description: WANTED.limit });
export type Budget = z.infer<typeof Budget>;

/** Whether a value, in base units, keeps a budget. The limit itself does. */
export const isKept = ({ op, limit }: Budget, value: number): boolean =>
  op === "<" ? value <= limit : value >= limit;

const misses = ({ op, limit }: Budget, low: number, high: number) =>
  op === "<" ? low >= limit : high <= limit;

const Because = z.string().min(1).meta({ description: "the reason, shown with the result" });
/** An expected figure and the reason; a deviation in either direction breaks the expectation. */
export const Expect = z.union(
  [
    z.literal("equal").meta({ description: "exactly base's figure" }),
    z
      .strictObject({
        between: z
          .tuple([Quantity, Quantity])
          .meta({ description: "lowest and highest, such as [25%, 55%]", examples: [["25%", "55%"]] }),
        because: Because,
        target: Budget.optional().meta({
          description:
            'a limit that the expected figure misses, such as "< 500ms"; a record shows it as failed as expected',
          examples: ["< 500ms"],
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
      within: Ratio.default(0).meta({ description: "allowed deviation from it, such as 5%" }),
      because: Because,
    }),
  ],
  'the word "equal", or { between: [25%, 55%], because: "overload profile" }, or { equal: rows_in, because: … }',
);
export type Expect = z.infer<typeof Expect>;
/** The members of the union that are objects. */
export type Between = Extract<Expect, { readonly between: unknown }>;
export type Equal = Extract<Expect, { readonly equal: unknown }>;

const MetricRule = z.strictObject({
  better: z.enum(["lower", "higher"]).optional().meta({ description: "which direction is better" }),
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

/** The default gate; generators without known metrics have none. */
const GATE = ["http_req_duration.p50", "cpu_per_request"];
const ONE_LOAD = `exactly one of ${listed(
  LOADS.map((kind) => `${kind} (${KINDS[kind].names})`),
  "and",
)}`;
const OWN_GATE = "a gate: which of a program's metrics may fail the check, only its user knows";
const hasDefaultGate = (kind: LoadKind) => Object.keys(KINDS[kind].metrics).length > 0;

/** The key of each generator, optional, with the schema of its settings. */
const LOAD_KEYS = Object.fromEntries(
  LOADS.map((kind) => [kind, KINDS[kind].schema.optional()]),
) as unknown as { readonly [K in LoadKind]: z.ZodOptional<(typeof KINDS)[K]["schema"]> };

const WorkloadShape = z.strictObject({
  ...LOAD_KEYS,
  in: Name.default("host").meta({
    description:
      "where the generator runs: `host` is this machine; on Compose also `network`, a separate container in the project's network, or the name of a service, to share its network",
  }),
  env: Env.default({}).meta({
    description:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is written this way in a config
      "environment of the load script; `${api}` is replaced by the URL of that endpoint, `${api.host}` by its host and port, `${api.hostname}` and `${api.port}` by each of the two",
  }),
  variants: z
    .record(Name, Variant)
    .default({})
    .meta({ description: "the same load under several settings, each measured and judged separately" }),
  warmup: DurationOrZero.default(2).meta({
    description:
      "load after each start of the stack whose figures are discarded; 6s for Node and other JIT runtimes; paired closed loads take up to twice as long while they still get faster",
  }),
  settle: DurationOrZero.default(0.5).meta({
    description: "load at the start of every further trial whose figures are discarded",
  }),
  measure: Measure.prefault({}).meta({ description: "length, number and mode of trials and pairs" }),
  paths: Paths.meta({
    description:
      "files whose changes can affect this workload, as patterns; pull requests that change none of them do not measure it. `!` stands before files that do not matter; the last match decides; the default is that of `policy.paths`",
  }),
  timeout: Duration.optional().meta({
    description: "time after which a trial is killed; by default its planned length + 60s",
  }),
  split: z
    .array(Name)
    .default(["name"])
    .meta({ description: "tags whose values become sub-metrics, found by a short run of the script" }),
  gate: z
    .array(SelectorText)
    .min(1, "at least one metric; leave `gate` out for the default")
    .optional()
    .meta({ description: "the metrics that may fail the check; everything else is advisory", default: GATE }),
  budgets: z
    .record(SelectorText, Budget)
    .default({})
    .meta({ description: "absolute limits, independent of base" }),
  expect: z
    .record(SelectorText, Expect)
    .default({})
    .meta({ description: "expected figures; a deviation in either direction fails the check" }),
  metrics: z.record(SelectorText, MetricRule).default({}).meta({ description: "rules for single metrics" }),
  sweep: Sweep.optional().meta({
    description:
      "a search for the highest level of load that keeps the budgets, instead of trials at one level",
  }),
  scaling: Scaling.optional().meta({
    description: "measures throughput and CPU at several levels, and derives instances and cost",
  }),
});

/** A load and how it is judged: exactly one load generator, and a gate, which a `command` must name. */
export const Workload = WorkloadShape.superRefine((workload, context) => {
  const wrong = (what: string, message: string, remedy: string) =>
    context.addIssue({ code: "custom", message, params: { what, remedy } });
  const loads = loadsIn(workload);
  if (loads.length === 0) {
    wrong("does not say what loads it", ONE_LOAD, "add it, such as k6: workloads/browse.ts");
  } else if (loads.length > 1) {
    wrong(`has ${loads.join(" and ")}`, ONE_LOAD, "keep one, and move the other to a workload of its own");
  } else if (!loads.every(hasDefaultGate) && workload.gate === undefined) {
    wrong(
      `is a ${loads[0]} without a gate`,
      OWN_GATE,
      "name one or two metrics it prints: gate: [query_time]",
    );
  }
})
  .meta({ oneOf: LOADS.map((kind) => ({ required: hasDefaultGate(kind) ? [kind] : [kind, "gate"] })) })
  .transform((workload) => ({ ...workload, gate: workload.gate ?? GATE }));
export type Workload = z.infer<typeof Workload>;

/** Whether a config holds head to figures under its own load, by budgets or expectations. */
export const hasLimits = ({ budgets, expect }: Pick<Workload, "budgets" | "expect">): boolean =>
  Object.keys(budgets).length + Object.keys(expect).length > 0;

/** Whether a workload has a limit of its own for the share of requests that fail. */
export const meansFailures = ({ budgets, expect }: Pick<Workload, "budgets" | "expect">): boolean =>
  [budgets, expect].some((limits) => Object.hasOwn(limits, "http_req_failed.rate"));

const Profile = z.strictObject({
  only: z.array(Name).optional().meta({ description: "workloads of this profile; all by default" }),
  trials: z.number().int().min(1).max(200).optional().meta({ description: "trials per session" }),
  duration: Duration.optional().meta({ description: "measured time of one trial" }),
  warmup: DurationOrZero.optional().meta({ description: "warm-up whose figures are discarded" }),
  starts: z
    .number()
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: "starts of the stack per run, as in policy" }),
  cold: z.boolean().optional().meta({ description: "whether all its workloads are measured cold" }),
  in: Name.optional().meta({ description: "origin of the load of all its workloads; overrides theirs" }),
});
export type Profile = z.infer<typeof Profile>;

const SITE = 'an address such as "https://example.github.io/shop/steelyard/"';
/** Address of the published trend page, which the comment links to. */
const Site = z
  .string(SITE)
  .max(300)
  .regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w.~%/-]*)?$/, SITE)
  .meta({ description: "address of the published trend page, which the comment links to" });

/** `.github/steelyard.yml`, resolved: base units, defaults filled in. */
export const Config = z.strictObject({
  version: z.literal(1).meta({ description: "version of this file's format" }),
  stack: Stack.meta({ description: "the system under test" }),
  workloads: z
    .record(Name, Workload)
    .refine((all) => Object.keys(all).length > 0, "at least one workload")
    .meta({ description: "the loads, by name" }),
  policy: Policy.prefault({}).meta({
    description: "the rules: what counts as worse, and what fails the check",
  }),
  profiles: z
    .record(Name, Profile)
    .default({})
    .meta({ description: "shorter or longer runs of the same workloads, chosen by name" }),
  records: z
    .record(Name, RecordSpec)
    .default({})
    .meta({ description: "documents with tables of measurements, one row per run: steelyard record" }),
  site: Site.optional(),
});
export type Config = z.infer<typeof Config>;
