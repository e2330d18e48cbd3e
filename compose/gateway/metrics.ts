/** Upper bounds of the histogram's buckets, in seconds; `+Inf` follows. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Histogram {
  /** Observations in each bucket alone; one more than there are bounds. */
  readonly counts: number[];
  sum: number;
}

/** What the process knows of itself when the page is asked for. */
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

/** The gateway's own figures. */
export interface Metrics {
  /** @param route its pattern, never the path asked for: the number of series stays bounded */
  observe(route: string, status: number, seconds: number): void;
  /** The page in Prometheus' text format 0.0.4. */
  page(use: ProcessUse, streams: StreamCounts): string;
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function metrics(): Metrics {
  const series = new Map<string, Histogram>();
  return {
    observe(route, status, seconds) {
      const labels = `route="${route}",status="${status}"`;
      const histogram = series.get(labels) ?? { counts: [...BOUNDS, 0].fill(0), sum: 0 };
      series.set(labels, histogram);
      const at = BOUNDS.findIndex((bound) => seconds <= bound);
      histogram.counts[at === -1 ? BOUNDS.length : at]! += 1;
      histogram.sum += seconds;
    },
    page({ cpu, memory }, { open, delivered, dropped }) {
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
        "# HELP http_request_duration_seconds Time from a request's arrival to the end of its answer.",
        "# TYPE http_request_duration_seconds histogram",
      ];
      for (const [labels, { counts, sum }] of series) lines.push(...histogramLines(labels, counts, sum));
      return `${lines.join("\n")}\n`;
    },
  };
}

function histogramLines(labels: string, counts: readonly number[], sum: number): string[] {
  let below = 0;
  const buckets = counts.map((count, i) => {
    below += count;
    return `http_request_duration_seconds_bucket{${labels},le="${BOUNDS[i] ?? "+Inf"}"} ${below}`;
  });
  return [
    ...buckets,
    `http_request_duration_seconds_sum{${labels}} ${sum}`,
    `http_request_duration_seconds_count{${labels}} ${below}`,
  ];
}
