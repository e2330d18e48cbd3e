import type { Row, Sample, Warning } from "../model/comparison.ts";
import type { Item } from "../model/item.ts";
import { mean, median } from "../stats/samples.ts";
import type { Rule } from "./rule.ts";
import type { StoredValues } from "./stored.ts";

/** The subject and the rule of a row. */
export type About = Pick<Row, "kind" | "metric"> & {
  readonly subject: Item;
  readonly rule?: Pick<Rule, "unit" | "better">;
};

/** Longest reason: it may quote long names of checks, files and generators. */
const LONGEST = 2_000;

/** Builds a row; fields that are not given are null. It gates unless `gates` is false. */
export function row(
  { kind, metric, subject, rule }: About,
  result: Pick<Row, "verdict" | "reason"> &
    Partial<Pick<Row, "gates" | "head" | "base" | "evidence" | "limit">>,
  warnings: readonly Warning[] = [],
): Row {
  return {
    kind,
    workload: subject.workload,
    variant: subject.variant,
    metric,
    gates: true,
    unit: rule?.unit ?? "1",
    better: rule?.better ?? "lower",
    head: null,
    base: null,
    evidence: null,
    limit: null,
    ...result,
    reason: result.reason.slice(0, LONGEST),
    warnings: [...warnings],
  };
}

/** A row about a workload as a whole, where it cannot be judged. */
export const wholeRow = (
  { workload, variant }: About["subject"],
  verdict: Row["verdict"],
  reason: string,
  warnings: readonly Warning[] = [],
): Row =>
  row({ kind: "workload", metric: "", subject: { workload, variant } }, { verdict, reason }, warnings);

/** Most values a sample may carry. */
const MOST_VALUES = 2_000;

/** The values of trials, with their median as centre; null for none, because absence is not zero. */
export const sample = (values: readonly number[]): Sample | null => around(values, median);

/** Stored sessions as a sample: the median of each session, with the value that head is compared with as centre. */
export const sessionSample = (stored: readonly StoredValues[]): Sample | null =>
  around(
    stored.map(({ values }) => median(values)),
    (medians) => (medians.every((v) => v > 0) ? Math.exp(mean(medians.map(Math.log))) : mean(medians)),
  );

/** The values with a centre; null for none. */
export const around = (
  values: readonly number[],
  center: (values: readonly number[]) => number,
): Sample | null =>
  values.length === 0 ? null : { values: values.slice(0, MOST_VALUES), center: center(values) };
