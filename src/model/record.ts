import { z } from "zod";
import { selector } from "./metric.ts";
import { Quantity } from "./quantity.ts";
import { Name } from "./stack.ts";

/** What a cell may hold besides selectors of metrics and variables, and what each is. */
export const FIELDS = {
  date: "the day it was measured",
  env: "local; of a deployed stack its label `env`",
  stack: "process, compose or external",
  commit: "the first nine digits of the commit",
  class: "the runner class",
  workload: "the workload's name",
  variant: "the variant's name",
  load: "the script, path or program that loads",
  connections: "of a generator with a fixed number: its threads × connections",
  place: "where the load came from: host, network or a service",
  scale: "share of the config's lengths that was measured, 1 for all",
  trials: "trials that were measured",
  seconds: "measured time of a trial, the median",
  ready: "time until the stack was ready, the median over its starts",
  requests: "requests sent",
  errors: "requests that failed",
  statuses: "answers by status code",
  bad: "answers with a status of 400 and above",
  dropped: "iterations that an open model should have started and could not",
  timeouts: "requests that the client gave up",
  checks: "checks that passed, of all",
  limits: "whether budgets and expectations held",
  peak: "requests a second in the trial that had most; of a scaling curve the most that was served, and where",
  sustained: "requests a second that every trial reached; of a scaling curve the most within the budgets",
  target: "of a row for a target: its metric",
  wanted: "what was wanted of it",
  achieved: "what was measured of it; of a row for a level its arrivals, or requests, a second",
  outcome: "PASS, FAIL, or what was expected and why; of a row for a level whether budgets hold there",
  bucket: "of a row for a bucket: its range",
  count: "observations in it, of all trials",
  share: "their share of all",
  kinds: "the same by the label that the table says",
  knee: "of a sweep: the levels between which the knee lies",
  saturation: "of a scaling curve: the level from which on next to nothing more is served",
  law: "of a scaling curve: the Universal Scalability Law that fits, or why none does",
  instances: "of a scaling curve: instances for each of its loads",
  cost: "of a scaling curve: what these cost a month and per million requests",
  level: "of a row for a level: which",
  served: "of a row for a level: answers a second that did not fail",
  service_cpu: "of a row for a level: CPU a request of each service",
} as const;
export type Field = keyof typeof FIELDS;

/** Where variables of a cell come from: the script's, the services', or the labels of a deployed stack. */
export const SCOPES = ["env", "stack_env", "label"] as const;
export type Scope = (typeof SCOPES)[number];

/** A part of a cell: text as it stands, or something of the run. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly field: Field }
  | { readonly kind: "variable"; readonly scope: Scope; readonly name: string }
  | { readonly kind: "status"; readonly code: string }
  | { readonly kind: "metric"; readonly selector: string };

const PLACEHOLDER = /\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const STATUS = /^statuses\.(\d{3})$/;
const VARIABLE = new RegExp(`^(${SCOPES.join("|")})\\.(\\w+)$`);

/** A cell's parts: `c = {env.C}, p95 {http_req_duration.p95}`; undefined for a part that means nothing. */
export function parts(cell: string): (Part | undefined)[] {
  const found: (Part | undefined)[] = [];
  let at = 0;
  for (const match of cell.matchAll(PLACEHOLDER)) {
    if (match.index > at) found.push({ kind: "text", text: cell.slice(at, match.index) });
    found.push(part(match[1]!.trim()));
    at = match.index + match[0].length;
  }
  if (at < cell.length) found.push({ kind: "text", text: cell.slice(at) });
  return found;
}

function part(text: string): Part | undefined {
  if (Object.hasOwn(FIELDS, text)) return { kind: "field", field: text as Field };
  const [, scope, name] = VARIABLE.exec(text) ?? [];
  if (name !== undefined) return { kind: "variable", scope: scope as Scope, name };
  const [, code] = STATUS.exec(text) ?? [];
  if (code !== undefined) return { kind: "status", code };
  const wanted = selector(text);
  // a bare word is a field that does not exist, but for the figures of ours that have no statistic
  const bare = wanted?.stat === "value" && wanted.metric === text;
  if (wanted === undefined || (bare && !OWN.includes(text))) return undefined;
  return { kind: "metric", selector: text };
}

const OWN: readonly string[] = ["cpu_per_request", "memory_peak", "cold_ready", "cold_first_request"];

const Cell = z
  .string()
  .max(400)
  .refine(
    (text) => !parts(text).includes(undefined),
    `a text with ${Object.keys(FIELDS)
      .map((field) => `{${field}}`)
      .join(
        ", ",
      )}, {env.NAME}, {stack_env.NAME}, {label.NAME}, {statuses.202}, or a figure such as {http_req_duration.p95}`,
  );
