import type { Row, Warning } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import { median, variance } from "../stats/samples.ts";
import { SIGMAS } from "./criteria.ts";
import { type About, row, sample, sessionSample } from "./row.ts";
import type { Rule } from "./rule.ts";
import type { StoredValues } from "./stored.ts";
import { counted, difference, size } from "./words.ts";

/**
 * An exact counter (bytes, rows, queries a request) hardly varies, so no test is needed: it changed where it moved
 * by more than the band and by more than five times what the stored values ever scattered.
 */
export function exactRow(
  about: About & { readonly rule: Rule },
  head: readonly number[],
  stored: readonly StoredValues[],
  warnings: readonly Warning[],
  gates: boolean,
): Row {
  const { rule } = about;
  const all = stored.flatMap(({ values }) => values);
  const base = median(stored.map(({ values }) => median(values)));
  const moved = median(head) - base;
  const sd = all.length > 1 ? Math.sqrt(variance(all)) : 0;
  const allowed = Math.max(Math.abs(base) * Math.expm1(rule.band), SIGMAS * sd, rule.floor);
  const worse = rule.better === "lower" ? moved : -moved;
  const verdict = Math.abs(worse) <= allowed ? "unchanged" : worse > 0 ? "regressed" : "improved";
  const shown = `${difference(moved, rule.unit)} against ${format(base, rule.unit)} in ${counted(stored.length, "session")}`;
  const limit = `${format(allowed, rule.unit)} (the larger of ${size(rule.band)} and ${SIGMAS} stored standard deviations)`;
  const reason =
    verdict === "unchanged"
      ? `${shown}, within the ${limit} that an exact counter may move`
      : `${verdict === "regressed" ? "worse" : "better"} by more than an exact counter may move: ${shown}; allowed is ${limit}`;
  return row(about, { verdict, reason, gates, head: sample(head), base: sessionSample(stored) }, warnings);
}
