import type { Bisect, BisectDuel, BisectStep } from "../model/bisect.ts";
import { wrapped } from "./columns.ts";
import { counted, signed } from "./figures.ts";
import { MESSAGE_LENGTH, plain } from "./inert.ts";
import { said, short, target } from "./naming.ts";

/** "+21 % [+18 %, +24 %], regressed, 6 pairs"; the reason where nothing was tested. */
export function duelLine({ verdict, reason, estimate, interval, pairs }: BisectDuel): string {
  if (estimate === null || interval === null) return `${said(verdict)}: ${plain(reason, MESSAGE_LENGTH)}`;
  const change = (log: number) => signed(Math.expm1(log));
  const bounds = interval.map(change).join(", ");
  return `${change(estimate)} worse [${bounds}], ${said(verdict)}, ${counted(pairs, "pair")}`;
}

/** What a search came to, for a terminal or a log: the culprit and its evidence first, then the log. */
export function bisectText(state: Bisect, columns: number): string {
  const { question, verified } = state;
  const about = `${plain(target(question), 200)} ${plain(question.metric, 200)}`;
  const whole =
    verified === null
      ? ""
      : `bad ${short(question.bad)} against good ${short(question.good)}: ${duelLine(verified)}`;
  const blocks = [
    ending(state, about).flatMap((line, i) => wrapped(line, columns, i === 0 ? "" : "  ")),
    [
      ...wrapped(`${about}, ${counted(state.commits.length, "commit")}`, columns),
      ...wrapped(whole, columns, "    ", "  "),
      ...state.steps.flatMap((step) => wrapped(stepLine(step), columns, "    ", "  ")),
    ],
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const stepLine = ({ found, how, sha, subject, why, duel }: BisectStep) => {
  const what = { good: "good", bad: "bad", skip: "skip" }[found];
  const shown = duel !== null && how === "shown" ? duelLine(duel) : plain(why, MESSAGE_LENGTH);
  return `${what.padEnd(4)} ${short(sha)} ${plain(subject, 100)}: ${shown}`;
};

/** Largest part of the whole change below which a culprit is not all there is. */
const MOST_OF_IT = 0.5;

function ending({ result, verified }: Bisect, about: string): string[] {
  if (result === null) return ["not at its end yet"];
  if (result.kind === "not-worse") {
    return [
      `${about}: bad is not shown to be worse than good, so there is nothing to search.`,
      "Ask for more pairs, name commits further apart, or see steelyard calibrate for what can be seen here.",
    ];
  }
  if (result.kind === "left") {
    return [
      `The first bad commit is one of ${result.commits.length}: all but the last cannot be measured.`,
      ...result.commits.map(({ sha, subject }) => `${short(sha)} ${plain(subject, 100)}`),
    ];
  }
  const { culprit, parent, confirmed } = result;
  const sure = confirmed.verdict === "regressed";
  const part = (confirmed.estimate ?? 0) < MOST_OF_IT * (verified?.estimate ?? 0);
  return [
    `${culprit.sha} is the first bad commit${sure ? "" : ", and could not be confirmed"}`,
    `"${plain(culprit.subject, 200)}", authored ${plain(culprit.authored, 40)}`,
    `${about} against its parent ${short(parent)}: ${duelLine(confirmed)}`,
    ...(sure && part
      ? [
          "This is less than half of what is between good and bad: others have a part in it. Search on from it as good.",
        ]
      : []),
  ];
}
