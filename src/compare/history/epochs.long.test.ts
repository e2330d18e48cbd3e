import { expect, test } from "vitest";
import { predictiveEstimate, pValues } from "../../stats/location.ts";
import { normals } from "../../testing/random.ts";
import { epochs, sessionPrior } from "./epochs.ts";

const BAND = Math.log1p(0.03);
const at = (i: number) => new Date(Date.UTC(2026, 10, 1, 2) + i * 86_400_000).toISOString();

/**
 * The rate at which an unchanged session is reported worse at 5 %. A learned spread does not raise it, on calm and on
 * noisy runners, although the sessions it was learned from are in the test too.
 */
test.each([
  [0.01, 8, 0],
  [0.01, 12, 0],
  [0.08, 8, 0],
  [0.08, 12, 0],
  [0.02, 12, 0.5], // eight sessions, then four after a change of level
])("sessions that differ by %d (sd), %d of them, a step of %d", (sd, sessions, step) => {
  const { one } = normals(23);
  const tried = 1_500;
  let alarms = 0;
  for (let i = 0; i < tried; i++) {
    const history = Array.from({ length: sessions }, (_, k) => ({
      run: `run-${k}`,
      at: at(k),
      value: sd * one() + (k >= 8 ? step : 0),
    }));
    const found = epochs(history, BAND);
    const earlier = found.current.map(({ value }) => value);
    const head = predictiveEstimate(earlier, step + sd * one(), sessionPrior(found, 0.05), 1e-6);
    if (pValues(head).above <= 0.05) alarms++;
  }
  expect(alarms / tried).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / tried));
  expect(alarms / tried).toBeGreaterThan(0.01); // and it is a test, not a wall
});
