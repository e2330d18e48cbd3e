import { itemName } from "../model/item.ts";
import type { Creep, CreepOutcome, Sum } from "../model/ledger.ts";
import { codeSpan, markdownLink, markdownTable, markdownText } from "./escape.ts";
import { counted, logPercent, signed, whole } from "./figures.ts";
import { short } from "./naming.ts";

/** Rows and unmeasured changes that are listed. */
const MOST_LISTED = 50;
/** Of a normal distribution: the sum's interval is of 95 %. */
const TWO_SIDED = 1.96;

/** The creep ledger as Markdown. @param workflow file name of the workflow that measures */
export function creepSummary(creep: Creep, workflow: string): string {
  const { release, head, compared, sums, unmeasured } = creep;
  const since =
    compared === null ? codeSpan(release) : `the comparison with ${codeSpan(release)} at ${short(compared)}`;
  const listed = unmeasured
    .slice(0, MOST_LISTED)
    .map(({ change, why }) => `- ${change}: ${markdownText(why)}`);
  return [
    "### Creep ledger",
    consequence(creep.outcome, workflow),
    `${counts(creep)} Counted up to ${short(head)}, since ${since}.`,
    "**No verdict:** these are sums of estimates, made one by one. Only the comparison with the release measures.",
    table(sums),
    sums.length > MOST_LISTED ? `${whole(sums.length - MOST_LISTED)} more metrics have smaller sums.` : "",
    creep.configs > 1 ? `The changes were judged by ${creep.configs} different configs.` : "",
    unmeasured.length === 0 ? "" : details(unmeasured.length, listed),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function consequence(outcome: CreepOutcome, workflow: string): string {
  switch (outcome.kind) {
    case "enough":
      return "**No comparison is needed:** no sum reaches its threshold, and few changes are unmeasured.";
    case "started":
      return `**Started:** ${codeSpan(workflow)} compares the branch with the release (\`reference: release\`).`;
    case "active":
      return `A comparison with the release is ${markdownLink("under way", outcome.url)}, so none was started.`;
    case "compared":
      return "This commit was already measured for the release, without figures that count. See its check; nothing was started.";
  }
}

function counts({ changes, unaffected, unmeasured, beyond, most }: Creep): string {
  const rest =
    beyond > 0 ? ` ${whole(beyond)} older commits were not looked up, and count as unmeasured.` : "";
  const lacking = unmeasured.length + beyond;
  return `${counted(changes, "merged change")}: ${whole(unaffected)} can affect no workload, ${whole(lacking)} lack estimates (at most ${whole(most)} may).${rest}`;
}

const table = (sums: readonly Sum[]) =>
  markdownTable(
    ["workload", "metric", "changes:", "sum of estimates:", "threshold:"],
    sums.slice(0, MOST_LISTED).map((sum) => {
      const { start, since, se, tolerated, exceeds } = sum;
      const total = start + since;
      const [low, high] = [total - TWO_SIDED * se, total + TWO_SIDED * se];
      const text = `${logSigned(total)} [${logSigned(low)}, ${logSigned(high)}]`;
      const before = start === 0 ? "" : `, of which ${logSigned(start)} measured before`;
      return [
        ...[codeSpan(itemName(sum)), codeSpan(sum.metric), whole(sum.changes)],
        `${exceeds ? `**${text}**` : text}${before}`,
        logPercent(tolerated),
      ];
    }),
  );

const logSigned = (log: number) => signed(Math.expm1(log));

const details = (count: number, listed: readonly string[]) =>
  [
    `<details><summary>${counted(count, "change")} without estimates</summary>`,
    listed.join("\n"),
    ...(count > listed.length ? [`and ${whole(count - listed.length)} more`] : []),
    "</details>",
  ].join("\n\n");
