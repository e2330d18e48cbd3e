import { describe, expect, test } from "vitest";
import { normals } from "../testing/random.ts";
import { type ChangeSettings, changes } from "./changes.ts";

const SETTINGS: ChangeSettings = { level: 0.001, magnitude: 0.03, least: 3, edge: 3 };

/**
 * Series without a change. At a level of 1 %, more than 1 % + 3 standard errors of cut series happen by chance once in
 * 700 seeds.
 */
describe("noise is cut no more often than the level allows", () => {
  const kinds: Readonly<Record<string, (of: ReturnType<typeof normals>) => number>> = {
    normal: ({ one }) => one(),
    "with accidents": ({ one, next }) => one() + (next() < 0.05 ? 20 : 0),
    "with heavy tails": ({ one }) => one() / Math.sqrt((one() ** 2 + one() ** 2 + one() ** 2) / 3), // t, 3 degrees
  };
  const cases = Object.keys(kinds).flatMap((kind) => [8, 12, 24].map((n) => [kind, n] as const));
  test.each(cases)("%s, %d values", (kind, n) => {
    const of = normals(97 * n + kind.length);
    const [tried, level] = [1_000, 0.01];
    let cut = 0;
    for (let i = 0; i < tried; i++) {
      const values = Array.from({ length: n }, () => kinds[kind]!(of));
      if (changes(values, { ...SETTINGS, level, magnitude: 0 }).length > 0) cut++;
    }
    expect(cut / tried).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / tried));
  });
});

/**
 * A step of 5 % in noise of 2 % (sd), 10 values on each side. A t test at 0.1 % that knows the place finds it in 94 of 100
 * series. E-divisive with 999 permutations, which does not, finds it in 59 (simulated, 400 series).
 */
test.each([
  [10, 10, 0.55],
  [15, 15, 0.85],
  [30, 10, 0.8],
])("a step of 5 %% in noise of 2 %% after %d values, %d follow", (before, after, least) => {
  const { some } = normals(7);
  const tried = 300;
  const found = Array.from({ length: tried }, () => {
    const values = some(before + after).map((z, i) => 0.02 * z + (i < before ? 0 : Math.log(1.05)));
    return changes(values, SETTINGS);
  });
  const right = found.filter((all) => all.length === 1 && Math.abs(all[0]!.at - before) <= 2);
  expect(right.length / tried).toBeGreaterThan(least);
});
