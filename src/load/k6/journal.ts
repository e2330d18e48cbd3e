import { MARK, WARMUP } from "./shape.ts";
import { MARKS } from "./wrapper.ts";

/** What k6 said while it ran. */
export interface Said {
  /** Milliseconds since the epoch at the borders of the measured part; null for one that was not reached. */
  readonly begin: number | null;
  readonly end: number | null;
  /** Iterations of the measured part that ended with an exception, and the first of those exceptions. */
  readonly thrown: number;
  readonly exception: string | null;
  /** The first errors that are no exception of an iteration. */
  readonly errors: readonly string[];
  /** What the first failed request failed with. */
  readonly failedRequest: string | null;
}

/** Most errors kept, and most characters of each. */
const KEPT = 5;
const LONGEST = 1_500;

/**
 * Listens to k6's log (JSON lines).
 *
 * A broken target makes k6 log a line a request, thousands a second: lines are parsed only where their text
 * says that they matter, and exceptions beyond the first are only counted.
 *
 * @param onBegin called when the measured part begins
 */
export function journal(onBegin: () => void): { line(text: string): void; said(): Said } {
  let begin: number | null = null;
  let end: number | null = null;
  let thrown = 0;
  let exception: string | null = null;
  let failedRequest: string | null = null;
  const errors: string[] = [];

  const mark = (text: string) => {
    const [what, at] = message(text).split(" ");
    if (what === MARKS.begin && begin === null) {
      begin = Number(at);
      onBegin();
    }
    if (what === MARKS.end) end = Number(at);
  };
  return {
    line(text) {
      if (text.includes('"source":"console"')) {
        if (text.includes(MARKS.begin) || text.includes(MARKS.end)) mark(text);
      } else if (text.includes('"source":"stacktrace"')) {
        if (text.includes(`"scenario":"${WARMUP}`) || text.includes(`"scenario":"${MARK}`)) return;
        thrown++;
        exception ??= message(text);
      } else if (text.includes('"level":"warning"')) {
        if (failedRequest === null && text.includes("Request Failed")) failedRequest = message(text, "error");
      } else if (errors.length < KEPT && (text.includes('"level":"error"') || text.startsWith("panic:"))) {
        errors.push(message(text));
      }
    },
    said: () => ({ begin, end, thrown, exception, errors, failedRequest }),
  };
}

/** The message of a log line, with its cause; the line itself where it is none. */
function message(line: string, field = "msg"): string {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const cause = field === "msg" && typeof entry.error === "string" ? `: ${entry.error}` : "";
    return `${String(entry[field] ?? entry.msg)}${cause}`.trim().slice(0, LONGEST);
  } catch {
    return line.trim().slice(0, LONGEST);
  }
}
