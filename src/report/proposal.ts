import type { Comparison } from "../model/comparison.ts";
import { changeText, counted, transition, whole } from "./figures.ts";
import { code, link, prose, table } from "./inert.ts";
import { short, sides, subject, target } from "./naming.ts";
import { worstFirst } from "./news.ts";
import { verdictCell } from "./sections.ts";

/** A baseline that is to grow: how many sessions it has, and would have. */
export interface Growth {
  readonly workload: string;
  readonly path: string;
  readonly before: number;
  readonly after: number;
  /** The sessions that come to it, oldest first. */
  readonly added: readonly { readonly run: string; readonly commit: string | null; readonly at: string }[];
}

export interface ProposalText {
  /** The run's own figures, against what is stored now. */
  readonly comparison: Comparison;
  readonly growth: readonly Growth[];
  /** What a reviewer should know of the session. */
  readonly doubts: readonly string[];
  /** Page of the workflow run, where there is one. */
  readonly run?: string | undefined;
}

/** Most metrics and most sessions listed; the rest is counted. */
const MOST = 40;

/** The title of the pull request: "Baseline of `bench-8c`: 2 sessions more". */
export function proposalTitle({ comparison, growth }: ProposalText): string {
  const runs = new Set(growth.flatMap(({ added }) => added.map(({ run }) => run)));
  return `Baseline of ${comparison.runnerClass}: ${counted(runs.size, "session")} more`;
}

/**
 * The text of the pull request, as Markdown: what grows, the session's figures beside what is stored, and what a
 * person has to know to merge it. Text from the data is inert.
 */
export function proposalBody(text: ProposalText): string {
  const { comparison, growth, doubts, run } = text;
  const parts = [
    opening(text),
    table(
      ["Baseline", "Sessions:", "Added"],
      growth.slice(0, MOST).map(({ path, before, after, added }) => [
        code(path),
        `${whole(before)} → ${whole(after)}`,
        added
          .slice(-5)
          .map(
            ({ at, commit }) =>
              `${code(at.slice(0, 10))} (${commit === null ? "no commit" : code(short(commit))})`,
          )
          .join(", "),
      ]),
    ),
    figures(comparison),
    doubts.length === 0
      ? ""
      : `**To be known**\n\n${doubts
          .slice(0, MOST)
          .map((line) => `- ${prose(line)}`)
          .join("\n")}`,
    NOTES,
    run === undefined ? "" : link("Data of this run", run),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function opening({ comparison, growth }: ProposalText): string {
  const { commit, fingerprint, runnerClass } = comparison;
  const of = commit === null ? "" : ` of ${code(short(commit.sha))} ${code(commit.subject)}`;
  const machine = `${code(runnerClass)} (${code(fingerprint.cpu)}, ${counted(fingerprint.cores, "core")})`;
  return `A session${of} on ${machine} for ${counted(growth.length, "baseline")}. It is proposed because the run passed: nothing in it failed, is missing, invalid or worse than what is stored, but for what a waiver accepts.`;
}

/** The gate of the session beside what is stored now. */
function figures(comparison: Comparison): string {
  const gates = worstFirst(comparison.rows).filter(({ kind }) => kind === "gate");
  const shown = table(
    ["Workload", "Metric", `${sides(comparison).replace("head", "session")}:`, "Change [95 %]:", "Verdict"],
    gates
      .slice(0, MOST)
      .map((row) => [
        code(target(row)),
        subject(row, code),
        transition(row),
        changeText(row),
        verdictCell(row, () => ""),
      ]),
  );
  const more = gates.length > MOST ? `\n\nAnd ${whole(gates.length - MOST)} gate metrics more.` : "";
  return shown === "" ? "" : `${shown}${more}`;
}

const NOTES = `**Before you merge**

- Sessions of different occasions show how much this machine differs from itself; a gate needs at least three.
- This branch is made anew from the default branch with each session: edits on it are lost. Sessions that wait here are kept.
- A pull request that was opened with the workflow's own token starts no workflows, so checks that are required wait for ever. Close and open it again to start them, or give the job the token of a GitHub App (the input \`token\`).`;
