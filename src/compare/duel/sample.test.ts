import { expect, test } from "vitest";
import { effectiveStarts } from "../../stats/pair.ts";
import { aLostPair, aMetric, aPair, somePairs } from "../../testing/dueling.ts";
import { counting, repeats } from "./pairs.ts";
import { absolute, centres, pairedSample } from "./sample.ts";

const M = "m";
const pairs = (values: readonly (readonly [number | null, number | null])[], start?: number) =>
  values.map((both, slot) => aPair(slot, { values: { [M]: both }, ...(start !== undefined && { start }) }));
const { rule } = aMetric(M);

test.each([
  [[0, 0, 0], 1],
  [[0, 1, 2], 3],
  [[0, 0, 1, 1], 2],
  [[0, 0, 0, 1], 1.6], // 16 / (9 + 1)
])("pairs of starts %j are worth %d", (starts, want) => {
  expect(effectiveStarts(starts)).toBe(want);
});

test("log ratios, positive is worse, whichever way is better", () => {
  const [lower, higher] = (["lower", "higher"] as const).map(
    (better) => pairedSample(pairs([[10, 11], [10, 9]]), M, { ...rule, better })!.ratios, // biome-ignore format: pairs
  );
  expect(lower).toEqual([Math.log(11) - Math.log(10), Math.log(9) - Math.log(10)]);
  expect(higher).toEqual(lower!.map((r) => -r));
});

test("the resolution of the timer limits the variance from below", () => {
  const at = (resolution: number, value: number) =>
    pairedSample(pairs([[value, value], [value, value]]), M, { ...rule, resolution })!.least; // biome-ignore format: pairs
  expect(at(0, 10)).toBe(1e-6); // (0.1 %)²
  expect(at(1, 10)).toBeCloseTo(0.01 / 6, 12); // a tick is 10 %: two roundings, 2 · 0.1²/12
  expect(at(0.001, 10)).toBe(1e-6); // 0.01 % is less than 0.1 %
});

test("a value that is not above 0: differences in units of the median size", () => {
  // sizes 0 2 4 4 4 6: median 4
  const seen = pairedSample(pairs([[0, 4], [2, 4], [6, 4]]), M, rule)!; // biome-ignore format: pairs
  expect(seen.scale).toEqual({ middle: 4, differences: true });
  expect(seen.ratios).toEqual([1, 0.5, -0.5]);
  expect(absolute(seen.scale, 0.5)).toBe(2);
  expect(centres(seen.scale, 0.5, 10)).toEqual({ base: 9, head: 11 });
});

test("CPU is a companion where every pair has it and no value is 0", () => {
  const both = (cpu: readonly (readonly [number | null, number | null])[]) =>
    cpu.map((c, slot) => aPair(slot, { values: { [M]: [10, 11], c } }));
  const companion = (all: Parameters<typeof both>[0]) => pairedSample(both(all), M, rule, "c")!.companion;
  expect(companion([[2, 3], [4, 2]])).toEqual([Math.log(3 / 2), Math.log(1 / 2)]); // biome-ignore format: pairs
  for (const missing of [null, 0]) expect(companion([[2, 3], [4, missing]])).toBeNull(); // biome-ignore format: pairs
  expect(pairedSample(both([[2, 3]]), M, rule)!.companion).toBeNull(); // not asked for
  const zero = aPair(0, { values: { [M]: [0, 1], c: [2, 3] } });
  expect(pairedSample([zero], M, rule, "c")!.companion).toBeNull(); // differences are no ratios
});

test("nothing but zeros has a small unit, and does not differ", () => {
  const seen = pairedSample(pairs([[0, 0], [0, 0]]), M, { ...rule, unit: "s" })!; // biome-ignore format: pairs
  expect(seen.ratios).toEqual([0, 0]);
  expect(absolute(seen.scale, 1)).toBe(0.001);
});

test("an estimate in base units: both sides lie around the middle", () => {
  // 8 and 18: the middle is 12, the ratio 2.25
  const { scale } = pairedSample(pairs([[8, 18]]), M, rule)!;
  expect(scale.middle).toBeCloseTo(12, 12);
  expect(absolute(scale, Math.log(2.25))).toBeCloseTo(10, 12);
  const { base, head } = centres(scale, Math.log(2.25), 13);
  expect([base, head].map((v) => Math.round(v * 1e9) / 1e9)).toEqual([8, 18]);
});

test("a pair counts where both sides have the metric, and absence is absence", () => {
  expect(pairedSample(pairs([[10, 11], [null, 9], [10, null]]), M, rule)!.ratios).toHaveLength(1); // biome-ignore format: pairs
  expect(pairedSample(pairs([[null, 9]]), M, rule)).toBeNull();
  expect(pairedSample([], M, rule)).toBeNull();
});

test("of several attempts the first calm one counts, else the first good one, else the first", () => {
  const at = (attempt: number, contended: boolean) => aPair(0, { attempt, contended });
  const chosen = (...attempts: Parameters<typeof counting>[0]) => counting(attempts, 6)[0]!.attempt;
  expect(chosen(at(0, true), at(1, false), at(2, false))).toBe(1);
  expect(chosen(at(2, true), at(1, true))).toBe(1);
  expect(chosen(aLostPair(0, "head", "timeout"), at(1, true))).toBe(1);
  expect(chosen(aLostPair(0, "head", "timeout", 1), aLostPair(0, "base", "timeout"))).toBe(0);
});

test("lost pairs are measured again, then contended ones, up to 30 % more", () => {
  const some = [...somePairs(10).slice(3), aPair(0, { contended: true }), aPair(1, { contended: true })];
  const all = [...some, aLostPair(2, "head", "timeout")].map((pair) => ({ ...pair, start: 0 }));
  expect(repeats(all, 10, 30, 0)).toEqual([2, 0, 1]);
  expect(repeats(all, 10, 7, 0)).toEqual([2, 0]); // ⌊2.1⌋
  const spent = { ...aPair(2, { attempt: 1 }), start: 0 };
  expect(repeats([...all, spent], 10, 10, 0)).toEqual([0, 1]); // one of three is spent
  expect(repeats(all, 1, 30, 0)).toEqual([0]);
});

test("disturbed pairs of earlier starts, which nobody can repeat, take no attempts from the present one", () => {
  const all = somePairs(20).map((pair, slot) => ({ ...pair, contended: slot < 9 || slot === 19 }));
  const pairs = all.map((pair, slot) => ({ ...pair, start: slot < 10 ? 0 : 1 }));
  expect(repeats(pairs, 20, 30, 1)).toEqual([19]);
});
