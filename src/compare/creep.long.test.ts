import { expect, test } from "vitest";
import { stream } from "../base/random.ts";
import { normalCdf, normalPpf } from "../stats/normal.ts";
import { asksForComparison } from "./creep.ts";

/**
 * Series of merged changes: the shares of them that ask for a comparison after any of the changes, and after the last. Every
 * change has the same effect; its estimate has an interval of ±2 %. The threshold is 5 %. `everSure` is the share if the sum's
 * lower bound had to be above zero as well.
 */
function asking(changes: number, effect: number) {
  const next = stream(7);
  let [ever, atLast, everSure] = [0, 0, 0];
  for (let i = 0; i < SERIES; i++) {
    let [since, asks, asked, sure] = [0, false, false, false];
    for (let n = 0; n < changes; n++) {
      since += effect + SE * normalPpf(next());
      asks = asksForComparison({ start: 0, since, tolerated: THRESHOLD });
      asked ||= asks;
      sure ||= asks && since > normalPpf(0.95) * SE * Math.sqrt(n + 1);
    }
    if (asked) ever++;
    if (asks) atLast++;
    if (sure) everSure++;
  }
  return { ever: ever / SERIES, atLast: atLast / SERIES, everSure: everSure / SERIES };
}
const [SERIES, SE, THRESHOLD] = [4_000, 0.02 / 1.96, Math.log1p(0.05)];

// The README quotes the shares. Their standard error is at most 0.008.
test.each([
  [50, 0, 0.44, 0.2],
  [20, 0, 0.24, 0.15],
  [6, 0, 0.03, 0.03],
  [6, 0.01, 0.69, 0.69],
  [10, 0.01, 0.95, 0.94],
  [20, 0.01, 1, 1],
  [50, 0.002, 0.87, 0.6],
])("of series of %d changes of %d each, %d ask for a comparison", (changes, effect, share, sure) => {
  const { ever, atLast, everSure } = asking(changes, Math.log1p(effect));
  expect(Math.abs(ever - share)).toBeLessThan(0.02);
  expect(Math.abs(everSure - sure)).toBeLessThan(0.02);
  // The sum is normal: the probability that it ends beyond the threshold is known.
  const ends = 1 - normalCdf((THRESHOLD - changes * Math.log1p(effect)) / (SE * Math.sqrt(changes)));
  expect(Math.abs(atLast - ends)).toBeLessThan(0.02);
});