/** A histogram that a service publishes, in coarser buckets than its own. */
const Buckets = z.strictObject({
  histogram: z
    .string()
    .max(400)
    .regex(/^[A-Za-z_][\w:]*$/, 'a histogram such as "gateway:http_request_duration_seconds"')
    .meta({ description: "a histogram of `stack.metrics`, with its prefix" }),
  bounds: z
    .array(Quantity)
    .min(1)
    .refine((all) => all.every((bound, i) => i === 0 || bound > all[i - 1]!), "each above the one before")
    .meta({ description: "upper bounds of the rows, each a bound of the histogram's own: [250ms, 2.5s]" }),
  by: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'a label such as "error_type"')
    .optional()
    .meta({ description: "the label that {kinds} tells apart; one that the histogram is split by" }),
});
export type Buckets = z.infer<typeof Buckets>;

const Title = z.string().min(1).max(200);
const Sentence = z.string().min(1).max(2_000);

/** A statement that holds or does not, by a figure of a workload. */
export const Signal = z.strictObject({
  say: Title.meta({ description: "what is stated, such as: no request failed in steady state" }),
  workload: Name.meta({ description: "the workload whose figure shows it, in every variant and trial" }),
  metric: z
    .string()
    .max(400)
    .refine(
      (text) => selector(text) !== undefined,
      'a metric and a statistic, such as "http_req_failed.rate"',
    )
    .meta({ description: "the figure" }),
  between: z
    .tuple([Quantity, Quantity])
    .refine(([low, high]) => low <= high, "the lower bound first, such as [25%, 55%]")
    .meta({ description: "lowest and highest for which it holds, such as [0%, 0%]" }),
});
export type Signal = z.infer<typeof Signal>;

/** What was decided on the figures of a table, and why: kept with them, because figures alone decide nothing. */
export const Decision = z.strictObject({
  title: Title.meta({ description: "what it is about" }),
  date: z.iso
    .date('a day such as "2026-11-21"')
    .meta({ description: "when it was decided, such as 2026-11-21" }),
  decision: Sentence.meta({ description: "what was decided" }),
  rationale: Sentence.meta({ description: "why" }),
  table: Title.meta({ description: "the table that it rests on, beneath which it is shown" }),
  variants: z
    .array(Name)
    .min(1)
    .optional()
    .meta({ description: "the variants in it that it rests on; all of the table by default" }),
});
export type Decision = z.infer<typeof Decision>;

/** A document of what was measured: tables with a row for each run, workload and variant, and what they show. */
export const RecordSpec = z.strictObject({
  title: Title.meta({ description: "the heading" }),
  about: z
    .string()
    .max(4_000)
    .optional()
    .meta({ description: "what was measured, and under which settings" }),
  tables: z
    .record(
      Title,
      z.strictObject({
        workloads: z.array(Name).min(1).meta({ description: "workloads that have a row in it" }),
        history: z.boolean().default(false).meta({
          description: "whether rows of earlier runs stay where a document is gone on with; give it a date",
        }),
        each: z
          .union(
            [z.enum(["workload", "level", "target"]), Buckets],
            "workload, level, target, or { histogram: gateway:request_seconds, bounds: [250ms, 2.5s] }",
          )
          .default("workload")
          .meta({
            description:
              "what has a row: each workload and variant (at its knee, where it is measured at levels), each level, each budget and expectation, or each bucket of a histogram",
          }),
        columns: z
          .record(z.string().min(1).max(60), Cell)
          .refine((all) => Object.keys(all).length > 0, "at least one column")
          .meta({
            description:
              "headings, and what stands below: text with figures in braces, {http_req_duration.p95}",
          }),
      }),
    )
    .refine((all) => Object.keys(all).length > 0, "at least one table")
    .meta({ description: "tables by their heading, each with a row for each workload and variant" }),
  signals: z
    .array(Signal)
    .max(50)
    .default([])
    .meta({ description: "statements that the figures bear out or do not" }),
  decisions: z
    .array(Decision)
    .max(50)
    .default([])
    .meta({ description: "what was decided on the figures, each shown beneath its table" }),
  comment: z.boolean().default(false).meta({ description: "whether the pull request's comment has it, too" }),
});
export type RecordSpec = z.infer<typeof RecordSpec>;

const text = z.string().max(2_000);

/** A record filled in from one run: cells are what people read. */
export const RecordShown = z.strictObject({
  name: Name,
  title: text,
  about: z.string().max(4_000).nullable(),
  tables: z.array(
    z.strictObject({
      title: text,
      columns: z.array(text),
      rows: z.array(z.array(text)).max(2_000),
      history: z.boolean(),
    }),
  ),
  signals: z.array(
    z.strictObject({
      say: text,
      /** Null where the run has no figure that could tell. */
      holds: z.boolean().nullable(),
      /** The figures, and what is wanted. */
      because: text,
    }),
  ),
  decisions: z
    .array(
      z.strictObject({
        ...{ title: text, date: text, decision: text, rationale: text, table: text },
        /** Variants that it rests on by name, and those of them that this run has no figures of. */
        variants: z.array(Name),
        unmeasured: z.array(Name),
      }),
    )
    .default([]),
  /** Workloads and variants that have a row, each once. */
  targets: z.array(z.strictObject({ workload: Name, variant: Name.nullable() })),
  comment: z.boolean(),
});
export type RecordShown = z.infer<typeof RecordShown>;
