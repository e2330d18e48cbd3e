import type { Causes } from "../model/cause.ts";
import type { CpuProfile, Frame, Profiling, StatementCount } from "../model/profiling.ts";
import type { Side } from "../model/schedule.ts";
import { aTrend } from "./trials.ts";

/** Profiles that explain a verdict, with the deviations that a test sets. For tests only. */

export const RANK: Frame = { name: "rankItems", file: "src/rank.js", line: 42 };
export const HANDLE: Frame = { name: "", file: "src/server.js", line: 7 };
const PARSE: Frame = { name: "parse", file: null, line: null };
const NATIVE: Frame = { name: "(program)", file: null, line: null };
const TIMER: Frame = { name: "a timer", file: null, line: null };

/** CPU microseconds a request by function, statements a request, and what else one side does. */
export interface SideSpec {
  readonly rank?: number;
  /** Of `rank`, in JSON.parse. */
  readonly parse?: number;
  /** In `handle` itself. */
  readonly handle?: number;
  /** In no function. */
  readonly native?: number;
  readonly database?: number;
  /** Share by which the database's CPU differs from start to start. */
  readonly unsteady?: number;
  /** In `rank`, microseconds a request that it waits for a timer; in `handle`, seconds of a start, whatever the requests. */
  readonly waits?: number;
  readonly idles?: number;
  /** In a start. */
  readonly requests?: number;
  /** Mean latency, microseconds; by default three times the service's CPU. */
  readonly latency?: number;
  readonly statements?: Readonly<
    Record<
      string,
      Pick<StatementCount, "calls" | "seconds" | "locked" | "blocks"> & { readonly rows?: number }
    >
  >;
}
export interface ProfilingSpec {
  readonly base?: SideSpec;
  readonly head?: SideSpec;
  readonly starts?: number;
  /** Starts in which a pair was lost. */
  readonly lost?: readonly number[];
  readonly changes?: Profiling["changes"];
}

/** Requests of a side in a start, and the share by which the starts differ. */
const [REQUESTS, SPREAD] = [2_000, 0.004];

/** A workload with one service that is profiled and a database that is not. */
export function aProfiling({
  base = {},
  head = {},
  starts = 4,
  lost = [],
  changes = {},
}: ProfilingSpec): Profiling {
  const all = Array.from({ length: starts }, (_, start) => start);
  const sides = all.flatMap((start) =>
    (
      [
        ["base", base],
        ["head", head],
      ] as const
    ).map(([side, spec]) => ({ start, side, spec })),
  );
  const pairs = all.flatMap((start): Profiling["workloads"][number]["pairs"] => {
    const place = {
      workload: "browse",
      variant: null,
      slot: start,
      attempt: 0,
      start,
      began: "2026-01-01T00:00:00Z",
    };
    if (lost.includes(start))
      return [{ outcome: "lost", ...place, side: "head", failure: { code: "timeout", message: "too slow" } }];
    const host = { probe: null, steal: null, pressure: null, busy: null, load: null };
    const load = { iterations: 1, dropped: 0, achieved: null, busy: null };
    return [{ outcome: "ok", ...place, host, load, base: sideOf(base, start), head: sideOf(head, start) }];
  });
  const profiles = sides.map(({ start, side, spec }) => profileOf(spec, start, side));
  const statements = sides.map(({ start, side, spec: { statements: run = {}, requests = REQUESTS } }) => ({
    start,
    side,
    service: "db",
    counts: Object.entries(run).map(([text, { calls, seconds, locked, blocks, rows = calls }]) => {
      const seen = { calls: calls * requests, rows: rows * requests, seconds: seconds * requests };
      const waited = locked !== undefined && { locked: locked * requests };
      const read = blocks !== undefined && { blocks: blocks * requests };
      return { text, ...seen, seconds: seen.seconds * varied(start), ...waited, ...read };
    }),
  }));
  const lacking = [{ service: "db", why: "it is no Node.js" }];
  return {
    workloads: [{ workload: "browse", variant: null, pairs, profiles, statements, lacking }],
    changes,
  };
}

