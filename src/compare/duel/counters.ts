import type { Row, Warning } from "../../model/comparison.ts";
import { format } from "../../model/quantity.ts";
import { median, variance } from "../../stats/samples.ts";
import { SIGMAS } from "../criteria.ts";
import { type About, row, sample } from "../row.ts";
import { counted, difference, size } from "../words.ts";
import type { DuelMetric } from "./pairs.ts";

/**
 * An exact counter (bytes, rows, queries a request) hardly varies, so no test is needed: it changed where it moved
 * by more than the band and by more than five times what it ever scattered, in stored sessions or in these pairs.
 *
 * @param bases one value a pair, base units, at least one; `heads` as many
 */
export function duelCounterRow(
  about: About,
  { rule, storedSd }: DuelMetric,
  { bases, heads }: { readonly bases: readonly number[]; readonly heads: readonly number[] },
  warnings: readonly Warning[],
): Row {
  const base = median(bases);
  const moved = median(heads) - base;
  const sd = Math.max(storedSd ?? 0, bases.length > 1 ? Math.sqrt(variance(bases)) : 0);
  const allowed = Math.max(Math.abs(base) * Math.expm1(rule.band), SIGMAS * sd, rule.floor);
  const worse = rule.better === "lower" ? moved : -moved;
  const verdict = Math.abs(worse) <= allowed ? "unchanged" : worse > 0 ? "regressed" : "improved";
  const shown = `${difference(moved, rule.unit)} against ${format(base, rule.unit)} in ${counted(bases.length, "pair")}`;
  const limit = `${format(allowed, rule.unit)} (the larger of ${size(rule.band)} and ${SIGMAS} standard deviations)`;
  const reason =
    verdict === "unchanged"
      ? `${shown}, within the ${limit} that an exact counter may move`
      : `${verdict === "regressed" ? "worse" : "better"} by more than an exact counter may move: ${shown}; allowed is ${limit}`;
  return row(about, { verdict, reason, head: sample(heads), base: sample(bases) }, warnings);
}
