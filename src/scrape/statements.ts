import type { Metrics } from "../model/metric.ts";
import type { Statements } from "../model/ports.ts";

type Counted = Statements | { readonly lacking: string };

/**
 * Statements and rows for one request, from the counts between two readings; or the reason why there are none.
 *
 * Exact counters: the number of statements that a request runs depends on the program, not on the machine.
 */
export function perRequest(
  before: Counted,
  after: Counted,
  requests: number,
  prefix: string,
): { readonly metrics: Metrics } | { readonly lacking: string } {
  if ("lacking" in before) return before;
  if ("lacking" in after) return after;
  if (requests <= 0) return { lacking: "there were no requests" };
  const [calls, rows] = [after.calls - before.calls, after.rows - before.rows];
  if (calls < 0 || rows < 0)
    return { lacking: "it dropped statements during the trial: raise pg_stat_statements.max" };
  const each = (count: number) => ({ kind: "gauge", unit: "1", value: count / requests }) as const;
  const metrics = {
    [`${prefix}statements_per_request`]: each(calls),
    [`${prefix}rows_per_request`]: each(rows),
  };
  return { metrics };
}
