import { type Comparison, limitText, type Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { FATES, type Verdict } from "../model/verdict.ts";
import { explained } from "./causes.ts";
import { padded, width, wrapped } from "./columns.ts";
import { context } from "./context.ts";
import { ABSENT, MESSAGE_LENGTH, NAME_LENGTH, plainText } from "./escape.ts";
import { changeText, transition, whole } from "./figures.ts";
import { ACTION_LENGTH, headline, inTitle } from "./headline.ts";
import { levelTexts } from "./levels.ts";
import { fate, groupName, rowVerdict, subject } from "./naming.ts";
import { type Group, news } from "./news.ts";
import { type Note, notes } from "./notes.ts";
import { shell } from "./shell.ts";
import { slowLines } from "./slow.ts";
import { waiverLines } from "./waivers.ts";

export interface TerminalOptions {
  readonly colour: boolean;
  /** Terminal width; at least 40 columns are used. */
  readonly columns: number;
}

/** Most entries of a list; the others are counted. */
const MOST = 20;

/**
 * The verdict for a terminal or a log: result and action, changes, rows that could not be judged, warnings, and the replay
 * command. Ends with a newline.
 */
export function terminal(comparison: Comparison, options: TerminalOptions): string {
  const page = { columns: Math.max(40, options.columns), paint: options.colour ? painted : unpainted };
  const { changed, counts, limits, unjudged, unaffected, fresh } = news(comparison);
  const listed = inTitle(comparison, unjudged) ? [] : unjudged;
  const blocks = [
    opening(comparison, page),
    block("Changed", changes(changed.slice(0, MOST), page), changed.length, page),
    block("Why", causes(comparison, page), 0, page),
    block(
      "Other counts",
      each(counts, (row) => `${name(itemName(row))} ${subject(row, name)}: ${changeText(row)}`, page),
      counts.length,
      page,
    ),
    block("Budgets and expectations", each(limits, limit, page), limits.length, page),
    levels(comparison, page),
    block("Could not be judged", each(listed, unjudgedText, page), listed.length, page),
    block(
      "New, with nothing to compare with yet",
      each(fresh, ({ rows }) => groupName(rows, name), page),
      fresh.length,
      page,
    ),
    block(
      "Not measured",
      each(unaffected, ({ rows }) => `${groupName(rows, name)}: ${message(rows[0].reason)}`, page),
      unaffected.length,
      page,
    ),
    waivers(comparison, page),
    ...warnings(
      notes(comparison).filter(({ minor }) => !minor),
      page,
    ),
    block(
      "Slow requests",
      each(slowLines(comparison.slow ?? [], { name, prose: message }), (line) => line, page),
      0,
      page,
    ),
    block("Replay", replay(comparison.replay, page), 0, page),
  ];
  const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${text.join("\n\n")}\n`;
}

interface Page {
  readonly columns: number;
  readonly paint: (text: string, ink: Ink) => string;
}

const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
type Ink = keyof typeof SGR;
const painted = (text: string, ink: Ink) => `\u001b[${SGR[ink]}m${text}\u001b[0m`;
const unpainted = (text: string) => text;

/** Red for verdicts that fail by default, yellow for undecided ones, green for others. */
function ink(verdict: Verdict): Ink {
  const { fails, conclusion, movable } = FATES[verdict];
  return fails ? "red" : movable || conclusion === "neutral" ? "yellow" : "green";
}

const name = (text: string) => plainText(text, NAME_LENGTH) || ABSENT;
/** A message without the backticks around names. They are removed first, so that escaping sees the text as shown. */
const message = (text: string, most = MESSAGE_LENGTH) => plainText(text.replaceAll("`", ""), most) || ABSENT;

function opening(comparison: Comparison, { columns, paint }: Page): string[] {
  const { symbol, title, action } = headline(comparison);
  const tone = ink(comparison.overall);
  return [
    ...wrapped(message(title, 600), columns, "   ", `${symbol} `).map((line) =>
      paint(paint(line, tone), "bold"),
    ),
    ...wrapped(message(action, ACTION_LENGTH), columns, "   "),
    "",
    ...wrapped(context(comparison, name), columns, "   ").map((line) => paint(line, "dim")),
  ];
}

/** A titled list; empty without lines. */
function block(title: string, lines: readonly string[], count: number, { paint }: Page): string[] {
  if (lines.length === 0) return [];
  const more = count > MOST ? [`  … and ${whole(count - MOST)} more`] : [];
  return [paint(title, "bold"), ...lines, ...more];
}

/** What explains the changes: each workload, and the places under it. */
const causes = (comparison: Comparison, { columns }: Page) =>
  explained(comparison, { name, reason: (why) => message(why, 300) }).flatMap((one) => [
    ...wrapped(one.summary, columns, "    ", "  "),
    ...one.causes.flatMap((cause) => wrapped(cause, columns, "      ", "    ")),
  ]);

const each = <T>(all: readonly T[], text: (one: T) => string, { columns }: Page) =>
  all.slice(0, MOST).flatMap((one) => wrapped(text(one), columns, "    ", "  "));

/** Changed rows under their workload: in columns where they fit, else on two lines. */
function changes(rows: readonly Row[], page: Page): string[] {
  const cells = rows.map((row) => ({
    under: row.kind === "advisory" ? `${name(itemName(row))} (advisory)` : name(itemName(row)),
    metric: subject(row, name),
    values: transition(row),
    change: changeText(row),
    verdict: row.gates || row.kind === "advisory" ? rowVerdict(row) : `${rowVerdict(row)} (warns only)`,
    ink: ink(row.verdict),
  }));
  const widest = (key: "values" | "change" | "verdict") =>
    Math.max(0, ...cells.map((cell) => width(cell[key])));
  const figures = widest("values") + widest("change") + widest("verdict") + 4;
  const room = page.columns - figures - 6;
  const metric = Math.max(0, ...cells.map((cell) => width(cell.metric)).filter((columns) => columns <= room));
  const groups = [...new Set(cells.map((cell) => cell.under))];
  return groups.flatMap((under) => [
    ...wrapped(under, page.columns, "  "),
    ...cells
      .filter((cell) => cell.under === under)
      .flatMap((cell) => {
        const numbers = `${padded(cell.values, widest("values"), "right")}  ${padded(cell.change, widest("change"))}`;
        const verdict = page.paint(cell.verdict, cell.ink);
        if (width(cell.metric) <= room) return [`    ${padded(cell.metric, metric)}  ${numbers}  ${verdict}`];
        const head = wrapped(cell.metric, page.columns, "    ");
        if (figures + 6 <= page.columns) return [...head, `      ${numbers}  ${verdict}`];
        return [
          ...head,
          ...wrapped(`${cell.values}, ${cell.change}, ${cell.verdict}`, page.columns, "      "),
        ];
      }),
  ]);
}

function limit(row: Row): string {
  const { limit } = row;
  const about = `${name(itemName(row))} ${subject(row, name)}`;
  if (limit === null) return `${about} ${fate(row.verdict)}: ${message(row.reason)}`;
  const outcome = limit.outcome === "risk" ? "at risk" : limit.outcome === "fail" ? "broken" : "holds";
  const because = limit.because === null ? "" : `, because ${message(limit.because)}`;
  return `${about}: ${limitText(limit, row.unit)}, required ${message(limit.wanted, 80)}${because}: ${outcome}`;
}

const unjudgedText = ({ rows }: Group) =>
  `${groupName(rows, name)} ${fate(rows[0].verdict)}: ${message(rows[0].reason || FATES[rows[0].verdict].meaning)}`;

function levels(comparison: Comparison, page: Page): string[] {
  const texts = levelTexts(comparison, { name, prose: (text) => message(text) });
  const lines = texts
    .slice(0, MOST)
    .flatMap(({ name, said, notes }) => [
      ...wrapped(`${name} ${said}`, page.columns, "    ", "  "),
      ...notes.flatMap((note) => wrapped(note, page.columns, "      ", "    ")),
    ]);
  return block("Levels", lines, texts.length, page);
}

function waivers(comparison: Comparison, page: Page): string[] {
  const lines = waiverLines(comparison, { name, prose: message });
  return block(
    "Waivers",
    each(lines, (line) => line, page),
    lines.length,
    page,
  );
}

function warnings(all: readonly Note[], page: Page): string[][] {
  const lines = all
    .slice(0, MOST)
    .flatMap(({ warning }) => [
      ...wrapped(message(warning.message), page.columns, "    ", "  "),
      ...(warning.remedy === null
        ? []
        : wrapped(message(warning.remedy), page.columns, "         ", "    fix: ")),
    ]);
  return [block("Warnings", lines, all.length, page)];
}

/** The whole command on one line, however long: a broken line could not be pasted. */
const replay = (argv: readonly string[], { paint }: Page) =>
  argv.length === 0 ? [] : [paint(`  ${shell(["steelyard", ...argv])}`, "dim")];
