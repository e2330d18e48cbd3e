import { counted } from "../base/text.ts";
import type { Comparison } from "../model/comparison.ts";
import { codeSpan, markdownLink, markdownTable, markdownText } from "./escape.ts";
import { whole } from "./figures.ts";
import { short } from "./naming.ts";
import { worstFirst } from "./news.ts";
import { changedTable } from "./sections.ts";

/** A baseline that grows: its number of sessions before and after. */
export interface Growth {
  readonly workload: string;
  readonly path: string;
  readonly before: number;
  readonly after: number;
  /** The sessions added, oldest first. */
  readonly added: readonly { readonly run: string; readonly commit: string | null; readonly at: string }[];
}

export interface ProposalText {
  /** The run's own figures, compared with the stored sessions. */
  readonly comparison: Comparison;
  readonly growth: readonly Growth[];
  /** Doubts about the session, for the reviewer. */
  readonly doubts: readonly string[];
  /** Page of the workflow run, where there is one. */
  readonly run?: string | undefined;
}

/** Most metrics and sessions listed; the others are counted. */
const MOST = 40;

/** The title of the pull request: "Baseline of `bench-8c`: 2 more sessions". */
export function proposalTitle({ comparison, growth }: ProposalText): string {
  const runs = new Set(growth.flatMap(({ added }) => added.map(({ run }) => run)));
  return `Baseline of ${comparison.runnerClass}: ${counted(runs.size, "more session")}`;
}

/**
 * The text of the pull request, as Markdown: the files that grow, the session's figures next to the stored ones, and
 * notes for the reviewer. Text from the data is escaped.
 */
export function proposalBody(text: ProposalText): string {
  const { comparison, growth, doubts, run } = text;
  const parts = [
    opening(text),
    markdownTable(
      ["Baseline", "Sessions:", "Added"],
      growth.slice(0, MOST).map(({ path, before, after, added }) => [
        codeSpan(path),
        `${whole(before)} → ${whole(after)}`,
        added
          .slice(-5)
          .map(
            ({ at, commit }) =>
              `${codeSpan(at.slice(0, 10))} (${commit === null ? "no commit" : codeSpan(short(commit))})`,
          )
          .join(", "),
      ]),
    ),
    figures(comparison),
    doubts.length === 0
      ? ""
      : `**Please note**\n\n${doubts
          .slice(0, MOST)
          .map((line) => `- ${markdownText(line)}`)
          .join("\n")}`,
    NOTES,
    run === undefined ? "" : markdownLink("Data of this run", run),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function opening({ comparison, growth }: ProposalText): string {
  const { commit, fingerprint, runnerClass } = comparison;
  const of = commit === null ? "" : ` of ${codeSpan(short(commit.sha))} ${codeSpan(commit.subject)}`;
  const machine = `${codeSpan(runnerClass)} (${codeSpan(fingerprint.cpu)}, ${counted(fingerprint.cores, "core")})`;
  return `A session${of} on ${machine} for ${counted(growth.length, "baseline")}. It is proposed because the run passed: no row failed, is missing or invalid, or is worse than the stored sessions, except where a waiver accepts it.`;
}

/** The session's gate metrics next to the stored ones. */
function figures(comparison: Comparison): string {
  const gates = worstFirst(comparison.rows).filter(({ kind }) => kind === "gate");
  const shown = changedTable(comparison, gates.slice(0, MOST), () => "", "session");
  const more = gates.length > MOST ? `\n\nAnd ${whole(gates.length - MOST)} more gate metrics.` : "";
  return shown === "" ? "" : `${shown}${more}`;
}

const NOTES = `**Before you merge**

- Sessions from different days show how much this machine varies. A gate needs at least three.
- Each new session rebuilds this branch from the default branch. Edits on the branch are lost; waiting sessions are kept.
- A pull request opened with the workflow's own token starts no workflows, so required checks never run. Close and reopen it to start them, or give the job the token of a GitHub App (the input \`token\`).`;
