import { type Comparison, endedWorse, type Row } from "../model/comparison.ts";
import { counted, logPercent } from "./figures.ts";
import { said, short, target } from "./naming.ts";
import { tally } from "./news.ts";

/**
 * One paragraph under the headline: which commit, compared with what, where, how the gates came out, and what
 * the run could have seen.
 *
 * @param name how this medium sets a name that came with the data
 */
export function context(comparison: Comparison, name: (text: string) => string): string {
  const { commit, rows, mde, overall, runnerClass } = comparison;
  const head =
    commit === null
      ? "This run"
      : `Commit ${name(short(commit.sha))}${commit.dirty ? " with uncommitted changes" : ""}`;
  const gates = rows.filter((row) => row.kind === "gate");
  const hushed = hush(gates, rows);
  const counts = tally(gates).map(({ verdict, count }) => `${count} ${said(verdict)}`);
  const outcome =
    gates.length === 0
      ? comparison.levels !== undefined && comparison.workloads.length === 0
        ? "Measured at levels only, which have no gate metrics."
        : "No gate metric could be tested."
      : `${counted(gates.length, "gate metric")}: ${counts.join(", ")}.${hushed}`;
  const who = gates.some(endedWorse) ? "Every other gate" : "Every gate";
  const seen =
    mde === null || overall === "inconclusive" // its title says so
      ? ""
      : ` ${gates.length === 1 ? "It" : who} could have seen a worsening of ≥ ${logPercent(mde)}.`;
  return `${head}, ${against(comparison, name)}, on ${name(runnerClass)}. ${outcome}${seen}`;
}

/** Which gate metrics cannot fail the check: those of workloads that broke are not judged, others only warn. */
function hush(gates: readonly Row[], rows: readonly Row[]): string {
  const broken = new Set(
    rows.filter(({ kind, gates: fails }) => kind === "workload" && fails).map((row) => target(row)),
  );
  const silent = gates.filter((row) => !row.gates);
  const unjudged = silent.filter((row) => broken.has(target(row))).length;
  const warn = silent.length - unjudged;
  const of = (n: number) => (n < gates.length ? `${n} of them` : n === 1 ? "It" : "All of them");
  const none = (n: number) =>
    n < gates.length || n === 1 ? `${of(n)} ${n === 1 ? "is" : "are"} not` : "None of them is";
  return [
    unjudged === 0 ? "" : ` ${none(unjudged)} judged, because the workload was not.`,
    warn === 0 ? "" : ` ${of(warn)} only ${warn === 1 ? "warns" : "warn"}.`,
  ].join("");
}

/** "compared with 3 stored sessions of the baseline" */
function against({ reference }: Comparison, name: (text: string) => string): string {
  if (reference.kind === "none") {
    if (reference.unlike === undefined) return "compared with nothing yet";
    return reference.unlike === 1
      ? "not comparable with the one stored session"
      : `not comparable with the ${counted(reference.unlike, "stored session")}`;
  }
  if (reference.kind === "base") {
    const sha = reference.base?.sha;
    return `compared with base${sha ? ` ${name(short(sha))}` : ""}, measured beside it`;
  }
  const counts = Object.values(reference.sessions).map((sessions) => sessions.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || most === 0) return "compared with the baseline";
  return least === most
    ? `compared with ${counted(most, "stored session")} of the baseline`
    : `compared with ${least} to ${most} stored sessions of the baseline`;
}
