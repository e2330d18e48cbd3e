import { expect, test } from "vitest";
import type { Comparison } from "../model/comparison.ts";
import type { Run } from "../model/run.ts";
import { comparing } from "../testing/comparing.ts";
import { aDuelRecord, WOBBLE } from "../testing/dueling.ts";
import { aBaseline, aRun } from "../testing/runs.ts";
import type { TrialSpec } from "../testing/trials.ts";

// No verdict hangs on a sentence: with every message that people read replaced, all of them stay.

const SENTENCES = new Set(["message", "why", "because", "subject", "fallback"]);
/** The same value with every sentence in it replaced. */
const reworded = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (key, one) =>
      SENTENCES.has(key) && typeof one === "string" ? "other words" : one,
    ),
  );
/** Everything of a comparison that is no sentence: verdicts, numbers, codes. */
const decided = ({ rows, overall, exit, conclusion, warnings }: Comparison) => ({
  overall,
  exit,
  conclusion,
  codes: warnings.map(({ code }) => code),
  rows: rows.map(({ reason: _, warnings: own, ...row }) => ({ ...row, codes: own.map(({ code }) => code) })),
});

const failing = (more: Partial<TrialSpec>): TrialSpec[] =>
  Array.from({ length: 10 }, (_, i) =>
    i < 3 ? { failure: "service-died", ...more } : { failure: "service-died", skipped: true, ...more },
  );
const mixed: TrialSpec[] = Array.from({ length: 10 }, (_, i) =>
  i % 3 === 0 ? { failure: i % 2 === 0 ? "script-error" : "timeout" } : { p50: 0.01 },
);
const paired = (lost: number): Run => ({
  ...aRun({ workloads: { browse: {} } }),
  duel: aDuelRecord({
    pairs: Array.from({ length: 10 }, (_, i) =>
      i < lost ? null : [{ p50: 0.01 }, { p50: 0.013 * WOBBLE[i % WOBBLE.length]! }],
    ),
  }),
});

test.each<[what: string, run: Run]>([
  ["trials that failed and were given up", aRun({ workloads: { browse: { trials: failing({}) } } })],
  ["trials that failed now and then", aRun({ workloads: { browse: { trials: mixed } } })],
  ["head slower than its sessions", aRun({ workloads: { browse: { trials: Array(10).fill(0.05) } } })],
  ["without base", { ...aRun({ workloads: { browse: { trials: Array(10).fill(0.01) } } }), fallback: "x" }],
  ["pairs, some lost", paired(2)],
  ["pairs, most lost", paired(8)],
])("%s", (_, run) => {
  const baseline = aBaseline({ workload: "browse", sessions: [0.0101, 0.01, 0.0099, 0.01] });
  const [before, after] = [run, reworded(run)].map((one) => comparing(one, [baseline]));
  expect(JSON.stringify(reworded(run))).toContain("other words");
  expect(decided(after!)).toEqual(decided(before!));
});
