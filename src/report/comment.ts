import { counted } from "../base/text.ts";
import type { Comparison, Row } from "../model/comparison.ts";
import { environment, replay } from "./environment.ts";
import { codeSpan, markdownLink, markdownText } from "./escape.ts";
import { evidenceTable, totalsTable } from "./evidence.ts";
import { whole } from "./figures.ts";
import { inTitle } from "./headline.ts";
import { levelList, levelTables } from "./levels.ts";
import { news, worstFirst } from "./news.ts";
import { notes } from "./notes.ts";
import { recordSection } from "./record.ts";
import { rules } from "./rules.ts";
import {
  causeList,
  changedTable,
  limitTable,
  type Mark,
  marksOf,
  newList,
  noteList,
  opening,
  unaffectedList,
  unjudgedList,
} from "./sections.ts";
import { slowLines, slowTitle } from "./slow.ts";
import { trendAddress } from "./trend.ts";
import { waiverLines } from "./waivers.ts";

/** Links at the end of the comment. An address that is not plainly http(s) leaves its label without a link. */
export interface Links {
  /** The page with flame graphs and statements. */
  readonly why?: string;
  readonly trend?: string;
  readonly artifact?: string;
  readonly rerun?: string;
}

export interface CommentOptions {
  readonly links?: Links;
  /** A paragraph of our own, as Markdown, that is never left out; empty for none. */
  readonly notice?: string;
  /** Most characters; at least 8,000, so that the opening and the footer always fit. */
  readonly limit?: number;
  /** Distinguishes several comments on one pull request. */
  readonly key?: string;
}

/** Below GitHub's 65,536, with room for additions of a caller. */
export const COMMENT_LIMIT = 60_000;

/** The hidden first line that identifies our own comment. */
export function marker(key = "default"): string {
  return `<!-- steelyard:comment:${key.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 80)} -->`;
}

/** Sections in the order in which they are left out to fit, with their names for the reader. */
export const DROPPED_FIRST = [
  ["advisory", "advisory metrics"],
  ["levelTables", "each level"],
  ["gates", "all gate metrics"],
  ["limitsAll", "all budgets and expectations"],
  ["changedRest", "further changes"],
  ["newRest", "more new metrics"],
  ["unjudgedRest", "more rows that could not be judged"],
  ["notesRest", "further warnings"],
  ["totals", "totals"],
  ["slow", "slow requests"],
  ["environment", "the environment"],
  ["rules", "the rules"],
  ["notes", "warnings"],
  ["unjudged", "rows that could not be judged"],
  ["limits", "budgets and expectations"],
  ["unaffected", "workloads that were not measured"],
  ["new", "new metrics"],
  ["waivers", "waivers"],
  ["levels", "levels"],
  ["causes", "what explains the changes"],
  ["changed", "changes"],
  ["records", "the records"],
  ["replay", "the replay command"],
] as const;
export type Section = (typeof DROPPED_FIRST)[number][0];

/** The sections in reading order. */
const READ: readonly Section[] = [
  "changed",
  "causes",
  "changedRest",
  "limits",
  "levels",
  "unjudged",
  "unjudgedRest",
  "new",
  "newRest",
  "unaffected",
  "waivers",
  "notes",
  "notesRest",
  "slow",
  "records",
  "replay",
  "levelTables",
  "gates",
  "advisory",
  "limitsAll",
  "totals",
  "environment",
  "rules",
];

/**
 * The pull request comment, as GitHub-flavoured Markdown: the verdict and the action, changes, rows that could not be
 * judged, warnings; everything else is folded. Text from the data is escaped.
 */
export function comment(comparison: Comparison, options: CommentOptions = {}): string {
  const { links, notice, limit = COMMENT_LIMIT, key } = options;
  const first = `${marker(key)}\n`;
  return first + body(comparison, { links, notice }, (text) => first.length + text.length <= limit);
}

/** The parts of a report that do not follow from the comparison. */
export interface Around {
  readonly links?: Links | undefined;
  readonly notice?: string | undefined;
}

/** The caller's links, and the trend page where the config names it. */
function linksOf(comparison: Comparison, given: Links = {}): Links {
  const trend = given.trend ?? trendAddress(comparison);
  return { ...given, ...(trend !== undefined && { trend }) };
}

/** The comment without its marker; leaves out section after section until it fits. */
export function body(comparison: Comparison, around: Around, fits: (text: string) => boolean): string {
  const { notice = "" } = around;
  const links = linksOf(comparison, around.links);
  const texts = sections(comparison);
  const start = [opening(comparison), notice].filter((part) => part !== "").join("\n\n");
  const dropped: string[] = [];
  for (const [section, name] of DROPPED_FIRST) {
    const text = assembled(start, texts, dropped, links);
    if (fits(text)) return text;
    if (texts[section] === "") continue;
    texts[section] = "";
    dropped.push(name);
  }
  return assembled(start, texts, dropped, links);
}

