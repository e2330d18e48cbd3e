import { expect, test } from "vitest";
import type { PairMode } from "../../model/noise.ts";
import { comment } from "../../report/comment.ts";
import { comparing } from "../../testing/comparing.ts";
import { aDuelRecord, WOBBLE } from "../../testing/dueling.ts";
import { aRun } from "../../testing/runs.ts";
import type { TrialSpec } from "../../testing/trials.ts";

/** A run whose head has this median latency over base's, in a mode. */
function compared(mode: PairMode, factor: number, why = "auto") {
  const pairs = Array.from({ length: 30 }, (_, i): [TrialSpec, TrialSpec] => [
    { p50: 0.012 },
    { p50: 0.012 * factor * WOBBLE[i % WOBBLE.length]! },
  ]);
  const duel = aDuelRecord({ pairs });
  const run = aRun({ workloads: { browse: { trials: [0.012] } } });
  const { resolved } = run.config;
  return comparing({
    ...run,
    config: { ...run.config, resolved: { ...resolved, policy: { ...resolved.policy, why } } },
    schedule: { ...run.schedule, starts: [] },
    trials: [],
    duel: { ...duel, pairings: duel.pairings.map((one) => ({ ...one, mode })) },
  } as typeof run);
}

const NOTE =
  "Why `browse` changed is not known: in the mode `turns` both sides are never up at the same time, so no profilers ran.";

test.each<[PairMode, number, string, boolean]>([
  ["turns", 1.3, "auto", true],
  ["turns", 0.7, "auto", true], // one that became faster is explained, too
  ["turns", 1, "auto", false], // nothing changed
  ["trial", 1.3, "auto", false],
  ["turns", 1.3, "never", false], // nobody wants it explained
])(
  "in the mode %s, head at %s of base, why: %s: that nothing can explain it is noted: %s",
  (mode, factor, why, is) => {
    const { warnings } = compared(mode, factor, why);
    expect(warnings.some(({ message }) => message === NOTE)).toBe(is);
  },
);

test("the comment has the note", () => {
  expect(comment(compared("turns", 1.3))).toContain(NOTE);
});
