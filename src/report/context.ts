import type { Comparison } from "../model/comparison.ts";
import { counted, logPercent } from "./figures.ts";
import { said, short } from "./naming.ts";
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
  const warn = gates.filter((row) => !row.gates).length;
  const counts = tally(gates).map(({ verdict, count }) => `${count} ${said(verdict)}`);
  const which = warn < gates.length ? `${warn} of them` : warn === 1 ? "It" : "All of them";
  const hushed = warn === 0 ? "" : ` ${which} only ${warn === 1 ? "warns" : "warn"}.`;
  const outcome =
    gates.length === 0
      ? "No gate metric could be tested."
      : `${counted(gates.length, "gate metric")}: ${counts.join(", ")}.${hushed}`;
  const seen =
    mde === null || overall === "inconclusive" // its title says so
      ? ""
      : ` This run could have seen a worsening of ≥ ${logPercent(mde)}.`;
  return `${head}, ${against(comparison)}, on ${name(runnerClass)}. ${outcome}${seen}`;
}

/** "compared with 3 stored sessions of the baseline" */
function against({ reference }: Comparison): string {
  if (reference.kind === "none") return "compared with nothing yet";
  if (reference.kind === "base") return "compared with base, measured beside it";
  const counts = Object.values(reference.sessions).map((sessions) => sessions.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0 || most === 0) return "compared with the baseline";
  return least === most
    ? `compared with ${counted(most, "stored session")} of the baseline`
    : `compared with ${least} to ${most} stored sessions of the baseline`;
}
