import type { SlowRequest } from "../../model/slow.ts";
import { MARK, WARMUP } from "./shape.ts";
import { WATCHED } from "./watch.ts";
import { MARKS } from "./wrapper.ts";

/** The facts in k6's log of a run. */
export interface K6Log {
  /** Milliseconds since the epoch at the borders of the measured part; null for one that was not reached. */
  readonly begin: number | null;
  readonly end: number | null;
  /** Iterations of the measured part that ended with an exception, and the first of those exceptions. */
  readonly thrown: number;
  readonly exception: string | null;
  /** The first errors that are no exception of an iteration. */
  readonly errors: readonly string[];
  /** The error of the first failed request. */
  readonly failedRequest: string | null;
  /** The slowest of the requests that the watch logged, in warm-up and measured part. */
  readonly slow: readonly SlowRequest[];
  /** Of a cold trial: the request that was begun before all others. */
  readonly first: { readonly at: number; readonly seconds: number } | null;
  /** Origins that were asked by HTTP in the whole run. */
  readonly asked: readonly string[];
}

/** Most errors kept, and most characters of each. */
const KEPT = 5;
const LONGEST = 1_500;
/** Most origins kept, far more than a script asks. */
const MOST_ORIGINS = 1_000;
/** Most slow requests kept, of which a trial keeps the slowest. */
const MOST_SLOW = 100;

/**
 * Parses k6's log (JSON lines) as it is written.
 *
 * A broken target makes k6 log a line a request, thousands a second: a line is parsed only where
 * its text shows that it matters, and exceptions beyond the first are only counted.
 *
 * @param onBegin called when the measured part begins
 */
export function logParser(onBegin: () => void): { line(text: string): void; result(): K6Log } {
  let begin: number | null = null;
  let end: number | null = null;
  let thrown = 0;
  let exception: string | null = null;
  let failedRequest: string | null = null;
  const errors: string[] = [];
  let slow: SlowRequest[] = [];
  let first: K6Log["first"] = null;
  const asked = new Set<string>();

  const watched = (text: string) => {
    const line = messageIn(text);
    const request = slowRequest(line);
    if (request) {
      slow.push(request);
      if (slow.length > 2 * MOST_SLOW) slow = theSlowest(slow);
    }
    const begun = beginning(line);
    if (begun && (first === null || begun.at < first.at)) first = begun;
    const [origin] = after(WATCHED.asked, line) ?? [];
    if (typeof origin === "string" && asked.size < MOST_ORIGINS) asked.add(origin);
  };
  const mark = (text: string) => {
    const [what, at] = messageIn(text).split(" ");
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
        else if (Object.values(WATCHED).some((word) => text.includes(word))) watched(text);
      } else if (text.includes('"source":"stacktrace"')) {
        if (text.includes(`"scenario":"${WARMUP}`) || text.includes(`"scenario":"${MARK}`)) return;
        thrown++;
        exception ??= messageIn(text);
      } else if (text.includes('"level":"warning"')) {
        if (failedRequest === null && text.includes("Request Failed"))
          failedRequest = messageIn(text, "error");
      } else if (errors.length < KEPT && (text.includes('"level":"error"') || text.startsWith("panic:"))) {
        errors.push(messageIn(text));
      }
    },
    result: () => ({
      begin,
      end,
      thrown,
      exception,
      errors,
      failedRequest,
      slow: theSlowest(slow),
      first,
      asked: [...asked],
    }),
  };
}

const theSlowest = (all: readonly SlowRequest[]) =>
  [...all].sort((a, b) => b.seconds - a.seconds).slice(0, MOST_SLOW);

/** The values after a word of the watch; undefined for any other line, and for one that the script made up. */
function after(word: string, line: string): unknown[] | undefined {
  if (!line.startsWith(`${word} `)) return undefined;
  try {
    const value: unknown = JSON.parse(line.slice(word.length));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function slowRequest(line: string): SlowRequest | undefined {
  const [at, ms, status, name, first] = after(WATCHED.slow, line) ?? [];
  if (!isTime(at) || typeof ms !== "number" || !(ms > 0)) return undefined;
  return {
    at: new Date(at).toISOString(),
    seconds: ms / 1000,
    status: typeof status === "number" && status >= 100 && status <= 999 ? Math.round(status) : 0,
    name: typeof name === "string" ? name.slice(0, 200) : null,
    first: first === true,
  };
}

function beginning(line: string): K6Log["first"] | undefined {
  const [at, ms] = after(WATCHED.first, line) ?? [];
  return isTime(at) && typeof ms === "number" && ms >= 0 ? { at, seconds: ms / 1000 } : undefined;
}

/** Whether a value is a date in milliseconds since the epoch. */
const isTime = (at: unknown): at is number => typeof at === "number" && at > 0 && at < 8e15;

/** The message of a log line with its cause, or another field; the line itself where it is not JSON. */
export function messageIn(line: string, field = "msg"): string {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    const cause = field === "msg" && typeof entry.error === "string" ? `: ${entry.error}` : "";
    return `${String(entry[field] ?? entry.msg)}${cause}`.trim().slice(0, LONGEST);
  } catch {
    return line.trim().slice(0, LONGEST);
  }
}
