import type { z } from "zod";
import { Baseline, NO_VARIANT, type Session } from "../model/baseline.ts";
import { Config, type Policy, type Workload } from "../model/config.ts";
import { type Metric, type Metrics, QUANTILES, select } from "../model/metric.ts";
import { type FailureCode, type Fingerprint, type GoodTrial, Run, type Trial } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";

/**
 * Small runs and baselines by hand, for tests: say what matters, the rest is a healthy service. What comes
 * back has passed its schema. Durations are seconds.
 */

/** One trial; a bare number is its p50. */
export interface TrialSpec {
  /** Median latency, seconds; 12 ms by default. */
  readonly p50?: number;
  /** Width of the latency distribution: a log scale, 0.25 by default (p95 = 2.1 × p50). */
  readonly spread?: number;
  /** CPU seconds a request, 0.8 ms by default; null where it could not be had. */
  readonly cpu?: number | null;
  readonly seconds?: number;
  readonly requests?: number;
  readonly errors?: number;
  readonly timeouts?: number;
  /** By default every request that is not an error is a 200, every other a 500. */
  readonly statuses?: Readonly<Record<string, number>>;
  readonly checks?: readonly (readonly [name: string, passes: number, fails: number])[];
  readonly thresholds?: readonly (readonly [metric: string, limit: string, held: boolean])[];
  /** Share of the host's CPU time in use, 0.4 by default. */
  readonly busy?: number | null;
  readonly probe?: readonly [number, number] | null;
  readonly steal?: number;
  readonly dropped?: number;
  readonly achieved?: number | null;
  /** CPU seconds of the generator; 0.5 by default. */
  readonly generatorCpu?: number;
  readonly restarts?: number;
  /** Metrics beside the usual ones, or in their place. */
  readonly metrics?: Metrics;
  /** Usual metrics that are absent. */
  readonly without?: readonly string[];
  /** A failed trial: everything above is then ignored but the host's state. */
  readonly failure?: FailureCode;
  readonly message?: string;
}
export type Trials = readonly (TrialSpec | number)[];

export interface WorkloadSpec {
  /** The trials of a workload without variants. */
  readonly trials?: Trials;
  readonly variants?: Readonly<Record<string, Trials>>;
  /** Trials planned, where more were planned than made. */
  readonly planned?: number;
  readonly config?: Partial<z.input<typeof Workload>>;
  readonly digest?: string;
  readonly model?: "open" | "closed" | "iterations" | "mixed";
}

export interface RunSpec {
  readonly workloads: Readonly<Record<string, WorkloadSpec>>;
  readonly policy?: z.input<typeof Policy>;
  readonly id?: string;
  readonly began?: string;
  readonly state?: "complete" | "interrupted";
  readonly runnerClass?: string;
  readonly fingerprint?: Partial<Fingerprint>;
  readonly commit?: { readonly sha: string; readonly subject: string; readonly dirty: boolean } | null;
}

export const DIGEST = "sha256:0f0e0d";
export const CLASS = "linux-x64-8c";
export const SHA = "1".repeat(40);

/** A machine of eight cores. */
export function aFingerprint(differs: Partial<Fingerprint> = {}): Fingerprint {
  return {
    os: "linux",
    arch: "x64",
    cpu: "Example CPU @ 3.00GHz",
    cores: 8,
    memory: 16 * 2 ** 30,
    kernel: "6.1",
    node: "24.21.0",
    generators: { k6: "k6 1.8.1" },
    ...differs,
  };
}

/** A config of the workloads named, on a stack that is already deployed. */
export function aConfig(spec: Pick<RunSpec, "workloads" | "policy">): Config {
  const workloads = Object.entries(spec.workloads).map(([name, { config, variants }]) => [
    name,
    {
      k6: `workloads/${name}.ts`,
      variants: Object.fromEntries(Object.keys(variants ?? {}).map((variant) => [variant, {}])),
      ...config,
    },
  ]);
  return Config.parse({
    version: 1,
    stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } },
    workloads: Object.fromEntries(workloads),
    policy: spec.policy ?? {},
  });
}

