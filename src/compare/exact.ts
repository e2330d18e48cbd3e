import { counted } from "../base/text.ts";
import type { Row, Warning } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import { median, variance } from "../stats/samples.ts";
import { SIGMAS } from "./criteria.ts";
import { counterChange } from "./decision.ts";
import { type About, row } from "./row.ts";
import type { Rule } from "./rule.ts";
import { difference, size } from "./words.ts";

/** The reference of an exact counter. */
export interface CounterBase {
  /** Median, and sd of single values; base units. */
  readonly center: number;
  readonly sd: number;
  /** Sessions or pairs. */
  readonly n: number;
  readonly of: "session" | "pair";
  readonly sample: Row["base"];
}

/** Standard deviation of single values; 0 for one value. */
export const sdOf = (values: readonly number[]) => (values.length > 1 ? Math.sqrt(variance(values)) : 0);

/** The row of an exact counter, for both references: stored sessions and pairs. */
export function counterRow(
  about: About & { readonly rule: Rule },
  head: { readonly values: readonly number[]; readonly sample: Row["head"] },
  base: CounterBase,
  warnings: readonly Warning[],
  gates = true,
): Row {
  const { rule } = about;
  const of = { base: base.center, head: median(head.values), sd: base.sd };
  const { verdict, moved, allowed } = counterChange(of, rule);
  const shown = `${difference(moved, rule.unit)} against ${format(base.center, rule.unit)} in ${counted(base.n, base.of)}`;
  const larger = ` (the larger of ${size(rule.band)} and ${SIGMAS} standard deviations)`;
  const limit = `${format(allowed, rule.unit)}${allowed > 0 ? larger : ""}`;
  const beyond = `than an exact counter may change: ${shown}; allowed: ${limit}`;
  const reason = {
    unchanged: `${shown}, within ${limit}`,
    inconclusive: `cannot tell: ${shown}, within ${limit}`,
    regressed: `worse ${beyond}`,
    improved: `better ${beyond}`,
  }[verdict];
  return row(about, { verdict, reason, gates, head: head.sample, base: base.sample }, warnings);
}
