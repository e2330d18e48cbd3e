import { expect, test } from "vitest";
import { pause, retried } from "./retry.ts";

const RULES = { attempts: 3, backoff: 100 };

test.each([
  [0, 0.5, 0],
  [1, 0, 50], // half of it is drawn
  [1, 1, 100],
  [2, 0, 100],
  [2, 1, 200],
  [3, 1, 400],
])("before attempt %d, drawing %d, there are %d ms", (attempt, drawn, want) => {
  expect(pause(RULES, attempt, () => drawn)).toBe(want);
});

test.each([
  [["good"], "good", []],
  [["bad", "good"], "good", [100]],
  [["bad", "worse", "worst", "never"], "worst", [100, 200]], // all attempts are used up
])("of %j comes %s after pauses of %j ms", async (outcomes, want, pauses) => {
  const left = [...outcomes];
  const slept: number[] = [];
  const found = await retried(
    RULES,
    async () => left.shift()!,
    (outcome) => outcome === "good",
    { random: () => 1, sleep: async (ms) => slept.push(ms) },
  );
  expect([found, slept]).toEqual([want, pauses]);
});

test("who is asked to sleep may end it", async () => {
  const sleep = () => Promise.reject(new Error("gone"));
  const asked = retried(
    RULES,
    async () => 1,
    () => false,
    { random: () => 1, sleep },
  );
  await expect(asked).rejects.toThrow("gone");
});
