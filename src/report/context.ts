import { counted } from "../base/text.ts";
import { type Comparison, endedWorse, type Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { logPercent } from "./figures.ts";
import { short, verdictWord } from "./naming.ts";
import { tally } from "./news.ts";

/**
 * One paragraph under the headline: the commit, the reference, the machine, the verdicts of the gates, and the smallest
 * change that the run could detect.
 *
 * @param name formats a name from the data for this medium
 */
export function context(comparison: Comparison, name: (text: string) => string): string {
  const { commit, rows, mde, overall, runnerClass } = comparison;
  const head =
    commit === null
      ? "This run"
      : `Commit ${name(short(commit.sha))}${commit.dirty ? " with uncommitted changes" : ""}`;
  if (overall === "unaffected") return `${head}, compared with base by its files.`;
  const gates = rows.filter((row) => row.kind === "gate");
  const silenced = silent(gates, rows);
  const counts = tally(gates).map(({ verdict, count }) => `${count} ${verdictWord(verdict)}`);
  const outcome =
    gates.length === 0
      ? comparison.levels !== undefined && comparison.workloads.length === 0
        ? "Measured at load levels only, which have no gate metrics."
        : "No gate metric could be tested."
      : `${counted(gates.length, "gate metric")}: ${counts.join(", ")}.${silenced}`;
  const who = gates.some(endedWorse) ? "Every other gate" : "Every gate";
  const detectable =
    mde === null || overall === "inconclusive" // the title has it
      ? ""
      : ` ${gates.length === 1 ? "It" : who} could detect a worsening of ≥ ${logPercent(mde)}.`;
  return `${head}, ${against(comparison, name)}, on ${name(runnerClass)}. ${outcome}${detectable}`;
}

/** Explains gate metrics that cannot fail the check: those of broken workloads are not judged, others only warn. */
function silent(gates: readonly Row[], rows: readonly Row[]): string {
  const broken = new Set(
    rows.filter(({ kind, gates: fails }) => kind === "workload" && fails).map((row) => itemName(row)),
  );
  const weak = gates.filter((row) => !row.gates);
  const unjudged = weak.filter((row) => broken.has(itemName(row))).length;
  const warn = weak.length - unjudged;
  const of = (n: number) => (n < gates.length ? `${n} of them` : n === 1 ? "It" : "All of them");
  const none = (n: number) =>
    n < gates.length || n === 1 ? `${of(n)} ${n === 1 ? "is" : "are"} not` : "None of them is";
  return [
    unjudged === 0 ? "" : ` ${none(unjudged)} judged, because the workload could not be.`,
    warn === 0 ? "" : ` ${of(warn)} only ${warn === 1 ? "warns" : "warn"}.`,
  ].join("");
}

/** "compared with 3 stored sessions of the baseline" */
function against({ reference, rows }: Comparison, name: (text: string) => string): string {
  if (reference.kind === "none") {
    if (reference.unlike === undefined) return "compared with nothing yet";
    return reference.unlike === 1
      ? "not comparable with the one stored session"
      : `not comparable with the ${counted(reference.unlike, "stored session")}`;
  }
  if (reference.kind === "base") {
    const { sha, release, ref } = reference.base ?? {};
    const modes = rows.flatMap(({ evidence }) => evidence?.mode ?? []);
    const how =
      modes.length === 0 ? "" : modes.includes("turns") ? ", one after the other" : ", side by side";
    if (release) return `compared with the release ${name(ref!)}${how}`;
    return `compared with base${sha ? ` ${name(short(sha))}` : ""}${how}`;
  }
  const counts = Object.values(reference.sessions).map((sessions) => sessions.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || most === 0) return "compared with the baseline";
  return least === most
    ? `compared with ${counted(most, "stored session")} of the baseline`
    : `compared with ${least} to ${most} stored sessions of the baseline`;
}