const varied = (start: number) => 1 + SPREAD * ((start % 3) - 1);
const web = ({ rank = 50, handle = 50, native = 50 }: SideSpec) => rank + handle + native;

function sideOf(spec: SideSpec, start: number) {
  const { database = 200, unsteady = 0, latency = 3 * web(spec), requests = REQUESTS } = spec;
  const cpu = (micros: number) => (micros / 1e6) * requests * varied(start);
  const latencies = { ...aTrend(1e-3, requests), mean: (latency / 1e6) * varied(start) };
  const used = (micros: number) => ({ cpu: cpu(micros), memory: null, restarts: 0 });
  return {
    seconds: 2,
    requests,
    errors: 0,
    checks: 0,
    failedChecks: 0,
    metrics: { http_req_duration: latencies },
    services: { web: used(web(spec)), db: used(database * (1 + unsteady * ((start % 3) - 1))) },
  };
}

function profileOf(spec: SideSpec, start: number, side: Side): CpuProfile {
  const { rank = 50, parse = 0, handle = 50, native = 50, waits, idles = 0, requests = REQUESTS } = spec;
  const seconds = (micros: number) => (micros / 1e6) * requests * varied(start);
  return {
    start,
    side,
    service: "web",
    source: "node",
    interval: 5e-4,
    frames: [HANDLE, RANK, PARSE, NATIVE, TIMER],
    nodes: [
      [-1, 0, seconds(handle)],
      [0, 1, seconds(rank - parse)],
      [1, 2, seconds(parse)],
      [-1, 3, seconds(native)],
    ],
    ...(waits !== undefined && {
      waits: [
        [-1, 0, 0],
        [0, 4, idles * varied(start)],
        [0, 1, 0],
        [2, 4, seconds(waits)],
      ],
    }),
  };
}

/** Causes of every kind. @param text what every field with text has; names of their own by default */
export function someCauses(text?: string): Causes[] {
  const added = (estimate: number) => ({
    estimate,
    interval: [0.8 * estimate, 1.2 * estimate] as [number, number],
  });
  const both = (base: number, more: number) => ({ base, head: base + more, added: added(more) });
  const service = text ?? "web";
  return [
    {
      workload: text ?? "recommend",
      variant: null,
      starts: 4,
      cpu: both(4e-4, 6e-5),
      latency: both(0.012, 0.004),
      changed: true,
      reappeared: { cpu: true, latency: true },
      causes: [
        {
          kind: "function",
          service,
          ...both(2e-4, 3.1e-5),
          share: 0.52,
          total: false,
          within: text ?? "parse",
          name: text ?? "rankItems",
          file: text ?? "src/rank.ts",
          line: 42,
          edited: [44, 47],
        },
        {
          kind: "statement",
          service: text ?? "db",
          ...both(0, 0.0011),
          text: text ?? "SELECT * FROM items WHERE order_id = $1",
          calls: { base: 0, head: 3 },
          rows: { base: 0, head: 3 },
          // Hostile texts have none: the comment of all of them would lose other parts for it.
          ...(text === undefined && { origin: { file: "src/items.ts", line: 9, name: "items" } }),
          repeated: true,
        },
        {
          kind: "wait",
          service: "web",
          ...both(0, 0.003),
          name: "retry",
          file: text ?? "src/retry.ts",
          line: 7,
          within: text ?? "a timer",
          edited: null,
        },
        { kind: "service", service: text ?? "db", ...both(1e-4, 2.2e-5), share: 0.36 },
      ],
      elsewhere: -4e-6,
      // A long hostile reason would cost the comment of all of them other parts, too.
      lacking: [
        { service: text ?? "db", why: text !== undefined && text.length < 60 ? text : "it is no Node.js" },
      ],
    },
    {
      workload: text ?? "search",
      variant: text ?? null,
      starts: 3,
      cpu: both(4e-4, 1e-6),
      latency: null,
      changed: false,
      gates: { cpu: false, latency: false },
      reappeared: { cpu: false, latency: false },
      causes: [],
      elsewhere: 0,
      lacking: [],
    },
  ];
}