function assembled(
  start: string,
  texts: Readonly<Record<Section, string>>,
  dropped: readonly string[],
  links: Links,
): string {
  const parts = [start, ...READ.map((section) => texts[section]), leftOut(dropped), footer(links)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const leftOut = (dropped: readonly string[]) =>
  dropped.length === 0
    ? ""
    : `Left out to fit: ${dropped.join(", ")}. The file \`comparison.json\` of this run has everything.`;

function footer({ why, trend, artifact, rerun }: Links): string {
  const given: [string, string | undefined][] = [
    ["Flame graphs and statements", why],
    ["Trend", trend],
    ["Data of this run", artifact],
    ["Measure again", rerun],
  ];
  return given
    .flatMap(([label, address]) => (address === undefined ? [] : [markdownLink(label, address)]))
    .join(" · ");
}

/** Most rows and list entries shown unfolded. */
const MOST_SHOWN = 10;

function sections(comparison: Comparison): Record<Section, string> {
  const { changed, counts, limits, unjudged, unaffected, fresh } = news(comparison);
  const footnotes = notes(comparison);
  const mark = marksOf(footnotes);
  const warned = first(footnotes.filter(({ minor }) => !minor));
  const unwarned = footnotes.slice(warned.length);
  const sorted = worstFirst(comparison.rows);
  const gates = sorted.filter(({ kind }) => kind === "gate" || kind === "errors" || kind === "checks");
  const advisory = sorted.filter(({ kind }) => kind === "advisory");
  const allLimits = sorted.filter(({ kind }) => kind === "budget" || kind === "expect");
  const listed = inTitle(comparison, unjudged) ? [] : unjudged;
  const others = [...rest(changed), ...counts];
  const changes = (rows: readonly Row[]) => changedTable(comparison, rows, mark);
  return {
    changed: changes(first(changed)),
    changedRest: folded(counted(others.length, "more change"), changes(others)),
    limits: limitSection(allLimits, limits, mark),
    levels: titled("Levels", levelList(comparison)),
    levelTables: folded("Each level", levelTables(comparison)),
    unjudged: titled("Could not be judged", unjudgedList(first(listed), mark)),
    unjudgedRest: folded(
      `${whole(rest(listed).length)} more that could not be judged`,
      unjudgedList(rest(listed), mark),
    ),
    new: titled("New, with nothing to compare with yet", newList(first(fresh))),
    newRest: folded(`${whole(rest(fresh).length)} more that are new`, newList(rest(fresh))),
    unaffected: titled("Not measured", unaffectedList(first(unaffected), rest(unaffected).length)),
    waivers: waiverSection(comparison),
    notes: titled("Warnings", noteList(warned)),
    notesRest: folded(counted(unwarned.length, "more warning"), noteList(unwarned, warned.length + 1)),
    causes: causeList(comparison),
    slow: folded(
      slowTitle(comparison),
      slowLines(comparison.slow ?? [], { name: codeSpan, prose: markdownText })
        .map((line) => `- ${line}`)
        .join("\n"),
    ),
    records: recordSection(comparison),
    replay: folded("Replay this on your machine", replay(comparison.replay)),
    gates: folded(gatesTitle(gates), evidenceTable(comparison, gates, mark)),
    advisory: folded(counted(advisory.length, "advisory metric"), evidenceTable(comparison, advisory, mark)),
    limitsAll: folded(
      counted(allLimits.length, "budget or expectation", "budgets and expectations"),
      first(limits).length === allLimits.length ? "" : limitTable(allLimits, mark),
    ),
    totals: folded("Totals", totalsTable(comparison)),
    environment: folded("Environment and reference", environment(comparison)),
    rules: folded(
      "How it is judged",
      rules(comparison)
        .map((rule) => `- ${rule}`)
        .join("\n"),
    ),
  };
}

const first = <T>(all: readonly T[]) => all.slice(0, MOST_SHOWN);
const rest = <T>(all: readonly T[]) => all.slice(MOST_SHOWN);

/** Budgets and expectations: the rows that do not hold, and the number that hold. */
function limitSection(all: readonly Row[], news: readonly Row[], mark: Mark): string {
  const holds = all.filter(({ limit }) => limit?.outcome === "pass").length; // an absent figure never holds
  const count = `${holds} of ${all.length} ${holds === 1 ? "holds" : "hold"}.`;
  if (all.length === 0) return "";
  if (news.length === 0) return `Budgets and expectations: ${count}`;
  return titled("Budgets and expectations", `${limitTable(first(news), mark)}\n\n${count}`);
}

/** The accepted rows, and the fate of the other waivers. */
function waiverSection(comparison: Comparison): string {
  const lines = waiverLines(comparison, { name: codeSpan, prose: markdownText }).map((line) => `- ${line}`);
  const more = rest(lines).length > 0 ? [`- and ${whole(rest(lines).length)} more`] : [];
  return titled("Waivers", [...first(lines), ...more].join("\n"));
}

const titled = (title: string, text: string) => (text === "" ? "" : `**${title}**\n\n${text}`);

/** A folded part. Its summary is our own text, never from the data. */
function folded(summary: string, text: string): string {
  return text === "" ? "" : `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** "2 gates", or "2 gates and 3 rows of errors and checks". */
function gatesTitle(rows: readonly Row[]): string {
  const gates = rows.filter(({ kind }) => kind === "gate").length;
  const others = rows.length - gates;
  const parts = [
    gates > 0 ? counted(gates, "gate") : [],
    others > 0 ? `${counted(others, "row")} of errors and checks` : [],
  ];
  return parts.flat().join(" and ");
}
