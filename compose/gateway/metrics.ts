/** Upper bounds of the histogram's buckets, in seconds; `+Inf` follows. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Histogram {
  /** Observations in each bucket alone; one more than there are bounds. */
  readonly counts: number[];
  sum: number;
}

/** The process's own usage at the time of the request. */
export interface ProcessUse {
  /** CPU seconds, user and system. */
  readonly cpu: number;
  /** Resident bytes. */
  readonly memory: number;
}

/** Sessions that are open, and notifications that were sent to one or dropped because it reads too slowly. */
export interface StreamCounts {
  readonly open: number;
  readonly delivered: number;
  readonly dropped: number;
}

/** The gateway's metrics. */
export interface Metrics {
  /** @param route its pattern, never the requested path, so that the number of series stays bounded */
  observe(route: string, status: number, seconds: number): void;
  /** The page in Prometheus' text format 0.0.4. @param more lines of others */
  page(use: ProcessUse, streams: StreamCounts, more?: readonly string[]): string;
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function metrics(): Metrics {
  const requests = histogram(
    "http_request_duration_seconds",
    "Time from a request's arrival to the end of its answer.",
    BOUNDS,
  );
  return {
    observe: (route, status, seconds) => requests.observe(`route="${route}",status="${status}"`, seconds),
    page({ cpu, memory }, { open, delivered, dropped }, more = []) {
      const lines = [
        "# HELP process_cpu_seconds_total CPU time used, user and system.",
        "# TYPE process_cpu_seconds_total counter",
        `process_cpu_seconds_total ${cpu}`,
        "# HELP process_resident_memory_bytes Resident memory.",
        "# TYPE process_resident_memory_bytes gauge",
        `process_resident_memory_bytes ${memory}`,
        "# HELP stream_sessions WebSocket sessions that are open.",
        "# TYPE stream_sessions gauge",
        `stream_sessions ${open}`,
        "# HELP stream_notifications_total Notifications by what became of them, once for each session.",
        "# TYPE stream_notifications_total counter",
        `stream_notifications_total{fate="delivered"} ${delivered}`,
        `stream_notifications_total{fate="dropped"} ${dropped}`,
        ...requests.lines(),
        ...more,
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

/**
 * A histogram of durations with several series, keyed by their labels as on the page (`a="b",c="d"`).
 *
 * @param bounds upper bounds of the buckets in seconds, ascending; +Inf follows
 */
export function histogram(name: string, help: string, bounds: readonly number[]) {
  const series = new Map<string, Histogram>();
  return {
    observe(labels: string, seconds: number): void {
      const one = series.get(labels) ?? { counts: [...bounds, 0].fill(0), sum: 0 };
      series.set(labels, one);
      const at = bounds.findIndex((bound) => seconds <= bound);
      one.counts[at === -1 ? bounds.length : at]! += 1;
      one.sum += seconds;
    },
    /** Its part of the page. */
    lines(): string[] {
      const all = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
      for (const [labels, { counts, sum }] of series) {
        let below = 0;
        for (const [i, count] of counts.entries()) {
          below += count;
          all.push(`${name}_bucket{${labels},le="${bounds[i] ?? "+Inf"}"} ${below}`);
        }
        all.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`);
      }
      return all;
    },
  };
}

/** A counter with several series. */
export function counter(name: string, help: string) {
  const series = new Map<string, number>();
  return {
    add(labels: string): void {
      series.set(labels, (series.get(labels) ?? 0) + 1);
    },
    /** Its part of the page. */
    lines(): string[] {
      const all = [...series].map(([labels, count]) => `${name}{${labels}} ${count}`);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...all];
    },
  };
}
