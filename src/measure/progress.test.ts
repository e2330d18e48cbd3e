import { expect, test } from "vitest";
import { slot } from "../testing/plans.ts";
import { watching } from "../testing/progress.ts";
import { aRun } from "../testing/runs.ts";
import { clock, TrialProgress } from "./progress.ts";

test.each([
  [0, "0:00"],
  [59.6, "1:00"],
  [75, "1:15"],
  [3675, "1:01:15"], // 1 h + 1 min + 15 s
])("%d seconds read %s", (seconds, want) => {
  expect(clock(seconds)).toBe(want);
});

test("the time left is the planned one, scaled by the pace so far, and the live line is cleared", () => {
  let now = 0;
  const { lines, live, log, every, tick } = watching();
  const progress = new TrialProgress(log, () => now, every);
  const slots = [slot({ index: 0 }), slot({ index: 1 })];
  progress.begin(slots, () => 9.5); // each 9.5 s of load + 0.5 s of overhead: 20 s
  expect(lines).toEqual(["2 trials planned, about 0:20 of load"]);
  now = 5_000;
  tick();
  expect(live.at(-1)).toBe("trial 1/2 · 0:05 gone, about 0:15 left"); // 20 − 5
  now = 14_000;
  tick();
  expect(live.at(-1)).toBe("trial 1/2 · 0:14 gone, about 0:10 left"); // max(0, 10 − 14) + 10
  now = 20_000;
  progress.done({
    ...slots[0]!,
    outcome: "failed",
    start: 0,
    began: "2026-01-01T00:00:00Z",
    host: { probe: null, steal: null, pressure: null, busy: null, load: null },
    failure: { code: "timeout", message: "too slow\n  its last lines:\n  | busy" },
  });
  expect(lines.slice(1)).toEqual(["[1/2] shop: failed (timeout): too slow", "  its last lines:\n  | busy"]);
  tick(); // 20 s for what was planned as 10 s: the other 10 s will take 20 s
  expect(live.at(-1)).toBe("trial 2/2 · 0:20 gone, about 0:20 left");
  now = 26_000;
  tick();
  expect(live.at(-1)).toBe("trial 2/2 · 0:26 gone, about 0:14 left"); // 20 − 6, at the same pace
  now = 60_000;
  tick();
  expect(live.at(-1)).toBe("trial 2/2 · 1:00 gone, about 0:00 left"); // 20 − 40, and never below 0
  progress.skipped(slots[1]!);
  tick();
  expect(live.at(-1)).toBe("all trials done · 1:00 gone, the stack ends");
  progress.stop();
  expect(live.slice(-2)).toEqual(["stopped", ""]);
});

test("a trial of unknown length is estimated by the last one of its workload", () => {
  let now = 0;
  const { live, log, every, tick } = watching();
  const progress = new TrialProgress(log, () => now, every);
  const slots = [slot({ index: 0 }), slot({ index: 1 })];
  progress.begin(slots, () => null);
  tick();
  expect(live.at(-1)).toBe("trial 1/2 · 0:00 gone, about 0:31 left"); // 2 × (15 s, unknown, + 0.5 s)
  const run = aRun({ workloads: { shop: { trials: [{ p50: 0.01, seconds: 38 }] } } }); // 38 s + 2 s of warm-up
  now = 40_500;
  progress.done(run.trials[0]!);
  tick();
  expect(live.at(-1)).toBe("trial 2/2 · 0:41 gone, about 0:41 left"); // 40 s + 0.5 s
});
