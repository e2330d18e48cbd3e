import type { Oha } from "./kind.ts";

export interface OhaRun extends Omit<Oha, "endpoint" | "path" | "body"> {
  /** The file of the body, absolute; null for requests without one. */
  readonly body: string | null;
  readonly seconds: number;
  readonly url: string;
  /** File that the JSON is written to. */
  readonly report: string;
}

const millis = (seconds: number) => `${Math.max(1, Math.round(seconds * 1000))}ms`;

/**
 * The command of one run. Requests under way at its end are waited for: dropping them would drop slow ones more often
 * than fast ones. With a rate, latency counts from the time that a request was due (no coordinated omission).
 */
export function ohaArgv(binary: string, run: OhaRun): string[] {
  const { connections, threads, rate, timeout, method, body, content_type, keepalive } = run;
  return [
    binary,
    "--no-tui",
    "--output-format",
    "json",
    "--output",
    run.report,
    "-z",
    millis(run.seconds),
    "--wait-ongoing-requests-after-deadline",
    "-c",
    String(connections),
    "--worker-threads",
    String(threads),
    "-t",
    millis(timeout),
    "--connect-timeout",
    millis(timeout),
    "-m",
    method,
    ...(rate === undefined ? [] : ["-q", String(rate), "--latency-correction"]),
    ...(body === null ? [] : ["-D", body]),
    ...(content_type === undefined ? [] : ["-T", content_type]),
    ...(keepalive ? [] : ["--disable-keepalive"]),
    run.url,
  ];
}
