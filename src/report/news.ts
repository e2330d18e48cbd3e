import type { Comparison, Row } from "../model/comparison.ts";
import { FATES, VERDICTS, type Verdict } from "../model/verdict.ts";
import { isExecuted, isWork } from "../model/work.ts";
import { isBeyondBand, isProbablyWorse } from "./naming.ts";

/** The rows that a reader needs to see, by kind; each list has the worst first. */
export interface News {
  /** Shown to have changed (regressed, accepted, improved), and undecided gates that are probably worse, or beyond their band. */
  readonly changed: readonly Row[];
  /** Counts that go with these: bytes, page faults and the like that nobody asked for. */
  readonly counts: readonly Row[];
  /** Budgets and expectations that are broken or at risk. */
  readonly limits: readonly Row[];
  /** Rows that could not be judged, or broke: failed, missing, invalid, incomparable. */
  readonly unjudged: readonly Group[];
  /** Workloads that were not measured, because the change cannot affect them. */
  readonly unaffected: readonly Group[];
  /** Rows with nothing to compare with; without advisory metrics, which depend on the script. */
  readonly fresh: readonly Group[];
}

/** Rows of one workload and variant with the same verdict and reason; shown once. */
export interface Group {
  readonly rows: readonly [Row, ...Row[]];
}

const CHANGED: readonly Verdict[] = ["regressed", "accepted", "improved"];
const UNJUDGED: readonly Verdict[] = ["failed", "missing", "invalid", "incomparable"];

const limited = (row: Row) => row.kind === "budget" || row.kind === "expect";

export function news({ rows }: Comparison): News {
  const sorted = worstFirst(rows);
  const changed = sorted.filter(
    (row) => (CHANGED.includes(row.verdict) && !limited(row)) || isProbablyWorse(row) || isBeyondBand(row),
  );
  const isCount = ({ kind, metric }: Row) => kind === "advisory" && isWork(metric) && !isExecuted(metric);
  return {
    changed: changed.filter((row) => !isCount(row)),
    counts: changed.filter(isCount),
    limits: sorted.filter(
      (row) =>
        row.verdict === "budget" ||
        row.verdict === "expectation" ||
        (limited(row) && row.limit !== null && row.limit.outcome !== "pass"),
    ),
    unjudged: groups(sorted.filter((row) => UNJUDGED.includes(row.verdict))),
    unaffected: groups(sorted.filter((row) => row.verdict === "unaffected")),
    fresh: groups(sorted.filter((row) => row.verdict === "new" && row.kind !== "advisory")),
  };
}

/**
 * Sorts rows: gating before others, then by verdict, limits at risk, and size of the worsening (or improvement). Ties are
 * sorted by name, so that the order never depends on how the rows were computed.
 */
export function worstFirst(rows: readonly Row[]): Row[] {
  const risk = (row: Row) => Number(row.limit?.outcome === "risk");
  const size = (row: Row) =>
    row.evidence === null ? exactSize(row) : row.evidence.estimate * (row.verdict === "improved" ? -1 : 1);
  return [...rows].sort(
    (a, b) =>
      Number(b.gates) - Number(a.gates) ||
      VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict) ||
      risk(b) - risk(a) ||
      size(b) - size(a) ||
      compared(a.workload, b.workload) ||
      compared(a.variant ?? "", b.variant ?? "") ||
      Number(b.kind === "errors") - Number(a.kind === "errors") || // failed requests before the checks that they break
      compared(a.metric, b.metric),
  );
}

/** How far an exact counter moved, a log ratio; 0 where it has none. */
const exactSize = ({ base, head }: Row) =>
  base !== null && head !== null && Math.min(base.center, head.center) > 0
    ? Math.abs(Math.log(head.center / base.center))
    : 0;

/** Compares by code units: the same order on every machine. */
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

/** The number of gating rows per verdict, worst first. */
export function tally(rows: readonly Row[]): { readonly verdict: Verdict; readonly count: number }[] {
  return VERDICTS.map((verdict) => ({ verdict, count: rows.filter((row) => row.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
    .reverse();
}

/** The verdict that the check fails for, where it differs from the overall one. */
export function failing({ rows, exit }: Comparison): Verdict | undefined {
  return tally(rows.filter((row) => row.gates)).find(
    ({ verdict }) => exit !== 0 && FATES[verdict].exit === exit,
  )?.verdict;
}
