import { StringDecoder } from "node:string_decoder";

/** Longest line in characters. Cuts a minified bundle in a stack trace, but no normal log line. */
export const LONGEST_LINE = 4_096;

/** Splits a stream of bytes into lines. */
export interface Lines {
  write(chunk: Uint8Array): void;
  /** Passes on the text after the last line break. */
  end(): void;
}

/**
 * Calls `onLine` for each line of a stream, without its line break. Lines beyond `longest` characters are cut and
 * marked, and never held in memory as a whole. Bytes that are not UTF-8 become U+FFFD.
 */
export function lines(onLine: (line: string) => void, longest = LONGEST_LINE): Lines {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const emit = (line: string) => {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    onLine(text.length > longest ? `${text.slice(0, longest)}… [cut]` : text);
  };
  const add = (text: string) => {
    const parts = (rest + text).split("\n");
    const last = parts.pop() ?? "";
    for (const part of parts) emit(part);
    rest = last.slice(0, longest + 2); // two more than the limit: one for a "\r", one to see that it is cut
  };
  return {
    write: (chunk) => add(decoder.write(chunk)),
    end() {
      add(decoder.end());
      if (rest !== "") emit(rest);
      rest = "";
    },
  };
}
