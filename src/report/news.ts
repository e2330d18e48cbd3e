import type { Comparison, Row } from "../model/comparison.ts";
import { FATES, VERDICTS, type Verdict } from "../model/verdict.ts";

/** The rows a person should hear of, by the kind of news they are; each list has the worst first. */
export interface News {
  /** Shown to have changed: regressed, accepted, improved. */
  readonly changed: readonly Row[];
  /** Budgets and expectations that are broken or at risk. */
  readonly limits: readonly Row[];
  /** What could not be judged, or broke: failed, missing, invalid, incomparable. */
  readonly unjudged: readonly Group[];
  /** Nothing to compare with yet; advisory metrics come and go with what a script measures. */
  readonly fresh: readonly Group[];
}

/** Rows of one workload and variant that share a verdict and its reason: told once. */
export interface Group {
  readonly rows: readonly [Row, ...Row[]];
}

const CHANGED: readonly Verdict[] = ["regressed", "accepted", "improved"];
const UNJUDGED: readonly Verdict[] = ["failed", "missing", "invalid", "incomparable"];

const limited = (row: Row) => row.kind === "budget" || row.kind === "expect";

export function news({ rows }: Comparison): News {
  const sorted = worstFirst(rows);
  return {
    changed: sorted.filter((row) => CHANGED.includes(row.verdict) && !limited(row)),
    limits: sorted.filter(
      (row) =>
        row.verdict === "budget" ||
        row.verdict === "expectation" ||
        (limited(row) && row.limit !== null && row.limit.outcome !== "pass"),
    ),
    unjudged: groups(sorted.filter((row) => UNJUDGED.includes(row.verdict))),
    fresh: groups(sorted.filter((row) => row.verdict === "new" && row.kind !== "advisory")),
  };
}

/**
 * What gates before what does not, then the worst verdict, limits at risk, the largest worsening (or improvement); otherwise by name, so that
 * the order never depends on how the rows were computed.
 */
export function worstFirst(rows: readonly Row[]): Row[] {
  const risk = (row: Row) => Number(row.limit?.outcome === "risk");
  const size = ({ evidence, verdict }: Row) =>
    evidence === null ? 0 : verdict === "improved" ? -evidence.estimate : evidence.estimate;
  return [...rows].sort(
    (a, b) =>
      Number(b.gates) - Number(a.gates) ||
      VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict) ||
      risk(b) - risk(a) ||
      size(b) - size(a) ||
      compared(a.workload, b.workload) ||
      compared(a.variant ?? "", b.variant ?? "") ||
      compared(a.metric, b.metric),
  );
}

/** By code units: the same order on every machine. */
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function groups(rows: readonly Row[]): Group[] {
  const found = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = JSON.stringify([
      row.workload,
      row.variant,
      row.verdict,
      row.verdict === "new" ? "" : row.reason,
    ]);
    const members = found.get(key);
    if (members === undefined) found.set(key, [row]);
    else members.push(row);
  }
  return [...found.values()].map((members) => ({ rows: members }));
}

/** How many gating rows have each verdict, the worst first. */
export function tally(rows: readonly Row[]): { readonly verdict: Verdict; readonly count: number }[] {
  return VERDICTS.map((verdict) => ({ verdict, count: rows.filter((row) => row.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .reverse();
}

/** What the check fails for: the exit code's own verdict where the overall one is not it. */
export function failing({ rows, exit }: Comparison): Verdict | undefined {
  return tally(rows.filter((row) => row.gates)).find(
    ({ verdict }) => exit !== 0 && FATES[verdict].exit === exit,
  )?.verdict;
}
