import type { Comparison } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import type { LevelRow, LevelsShown } from "../model/levelrun.ts";
import { levelText } from "../model/levels.ts";
import { format, type Unit } from "../model/quantity.ts";
import { ABSENT, codeSpan, markdownTable, markdownText } from "./escape.ts";
import { whole } from "./figures.ts";

/** The result of a workload that was measured at levels, formatted for a medium. */
interface LevelText {
  readonly name: string;
  /** A sentence without its subject, the name. */
  readonly said: string;
  readonly notes: readonly string[];
}

/** @param set formats text from the data for a medium */
export const levelTexts = (
  { levels = [] }: Comparison,
  set: { readonly name: (text: string) => string; readonly prose: (text: string) => string },
): LevelText[] =>
  levels.map((one) => ({
    name: set.name(itemName(one)),
    said: set.prose(one.said),
    notes: one.notes.map(set.prose),
  }));

/** The results of levels as a Markdown list. */
export const levelList = (comparison: Comparison): string =>
  levelTexts(comparison, { name: codeSpan, prose: (text) => markdownText(text) })
    .flatMap(({ name, said, notes }) => [`- ${name} ${said}`, ...notes.map((note) => `- ${name}: ${note}`)])
    .join("\n");

/** A table of levels per workload. Its line begins with our own text, because a name in front could open a fence. */
export const levelTables = ({ levels = [] }: Comparison): string =>
  levels.map((one) => `Levels of ${codeSpan(itemName(one))}:\n\n${levelTable(one)}`).join("\n\n");

/** Most levels in a table of a comment. */
const MOST_ROWS = 30;

function levelTable({ axis, rows, curve }: LevelsShown): string {
  const [heads, cells] = curve ? CURVE : SWEEP;
  return markdownTable(
    ["Level:", "Trials:", ...heads, "Outcome"],
    rows
      .slice(0, MOST_ROWS)
      .map((row) => [
        levelText(row.level, axis),
        row.failed === 0 ? whole(row.trials) : `${whole(row.trials)} (${whole(row.failed)} failed)`,
        ...cells(row),
        outcome(row),
      ]),
  );
}

type Columns = readonly [heads: readonly string[], cells: (row: LevelRow) => string[]];
const waits = ({ p50, p95, p99 }: LevelRow) => [p50, p95, p99].map((wait) => figure(wait, "s"));
const SWEEP: Columns = [
  ["Achieved:", "p50:", "p95:", "p99:", "Errors:", "Answers"],
  (row) => [
    figure(row.achieved, "/s"),
    ...waits(row),
    row.requests === 0 ? ABSENT : `${whole(row.errors)} of ${whole(row.requests)}`,
    row.statuses === "" ? ABSENT : markdownText(row.statuses, 200),
  ],
];
const CURVE: Columns = [
  ["Served:", "p50:", "p95:", "p99:", "CPU per request:", "Per service"],
  (row) => [
    figure(row.served, "/s"),
    ...waits(row),
    figure(row.cpu, "s"),
    Object.entries(row.services)
      .map(([name, cpu]) => `${codeSpan(name, 40)} ${format(cpu, "s")}`)
      .join(", ") || ABSENT,
  ],
];

const figure = (value: number | null, unit: Unit) => (value === null ? ABSENT : format(value, unit));

const MARK = {
  holds: "✅ holds",
  breaks: "❌ breaks",
  undecided: "🔍 undecided",
  limited: "🚫 limited",
} as const;
const outcome = ({ status, reason }: LevelRow) =>
  status === "holds" ? MARK.holds : `${MARK[status]}: ${markdownText(reason, 200)}`;
