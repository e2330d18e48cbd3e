import { counted } from "../base/text.ts";
import { itemName } from "../model/item.ts";
import type { SelfTest, TestedDuel } from "../model/selftest.ts";
import { FATES } from "../model/verdict.ts";
import { wrapped } from "./columns.ts";
import { MESSAGE_LENGTH, plainText } from "./escape.ts";
import { logPercent, signed } from "./figures.ts";
import { verdictWord } from "./naming.ts";

const OUTCOMES: Readonly<Record<SelfTest["outcome"], string>> = {
  proved: `${FATES.unchanged.symbol} proved`,
  refuted: `${FATES.regressed.symbol} not proved`,
  unjudged: `${FATES.invalid.symbol} cannot be judged`,
};

/** The result of a self-test for a terminal or a log: the conclusion first, then both duels. */
export function selfTestText(report: SelfTest, columns: number): string {
  const { slowdown, outcome, why } = report;
  const how =
    "patch" in slowdown
      ? `after ${slowdown.patch}`
      : `with ${Object.entries(slowdown.stackEnv)
          .map(([name, value]) => `${name}=${value}`)
          .join(" ")}`;
  const sentences = why.map((text) => plainText(text.replaceAll("`", ""), 2 * MESSAGE_LENGTH));
  const blocks = [
    wrapped(`${OUTCOMES[outcome]}: ${sentences.join(" ")}`, columns, "   ", ""),
    duelText("the commit against itself", report.unslowed, columns),
    duelText(`head ${plainText(how, 200)}`, report.slowed, columns),
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function duelText(title: string, { overall, exit, pairs, gates }: TestedDuel, columns: number): string[] {
  const check = exit === 0 ? "the check passes" : `the check fails with ${exit}`;
  return [
    ...wrapped(`${title}: ${verdictWord(overall)}, ${check}, ${counted(pairs, "pair")}`, columns),
    ...gates.flatMap((gate) => {
      const { metric, verdict, reason, estimate, interval, mde } = gate;
      const name = [itemName(gate), metric].filter((part) => part !== "").join(" ");
      const change =
        estimate === null || interval === null
          ? ` (${plainText(reason, MESSAGE_LENGTH)})`
          : `, ${signed(Math.expm1(estimate))} [${interval.map((r) => signed(Math.expm1(r))).join(", ")}]`;
      const detects = mde === null ? "" : `; it could detect ${logPercent(mde)}`;
      return wrapped(
        `${plainText(name, 200)}: ${verdictWord(verdict)}${change}${detects}`,
        columns,
        "    ",
        "  ",
      );
    }),
  ];
}
