import type { Metrics } from "../model/metric.ts";
import type { Executed } from "../model/ports.ts";
import { EXECUTED, KEPT, perRequestName } from "../model/work.ts";

const DROPPED = "it dropped statements during the trial: raise pg_stat_statements.max";
const RESET = "its counts were set back during the trial";

/**
 * The counts of a database for one request, between two readings; or the reason why there are none.
 *
 * Statements and rows are exact: how many of them a request has depends on the program, not on the machine.
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
  const metrics: Metrics = {};
  for (const name of [...EXECUTED, ...KEPT]) {
    const [first, last] = [before[name], after[name]];
    if (first === undefined || last === undefined) continue;
    const count = last - first;
    if (count < 0) return { lacking: "statements" in before ? DROPPED : RESET };
    metrics[named(perRequestName(name))] = { kind: "gauge", unit: "1", value: count / requests };
  }
  return { metrics };
}
