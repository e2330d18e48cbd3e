/** Begins what `init` was not sure of, in a comment of a file that it writes. */
export const DOUBT = "check: ";

const IN_COMMENT = new RegExp(`(?:^|\\s)(?:#|//) (?:.*, )?${DOUBT}(.+)$`);

/** The doubts that are still in a text, with their lines, from 1 on. */
export const doubtsIn = (text: string): { line: number; doubt: string }[] =>
  text.split("\n").flatMap((line, i) => {
    const doubt = IN_COMMENT.exec(line)?.[1];
    return doubt === undefined ? [] : [{ line: i + 1, doubt }];
  });
