import { own } from "../base/own.ts";
import { KINDS } from "../load/registry.ts";
import { type KnownMetric, metricsOf } from "../model/generator.ts";
import { betterOf, family, type Metric, selector } from "../model/metric.ts";
import { EXECUTED, KEPT, perRequestName, WORK, WORK_NAMES } from "../model/work.ts";

/** Statistics that a metric of each kind has. */
export const STATS: Readonly<Record<Metric["kind"], string>> = {
  trend: "p1 to p99, p99.5, p99.9, p99.95, p99.99, mean, min, max, count",
  share: "rate, count",
  counter: "count, rate",
  gauge: "value (or the bare name)",
};

/** Metrics of all generators, and ours; those that a script declares are known only when it has run. */
export const KNOWN: Readonly<Record<string, KnownMetric>> = {
  ...Object.assign({}, ...Object.values(KINDS).map(({ metrics }) => metrics)),
  ...metricsOf("trend", "s", "cold_opening cold_steady"),
  ...metricsOf("gauge", "s", "cpu_per_request cold_ready cold_first_request"),
  ...metricsOf("gauge", "B", "memory_peak"),
  ...Object.fromEntries(
    WORK_NAMES.map((name) => [perRequestName(name), { kind: "gauge", unit: WORK[name] }]),
  ),
  ...metricsOf("gauge", "1", [...EXECUTED, ...KEPT].map(perRequestName).join(" ")),
};

/** What each known metric is, for people. */
const MEANINGS: Readonly<Record<string, string>> = {
  http_req_duration:
    "time of one request: sending it, waiting for the answer and receiving it, without connecting",
  http_req_blocked: "time that a request waited for a connection, connecting included",
  http_req_connecting: "time to open the TCP connection of a request; 0 where one was open",
  http_req_tls_handshaking: "time of the TLS handshake of a request; 0 where a connection was open",
  http_req_sending: "time to send a request",
  http_req_waiting: "time from the end of sending to the first byte of the answer",
  http_req_receiving: "time to receive an answer",
  http_req_failed:
    "requests without an answer, or with a status that the script does not expect (400 and above)",
  http_reqs: "requests",
  iteration_duration: "time of one iteration of the script, its pauses included",
  iterations: "iterations of the script",
  dropped_iterations: "iterations of an open load that should have begun, and had no virtual user",
  group_duration: "time of one `group()` of the script",
  checks: "checks of the script that passed",
  data_sent: "bytes that the generator sent",
  data_received: "bytes that the generator received",
  vus: "virtual users that were active",
  ws_connecting: "time to open a WebSocket",
  ws_session_duration: "time that a WebSocket was open",
  ws_ping: "time from a WebSocket's ping to its pong",
  ws_sessions: "WebSockets that were opened",
  ws_msgs_sent: "messages sent over WebSockets",
  ws_msgs_received: "messages received over WebSockets",
  grpc_req_duration: "time of one gRPC call",
  cpu_per_request:
    "CPU time of the services, divided by the requests that were made; `{service:NAME}` is that of one",
  memory_peak:
    "most memory that the services used, the sum of each one's peak; `{service:NAME}` is that of one. Of a container, as its control group counts it. Of a process, with the pages of its program and libraries, so that another build may differ by those alone",
  cold_ready: "time from the start of the stack until it is ready",
  cold_first_request: "time of the first request after a cold start",
  cold_opening: "time of a request in the first ten seconds after a cold start",
  cold_steady: "time of a request later than ten seconds after a cold start",
  bytes_received_per_request: "bytes that the services received over the network, for each request",
  bytes_sent_per_request: "bytes that the services sent over the network, for each request",
  disk_read_per_request: "bytes that the services read from disks, for each request",
  disk_written_per_request: "bytes that the services wrote to disks, for each request",
  page_faults_per_request: "page faults of the services, for each request",
  context_switches_per_request: "context switches of the services, for each request",
  instructions_per_request:
    "instructions that the services executed outside of the kernel, for each request, where the machine counts them",
  compilation_per_request:
    "CPU time in which runtimes of the services compiled code (JVM, .NET), for each request",
  statements_per_request: "statements that a database executed, for each request",
  rows_per_request: "rows that a database returned or changed, for each request",
  connections_per_request: "connections that a database accepted, for each request",
  transactions_per_request: "transactions that a database ended, for each request",
  rows_read_per_request: "rows that a database read in tables and indexes, for each request",
  rows_written_per_request: "rows that a database inserted, changed or deleted, for each request",
  sequential_scans_per_request: "scans of whole tables in a database, for each request",
  blocks_per_request: "blocks that a database read, from its cache or from disks, for each request",
};

/** A metric, for people. */
export interface MetricMeaning {
  readonly metric: string;
  readonly meaning: string;
  /** Its base unit, in words. */
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** Statistics that a gate or budget may name. */
  readonly statistics: string;
}

/** All known metrics, in the order of the generators, and then ours. */
export const knownMetrics = (): MetricMeaning[] => Object.keys(KNOWN).map((name) => meaningOf(name)!);

/** The metric that a selector such as `http_req_duration{name:cart}.p95` names; undefined for an unknown one. */
export function metricNamed(text: string): MetricMeaning | undefined {
  return meaningOf(family(selector(text)?.metric ?? "").replace(/^[^:]*:/, ""));
}

function meaningOf(metric: string): MetricMeaning | undefined {
  const known = own(KNOWN, metric);
  const meaning = own(MEANINGS, metric);
  if (known === undefined || meaning === undefined) return undefined;
  const unit = known.unit === "1" ? "a number" : known.unit;
  return { metric, meaning, unit, better: betterOf(metric), statistics: STATS[known.kind] };
}
