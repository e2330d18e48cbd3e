import type { Comparison, Row } from "../model/comparison.ts";
import { environment, replay } from "./environment.ts";
import { evidenceTable, totalsTable } from "./evidence.ts";
import { counted, whole } from "./figures.ts";
import { toldByTitle } from "./headline.ts";
import { code, link, prose } from "./inert.ts";
import { levelList, levelTables } from "./levels.ts";
import { news, worstFirst } from "./news.ts";
import { notes } from "./notes.ts";
import { recordSection } from "./record.ts";
import { rules } from "./rules.ts";
import {
  changedTable,
  limitTable,
  type Mark,
  marksOf,
  newList,
  noteList,
  opening,
  unjudgedList,
} from "./sections.ts";
import { slowLines, slowTitle } from "./slow.ts";
import { trendAddress } from "./trend.ts";
import { waiverLines } from "./waivers.ts";

/** What leads on from the comment; an address that is not plainly http(s) leaves its label bare. */
export interface Links {
  readonly trend?: string;
  readonly artifact?: string;
  readonly rerun?: string;
}

export interface CommentOptions {
  readonly links?: Links;
  /** A paragraph of ours, as Markdown, that is never left out; empty for none. */
  readonly notice?: string;
  /** Most characters; at least 8,000, which the opening and the footer always fit. */
  readonly limit?: number;
  /** Tells several comments on one pull request apart. */
  readonly key?: string;
}

/** Below GitHub's 65,536, with room for what a caller adds. */
export const COMMENT_LIMIT = 60_000;

/** The hidden first line by which our own comment is found again. */
export function marker(key = "default"): string {
  return `<!-- steelyard:comment:${key.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 80)} -->`;
}

/** Sections in the order they are left out when there is no room, with the name they are missed by. */
export const DROPPED_FIRST = [
  ["advisory", "advisory metrics"],
  ["levelTables", "each level"],
  ["gates", "all gate metrics"],
  ["limitsAll", "all budgets and expectations"],
  ["changedRest", "further changes"],
  ["newRest", "more of what is new"],
  ["unjudgedRest", "more of what could not be judged"],
  ["notesRest", "further warnings"],
  ["totals", "totals"],
  ["slow", "slow requests"],
  ["environment", "the environment"],
  ["rules", "the rules"],
  ["notes", "warnings"],
  ["unjudged", "what could not be judged"],
  ["limits", "budgets and expectations"],
  ["new", "what is new"],
  ["waivers", "waivers"],
  ["levels", "what levels showed"],
  ["changed", "changes"],
  ["records", "the records"],
  ["replay", "how to replay"],
] as const;
export type Section = (typeof DROPPED_FIRST)[number][0];

