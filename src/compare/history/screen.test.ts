import { describe, expect, test } from "vitest";
import type { Row } from "../../model/comparison.ts";
import { VERDICTS } from "../../model/verdict.ts";
import { comparing, trialsAt } from "../../testing/comparing.ts";
import { limited, row, tested } from "../../testing/comparisons.ts";
import { aBaseline, aRun, type RunSpec, type SessionSpec } from "../../testing/runs.ts";
import type { Spread } from "./epochs.ts";
import { screenable, screened, screens } from "./screen.ts";

const WORKLOAD = "recommend";
const CALM: Spread = { sd: 0.006, upper: 0.008, df: 11 };
/** A third of the band of these rows, ln(1.03)/3. */
const MOST = Math.log1p(0.03) / 3;

const p50 = tested("unchanged", 0.0121, 0.0121);
const cpu = tested("unchanged", 0.0009, 0.0009, { metric: "cpu_per_request" });
const errors = row({ kind: "errors", metric: "" });
const FINE = [p50, cpu, errors];

const screen = (
  rows: readonly Row[],
  {
    differences = [],
    spread = () => CALM,
  }: { differences?: string[]; spread?: (metric: string, variant: string | null) => Spread | null } = {},
) => screened({ rows, workload: WORKLOAD, differences, spread });

describe("no duel", () => {
  const exact = row({ metric: "rows_per_request", evidence: null, unit: "1" });
  test.each<[string, Row[]]>([
    ["where every gate is shown unchanged", FINE],
    ["with an exact counter in the gate", [...FINE, exact]],
    ["with checks that pass", [...FINE, row({ kind: "checks", metric: "" })]],
    ["with advisory rows of any verdict", [...FINE, { ...p50, kind: "advisory", verdict: "regressed" }]],
    [
      "with a broken budget, which is judged on head alone",
      [...FINE, limited("budget", "fail", "< 1 ms", 0.1)],
    ],
    ["with another profile than expected", [...FINE, limited("expect", "fail", "25 % to 55 %", 0.1)]],
    ["whatever other workloads did", [...FINE, { ...p50, workload: "search", verdict: "regressed" }]],
    ["with unchanged below the floor", [{ ...p50, reason: "unchanged (below the floor)" }]],
  ])("%s", (_, rows) => {
    const found = screen(rows);
    expect(found).toMatchObject({ duel: false, suspects: [] });
    expect(found.reason).toMatch(/shown unchanged against stored sessions/);
  });

  test("at just the spread that the band allows", () => {
    expect(screen(FINE, { spread: () => ({ ...CALM, upper: MOST }) }).duel).toBe(false);
    expect(screen(FINE, { spread: () => ({ ...CALM, upper: MOST * 1.001 }) }).duel).toBe(true);
  });
});

describe("a duel", () => {
  const withP50 = (more: Partial<Row>) => [{ ...p50, ...more }, cpu, errors];
  test.each<[string, Row[], string]>([
    ...VERDICTS.filter((verdict) => verdict !== "unchanged").map((verdict): [string, Row[], string] => [
      `where a gate is ${verdict}`,
      withP50({ verdict }),
      `http_req_duration.p50: ${verdict}, so not shown unchanged`,
    ]),
    ["where a gate only warns", withP50({ gates: false }), "a comparison that cannot fail"],
    ["where there is no gate", [errors], "no gate was compared"],
    ["where there are no rows", [], "no gate was compared"],
    ["where errors are new", [p50, cpu, { ...errors, verdict: "new" }], "errors: new"],
    [
      "where checks fail",
      [...FINE, row({ kind: "checks", metric: "", verdict: "failed" })],
      "checks: failed",
    ],
    [
      "where the workload is invalid",
      [...FINE, row({ kind: "workload", metric: "", verdict: "invalid" })],
      "workload: invalid",
    ],
    [
      "where a gate was compared by pairs already",
      withP50({ evidence: { ...p50.evidence!, mode: "request" } }),
      "not compared with stored sessions",
    ],
    [
      "of all variants, where one of them is suspect",
      [...FINE, { ...p50, variant: "cold", verdict: "inconclusive" }],
      "cold http_req_duration.p50: inconclusive",
    ],
  ])("%s", (_, rows, why) => {
    const found = screen(rows);
    expect(found.duel).toBe(true);
    expect(found.suspects).toHaveLength(1);
    expect(found.reason).toContain(why);
  });

  test("where the machine differs, in anything", () => {
    const found = screen(FINE, { differences: ["kernel 6.1 → 6.8"] });
    expect(found.suspects).toEqual([
      {
        variant: null,
        metric: "",
        why: "the machine differs from that of the stored sessions: kernel 6.1 → 6.8",
      },
    ]);
  });

  test("where the spread of one gate is not learned, or too large", () => {
    const unknown = screen(FINE, { spread: (metric) => (metric === "cpu_per_request" ? null : CALM) });
    expect(unknown.reason).toContain("cpu_per_request: the spread between sessions is not learned yet");
    const large = screen(FINE, { spread: () => ({ ...CALM, upper: Math.log1p(0.02) }) });
    expect(large.suspects).toHaveLength(2);
    // ln(1.03)/3 is 0.99 % as a ratio
    expect(large.reason).toContain(
      "sessions may differ by 2 % (sd), more than the 0.99 % that a band of 3 % allows",
    );
  });

  test("names three suspects, and counts the rest", () => {
    const rows = Array.from({ length: 5 }, (_, i) => ({
      ...p50,
      variant: `v${i}`,
      verdict: "regressed" as const,
    }));
    expect(screen(rows).suspects).toHaveLength(5);
    expect(screen(rows).reason).toMatch(/v0 .*v1 .*v2 .*; and 2 more$/);
  });
});

