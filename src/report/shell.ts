import { plainText } from "./escape.ts";

/** Longest command line shown. */
const LONGEST = 2_000;

/** An argv as one line that a POSIX shell splits into the same words; invisible characters are escaped. */
export function shell(argv: readonly string[]): string {
  return plainText(argv.map((word) => quoted(plainText(word, LONGEST))).join(" "), LONGEST);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
