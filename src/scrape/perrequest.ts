import type { Metrics } from "../model/metric.ts";
import type { Executed } from "../model/ports.ts";
import { EXECUTED, perRequestName } from "../model/work.ts";

/**
 * Statements and rows for one request, from the counts between two readings; or the reason why there are none.
 *
 * Exact counters: the number of statements that a request runs depends on the program, not on the machine.
 *
 * @param named the whole name of a metric
 */
export function perRequest(
  before: Executed,
  after: Executed,
  requests: number,
  named: (metric: string) => string,
): { readonly metrics: Metrics } | { readonly lacking: string } {
  if ("lacking" in before) return before;
  if ("lacking" in after) return after;
  if (requests <= 0) return { lacking: "there were no requests" };
  const rows = before.rows === null || after.rows === null ? null : after.rows - before.rows;
  const counts = { statements: after.calls - before.calls, rows };
  const metrics: Metrics = {};
  for (const name of EXECUTED) {
    const count = counts[name];
    if (count === null) continue;
    if (count < 0) return { lacking: "it dropped statements during the trial: raise pg_stat_statements.max" };
    metrics[named(perRequestName(name))] = { kind: "gauge", unit: "1", value: count / requests };
  }
  return { metrics };
}