test("each fact alone causes a duel: none compensates for another", () => {
  for (let mask = 0; mask < 16; mask++) {
    const verdict = (mask & 1) > 0 ? "inconclusive" : "unchanged";
    const found = screen([{ ...p50, verdict, gates: (mask & 2) === 0 }, cpu], {
      differences: (mask & 4) > 0 ? ["memory 8 GiB → 16 GiB"] : [],
      spread: () => ((mask & 8) > 0 ? null : CALM),
    });
    expect(found.duel).toBe(mask !== 0);
  }
});

describe("of a run", () => {
  const sessions = (n: number): SessionSpec[] =>
    Array.from({ length: n }, (_, i) => ({ trials: trialsAt(0.012 * (1 + 0.002 * (i % 3))) }));
  const screening = (n: number, p50: number, more: Partial<RunSpec> = {}) => {
    const stored = n === 0 ? [] : [aBaseline({ workload: "browse", sessions: sessions(n) })];
    const run = aRun({ ...more, workloads: { browse: { trials: trialsAt(p50) } } });
    const baselines = new Map(stored.map((baseline) => [baseline.workload, baseline]));
    const input = { run, config: run.config.resolved, baselines, classes: [], at: run.ended };
    return screens(input, comparing(run, stored).rows).get("browse")!;
  };
  test("twelve calm sessions settle a run that is like them", () => {
    expect(screening(12, 0.012)).toMatchObject({ duel: false, suspects: [] });
  });
  test.each<[string, number, number, Partial<RunSpec>, RegExp]>([
    [
      "that is 10 % slower",
      12,
      0.0132,
      {},
      /http_req_duration\.p50: (regressed|inconclusive), so not shown unchanged/,
    ],
    ["with seven sessions, whose spread is not learned", 7, 0.012, {}, /not shown unchanged|not learned yet/],
    ["without any", 0, 0.012, {}, /new, so not shown unchanged/],
    [
      "on another kernel",
      12,
      0.012,
      { fingerprint: { kernel: "6.8" } },
      /the machine differs .* kernel 6\.1 → 6\.8/,
    ],
  ])("one %s needs base", (_, n, p50, more, reason) => {
    const found = screening(n, p50, more);
    expect(found.duel).toBe(true);
    expect(found.reason).toMatch(reason);
  });
});

describe("before anything is measured", () => {
  const able = (
    stored: readonly SessionSpec[],
    config: NonNullable<RunSpec["workloads"][string]["config"]> = {},
    more: Partial<RunSpec> = {},
  ) => {
    const run = aRun({ ...more, workloads: { browse: { trials: [], config }, search: { trials: [] } } });
    const baseline = aBaseline({ workload: "browse", sessions: stored });
    return screenable(run, run.config.resolved, new Map([["browse", baseline]]));
  };
  const calm = (n: number, differs: Partial<SessionSpec> = {}): SessionSpec[] =>
    Array.from({ length: n }, (_, i) => ({ trials: trialsAt(0.012 * (1 + 0.002 * (i % 3))), ...differs }));

  test("twelve calm sessions may settle their workload, and not another one", () => {
    expect(able(calm(12))).toEqual(["browse"]);
  });
  test.each<[string, SessionSpec[], Parameters<typeof able>[1], Partial<RunSpec>]>([
    ["fewer sessions than the spread is learned from", calm(7), {}, {}],
    ["sessions of another version of the workload", calm(12, { digest: "sha256:other" }), {}, {}],
    ["sessions on another kernel", calm(12), {}, { fingerprint: { kernel: "6.8" } }],
    ["sessions on another CPU", calm(12), {}, { fingerprint: { cpu: "Other" } }],
    ["sessions that were saturated", calm(12, { saturated: true }), {}, {}],
    ["a gate that no session has", calm(12), { gate: ["own_metric.p50"] }, {}],
    ["a gate that stored sessions only warn about", calm(12), { gate: ["http_reqs.rate"] }, {}],
    ["a band that is too small for how much they differ", calm(12), {}, { policy: { band: "0.5%" } }],
    ["a variant that no session has", calm(12), { variants: { blue: {} } }, {}],
  ])("not with %s", (_, stored, config, more) => {
    expect(able(stored, config, more)).toEqual([]);
  });
  test("an exact counter in the gate is no obstacle", () => {
    const gate = ["http_req_duration.p50", "rows_per_request"];
    expect(able(calm(12), { gate, metrics: { rows_per_request: { unit: "1" } } })).toEqual(["browse"]);
  });
});
