import { withoutEnd } from "../base/text.ts";

/**
 * Text that came with the data, made harmless. Names, reasons, branches and labels were written by whoever
 * opened the pull request: they may be shown, and nothing more. No part of them may become a link, an image,
 * a mention, HTML, a table cell, our own marker, a workflow command or a terminal escape.
 *
 * Two forms for Markdown. A name is a code span, in which GitHub links nothing. Prose stays prose, and every
 * word of it that could mean something to a Markdown reader becomes a code span; escaping would not do, as
 * GitHub looks for mentions, issue numbers and commits in the text *after* escapes are resolved.
 */

/** Longest name and longest message shown, in characters. */
export const NAME_LENGTH = 120;
export const MESSAGE_LENGTH = 400;

/** Shown in place of what is not there. */
export const ABSENT = "n/a";

/** Letters without ink: fillers of Hangul, and the empty Braille cell. */
const BLANK = "\\u115f\\u1160\\u2800\\u3164\\uffa0";
/** Controls, bidirectional and zero-width format characters, private and unassigned code points. */
const UNSEEN = new RegExp(`[\\p{C}${BLANK}]`, "gu");

/**
 * One line of text with nothing hidden in it: white space is single spaces, unseen characters are `\u…`
 * escapes, towers of combining marks are cut, and what a workflow log or our own comment finder would act on
 * (`::command`, `##[command]`, `<!--`) is broken up.
 *
 * @param most longest result, in UTF-16 units; what is cut off is marked by "…"
 */
export function plain(text: string, most: number): string {
  const shown = text
    .slice(0, most * 4) // enough for the result, and a bound on the work for a text of megabytes
    .replace(/[\s\u0085]+/gu, " ")
    .replace(UNSEEN, escaped)
    .replace(/(\p{M}{3})\p{M}+/gu, "$1")
    .replace(/(^|\s)::/g, "$1\\u003a:")
    .replaceAll("##[", "#\\u0023[")
    .replaceAll("<!--", "<\\u0021--")
    .trim();
  if (shown.length <= most && text.length <= most * 4) return shown;
  return `${shown.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function escaped(character: string): string {
  const point = character.codePointAt(0)!.toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, "0")}`;
}

/** A name as a Markdown code span: shown as it is, understood as nothing. "n/a" where it is empty. */
export function code(text: string, most: number = NAME_LENGTH): string {
  const shown = plain(text, most);
  return shown === "" ? ABSENT : span(shown);
}

/** A code span with the shortest fence that no run of backticks inside closes. */
function span(shown: string): string {
  const runs = new Set([...shown.matchAll(/`+/g)].map(([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = "`".repeat(length);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/**
 * A message as Markdown: words stay words, what stands between backticks and every word with a meaning in
 * Markdown or on GitHub becomes a code span.
 */
export function prose(text: string, most: number = MESSAGE_LENGTH): string {
  const shown = plain(text, most);
  const parts = shown.split("`");
  // An odd number of backticks: one of them opens nothing, so that none is taken for a quote.
  if (parts.length % 2 === 0) return unlisted(sentence(shown.replaceAll("`", "'")));
  // A quote of nothing leaves a gap, or what stands around it would become one word.
  const quoted = (part: string) => (part.trim() === "" ? " " : span(part.trim()));
  const set = parts.map((part, i) => (i % 2 === 1 ? quoted(part) : sentence(part)));
  // Two spans side by side would share a run of backticks, and no longer close where they should.
  const joined: string[] = [];
  let last = "";
  for (const next of set.filter((one) => one !== "")) {
    if (last.endsWith("`") && next.startsWith("`")) joined.push(" ");
    joined.push(next);
    last = next;
  }
  return unlisted(joined.join("").trim()) || ABSENT;
}

const sentence = (text: string) => text.split(" ").map(word).join(" ");

/** The text with a first word that would begin a list or a rule, were it the first of its line, as code. */
const unlisted = (text: string) => text.replace(/^(?:[-+=]+|\d+[.)])(?= |$)/, span);

/** Brackets and punctuation around a word are not part of it. */
const [OPENING, CLOSING] = ["(\"'", ".,;:!?)\"'"];
/** Marks that stand alone between words. */
const MARKS: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "<=": "&lt;=",
  ">=": "&gt;=",
  "&": "&amp;",
};

function word(text: string): string {
  if (Object.hasOwn(MARKS, text)) return MARKS[text]!;
  if (/:[\w+-]+:/.test(text)) return span(text); // the name of an emoji, its colons included
  let begin = 0;
  while (begin < text.length && OPENING.includes(text[begin]!)) begin++;
  const before = text.slice(0, begin);
  const core = withoutEnd(text.slice(begin), CLOSING);
  const after = text.slice(begin + core.length);
  return core === "" || ordinary(core) ? text : `${before}${span(core)}${after}`;
}

/** Whether a word can be written as it is. What is not plainly harmless is not. */
function ordinary(text: string): boolean {
  return (
    /^(?:[A-Za-z0-9.,;:!?()'"%+/=-]|[^\0-\x7f])+$/u.test(text) &&
    !/\/\/|www\./i.test(text) && // addresses
    !/[a-z]-\d|\b(?:ghsa|cve)-/i.test(text) && // GH-12 and references like it
    !/\b[0-9a-f]{7,64}\b/i.test(text) // a commit
  );
}

/**
 * A table, or nothing where it would have no rows. A column whose name ends in ":" is aligned to the right.
 *
 * Pipes in the cells are escaped here, as GitHub resolves that before anything else in a cell; parsers disagree
 * on a backslash before such a pipe, so it is spelled out.
 */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const head = columns.map((column) => column.replace(/:$/, ""));
  const rule = columns.map((column) => (column.endsWith(":") ? "---:" : "---"));
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(unpiped).join(" | ")} |`;
}

/** A cell whose pipes are escaped, and the backslashes before them spelled out. */
function unpiped(cell: string): string {
  const parts = cell.split("|");
  const last = parts.pop()!;
  return [...parts.map(spelt), last].join("\\|");
}

function spelt(part: string): string {
  const rest = withoutEnd(part, "\\");
  return rest + "\\u005c".repeat(part.length - rest.length);
}

/** A link of our own to an address that is plainly one, or the bare label where it is not. */
export function link(label: string, address: string): string {
  return /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/.test(address) && address.length <= 500
    ? `[${label}](${address})`
    : label;
}
