import { z } from "zod";
import { ItemKeys } from "./itemkeys.ts";
import { selector } from "./metric.ts";
import { Quantity } from "./quantity.ts";
import { Name } from "./stack.ts";

/** The fields that a cell may hold besides selectors of metrics and variables, with their meanings. */
export const FIELDS = {
  date: "the day of the measurement",
  env: "`local`; for a deployed stack its label `env`",
  stack: "process, compose or external",
  commit: "the first nine digits of the commit",
  class: "the runner class",
  workload: "the workload's name",
  variant: "the variant's name",
  load: "the script, path or program that generates the load",
  connections: "of a generator with a fixed number: its threads × connections",
  place: "origin of the load: host, network or a service",
  scale: "share of the config's lengths that was measured; 1 for full lengths",
  trials: "number of measured trials",
  seconds: "measured time of a trial, the median",
  ready: "time until the stack was ready, the median over its starts",
  requests: "requests sent",
  errors: "failed requests",
  statuses: "responses by status code",
  bad: "responses with a status of 400 and above",
  dropped: "iterations that an open model should have started and could not",
  timeouts: "requests that timed out at the client",
  checks: "passed checks, of all",
  limits: "whether budgets and expectations held",
  peak: "requests per second in the best trial; for a scaling curve the highest rate and its level",
  sustained:
    "requests per second that every trial reached; for a scaling curve the highest rate within the budgets",
  target: "in a row for a target: its metric",
  wanted: "in a row for a target: its limit",
  achieved:
    "in a row for a target: the measured figure; in a row for a level: arrivals, or requests, per second",
  outcome: "PASS, FAIL, or the expectation and its reason; in a row for a level: whether the budgets hold",
  bucket: "in a row for a bucket: its range",
  count: "in a row for a bucket: observations in it, over all trials",
  share: "in a row for a bucket: their share of all observations",
  kinds: "in a row for a bucket: observations by the label of the table",
  knee: "for a sweep: the levels between which the knee lies",
  saturation: "for a scaling curve: the level from which on the rate hardly rises",
  law: "for a scaling curve: the fitted Universal Scalability Law, or why there is none",
  instances: "for a scaling curve: instances for each of its loads",
  cost: "for a scaling curve: cost of these instances per month and per million requests",
  level: "in a row for a level: the level",
  served: "in a row for a level: successful responses per second",
  service_cpu: "in a row for a level: CPU per request of each service",
} as const;
export type Field = keyof typeof FIELDS;

/** Sources of variables in a cell: environment of the script, of the services, or labels of a deployed stack. */
export const SCOPES = ["env", "stack_env", "label"] as const;
export type Scope = (typeof SCOPES)[number];

/** A part of a cell: literal text, or a value of the run. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly field: Field }
  | { readonly kind: "variable"; readonly scope: Scope; readonly name: string }
  | { readonly kind: "status"; readonly code: string }
  | { readonly kind: "metric"; readonly selector: string };

const PLACEHOLDER = /\{((?:[^{}]|\{[^{}]*\})*)\}/g;
const STATUS = /^statuses\.(\d{3})$/;
const VARIABLE = new RegExp(`^(${SCOPES.join("|")})\\.(\\w+)$`);

/** The parts of a cell such as `c = {env.C}, p95 {http_req_duration.p95}`; undefined for an unknown placeholder. */
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
  // A bare word is an unknown field, except for Steelyard's own gauges, which have no statistic.
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
/** Rows from a histogram that a service publishes, with coarser buckets. */
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
    .meta({ description: "upper bounds of the rows, each one a bound of the histogram: [250ms, 2.5s]" }),
  by: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'a label such as "error_type"')
    .optional()
    .meta({ description: "the label that {kinds} counts by; the histogram must be split by it" }),
});
export type Buckets = z.infer<typeof Buckets>;

const Title = z.string().min(1).max(200);
const Sentence = z.string().min(1).max(2_000);

/** A statement that a figure of a workload confirms or refutes. */
export const Signal = z.strictObject({
  say: Title.meta({ description: "the statement, such as: no request failed in steady state" }),
  workload: Name.meta({ description: "the workload of the figure; every variant and trial counts" }),
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
    .meta({
      description: "lowest and highest figure for which the statement holds, such as [0%, 0%]",
      examples: [["0%", "0%"]],
    }),
});
export type Signal = z.infer<typeof Signal>;