/** A run. Its config is in `config.resolved`. */
export function aRun(spec: RunSpec): Run {
  const slots: Slot[] = [];
  const trials: Trial[] = [];
  for (const [workload, of] of Object.entries(spec.workloads)) {
    for (const [variant, specs] of variantsOf(of)) {
      for (let trial = 0; trial < Math.max(specs.length, of.planned ?? 0); trial++) {
        const index = slots.length;
        slots.push({ index, workload, variant, side: "head", trial, warmup: 2, duration: 5, seed: index });
        const what = specs[trial];
        if (what !== undefined) trials.push(aTrial(slots[index]!, what));
      }
    }
  }
  const starts = slots.length > 0 ? [{ start: 0, stackEnv: {}, slots }] : [];
  return Run.parse({
    schema: tag("run"),
    id: spec.id ?? "20261121-100000-abcdef",
    began: spec.began ?? "2026-11-21T10:00:00Z",
    ended: "2026-11-21T10:05:00Z",
    state: spec.state ?? "complete",
    steelyard: "0.1.0",
    runnerClass: spec.runnerClass ?? CLASS,
    profile: null,
    commit: spec.commit === undefined ? { sha: SHA, subject: "Faster search", dirty: false } : spec.commit,
    config: { path: ".github/steelyard.yml", digest: "sha256:c0", resolved: aConfig(spec) },
    fingerprint: aFingerprint(spec.fingerprint),
    stack: { kind: "external", labels: {}, seed: null, env: {} },
    workloads: Object.fromEntries(
      Object.entries(spec.workloads).map(([name, { digest, model }]) => [
        name,
        { digest: digest ?? DIGEST, model: model ?? "closed", generator: "k6" },
      ]),
    ),
    schedule: { schema: tag("schedule"), seed: 1, shard: null, starts },
    trials,
    spent: { load: 5 * trials.length, total: 6 * trials.length },
  });
}

const variantsOf = (spec: WorkloadSpec): [string | null, Trials][] =>
  spec.variants ? Object.entries(spec.variants) : [[null, spec.trials ?? []]];

function aTrial(slot: Slot, what: TrialSpec | number): Trial {
  const spec = typeof what === "number" ? { p50: what } : what;
  const host = {
    probe: spec.probe === undefined ? ([1, 1] as [number, number]) : spec.probe && [...spec.probe],
    steal: spec.steal ?? 0,
    pressure: 0.01,
    busy: spec.busy === undefined ? 0.4 : spec.busy,
    load: 1,
  } as Trial["host"];
  const { index, workload, variant, side, trial, warmup } = slot;
  const base = {
    index,
    workload,
    variant,
    side,
    trial,
    warmup,
    start: 0,
    began: "2026-11-21T10:00:00Z",
    host,
  };
  if (spec.failure) {
    return {
      outcome: "failed",
      ...base,
      failure: { code: spec.failure, message: spec.message ?? `it ended with ${spec.failure}` },
    };
  }
  return { outcome: "ok", ...base, observed: observed(spec), services: services(spec) };
}

const services = (spec: TrialSpec): GoodTrial["services"] => ({
  api: {
    cpu: spec.cpu === null ? null : (spec.cpu ?? 0.0008) * (spec.requests ?? 2000),
    memory: 64 * 2 ** 20,
    restarts: spec.restarts ?? 0,
  },
});

function observed(spec: TrialSpec): GoodTrial["observed"] {
  const requests = spec.requests ?? 2000;
  const errors = spec.errors ?? 0;
  const timeouts = spec.timeouts ?? 0;
  const seconds = spec.seconds ?? 5;
  const good = Math.max(0, requests - errors);
  const bad = Math.max(0, errors - timeouts);
  return {
    seconds,
    metrics: metrics(spec, { requests, errors, seconds }),
    requests,
    errors,
    statuses: { ...(spec.statuses ?? { ...(good > 0 && { 200: good }), ...(bad > 0 && { 500: bad }) }) },
    unanswered: { timeouts, refused: 0, other: 0 },
    checks: (spec.checks ?? []).map(([name, passes, fails]) => ({ name, passes, fails })),
    thresholds: (spec.thresholds ?? []).map(([metric, limit, held]) => ({ metric, limit, held })),
    generator: {
      cpu: spec.generatorCpu ?? 0.5,
      wall: seconds + 2,
      dropped: spec.dropped ?? 0,
      achieved: spec.achieved ?? null,
    },
  };
}

