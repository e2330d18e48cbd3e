import { expect, test } from "vitest";
import { demandsOf } from "../measure/demand.ts";
import { plan } from "../measure/plan.ts";
import { comment } from "../report/comment.ts";
import { comparing } from "../testing/comparing.ts";
import { aRun } from "../testing/runs.ts";

// Ten times as many workloads take about ten times as long. What goes through all of them for each takes a hundred.

const BORDER = 60;
/** Milliseconds added to both times: below them, a time is the machine's mood. */
const FLOOR = 3;
const runOf = (n: number) => {
  const browse = { trials: [0.01, 0.0101, 0.01], config: { gate: ["http_req_duration.p50"] } };
  return aRun({ workloads: Object.fromEntries(Array.from({ length: n }, (_, i) => [`w${i}`, browse])) });
};
const [few, many] = [runOf(100), runOf(1_000)];

test.each<[what: string, act: (run: typeof few) => unknown]>([
  ["planned", ({ config }) => plan(config.resolved, {}, 1)],
  [
    "planned by name",
    ({ config }) => plan(config.resolved, { only: Object.keys(config.resolved.workloads) }, 1),
  ],
  ["asked for", ({ config }) => demandsOf(config.resolved, {})],
  ["judged", (run) => comparing(run)],
  ["shown", (run) => comment(comparing(run))],
])("1,000 workloads are %s in ten times the time of 100, not a hundred times", (_, act) => {
  const best = (run: typeof few) =>
    Math.min(
      ...[1, 2, 3, 4, 5].map(() => {
        const began = performance.now();
        act(run);
        return performance.now() - began;
      }),
    );
  expect((best(many) + FLOOR) / (best(few) + FLOOR)).toBeLessThan(BORDER);
});
