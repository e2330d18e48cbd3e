import type { Row, Sample, Warning } from "../model/comparison.ts";
import { mean, median } from "../stats/samples.ts";
import type { Rule } from "./rule.ts";
import type { StoredValues } from "./stored.ts";
import type { Subject } from "./subject.ts";

/** What a row is about. */
export type About = Pick<Row, "kind" | "metric"> & {
  readonly subject: Pick<Subject, "workload" | "variant">;
  readonly rule?: Pick<Rule, "unit" | "better">;
};

/** Names of checks, files and generators may be long; a reason is not. */
const LONGEST = 2_000;

/** A row, with nothing where nothing is said. It gates unless it says otherwise. */
export function row(
  { kind, metric, subject, rule }: About,
  said: Pick<Row, "verdict" | "reason"> &
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
    ...said,
    reason: said.reason.slice(0, LONGEST),
    warnings: [...warnings],
  };
}

/** Most values a sample may carry. */
const MOST_VALUES = 2_000;

/** Values of trials around their median; null for none: absence is not zero. */
export const sample = (values: readonly number[]): Sample | null => around(values, median);

/** A stored reference as a sample: the median of each session, around what head is compared with. */
export const sessionSample = (stored: readonly StoredValues[]): Sample | null =>
  around(
    stored.map(({ values }) => median(values)),
    (medians) => (medians.every((v) => v > 0) ? Math.exp(mean(medians.map(Math.log))) : mean(medians)),
  );

const around = (values: readonly number[], center: (values: readonly number[]) => number): Sample | null =>
  values.length === 0 ? null : { values: values.slice(0, MOST_VALUES), center: center(values) };
