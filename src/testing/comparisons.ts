import {
  type Comparison,
  type Evidence,
  type Limit,
  type Row,
  visibleIn,
  type WorkloadSummary,
} from "../model/comparison.ts";
import { conclusion, exitCode, FATES, failing, type Verdict, worst } from "../model/verdict.ts";

/** Comparisons made by hand, for what shows them. Figures agree with one another as a judge's would. */

/** n values around a median, the k-th (k − middle) steps of `spread` away from it. */
export function sample(center: number, n = 5, spread = 0.01): Row["head"] {
  const values = Array.from({ length: n }, (_, i) => center * (1 + spread * (i - (n - 1) / 2)));
  return { values, center };
}

/** Evidence of a log ratio, with an interval of ±2.45 standard errors (t with 6 degrees of freedom). */
export function evidence(estimate: number, se = 0.012, more: Partial<Evidence> = {}): Evidence {
  const p = (t: number) => 1 / (1 + Math.exp(1.6 * t)); // near enough to a t tail for showing
  const band = more.band ?? Math.log1p(0.03);
  return {
    mode: "baseline",
    n: 3,
    estimate,
    interval: [estimate - 2.45 * se, estimate + 2.45 * se],
    se,
    df: 6,
    pWorse: p(estimate / se),
    pBetter: p(-estimate / se),
    level: 0.005,
    family: 1,
    band,
    floor: 0,
    mde: Math.max(4.6 * se, band) + 0.9 * se,
    prior: { used: true, df: 4, sd: 0.05 },
    ...more,
  };
}

/** A gate row of `recommend`'s median latency; shown unchanged unless told otherwise. */
export function row(more: Partial<Row> = {}): Row {
  return {
    kind: "gate",
    workload: "recommend",
    variant: null,
    metric: "http_req_duration.p50",
    verdict: "unchanged",
    gates: true,
    reason: "shown to lie within the band",
    unit: "s",
    better: "lower",
    head: null,
    base: null,
    evidence: null,
    limit: null,
    warnings: [],
    ...more,
  };
}

/** A tested row: head and base medians in base units, the evidence from their ratio. */
export function tested(
  verdict: Verdict,
  base: number,
  head: number,
  more: Partial<Row> = {},
  se?: number,
  basis: Partial<Evidence> = {},
): Row {
  const floor = (more.metric ?? "http_req_duration").startsWith("http_req_duration") ? 5e-6 : 0;
  const ratio = Math.log(head / base) * (more.better === "higher" ? -1 : 1);
  return row({
    verdict,
    reason: FATES[verdict].meaning,
    base: sample(base, 3, 0.02),
    head: sample(head),
    evidence: evidence(ratio, se, { floor, ...basis }),
    ...more,
  });
}

/** An absolute limit and how it came out. */
export function limited(
  kind: "budget" | "expect",
  outcome: Limit["outcome"],
  wanted: string,
  seen: number,
  more: Partial<Row> & { because?: string } = {},
): Row {
  const { because, ...rest } = more;
  const broken = kind === "budget" ? "budget" : "expectation";
  return row({
    kind,
    metric: "http_req_duration.p99",
    verdict: outcome === "fail" ? broken : "unchanged",
    reason: { pass: "holds", risk: "the limit lies within the noise", fail: "broken beyond its noise" }[
      outcome
    ],
    head: sample(seen),
    limit: { wanted, because: because ?? null, seen, bounds: [seen * 0.96, seen * 1.04], outcome },
    ...rest,
  });
}

export function totals(more: Partial<WorkloadSummary> = {}): WorkloadSummary {
  return {
    workload: "recommend",
    variant: null,
    trials: 10,
    failed: 0,
    requests: 81_234,
    errors: 0,
    statuses: { "200": 81_234 },
    timeouts: 0,
    saturated: false,
    ...more,
  };
}

const SESSIONS = ["3f9c2e71", "a04be8d2", "77d1c05e"].map((start, i) => ({
  run: `2026-11-0${i + 2}T02-00-00Z-${start}`,
  commit: start.repeat(5),
  at: `2026-11-0${i + 2}T02:00:00Z`,
}));

/** A comparison of these rows with three stored sessions; what follows from the rows follows. */
export function comparison(given: readonly Row[], more: Partial<Comparison> = {}): Comparison {
  const size = (kind: Row["kind"]) =>
    given.filter((each) => each.kind === kind && each.evidence !== null).length;
  const rows = given.map((each) => ({
    ...each,
    evidence: each.evidence === null ? null : { ...each.evidence, family: size(each.kind) },
  }));
  const gating = rows.filter((each) => each.gates).map((each) => each.verdict);
  const overall = worst(gating);
  const exit = exitCode(gating, failing([], []));
  const names = [...new Set(rows.map((each) => each.workload))];
  return {
    schema: "comparison/1",
    steelyard: "0.1.0",
    run: "2026-11-05T10-11-12Z-5d1a",
    commit: {
      sha: "d3b07384d113edec49eaa6238ad5ff00c86f1e2d",
      subject: "Rank by co-occurrence first",
      dirty: false,
    },
    at: "2026-11-05T10:14:40Z",
    runnerClass: "bench-8c",
    fingerprint: {
      os: "linux",
      arch: "x64",
      cpu: "AMD EPYC 7763 64-Core Processor",
      cores: 8,
      memory: 32 * 2 ** 30,
      kernel: "6.1",
      node: "24.21.0",
      generators: { k6: "1.8.1" },
    },
    reference: { kind: "baseline", sessions: Object.fromEntries(names.map((name) => [name, SESSIONS])) },
    overall,
    exit,
    conclusion: conclusion(overall, exit),
    failOn: [...failing([], [])],
    mde: visibleIn(rows),
    rows,
    workloads: names.map((workload) => totals({ workload })),
    warnings: [],
    spent: { load: 190, total: 208, measured: 150, build: 4, start: 9 },
    replay: ["measure", "--only", names.join(","), "--seed", "20261105"],
    ...more,
  };
}
