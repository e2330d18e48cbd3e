import { counted } from "../base/text.ts";
import type { Comparison, Row } from "../model/comparison.ts";
import { isItem } from "../model/item.ts";
import { secondsTaken } from "../model/run.ts";
import { FIXED_YOUNG_GENERATION } from "../model/runtime.ts";
import { logPercent } from "./figures.ts";
import { named } from "./phrases.ts";

/** How to detect smaller changes, where nothing tells what limits the run. A stored reference is limited by the number of its sessions. */
export const sharper = (rows: readonly Row[]) =>
  rows.some((row) => row.evidence?.mode === "baseline")
    ? "More baseline sessions or a quieter machine detect smaller changes; more trials per session do not."
    : "Measure more pairs, or use a quieter machine.";

/** The measurement that would decide a row. A run of n pairs detects its `mde`, and 4 n pairs detect half of that. */
export function decidingMeasurement(comparison: Comparison, row: Row): string {
  const { mode, n, mde, estimate, band } = row.evidence!;
  if (estimate <= band) return `It may be below the band of ±${logPercent(band)}. ${sharper([row])}`;
  if (mode === "baseline") return sharper([row]);
  const pairs = Math.ceil(n * (mde / estimate) ** 2);
  if (pairs <= n) return "Measure again: as many pairs usually decide such a change.";
  return `${morePairs(comparison, n, pairs, "decide")}${slowedBy(comparison, row)}`;
}

/** Minutes beyond which a longer run is no advice. */
const LONG = 240;

/** The seconds that a run of so many pairs takes without builds, profiles and waiting, at the pace of one that had n. */
export function secondsForPairs(spent: Comparison["spent"], n: number, pairs: number): number {
  const { build = 0, why = 0 } = spent;
  return (secondsTaken(spent) - build - why) * (pairs / n);
}

/** "About 12 more minutes would decide: `steelyard check --base --pairs 64`." More pairs need no more builds. */
function morePairs({ spent }: Comparison, n: number, pairs: number, what: string): string {
  const minutes = Math.max(
    1,
    Math.round((secondsForPairs(spent, n, pairs) - secondsForPairs(spent, n, n)) / 60),
  );
  return minutes > LONG
    ? `It would take hours to ${what} at this noise.`
    : `About ${counted(minutes, "more minute")} would ${what}: \`steelyard check --base --pairs ${pairs}\`.`;
}

/** The undecided gate that needs most further pairs to find a worsening of 5 %; undefined where the run could have found it. */
export function leastSensitive(rows: readonly Row[]) {
  const open = rows.flatMap((row) => {
    const { kind, gates, evidence } = row;
    const toFind = evidence?.duel?.toFind;
    return kind === "gate" && gates && toFind && toFind.pairs > evidence.n
      ? [{ row, ...toFind, n: evidence.n }]
      : [];
  });
  return open.sort((a, b) => b.pairs / b.n - a.pairs / a.n)[0];
}

/** Whether differences between starts keep the run from finding a worsening of 5 %. */
export const startsLimit = (rows: readonly Row[]) => typeof leastSensitive(rows)?.startSd === "number";

/** What limits an undecided run, and how it would find a worsening of 5 %; empty where it could, or nothing tells. */
export function limitation(comparison: Comparison, rows: readonly Row[]): string {
  const most = leastSensitive(rows);
  if (most === undefined) return "";
  const { row, startSd, n, pairs } = most;
  const more = morePairs(comparison, n, pairs, "find +5 %");
  if (startSd === null) return `${more}${slowedBy(comparison, row) || " Or use a quieter machine."}`;
  const differs = `What limits it: ${named(row)} differs by ${logPercent(startSd)} (sd) from one start of a build to the next`;
  if (row.warnings.some(({ code }) => code === "compiling"))
    return `${differs}, as its code is still compiled while it is measured: set a longer \`warmup\` first.`;
  return `${differs}, and more requests do not lower that. With Node.js, hold its young generation at one size (\`${FIXED_YOUNG_GENERATION}\`), or measure more starts. ${more}`;
}

/** Requests in a pair below which more of them would help more than more pairs. */
const FEW_REQUESTS = 200;

/** What makes a measurement take long, where the load is the cause; empty where it is not. */
function slowedBy({ workloads }: Comparison, row: Row): string {
  const mode = row.evidence!.mode;
  const found = workloads.find(isItem(row));
  const requests =
    found === undefined || found.trials === 0 ? null : Math.round(found.requests / found.trials);
  const causes = [
    ...(mode === "trial" || mode === "turns" ? [`whole trials are compared (mode \`${mode}\`)`] : []),
    ...(requests !== null && requests < FEW_REQUESTS
      ? [`a pair has only ${counted(requests, "request")}: pauses in the script, few VUs, or slow answers`]
      : []),
  ];
  return causes.length === 0 ? "" : ` What makes it slow: ${causes.join("; ")}.`;
}