function metrics(
  spec: TrialSpec,
  { requests, errors, seconds }: { requests: number; errors: number; seconds: number },
): Metrics {
  const latency = aTrend(spec.p50 ?? 0.012, requests, spec.spread);
  const checks = (spec.checks ?? []).reduce(
    (sum, [, passes, fails]) => ({ hits: sum.hits + passes, total: sum.total + passes + fails }),
    { hits: 0, total: 0 },
  );
  const all: Metrics = {
    http_reqs: { kind: "counter", unit: "1", count: requests, seconds },
    iterations: { kind: "counter", unit: "1", count: requests, seconds },
    ...(requests > 0 && {
      http_req_duration: latency,
      iteration_duration: aTrend((spec.p50 ?? 0.012) * 1.02, requests, spec.spread),
      http_req_failed: { kind: "share", hits: errors, total: requests },
    }),
    ...(spec.cpu !== null && {
      cpu_per_request: { kind: "gauge", unit: "s", value: spec.cpu ?? 0.0008 },
    }),
    memory_peak: { kind: "gauge", unit: "B", value: 64 * 2 ** 20 },
    ...(checks.total > 0 && { checks: { kind: "share", ...checks } }),
    ...spec.metrics,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !spec.without?.includes(name)));
}

/** A distribution with this median: log-logistic, so that quantiles need no table. */
export function aTrend(p50: number, n = 2000, spread = 0.25, unit: "s" | "B" | "1" = "s"): Metric {
  const at = (q: number) => p50 * (q / (100 - q)) ** spread;
  const quantiles = QUANTILES.map(at);
  return {
    kind: "trend",
    unit,
    n,
    mean: (p50 * Math.PI * spread) / Math.sin(Math.PI * spread), // of the log-logistic, spread < 1
    min: at(0.01),
    max: at(99.999),
    quantiles,
  };
}

/** One stored session; a bare number is the p50 of ten equal trials. */
export interface SessionSpec {
  readonly trials?: Trials;
  readonly variants?: Readonly<Record<string, Trials>>;
  /** Values that replace or join those of the trials, by selector (first variant only). */
  readonly values?: Readonly<Record<string, readonly number[]>>;
  readonly saturated?: boolean;
  readonly run?: string;
  readonly at?: string;
  readonly commit?: string | null;
  readonly digest?: string;
  readonly fingerprint?: Partial<Fingerprint>;
}

export interface BaselineSpec {
  readonly workload: string;
  readonly sessions: readonly (SessionSpec | number)[];
  readonly runnerClass?: string;
}

/** What a session keeps of the usual metrics. */
const KEPT = [
  "http_req_duration.p50",
  "http_req_duration.p95",
  "http_req_duration.p99",
  "http_req_duration.mean",
  "http_reqs.rate",
  "cpu_per_request",
];

/** A committed baseline. */
export function aBaseline(spec: BaselineSpec): Baseline {
  return Baseline.parse({
    schema: tag("baseline"),
    workload: spec.workload,
    runnerClass: spec.runnerClass ?? CLASS,
    sessions: spec.sessions.map((session, i) =>
      aSession(typeof session === "number" ? { trials: Array(10).fill(session) } : session, i),
    ),
  });
}

function aSession(spec: SessionSpec, i: number): Session {
  const day = String(i + 1).padStart(2, "0");
  const variants = spec.variants ? Object.entries(spec.variants) : [[NO_VARIANT, spec.trials ?? []] as const];
  return {
    run: spec.run ?? `202611${day}-000000-00000${i}`,
    commit: spec.commit === undefined ? String(i % 10).repeat(40) : spec.commit,
    at: spec.at ?? `2026-11-${day}T00:00:00Z`,
    fingerprint: aFingerprint(spec.fingerprint),
    digest: spec.digest ?? DIGEST,
    variants: Object.fromEntries(
      variants.map(([name, trials], n) => [name, stored(trials, spec, n === 0 ? spec.values : undefined)]),
    ),
  };
}

function stored(
  trials: Trials,
  spec: SessionSpec,
  extra: SessionSpec["values"],
): Session["variants"][string] {
  const seen = trials.map((trial) => observed(typeof trial === "number" ? { p50: trial } : trial));
  const values: Record<string, number[]> = {};
  for (const selector of KEPT) {
    const all = seen.flatMap(({ metrics }) => select(metrics, selector) ?? []);
    if (all.length > 0) values[selector] = all;
  }
  for (const [selector, all] of Object.entries(extra ?? {})) values[selector] = [...all];
  return {
    values,
    requests: seen.reduce((sum, { requests }) => sum + requests, 0),
    errors: seen.reduce((sum, { errors }) => sum + errors, 0),
    saturated: spec.saturated ?? false,
  };
}
