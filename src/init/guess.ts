/** Begins a guess of `init`, in a comment of a file that it writes. */
export const GUESS = "check: ";
/** Stands in the first line of a script that `init` writes. */
export const WRITTEN = "written by `steelyard init`";

const IN_COMMENT = new RegExp(`(?:^|\\s)(?:#|//) (?:.*, )?${GUESS}(.+)$`);

/** A guess of `init` that is still in a file. */
export interface Guess {
  readonly path: string;
  /** From 1 on. */
  readonly line: number;
  readonly guess: string;
}

/** The guesses that are still in a text. */
export const guessesIn = (path: string, text: string): Guess[] =>
  text.split("\n").flatMap((line, i) => {
    const guess = IN_COMMENT.exec(line)?.[1];
    return guess === undefined ? [] : [{ path, line: i + 1, guess }];
  });

/** A text as a comment: on one line. */
export const remark = (text: string) => text.replace(/\s+/g, " ");