/** A decision based on the figures of a table, and its reason, kept together with the figures. */
export const Decision = z.strictObject({
  title: Title.meta({ description: "the subject" }),
  date: z.iso
    .date('a day such as "2026-11-21"')
    .meta({ description: "the day of the decision, such as 2026-11-21" }),
  decision: Sentence.meta({ description: "the decision" }),
  rationale: Sentence.meta({ description: "the reason" }),
  table: Title.meta({ description: "the table that it is based on; it is shown below that table" }),
  variants: z
    .array(Name)
    .min(1)
    .optional()
    .meta({ description: "the variants that it is based on; all of the table by default" }),
});
export type Decision = z.infer<typeof Decision>;

/** A document of measurements: tables with a row for each run, workload and variant, and conclusions. */
export const RecordSpec = z.strictObject({
  title: Title.meta({ description: "the heading" }),
  about: z
    .string()
    .max(4_000)
    .optional()
    .meta({ description: "introduction: the measurement and its settings" }),
  tables: z
    .record(
      Title,
      z.strictObject({
        workloads: z.array(Name).min(1).meta({ description: "workloads with a row in the table" }),
        history: z.boolean().default(false).meta({
          description: "whether rows of earlier runs stay when the document is updated; add a {date} column",
        }),
        each: z
          .union(
            [z.enum(["workload", "level", "target"]), Buckets],
            "workload, level, target, or { histogram: gateway:request_seconds, bounds: [250ms, 2.5s] }",
          )
          .default("workload")
          .meta({
            description:
              "one row for each workload and variant (at its knee, if measured at levels), for each level, for each target (budget or expectation), or for each bucket of a histogram",
          }),
        columns: z
          .record(z.string().min(1).max(60), Cell)
          .refine((all) => Object.keys(all).length > 0, "at least one column")
          .meta({
            description: "headings and cells: text with figures in braces, such as {http_req_duration.p95}",
          }),
      }),
    )
    .refine((all) => Object.keys(all).length > 0, "at least one table")
    .meta({ description: "tables by their heading, each with a row for each workload and variant" }),
  signals: z
    .array(Signal)
    .max(50)
    .default([])
    .meta({ description: "statements that the figures confirm or refute" }),
  decisions: z
    .array(Decision)
    .max(50)
    .default([])
    .meta({ description: "decisions based on the figures, each shown below its table" }),
  comment: z
    .boolean()
    .default(false)
    .meta({ description: "whether the pull request's comment contains it too" }),
});
export type RecordSpec = z.infer<typeof RecordSpec>;

const text = z.string().max(2_000);

/** A record filled in from one run, with cells ready for display. */
export const RecordShown = z.strictObject({
  name: Name.meta({ description: "its name in the config" }),
  title: text.meta({ description: "the heading" }),
  about: z.string().max(4_000).nullable().meta({ description: "introduction; null without one" }),
  tables: z
    .array(
      z.strictObject({
        title: text.meta({ description: "heading of the table" }),
        columns: z.array(text).meta({ description: "headings of the columns" }),
        rows: z.array(z.array(text)).max(2_000).meta({ description: "cells of each row, in words" }),
        history: z.boolean().meta({ description: "whether rows of earlier runs stay in the document" }),
      }),
    )
    .meta({ description: "the filled tables" }),
  signals: z
    .array(
      z.strictObject({
        say: text.meta({ description: "the statement" }),
        holds: z
          .boolean()
          .nullable()
          .meta({ description: "whether the figures confirm it; null where the run has no such figure" }),
        because: text.meta({ description: "the figures and the allowed range" }),
      }),
    )
    .meta({ description: "statements about the figures" }),
  decisions: z
    .array(
      z.strictObject({
        title: text.meta({ description: "the subject" }),
        date: text.meta({ description: "the day, such as 2026-11-21" }),
        decision: text.meta({ description: "the decision" }),
        rationale: text.meta({ description: "the reason" }),
        table: text.meta({ description: "heading of the table that it is based on" }),
        variants: z.array(Name).meta({ description: "variants that it is based on" }),
        unmeasured: z.array(Name).meta({ description: "those of them without figures in this run" }),
      }),
    )
    .default([])
    .meta({ description: "decisions based on the tables" }),
  targets: z
    .array(z.strictObject(ItemKeys))
    .meta({ description: "workloads and variants with a row, each once" }),
  comment: z.boolean().meta({ description: "whether the pull request's comment contains it too" }),
});
export type RecordShown = z.infer<typeof RecordShown>;
