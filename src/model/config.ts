import { z } from "zod";
import { selector, UnitName } from "./metric.ts";
import { Duration, DurationOrZero, Quantity, quantity, Ratio } from "./quantity.ts";
import { Movable, Removable } from "./verdict.ts";

/** Names that end up in file names, environment variables and tables. */
export const Name = z
  .string()
  .max(80)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'a name of letters, digits, "_", "." and "-", such as "recommend"');
const EnvName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'an environment variable name such as "PORT"');
const Env = z.record(EnvName, z.union([z.string(), z.number(), z.boolean()]).transform(String));
const Argv = z
  .array(z.string())
  .min(1)
  .meta({ description: "a program and its arguments; no shell reads it" });
const Path = z.string().min(1);
const Port = z.number().int().min(1).max(65_535);

/** When a service counts as ready: an HTTP answer below 400, a TCP accept, or (`null` in neither) at once. */
export const Ready = z.strictObject({
  http: z.string().startsWith("/", 'a path such as "/health"').optional(),
  port: Port.optional().meta({ description: "which of the service's ports; its first one by default" }),
  within: Duration.default(60).meta({ description: "how long it may take" }),
});
export type Ready = z.infer<typeof Ready>;

/** One plain local process. */
export const ProcessService = z.strictObject({
  run: Argv,
  cwd: Path.default(".").meta({ description: "relative to the checkout" }),
  env: Env.default({}).meta({
    description:
      "added to the allow-listed environment; a service and port such as `worker:9000` in dollar braces become the address of a service",
  }),
  ports: z
    .record(
      z.string().regex(/^\d{1,5}$/, "a port number"),
      z.union([
        EnvName.transform((env) => ({ env, fixed: undefined as number | undefined })),
        z.strictObject({ env: EnvName, fixed: Port.optional() }),
      ]),
    )
    .default({})
    .meta({
      description:
        "logical port → the environment variable that tells the process which free port to listen on; `fixed` forces one",
    }),
  ready: Ready.prefault({}),
});
export type ProcessService = z.infer<typeof ProcessService>;

const Header = z.union([
  z.string(),
  z.strictObject({ env: EnvName, prefix: z.string().default("") }).meta({
    description: "taken from an environment variable, and never printed",
  }),
]);

