import { plain } from "./inert.ts";

/** Longest command line shown. */
const LONGEST = 2_000;

/** An argv as one line that a POSIX shell reads back as the same words; what cannot be seen is made visible. */
export function shell(argv: readonly string[]): string {
  return plain(argv.map((word) => quoted(plain(word, LONGEST))).join(" "), LONGEST);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
