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
 * Lines of at most `columns`, broken at spaces; a longer word is cut where the line ends, and goes on after "…",
 * so that no part of it can begin a line.
 *
 * @param indent what every line but the first begins with
 * @param lead what the first line begins with, as wide as the indent
 */
export function wrapped(text: string, columns: number, indent = "", lead = indent): string[] {
  const room = Math.max(8, columns - width(indent));
  const lines: string[] = [];
  let line = "";
  // A word that a workflow log would take for a command at the beginning of a line cannot be one after "…".
  const words = text.split(" ").map((word) => (word.startsWith("::") ? `…${word}` : word));
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

/** A word in parts that fit. */
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
