import { shellWord } from "../base/shell.ts";
import { plainText } from "./escape.ts";

/** Longest command line shown. */
const LONGEST = 2_000;

/** An argv as one line that a POSIX shell splits into the same words; invisible characters are escaped. */
export const shell = (argv: readonly string[]): string =>
  plainText(argv.map((word) => shellWord(plainText(word, LONGEST))).join(" "), LONGEST);
