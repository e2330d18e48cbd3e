import { counted } from "../base/text.ts";
import type { Bisect, BisectDuel, BisectStep } from "../model/bisect.ts";
import { itemName } from "../model/item.ts";
import { wrapped } from "./columns.ts";
import { MESSAGE_LENGTH, plainText } from "./escape.ts";
import { signed } from "./figures.ts";
import { short, verdictWord } from "./naming.ts";

/** "+21 % [+18 %, +24 %], regressed, 6 pairs"; the reason where nothing was tested. */
export function duelLine({ verdict, reason, estimate, interval, pairs }: BisectDuel): string {
  if (estimate === null || interval === null)
    return `${verdictWord(verdict)}: ${plainText(reason, MESSAGE_LENGTH)}`;
  const change = (log: number) => signed(Math.expm1(log));
  const bounds = interval.map(change).join(", ");
  return `${change(estimate)} worse [${bounds}], ${verdictWord(verdict)}, ${counted(pairs, "pair")}`;
}

/** The result of a search for a terminal or a log: the culprit and its evidence first, then the steps. */
export function bisectText(state: Bisect, columns: number): string {
  const { question, verified } = state;
  const about = `${plainText(itemName(question), 200)} ${plainText(question.metric, 200)}`;
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
  const shown = duel !== null && how === "shown" ? duelLine(duel) : plainText(why, MESSAGE_LENGTH);
  return `${what.padEnd(4)} ${short(sha)} ${plainText(subject, 100)}: ${shown}`;
};

/** Share of the whole change below which a culprit cannot be the only one. */
const MOST_OF_IT = 0.5;

function ending({ result, verified }: Bisect, about: string): string[] {
  if (result === null) return ["the search is not finished yet"];
  if (result.kind === "not-worse") {
    return [
      `${about}: bad is not shown to be worse than good, so there is nothing to search.`,
      "Use more pairs or commits further apart. `steelyard calibrate` shows the changes that this machine can detect.",
    ];
  }
  if (result.kind === "left") {
    return [
      `The first bad commit is one of ${result.commits.length}: only the last of them can be measured.`,
      ...result.commits.map(({ sha, subject }) => `${short(sha)} ${plainText(subject, 100)}`),
    ];
  }
  const { culprit, parent, confirmed } = result;
  const sure = confirmed.verdict === "regressed";
  const part = (confirmed.estimate ?? 0) < MOST_OF_IT * (verified?.estimate ?? 0);
  return [
    `${culprit.sha} is the first bad commit${sure ? "" : ", but this could not be confirmed"}`,
    `"${plainText(culprit.subject, 200)}", authored ${plainText(culprit.authored, 40)}`,
    `${about} against its parent ${short(parent)}: ${duelLine(confirmed)}`,
    ...(sure && part
      ? [
          "This is less than half of the change from good to bad, so other commits contribute. Search again with this commit as good.",
        ]
      : []),
  ];
}
