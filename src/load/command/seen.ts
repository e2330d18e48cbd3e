import type { Metric, Metrics } from "../../model/metric.ts";
import type { Observed } from "../../model/run.ts";

/** The parsed output of a program, without the figures that we measure. */
export interface Seen extends Omit<Observed, "generator" | "thresholds" | "metrics" | "seconds"> {
  /** Seconds measured; null where it does not say, and its whole run counts. */
  readonly seconds: number | null;
  /** Counters lack their time as long as it is not known. */
  readonly metrics: Readonly<Record<string, Metric | Omit<Extract<Metric, { kind: "counter" }>, "seconds">>>;
}

/** The output of a program does not have the expected form; the message names the place and the reason. */
export class Unreadable extends Error {}

/** Most metrics of one trial. */
export const MOST_METRICS = 1_000;

/** A program that says nothing of requests: no request was counted, which is not the same as none made. */
export const UNCOUNTED = {
  seconds: null,
  requests: 0,
  errors: 0,
  statuses: {},
  checks: [],
  unanswered: { timeouts: 0, refused: 0, other: 0 },
} satisfies Omit<Seen, "metrics">;

/** The metrics with the time that their counters were collected over. */
export function timed(metrics: Seen["metrics"], seconds: number): Metrics {
  const all = Object.entries(metrics).map(([name, metric]) => [
    name,
    metric.kind === "counter" ? { seconds, ...metric } : metric,
  ]);
  return Object.fromEntries(all);
}

/** A piece of somebody else's text, in quotes, inert and short. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return short.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    "\ufffd",
  );
}
