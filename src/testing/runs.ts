import type { z } from "zod";
import { Baseline, NO_VARIANT, type Session } from "../model/baseline.ts";
import { Config, type Policy, type Workload } from "../model/config.ts";
import { select } from "../model/metric.ts";
import { type Fingerprint, Run, type Trial } from "../model/run.ts";
import type { Slot } from "../model/schedule.ts";
import { tag } from "../model/versioned.ts";
import { observed, services, type TrialSpec, type Trials } from "./trials.ts";

/**
 * Small runs and baselines for tests: a test sets the relevant fields, the rest is a healthy service. All results have
 * passed their schemas. Durations are in seconds.
 */
export type { TrialSpec, Trials } from "./trials.ts";

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
  readonly only?: string[];
  readonly unaffected?: Readonly<Record<string, string>>;
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
    only: spec.only ?? null,
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
    ...(spec.unaffected && { unaffected: spec.unaffected }),
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
    pressure: spec.pressure === undefined ? 0.01 : spec.pressure,
    busy: spec.hostBusy ?? (spec.busy === undefined ? 0.4 : spec.busy),
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
      failure: {
        code: spec.failure,
        message: spec.message ?? `it ended with ${spec.failure}`,
        ...(spec.skipped && { skipped: true }),
      },
    };
  }
  return { outcome: "ok", ...base, observed: observed(spec), services: services(spec) };
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

/** Selectors of the usual metrics that a session keeps. */
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