/** A system that is already deployed. */
export const ExternalStack = z.strictObject({
  endpoints: z.record(
    Name,
    z.strictObject({
      url: z.url({ protocol: /^https?$/ }),
      headers: z.record(z.string(), Header).default({}),
    }),
  ),
  ready: z.strictObject({ http: z.string().startsWith("/"), within: Duration.default(60) }).optional(),
  labels: z
    .record(Name, z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .default({})
    .meta({
      description:
        "recorded with the run: image tag, instance size, minimum and maximum instances, warm-up, client time-out …",
    }),
});
export type ExternalStack = z.infer<typeof ExternalStack>;

export const Seed = z.strictObject({
  run: Argv.meta({ description: "run once the stack is ready; any exit code but 0 stops the run" }),
  env: Env.default({}),
  within: Duration.default(120),
});
export type Seed = z.infer<typeof Seed>;

export const Stack = z
  .strictObject({
    process: z.strictObject({ services: z.record(Name, ProcessService) }).optional(),
    external: ExternalStack.optional(),
    seed: Seed.optional(),
    endpoints: z.record(Name, z.strictObject({ service: Name, port: Port })).default({}),
  })
  .refine((stack) => stack.process !== undefined || stack.external !== undefined, {
    message: "a stack: `process` (local commands) or `external` (a URL)",
  });
export type Stack = z.infer<typeof Stack>;
export type StackKind = "process" | "external";

export const Mode = z.enum(["auto", "trial", "request", "slice", "duet"]);

export const Measure = z.strictObject({
  mode: Mode.default("auto"),
  duration: Duration.default(5).meta({ description: "measured time of one trial" }),
  trials: z.number().int().min(1).max(200).default(10).meta({ description: "trials a session" }),
  pairs: z
    .tuple([z.number().int().min(6), z.number().int().max(200)])
    .default([6, 30])
    .meta({ description: "fewest and most pairs of a duel" }),
  block: Duration.default(1).meta({ description: "length of one block in `request` mode" }),
});
export type Measure = z.infer<typeof Measure>;

const SelectorText = z
  .string()
  .max(400)
  .refine(
    (text) => selector(text) !== undefined,
    'a metric and a statistic, such as "http_req_duration.p95"',
  );

/** An absolute limit, "< 250ms" or "> 100/s", in base units. */
export const Budget = z
  .union([
    z.string().meta({ pattern: String.raw`^[<>]=?\s*\S+$` }),
    z.strictObject({ op: z.enum(["<", ">"]), limit: z.number() }),
  ])
  .transform((input, context) => {
    if (typeof input !== "string") return input;
    const [, op, rest] = /^([<>])=?\s*(.+)$/.exec(input.trim()) ?? [];
    const limit = rest === undefined ? undefined : quantity(rest.trim());
    if (limit !== undefined && (op === "<" || op === ">")) return { op, limit } as const;
    context.addIssue({ code: "custom", message: 'a limit such as "< 250ms" or "> 100/s"', input });
    return z.NEVER;
  })
  .meta({ description: 'a limit such as "< 250ms" or "> 100/s"' });
export type Budget = z.infer<typeof Budget>;

/** What is expected to happen, and why; anything else, in either direction, is a broken expectation. */
export const Expect = z.union([
  z.literal("equal").meta({ description: "exactly what base has" }),
  z
    .strictObject({
      between: z.tuple([Quantity, Quantity]),
      because: z.string().min(1).meta({ description: "the reason, shown beside the result" }),
    })
    .refine(({ between: [low, high] }) => low <= high, "the lower bound first"),
]);
export type Expect = z.infer<typeof Expect>;

const MetricRule = z.strictObject({
  better: z.enum(["lower", "higher"]).optional(),
  unit: UnitName.optional(),
  band: Ratio.optional().meta({ description: "smallest change that matters" }),
  floor: Quantity.optional().meta({ description: "smallest absolute change that matters" }),
});
export type MetricRule = z.infer<typeof MetricRule>;

const Variant = z.strictObject({
  stack_env: Env.default({}).meta({
    description: "environment of every service while this variant is measured",
  }),
  env: Env.default({}).meta({ description: "environment of the load script" }),
});
export type Variant = z.infer<typeof Variant>;

export const Workload = z.strictObject({
  k6: Path.meta({ description: "a k6 script (JavaScript or TypeScript), relative to the checkout" }),
  env: Env.default({}).meta({ description: "environment of the load script" }),
  variants: z.record(Name, Variant).default({}),
  warmup: DurationOrZero.default(2).meta({
    description: "load that is discarded after each start of the stack; 6s for Node and other JIT runtimes",
  }),
  settle: DurationOrZero.default(0.5).meta({
    description: "load that is discarded at the start of every further trial",
  }),
  measure: Measure.prefault({}),
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
    .default(["http_req_duration.p50", "cpu_per_request"])
    .meta({ description: "the metrics that may fail the check; everything else is advisory" }),
  budgets: z.record(SelectorText, Budget).default({}),
  expect: z.record(SelectorText, Expect).default({}),
  metrics: z.record(SelectorText, MetricRule).default({}).meta({ description: "rules for single metrics" }),
});
export type Workload = z.infer<typeof Workload>;

export const Policy = z.strictObject({
  reference: z.enum(["auto", "baseline", "base"]).default("auto"),
  band: Ratio.default(0.03).meta({ description: "smallest change that matters for p50, mean, rate and CPU" }),
  floor: Quantity.optional().meta({ description: "smallest change of a latency that matters, such as 50us" }),
  fail_on: z
    .strictObject({ add: z.array(Movable).default([]), remove: z.array(Removable).default([]) })
    .prefault({}),
  failed_trials: Ratio.default(0.2).meta({ description: "share of a workload's trials that may fail" }),
  starts: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(3)
    .meta({ description: "times the stack is started a run" }),
  runner: z.enum(["shared", "dedicated"]).default("shared"),
  runner_class: Name.optional().meta({
    description: "names this machine's baselines; os-arch-cores by default",
  }),
});
export type Policy = z.infer<typeof Policy>;

const Profile = z.strictObject({
  only: z.array(Name).optional().meta({ description: "workloads of this profile; all by default" }),
  trials: z.number().int().min(1).max(200).optional(),
  duration: Duration.optional(),
  warmup: DurationOrZero.optional(),
  starts: z.number().int().min(1).max(10).optional(),
});
export type Profile = z.infer<typeof Profile>;

/** `.github/steelyard.yml`, resolved: base units, defaults filled in. */
export const Config = z.strictObject({
  version: z.literal(1),
  stack: Stack,
  workloads: z.record(Name, Workload).refine((all) => Object.keys(all).length > 0, "at least one workload"),
  policy: Policy.prefault({}),
  profiles: z.record(Name, Profile).default({}),
});
export type Config = z.infer<typeof Config>;