/** The order they are read in. */
const READ: readonly Section[] = [
  "changed",
  "changedRest",
  "limits",
  "levels",
  "unjudged",
  "unjudgedRest",
  "new",
  "newRest",
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
 * The pull request comment, as GitHub-flavoured Markdown: the verdict and what to do, what changed, what could
 * not be judged, warnings; everything else folded away. Text from the data is inert.
 */
export function comment(comparison: Comparison, options: CommentOptions = {}): string {
  const { links, notice, limit = COMMENT_LIMIT, key } = options;
  const first = `${marker(key)}\n`;
  return first + body(comparison, { links, notice }, (text) => first.length + text.length <= limit);
}

/** What a report says beside what follows from the comparison. */
export interface Around {
  readonly links?: Links | undefined;
  readonly notice?: string | undefined;
}

/** What the caller knows to link to, and the trend page where the config names it. */
function linksOf(comparison: Comparison, given: Links = {}): Links {
  const trend = given.trend ?? trendAddress(comparison);
  return { ...given, ...(trend !== undefined && { trend }) };
}

/** The comment without its marker, cut down section by section until it fits. */
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
    : `Left out for want of room: ${dropped.join(", ")}. All of it is in \`comparison.json\` of this run.`;

function footer({ trend, artifact, rerun }: Links): string {
  const given: [string, string | undefined][] = [
    ["Trend", trend],
    ["Data of this run", artifact],
    ["Measure again", rerun],
  ];
  return given
    .flatMap(([label, address]) => (address === undefined ? [] : [link(label, address)]))
    .join(" · ");
}

/** Most rows and list entries shown unfolded. */
const MOST_SHOWN = 10;

function sections(comparison: Comparison): Record<Section, string> {
  const { changed, limits, unjudged, fresh } = news(comparison);
  const footnotes = notes(comparison);
  const mark = marksOf(footnotes);
  const warned = first(footnotes.filter(({ minor }) => !minor));
  const unwarned = footnotes.slice(warned.length);
  const sorted = worstFirst(comparison.rows);
  const gates = sorted.filter(({ kind }) => kind === "gate" || kind === "errors" || kind === "checks");
  const advisory = sorted.filter(({ kind }) => kind === "advisory");
  const allLimits = sorted.filter(({ kind }) => kind === "budget" || kind === "expect");
  const told = toldByTitle(comparison, unjudged) ? [] : unjudged;
  const changes = (rows: readonly Row[]) => changedTable(comparison, rows, mark);
  return {
    changed: changes(first(changed)),
    changedRest: folded(counted(rest(changed).length, "more change"), changes(rest(changed))),
    limits: limitSection(allLimits, limits, mark),
    levels: titled("Levels", levelList(comparison)),
    levelTables: folded("Each level", levelTables(comparison)),
    unjudged: titled("Could not be judged", unjudgedList(first(told), mark)),
    unjudgedRest: folded(
      `${whole(rest(told).length)} more that could not be judged`,
      unjudgedList(rest(told), mark),
    ),
    new: titled("New, with nothing to compare with yet", newList(first(fresh))),
    newRest: folded(`${whole(rest(fresh).length)} more that are new`, newList(rest(fresh))),
    waivers: waiverSection(comparison),
    notes: titled("Warnings", noteList(warned)),
    notesRest: folded(counted(unwarned.length, "more warning"), noteList(unwarned, warned.length + 1)),
    slow: folded(
      slowTitle(comparison),
      slowLines(comparison.slow ?? [], { name: code, prose })
        .map((line) => `- ${line}`)
        .join("\n"),
    ),
    records: recordSection(comparison),
    replay: folded("Replay it on your machine", replay(comparison.replay)),
    gates: folded(counted(gates.length, "gate"), evidenceTable(comparison, gates, mark)),
    advisory: folded(counted(advisory.length, "advisory metric"), evidenceTable(comparison, advisory, mark)),
    limitsAll: folded(
      counted(allLimits.length, "budget or expectation", "budgets and expectations"),
      first(limits).length === allLimits.length ? "" : limitTable(allLimits, mark),
    ),
    totals: folded("Totals", totalsTable(comparison.workloads)),
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

/** Budgets and expectations: those that do not hold, and how many do. */
function limitSection(all: readonly Row[], news: readonly Row[], mark: Mark): string {
  const holds = all.filter(({ limit }) => limit?.outcome === "pass").length; // an absent figure keeps no limit
  const count = `${holds} of ${all.length} ${holds === 1 ? "holds" : "hold"}.`;
  if (all.length === 0) return "";
  if (news.length === 0) return `Budgets and expectations: ${count}`;
  return titled("Budgets and expectations", `${limitTable(first(news), mark)}\n\n${count}`);
}

/** What was accepted, and what came of the other waivers. */
function waiverSection(comparison: Comparison): string {
  const lines = waiverLines(comparison, { name: code, prose }).map((line) => `- ${line}`);
  const more = rest(lines).length > 0 ? [`- and ${whole(rest(lines).length)} more`] : [];
  return titled("Waivers", [...first(lines), ...more].join("\n"));
}

const titled = (title: string, text: string) => (text === "" ? "" : `**${title}**\n\n${text}`);

/** A part that is folded away; the summary is in our own words, never in the data's. */
function folded(summary: string, text: string): string {
  return text === "" ? "" : `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
}
