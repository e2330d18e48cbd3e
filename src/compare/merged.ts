import { own } from "../base/own.ts";
import type { Warning } from "../model/comparison.ts";
import type { Workload } from "../model/config.ts";
import { type Metrics, QUANTILES, selector, value } from "../model/metric.ts";
import { format, type Unit } from "../model/quantity.ts";
import { warning } from "./words.ts";

/**
 * The warning that several generators shared the load, so that its percentiles are merged from theirs: with the largest
 * possible error of each that is in the gate or has a budget.
 *
 * @param measured metrics of each trial, or of each side of each pair
 */
export function mergedPercentiles(
  measured: readonly Metrics[],
  { gate, budgets }: Pick<Workload, "gate" | "budgets">,
): Warning[] {
  const wanted = [...new Set([...gate, ...Object.keys(budgets)])];
  const errors = wanted.flatMap((text) => {
    const found = measured.flatMap((metrics) => errorOf(metrics, text) ?? []);
    const worst = found.reduce((a, b) => (a.error >= b.error ? a : b), found[0]!);
    return found.length === 0 ? [] : [`${text} ± ${format(worst.error, worst.unit)}`];
  });
  if (errors.length === 0) return [];
  const message = `Several generators shared the load. Percentiles are merged from theirs, with errors of at most: ${errors.join(", ")}.`;
  return [warning("merged-percentiles", message)];
}

/** The largest possible error of a selected percentile; undefined for an exact one, and for everything else. */
function errorOf(
  metrics: Metrics,
  text: string,
): { readonly error: number; readonly unit: Unit } | undefined {
  const { metric = "", stat = "" } = selector(text) ?? {};
  const observed = own(metrics, metric);
  if (observed?.kind !== "trend" || observed.errors === undefined) return undefined;
  if (!stat.startsWith("p") || value(observed, stat) === undefined) return undefined;
  const error = observed.errors[QUANTILES.indexOf(Number(stat.slice(1)))];
  return error === undefined ? undefined : { error, unit: observed.unit };
}
