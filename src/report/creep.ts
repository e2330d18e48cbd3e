import { counted } from "../base/text.ts";
import { itemName } from "../model/item.ts";
import type { Creep, Sum } from "../model/ledger.ts";
import { codeSpan, markdownLink, markdownTable, markdownText } from "./escape.ts";
import { logPercent, signed, whole } from "./figures.ts";
import { short } from "./naming.ts";

/** Rows and unmeasured changes that are listed. */
const MOST_LISTED = 50;
/** Of a normal distribution: the sum's interval is of 95 %. */
const TWO_SIDED = 1.96;

/** The creep ledger as Markdown. @param workflow file name of the workflow that measures */
export function creepSummary(creep: Creep, workflow: string): string {
  const { release, head, compared, sums, unmeasured } = creep;
  const since =
    compared === null
      ? codeSpan(release)
      : `the comparison with ${codeSpan(release)} at ${codeSpan(short(compared))}`;
  const listed = unmeasured
    .slice(0, MOST_LISTED)
    .map(({ change, why }) => `- ${codeSpan(change)} ${markdownText(why)}`);
  return [
    "### Creep ledger",
    ...consequence(creep, workflow),
    `${counts(creep)} Counted up to ${codeSpan(short(head))}, since ${since}.`,
    "These are sums of estimates and no verdict: only a comparison with the release measures it.",
    table(sums),
    sums.length > MOST_LISTED ? `${whole(sums.length - MOST_LISTED)} more metrics have smaller sums.` : "",
    creep.configs > 1 ? `The changes were judged by ${creep.configs} different configs.` : "",
    unmeasured.length === 0 ? "" : details(unmeasured.length, listed),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function consequence(creep: Creep, workflow: string): [title: string, text: string] {
  const { outcome } = creep;
  const why = reasons(creep);
  switch (outcome.kind) {
    case "enough":
      return ["**No comparison needed**", "No sum reaches its threshold, and few changes lack estimates."];
    case "started":
      return ["**Comparison started**", `${codeSpan(workflow)} measures the release and the branch: ${why}.`];
    case "active":
      return [
        "**Comparison under way**",
        `Another was not started: ${why}. ${markdownLink("The run", outcome.url)}`,
      ];
    case "compared":
      return [
        "**Not started again**",
        `A comparison at this commit gave no figures; its check says why. Still ${why}.`,
      ];
  }
}

/** Why a comparison is asked for. */
function reasons({ sums, unmeasured, beyond, most }: Creep): string {
  const exceeding = sums.filter(({ exceeds }) => exceeds).length;
  const lacking = unmeasured.length + beyond;
  return [
    ...(exceeding > 0
      ? [`${counted(exceeding, "sum reaches its threshold", "sums reach their thresholds")}`]
      : []),
    ...(lacking > most ? [`${whole(lacking)} changes lack estimates`] : []),
  ].join(" and ");
}

function counts({ changes, unaffected, unmeasured, beyond, most }: Creep): string {
  const rest =
    beyond > 0 ? ` ${whole(beyond)} older commits were not looked up, and count as unmeasured.` : "";
  const lacking = unmeasured.length + beyond;
  return `${counted(changes, "merged change")}: ${whole(unaffected)} can affect no workload, ${whole(lacking)} lack estimates (at most ${whole(most)} may).${rest}`;
}

const table = (sums: readonly Sum[]) =>
  markdownTable(
    ["workload", "metric", "changes:", "sum of estimates [95 %], + is worse:", "threshold:"],
    sums.slice(0, MOST_LISTED).map((sum) => {
      const { start, since, se, tolerated, exceeds } = sum;
      const total = start + since;
      const [low, high] = [total - TWO_SIDED * se, total + TWO_SIDED * se];
      const before = start === 0 ? "" : `, of which ${logSigned(start)} measured before`;
      return [
        codeSpan(itemName(sum)),
        codeSpan(sum.metric),
        whole(sum.changes),
        `${logSigned(total)} [${logSigned(low)}, ${logSigned(high)}]${before}`,
        `${logPercent(tolerated)}${exceeds ? ", reached" : ""}`,
      ];
    }),
  );

const logSigned = (log: number) => signed(Math.expm1(log));

const details = (count: number, listed: readonly string[]) =>
  [
    `<details>\n<summary>${counted(count, "change")} without estimates</summary>`,
    listed.join("\n"),
    ...(count > listed.length ? [`and ${whole(count - listed.length)} more`] : []),
    "</details>",
  ].join("\n\n");
