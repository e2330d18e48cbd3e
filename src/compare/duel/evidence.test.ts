import { expect, test } from "vitest";
import { interval, NO_PRIOR } from "../../stats/location.ts";
import { pairFigures } from "../../stats/pair.ts";
import { intervalOfFinding } from "./evidence.ts";

const settings = { prior: NO_PRIOR, startSd: 0, starts: 8, floor: 1e-6 };
/** CPU of a container with a quarter of a core, in per cent, one pair of which a neighbour disturbed. */
const DISTURBED = [9.8, 11.6, 8.1, 2.8, 15.8, -40.3, 14.6, 11, 5.9, 14.5, 14.6, 10.7, 7.8, 8.7, -2.6];
const figuresOf = (all: readonly number[]) =>
  pairFigures(
    all.map((one) => one / 100),
    settings,
  );

test("an outlier does not hide a change that the trimmed mean shows: the interval is its own, with half the error", () => {
  const figures = figuresOf(DISTURBED);
  expect(figures.pWorse).toBeLessThan(1e-3);
  expect(interval(figures.mean, 0.025)[0]).toBeLessThan(0);
  expect(intervalOfFinding(figures)).toEqual(interval(figures.trimmed, 0.0125));
  expect(intervalOfFinding(figures)[0]).toBeGreaterThan(0);
});

test.each([
  ["without an outlier", DISTURBED.filter((one) => one > 0)],
  ["without a change", DISTURBED.map((one) => (one > 0 ? one - 10 : one))],
])("%s it is the mean's", (_, all) => {
  const figures = figuresOf(all);
  expect(intervalOfFinding(figures)).toEqual(interval(figures.mean, 0.025));
});
