/** Begins what `init` was not sure of, in a comment of a file that it writes. */
export const DOUBT = "check: ";
/** The first line of a script that `init` writes. In other scripts such comments are a person's own. */
export const WRITTEN = "written by `steelyard init`";

const IN_COMMENT = new RegExp(`(?:^|\\s)(?:#|//) (?:.*, )?${DOUBT}(.+)$`);

/** A guess of `init` that is still in a file. */
export interface Guess {
  readonly path: string;
  /** From 1 on. */
  readonly line: number;
  readonly doubt: string;
}

/** The guesses of `init` that are still in a config, or in a script that it wrote. */
export function guessesIn(path: string, text: string): Guess[] {
  if (!/\.ya?ml$/.test(path) && !text.slice(0, 200).includes(WRITTEN)) return [];
  return text.split("\n").flatMap((line, i) => {
    const doubt = IN_COMMENT.exec(line)?.[1];
    return doubt === undefined ? [] : [{ path, line: i + 1, doubt }];
  });
}
