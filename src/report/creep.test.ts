import { describe, expect, test } from "vitest";
import type { Creep, Sum } from "../model/ledger.ts";
import { HOSTILE } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
import { creepSummary } from "./creep.ts";

const sum = (more: Partial<Sum> = {}): Sum => ({
  workload: "search",
  variant: null,
  metric: "http_req_duration.p50",
  tolerated: Math.log1p(0.05),
  start: 0,
  since: Math.log1p(0.01),
  se: 0.014,
  changes: 23,
  exceeds: false,
  ...more,
});
const creep = (more: Partial<Creep> = {}): Creep => ({
  release: "v1.2.0",
  head: "a".repeat(40),
  compared: null,
  changes: 31,
  unaffected: 6,
  unmeasured: [],
  beyond: 0,
  most: 2,
  sums: [sum()],
  configs: 1,
  outcome: { kind: "enough" },
  ...more,
});

test("a summary says first what was done and why, and that its figures are no verdict", async () => {
  const text = creepSummary(
    creep({
      compared: "b".repeat(40),
      configs: 2,
      outcome: { kind: "started" },
      unmeasured: [
        { change: "#12", why: "cannot tell: search http_req_duration.p95 and 2 more" },
        { change: "ccccccccc", why: "was pushed without a pull request" },
        { change: "#14", why: "has no check" },
      ],
      sums: [
        sum({ start: Math.log1p(0.02), since: Math.log1p(0.04), exceeds: true }),
        sum({ variant: "warm", metric: "cpu_per_request", since: Math.log1p(-0.004), changes: 22 }),
      ],
    }),
    "perf.yml",
  );
  await expect(text).toMatchFileSnapshot("__goldens__/creep.md");
});

test.each<[Partial<Creep>, string]>([
  [{}, "**No comparison needed**"],
  [
    { outcome: { kind: "active", url: "https://github.test/1" }, beyond: 3 },
    "[The run](https://github.test/1)",
  ],
  [
    { outcome: { kind: "active", url: "https://github.test/1" }, beyond: 3 },
    "not started: 3 changes lack estimates.",
  ],
  [{ outcome: { kind: "compared" }, sums: [sum({ exceeds: true })] }, "Still 1 sum reaches its threshold."],
])("%j says: %s", (more, text) => expect(creepSummary(creep(more), "perf.yml")).toContain(text));

test("a metric of which more is better has the sign of the column: + is worse", () => {
  // a rate that fell by 20 %: ln(100/80) is positive, and 1/0.8 = 1.25
  const text = creepSummary(
    creep({ sums: [sum({ metric: "http_reqs.rate", since: Math.log(100 / 80) })] }),
    "perf.yml",
  );
  expect(text).toMatch(/sum of estimates \[95 %\], \+ is worse \|.*`http_reqs\.rate` \| 23 \| \+25 % /s);
});

describe("a hostile name stays text", () => {
  test.each(HOSTILE)("%j", (name) => {
    const text = creepSummary(
      creep({
        release: name,
        sums: [sum({ metric: name })],
        unmeasured: [{ change: "#1", why: `cannot tell: ${name}` }],
      }),
      "perf.yml",
    );
    expect(reading(text).faults).toEqual([]);
    expect(text.length).toBeLessThan(10_000);
  });
});

test("long lists are cut, and say so", () => {
  const many = Array.from({ length: 80 }, (_, i) => ({ change: `#${i}`, why: "has no check" }));
  const text = creepSummary(
    creep({ unmeasured: many, sums: many.map(({ change }) => sum({ metric: change })) }),
    "perf.yml",
  );
  expect(text).toContain("and 30 more\n");
  expect(text).toContain("30 more metrics have smaller sums.");
});
