import { expect, test } from "vitest";
import { evidence, row, sample, tested } from "../testing/comparisons.ts";
import { change, changeText, logPercent, percent, probability, signed, transition } from "./figures.ts";

test.each([
  [0.339, "+34 %"],
  [-0.032, "−3.2 %"],
  [0.0004, "0.0 %"], // rounds to nothing, and nothing has no sign
  [-0.0004, "0.0 %"],
  [0.0994, "+9.9 %"],
  [0.0996, "+10 %"],
  [8.5, "+850 %"],
  [9, "×10"], // tenfold is said as a factor
  [1233, "×1,230"],
  [Number.POSITIVE_INFINITY, "n/a"],
])("a change of %d is %s", (ratio, want) => {
  expect(signed(ratio)).toBe(want);
});

test.each([
  [0.0623, "6.2 %"],
  [0.03, "3 %"],
  [0.005, "0.5 %"],
  [0.344, "34 %"],
  [12.8, "1,280 %"],
  [0, "0 %"],
  [Number.NaN, "n/a"],
])("a share of %d is %s", (ratio, want) => {
  expect(percent(ratio)).toBe(want);
});

test("a threshold in logs is the percentage it stands for", () => {
  expect(logPercent(Math.log(1.03))).toBe("3 %");
});

test.each([
  [0.5, "0.5"],
  [0.03456, "0.035"],
  [0.00001, "≤ 0.0001"], // small, never zero
  [0, "≤ 0.0001"],
])("a probability of %d is %s", (p, want) => {
  expect(probability(p)).toBe(want);
});

test("where less is better, a positive log ratio is an increase", () => {
  const found = change(tested("regressed", 10, 12));
  expect(found?.ratio).toBeCloseTo(0.2, 12);
  expect(found!.low).toBeLessThan(0.2);
  expect(found!.high).toBeGreaterThan(0.2);
});

test("where more is better, a decrease is marked as worse", () => {
  // ln(base/head) = ln(100/80) > 0 is worse; the metric itself fell by 20 %
  const fewer = tested("regressed", 100, 80, { metric: "http_reqs.rate", unit: "/s", better: "higher" });
  const found = change(fewer);
  expect(found?.ratio).toBeCloseTo(-0.2, 12);
  expect(found!.low).toBeLessThan(found!.high);
  expect(changeText(fewer)).toMatch(/^−20 % \[−22, −18\], worse$/);
  const most = tested("improved", 80, 100, { metric: "http_reqs.rate", unit: "/s", better: "higher" });
  expect(changeText(most)).toMatch(/^\+25 % .*, better$/);
});

test.each([
  [
    "a zero in base",
    row({
      unit: "ratio",
      base: { values: [0, 0.01], center: 0.005 },
      head: sample(0.035),
      evidence: evidence(0.03),
    }),
    "+3 points",
  ],
  ["a negative value", row({ unit: "1", base: sample(-2), head: sample(3), evidence: evidence(5) }), "+5"],
  ["nothing tested", row({ unit: "s", base: sample(0.012), head: sample(0.011) }), "−1 ms"],
  ["no base", row({ head: sample(0.011) }), "n/a"],
  ["no head", row({ base: sample(0.011) }), "n/a"],
])("%s leaves no ratio to show", (_, given, want) => {
  expect(change(given)).toBeUndefined();
  expect(changeText(given)).toBe(want);
});

test.each([
  [0.0121, 0.0162, "12.1 → 16.2 ms"],
  [0.0009, 0.00117, "900 µs → 1.17 ms"],
  [-0.002, 0.002, "−2 → 2 ms"],
  [null, 0.0121, "n/a → 12.1 ms"],
  [0.0121, null, "12.1 ms → n/a"],
  [null, null, "n/a → n/a"],
])("from %d to %d s is %s", (base, head, want) => {
  const side = (center: number | null) => (center === null ? null : { values: [center], center });
  expect(transition(row({ base: side(base), head: side(head) }))).toBe(want);
});

test.each([
  // e^(ln 12.3 ± 2.45 × 0.09) = 9.87 and 15.3: below tenfold the lower bound stays a factor
  [1, 12.3, 0.09, "×12.3 [×9.87, ×15.3]"],
  // e^(ln 9.5 ± 0.2205) = 7.62 and 11.84: above tenfold the upper bound stays a percentage
  [1, 9.5, 0.09, "+850 % [+662, +1,084]"],
])("a change of %d to %d has bounds of its own form", (base, head, se, want) => {
  expect(changeText(tested("regressed", base, head, {}, se))).toBe(want);
});
