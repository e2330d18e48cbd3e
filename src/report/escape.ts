import { withoutEnd } from "../base/text.ts";

/**
 * Escapes text from the data. Names, reasons, branches and labels come from whoever opened the pull request; they may be
 * shown, and nothing more. No part of them may become a link, an image, a mention, HTML, a table cell, our own marker, a
 * workflow command or a terminal escape.
 *
 * Markdown has two forms. A name becomes a code span, in which GitHub links nothing. Prose stays prose, but every word
 * that could have a meaning in Markdown becomes a code span. Backslashes would not suffice: GitHub looks for mentions,
 * issue numbers and commits *after* it resolves escapes.
 */

/** Longest name and longest message shown, in characters. */
export const NAME_LENGTH = 120;
export const MESSAGE_LENGTH = 400;

/** Stands for an absent value. */
export const ABSENT = "n/a";

/** Letters without a glyph: fillers of Hangul, and the empty Braille cell. */
const BLANK = "\\u115f\\u1160\\u2800\\u3164\\uffa0";
/** Controls, bidirectional and zero-width format characters, private and unassigned code points. */
const UNSEEN = new RegExp(`[\\p{C}${BLANK}]`, "gu");

/**
 * One line of visible text. White space becomes single spaces, invisible characters become `\u…` escapes, and stacks of
 * combining marks are cut. Sequences that a workflow log or our own comment finder acts on (`::command`, `##[command]`,
 * `<!--`) are broken up.
 *
 * @param most longest result, in UTF-16 units; "…" marks a cut
 */
export function plainText(text: string, most: number): string {
  const shown = text
    .slice(0, most * 4) // enough for the result; bounds the work for megabytes of text
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

/** A name as a Markdown code span, shown literally; "n/a" where it is empty. */
export function codeSpan(text: string, most: number = NAME_LENGTH): string {
  const shown = plainText(text, most);
  return shown === "" ? ABSENT : span(shown);
}

/** A code span whose fence no run of backticks inside can close. */
function span(shown: string): string {
  const runs = new Set([...shown.matchAll(/`+/g)].map(([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = "`".repeat(length);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/**
 * A message as Markdown. Words stay words; text between backticks, and every word with a meaning in Markdown or on GitHub,
 * becomes a code span.
 */
export function markdownText(text: string, most: number = MESSAGE_LENGTH): string {
  const shown = plainText(text, most);
  const parts = shown.split("`");
  // With an odd number of backticks, none of them is read as a quote.
  if (parts.length % 2 === 0) return unlisted(sentence(shown.replaceAll("`", "'")));
  // An empty quote becomes a space, so that the words around it stay apart.
  const quoted = (part: string) => (part.trim() === "" ? " " : span(part.trim()));
  const set = parts.map((part, i) => (i % 2 === 1 ? quoted(part) : sentence(part)));
  // Two adjacent spans would share a run of backticks and no longer close correctly.
  const joined: string[] = [];
  let last = "";
  for (const next of set.filter((one) => one !== "")) {
    if (last.endsWith("`") && next.startsWith("`")) joined.push(" ");
    joined.push(next);
    last = next;
  }
  return unlisted(joined.join("").trim()) || ABSENT;
}

const sentence = (text: string) =>
  text
    .split(INTERVAL)
    .map((part, i) => (i % 2 === 1 && isOrdinaryInterval(part) ? part : part.split(" ").map(word).join(" ")))
    .join("");

/** Whether each word between the brackets can be written literally. */
const isOrdinaryInterval = (text: string) => text.slice(1, -1).split(" ").every(ordinary);

/** A number as our sentences write it. */
const BOUND = "[+−×]?\\d[\\d.,]*(?: [A-Za-zµ%/]{1,6})?";
/** Such as "[+0.2, +4.9]" or "[298 ms to 326 ms]". Nothing may adjoin it that makes a link of brackets, or an image. */
const INTERVAL = new RegExp(`(?<=^| )(\\[${BOUND}(?:,| to) ${BOUND}\\])(?=[.,;]?(?: |$))`);

/** Makes a first word that would begin a list or a rule a code span. */
const unlisted = (text: string) => text.replace(/^(?:[-+=]+|\d+[.)])(?= |$)/, span);

/** Brackets and punctuation around a word, which are not part of it. */
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

/** Whether a word can be written literally: only if it is plainly harmless. */
function ordinary(text: string): boolean {
  return (
    /^(?:[A-Za-z0-9.,;:!?()'"%+/=-]|[^\0-\x7f])+$/u.test(text) &&
    !/\/\/|www\./i.test(text) && // addresses
    !/[a-z]-\d|\b(?:ghsa|cve)-/i.test(text) && // GH-12 and references like it
    !/^\/\w\w|!\d|%["a-z\d]/i.test(text) && // quick actions, merge requests and milestones of GitLab
    !/\b[0-9a-f]{7,64}\b/i.test(text) // a commit
  );
}

/**
 * A Markdown table; empty without rows. A column whose name ends in ":" is aligned to the right.
 *
 * Escapes pipes in cells, because GitHub resolves these before anything else in a cell. Parsers disagree on a backslash
 * before such a pipe, so it becomes `\u005c`.
 */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
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

/** A Markdown link of our own; only the label where the address is not plainly http(s). */
export function markdownLink(label: string, address: string): string {
  return /^https?:\/\/[\w.~:/?#@!$&'*+,;=%-]+$/.test(address) && address.length <= 500
    ? `[${label}](${address})`
    : label;
}
