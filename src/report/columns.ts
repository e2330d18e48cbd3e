/** Text for a fixed number of terminal columns. */

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const MARK = /\p{M}/u;

/** Columns that a text takes: two for emoji and East Asian letters, none for combining marks. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** The text with spaces after it (or before it) up to a width; longer texts stay as they are. */
export function padded(text: string, columns: number, side: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, columns - width(text)));
  return side === "left" ? text + space : space + text;
}

/**
 * Wraps text to lines of at most `columns`, at spaces other than that of "5 %". A longer word is cut at the end of the line and
 * continues after "…", so that no part of it can begin a line.
 *
 * @param indent the prefix of every line but the first
 * @param lead the prefix of the first line, as wide as the indent
 */
export function wrapped(text: string, columns: number, indent = "", lead = indent): string[] {
  const room = Math.max(8, columns - width(indent));
  const lines: string[] = [];
  let line = "";
  // A workflow log reads a word with "::" at the start of a line as a command, but not after "…".
  const words = text.split(/ (?!%)/).map((word) => (word.startsWith("::") ? `…${word}` : word));
  for (const word of words.flatMap((each) => pieces(each, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (width(longer) <= room) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line].map((each, i) => (i === 0 ? lead : indent) + each);
}

/** The parts of a word that fit. */
function pieces(word: string, room: number): string[] {
  if (width(word) <= room) return [word];
  const parts = [""];
  for (const character of word) {
    const last = parts.at(-1)!;
    if (width(last + character) <= room) parts[parts.length - 1] = last + character;
    else parts.push(`…${character}`);
  }
  return parts;
}
