import { describe, expect, test } from "vitest";
import { aBaseline } from "../testing/runs.ts";
import { Baseline } from "./baseline.ts";
import { MOST_RECORDS, NoiseRecord, NoiseRecords, PairMode } from "./noise.ts";

const BASELINE = aBaseline({ workload: "browse", sessions: [0.01] });
const GOOD = {
  run: "20261101-020000-abcdef",
  commit: null,
  at: "2026-11-01T02:00:00Z",
  fingerprint: BASELINE.sessions[0]!.fingerprint,
  digest: "sha256:a",
  mode: "request",
  block: 1,
  variants: { "-": { "http_req_duration.p50": { variance: 1e-5, starts: [{ pairs: 10, mean: 0.001 }] } } },
};
const figures = (more: object) => ({
  ...GOOD,
  variants: { "-": { x: { variance: 1e-5, starts: [{ pairs: 2, mean: 0 }], ...more } } },
});

test("a record survives its file", () => {
  expect(NoiseRecord.parse(JSON.parse(JSON.stringify(GOOD)))).toEqual(GOOD);
});

test.each<[string, unknown]>([
  ["another key", { ...GOOD, workload: "browse" }],
  ["another mode", { ...GOOD, mode: "baseline" }],
  ["a block of nothing", { ...GOOD, block: 0 }],
  ["no time", { ...GOOD, at: "yesterday" }],
  ["a negative variance", figures({ variance: -1e-9 })],
  ["a variance that is no number", figures({ variance: Number.NaN })],
  ["no start", figures({ starts: [] })],
  ["one pair", figures({ starts: [{ pairs: 1, mean: 0 }] })],
  ["a start without pairs", figures({ starts: [{ pairs: 0, mean: 0 }] })],
  ["more starts than anyone makes", figures({ starts: Array(51).fill({ pairs: 1, mean: 0 }) })],
])("%s is refused", (_, data) => {
  expect(NoiseRecord.safeParse(data).success).toBe(false);
});

describe("in a baseline file", () => {
  const File = Baseline.extend({ noise: NoiseRecords.optional() });
  test("they may be absent, as in older files", () => {
    expect(File.parse(BASELINE)).toEqual(BASELINE);
  });
  test("they are bounded", () => {
    const most = PairMode.options.length * MOST_RECORDS;
    expect(File.safeParse({ ...BASELINE, noise: Array(most).fill(GOOD) }).success).toBe(true);
    expect(File.safeParse({ ...BASELINE, noise: Array(most + 1).fill(GOOD) }).success).toBe(false);
  });
});
