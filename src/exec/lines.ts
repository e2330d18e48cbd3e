import { StringDecoder } from "node:string_decoder";

/** Longest line passed on, in characters: a minified bundle in a stack trace is cut, a log line is not. */
export const LONGEST_LINE = 4_096;

/** Cuts a stream of bytes into lines. */
export interface Lines {
  write(chunk: Uint8Array): void;
  /** Passes on what came after the last line break. */
  end(): void;
}

/**
 * Calls `onLine` for each line of a stream, without its line break; lines beyond `longest` characters are cut,
 * marked, and never held in memory. Bytes that are not UTF-8 become U+FFFD.
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
    rest = last.slice(0, longest + 2); // two more than fit: a "\r" may be one, the other shows that it is cut
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
