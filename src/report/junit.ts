import { counted } from "../base/text.ts";
import { type Comparison, type Row, visible } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import type { Verdict } from "../model/verdict.ts";
import { ABSENT, MESSAGE_LENGTH, plainText } from "./escape.ts";
import { chance, changeText, logPercent, percent, transition } from "./figures.ts";
import { headline } from "./headline.ts";
import { subject, verdictWord } from "./naming.ts";

/**
 * JUnit XML: a suite for the verdict, then one for each workload and variant with a case per row.
 *
 * Verdicts covered by the policy are failures, `invalid` ones errors. Undecided and new ones are skipped, so that they
 * never count as passes. The only case of the first suite fails exactly where the check does.
 */
export function junit(comparison: Comparison): string {
  const overall = suite("steelyard", comparison.at, [verdict(comparison)]);
  const byTarget = new Map<string, Row[]>();
  for (const row of comparison.rows) {
    const rows = byTarget.get(itemName(row));
    if (rows === undefined) byTarget.set(itemName(row), [row]);
    else rows.push(row);
  }
  const names = unique();
  const suites = [...byTarget].map(([name, rows]) =>
    suite(
      name,
      comparison.at,
      rows.map((row) => testcase(row, comparison.failOn, names)),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="steelyard">\n${[overall, ...suites].join("")}</testsuites>\n`;
}

type Outcome = "passed" | "failure" | "error" | "skipped";
interface Case {
  readonly outcome: Outcome;
  readonly xml: string;
}

function suite(name: string, at: string, cases: readonly Case[]): string {
  const count = (outcome: Outcome) => cases.filter((each) => each.outcome === outcome).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  const head = `  <testsuite name="${xml(name)}" ${counts} timestamp="${xml(at)}">\n`;
  return `${head}${cases.map((each) => each.xml).join("")}  </testsuite>\n`;
}

function verdict(comparison: Comparison): Case {
  const { title, action } = headline(comparison);
  const outcome = ({ success: "passed", neutral: "skipped", failure: "failure" } as const)[
    comparison.conclusion
  ];
  const text = `${message(title)}. ${message(action)}`;
  return caseOf("steelyard", "verdict", outcome, comparison.overall, title, text);
}

function testcase(
  row: Row,
  failOn: readonly Verdict[],
  names: (place: string, name: string) => string,
): Case {
  const label = row.kind === "gate" ? subject(row) : `${subject(row)} (${row.kind})`;
  const name = names(itemName(row), label);
  const message = row.reason || verdictWord(row.verdict);
  return caseOf(itemName(row), name, outcomeOf(row, failOn), row.verdict, message, evidence(row));
}

/** Verdicts that leave open whether head is worse, or of what was not measured. */
const UNANSWERED: readonly Verdict[] = [
  "unaffected",
  "new",
  "inconclusive",
  "incomparable",
  "invalid",
  "missing",
];

/** The outcome of a row. One that does not gate, or that the policy leaves out, never fails. */
function outcomeOf({ verdict, gates }: Row, failOn: readonly Verdict[]): Outcome {
  if (gates && failOn.includes(verdict)) return verdict === "invalid" ? "error" : "failure";
  return UNANSWERED.includes(verdict) ? "skipped" : "passed";
}

/** The numbers behind the row, one per line. */
function evidence(row: Row): string {
  const lines = [
    `verdict: ${verdictWord(row.verdict)}${row.gates ? "" : " (does not gate)"}`,
    `reason: ${message(row.reason) || ABSENT}`,
  ];
  if (row.head !== null || row.base !== null) {
    lines.push(`medians: ${transition(row)}`, `change: ${changeText(row)}`);
  }
  if (row.evidence !== null) {
    const seen = visible(row);
    const detectable = seen === null ? "" : `, detectable: ${logPercent(seen)}`;
    const { n, band, level, family } = row.evidence;
    lines.push(
      `n: ${n}, p: ${chance(row.evidence, row.verdict)}, level: ${percent(level)} over ${counted(family, "test")}`,
      `smallest change that matters: ${logPercent(band)}${detectable}`,
    );
  }
  if (row.limit !== null) lines.push(`required: ${plainText(row.limit.wanted, 80)}`);
  for (const warning of row.warnings) {
    lines.push(`warning: ${message(warning.message)}`);
    if (warning.remedy !== null) lines.push(`fix: ${message(warning.remedy)}`);
  }
  return lines.join("\n");
}

function caseOf(
  place: string,
  name: string,
  outcome: Outcome,
  verdict: Verdict,
  why: string,
  text: string,
): Case {
  const short = xml(message(why));
  const detail = text
    .split("\n")
    .map((line) => xml(line, 2 * MESSAGE_LENGTH))
    .join("\n");
  const inner = {
    passed: `<system-out>${detail}</system-out>`,
    skipped: `<skipped message="${verdict}: ${short}"/><system-out>${detail}</system-out>`,
    failure: `<failure type="${verdict}" message="${short}">${detail}</failure>`,
    error: `<error type="${verdict}" message="${short}">${detail}</error>`,
  }[outcome];
  const head = `    <testcase classname="${xml(place)}" name="${xml(name)}">`;
  return { outcome, xml: `${head}${inner}</testcase>\n` };
}

/** A message without the backticks around names, which have no meaning in XML. */
const message = (text: string) => plainText(text.replaceAll("`", ""), MESSAGE_LENGTH);

/** Makes names unique in their place: readers merge two cases with the same name. */
function unique(): (place: string, name: string) => string {
  const seen = new Map<string, number>();
  return (place, name) => {
    const key = JSON.stringify([place, name]);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? name : `${name} #${times}`;
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text for an attribute or an element. Characters that XML forbids are already visible escapes. */
const xml = (text: string, most = MESSAGE_LENGTH) =>
  plainText(text, most).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
