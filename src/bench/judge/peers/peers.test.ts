import { describe, expect, test } from "vitest";
import { stream } from "../../../base/random.ts";
import { median } from "../../../stats/samples.ts";
import { studentSf } from "../../../stats/student.ts";
import { asv } from "./asv.ts";
import { bencherIqr, bencherLimit, bencherT } from "./bencher.ts";
import { benchstat, benchstatP } from "./benchstat.ts";
import { conbench } from "./conbench.ts";
import { bootstrapP, criterion } from "./criterion.ts";
import { candidate, changePoints, NYRKIO, otava } from "./otava.ts";
import { perfgate } from "./perfgate.ts";
import { choose, exactP, normalP, ranks, spread } from "./ranks.ts";
import { ratio } from "./ratio.ts";
import { rustcPerf, rustcPerfThreshold } from "./rustcperf.ts";
import { smp } from "./smp.ts";

const upTo = (n: number, from = 1) => Array.from({ length: n }, (_, i) => from + i);

test.each([
  [100, 111, 1.1, true], // 1.11 > 1.10
  [100, 110, 1.1, false], // not above: 110/100 is the double 1.1
  [100, 199, 2, false],
  [100, 201, 2, true],
  [0, 0, 1.1, false], // 0/0 counts as 1
  [0, 1, 2, true], // infinitely much more
])("github-action-benchmark: %d → %d at %d is %s", (previous, current, threshold, want) => {
  expect(ratio(previous, current, threshold)).toBe(want);
});

describe("Bencher", () => {
  test("t-test: mean 100, sd √(8/3) = 1.633, t⁻¹(.99; 3) = 4.541, √(1 + 1/4) = 1.118: the limit is 108.29", () => {
    const history = [100, 102, 98, 100];
    expect(bencherLimit(history)).toBeCloseTo(100 + 1.63299 * 4.5407 * 1.118034, 3);
    expect(bencherT(history, 108.2)).toBe(false);
    expect(bencherT(history, 108.4)).toBe(true);
  });
  test("no test with one point, nor where all are equal", () => {
    expect(bencherT([100], 1000)).toBe(false);
    expect(bencherT([100, 100, 100], 1000)).toBe(false);
  });
  test("looks back 64 points", () => {
    const recent = upTo(64).map((i) => 100 + (i % 2));
    expect(bencherLimit([1e6, ...recent])).toBe(bencherLimit(recent));
  });
  test("IQR: median 100, quartiles 99 and 101, b = 3: the limit is 106", () => {
    const history = [98, 99, 100, 101, 102];
    expect(bencherIqr(history, 106)).toBe(false);
    expect(bencherIqr(history, 106.1)).toBe(true);
  });
});

describe("Mann–Whitney", () => {
  test.each([
    [
      [0, 0, 1, 2],
      [1, 3, 3, 5, 6],
    ],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [
      [1, 4, 2],
      [3, 3, 3, 3],
    ],
    [
      [5, 7, 7, 9, 11],
      [1, 6, 7, 8],
    ],
  ])("exact p of %j against %j is what all relabellings give", (first, second) => {
    const all = [...first, ...second];
    const middle = (first.length * second.length) / 2;
    const seen = ranks(first, second);
    let [as, total] = [0, 0];
    for (const chosen of subsets(all.length, first.length)) {
      const mine = chosen.map((i) => all[i]!);
      const others = all.filter((_, i) => !chosen.includes(i));
      total++;
      if (ranks(mine, others).u <= Math.min(seen.u, 2 * middle - seen.u)) as++;
    }
    expect(total).toBe(choose(all.length, first.length));
    const want = seen.u === middle ? 1 : Math.min(1, (2 * as) / total);
    expect(exactP(seen, first.length, second.length)).toBeCloseTo(want, 12);
  });
  test("the distribution adds up to 1 and is symmetric without ties", () => {
    const chances = spread(6, 9, new Array<number>(15).fill(1));
    expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    chances.forEach((v, i) => {
      expect(v).toBeCloseTo(chances[chances.length - 1 - i]!, 12);
    });
  });
  test("the normal approximation comes near the exact p", () => {
    const found = ranks(
      upTo(30, 6),
      upTo(30).map((v) => v + 0.5),
    );
    expect(Math.abs(normalP(found, 30, 30) / exactP(found, 30, 30) - 1)).toBeLessThan(0.05);
  });
});

describe("benchstat", () => {
  test("5 against 5, fully separated: p = 2/C(10,5) = 2/252 = .0079", () => {
    expect(benchstatP(upTo(5), upTo(5, 10))).toBeCloseTo(2 / 252, 12);
    expect(benchstat(upTo(5), upTo(5, 10))).toBe(true);
    expect(benchstat(upTo(5, 10), upTo(5))).toBe(false); // better
  });
  test("3 a side are too few, and 4 fully separated are enough: 2/70 = .029", () => {
    expect(benchstat(upTo(3), upTo(3, 10))).toBe(false);
    expect(benchstatP(upTo(4), upTo(4, 10))).toBeCloseTo(2 / 70, 12);
    expect(benchstat(upTo(4), upTo(4, 10))).toBe(true);
  });
  test("10 a side with a tie go by the normal approximation, 9 by the exact distribution", () => {
    const tied = (n: number) => [[1, ...upTo(n - 1)], upTo(n, 5)] as const;
    const [base, head] = tied(10);
    expect(benchstatP(base, head)).toBe(normalP(ranks(head, base), 10, 10));
    const [a, b] = tied(9);
    expect(benchstatP(a, b)).toBe(exactP(ranks(b, a), 9, 9));
  });
  test("all equal is no difference", () => {
    expect(benchstat([1, 1, 1, 1], [1, 1, 1, 1])).toBe(false);
  });
});

describe("asv", () => {
  const base = upTo(10, 100);
  test("10 against 10, separated: p = 2/184756; the factor is asked of the medians", () => {
    expect(asv(base, upTo(10, 116))).toBe(true); // 120.5/104.5 = 1.153
    expect(asv(base, upTo(10, 110))).toBe(false); // 114.5/104.5 = 1.096
  });
  test("p < .002 is asked: U = 82 of 100 has p = .0147", () => {
    expect(median([...upTo(2, 90), ...upTo(8, 120)]) / median(base)).toBeGreaterThan(1.1);
    expect(asv(base, [...upTo(2, 90), ...upTo(8, 120)])).toBe(false);
  });
  test("5 against 5 cannot have p < .002: 2/252", () => {
    expect(asv(upTo(5, 100), upTo(5, 1000))).toBe(false);
  });
});

describe("Otava and Nyrkiö", () => {
  const calm = [100, 101, 99, 100, 101, 99, 100, 101, 99, 100, 101, 99];
  test("the energy of a split by hand", () => {
    // {0} {0} {3}, split before 3: 2/3 (3 + 3) − 2·1/(3·1)·0 = 4; before the second: 2/3 (0 + 3) − 2·1/(3·1)·3 = 0,
    // and of the first two alone 0.
    expect(candidate([0, 0, 3])).toEqual({ at: 2, energy: 4 });
    expect(candidate([5])).toBeUndefined();
  });
  test("a jump at the last point is one, upwards", () => {
    expect(otava([...calm, 120])).toBe(true);
    expect(otava([...calm, 80])).toBe(false);
    expect(otava([...calm, 101])).toBe(false);
  });
  test("its p is Student's, with variances that divide by n", () => {
    // left: 12 points, mean 100, squares 8, so np.std² = 8/12; pooled (11 · 8/12 + 0)/11 with df 12 + 1 − 2 = 11
    const [found] = changePoints([...calm, 110], 0.001, 0);
    expect(found).toMatchObject({ at: 12, before: 100, after: 110 });
    expect(found!.p / (2 * studentSf(10 / Math.sqrt((8 / 12) * (1 / 12 + 1)), 11))).toBeCloseTo(1, 9);
  });
  test("a change that came before is a segment, and the last point is not its start", () => {
    expect(otava([...calm, 120, 121, 119, 120, 121])).toBe(false);
    expect(changePoints([...calm, 120, 121, 119, 120, 121], 0.001, 0).map(({ at }) => at)).toEqual([12]);
  });
  test("Nyrkiö asks for 5 % as well", () => {
    expect(otava([...calm, 104.5])).toBe(true);
    expect(otava([...calm, 104.5], NYRKIO)).toBe(false);
    expect(otava([...calm, 106], NYRKIO)).toBe(true);
  });
  test("two points, or equal ones, tell nothing", () => {
    expect(otava([1, 100])).toBe(false);
    expect(otava(new Array<number>(20).fill(7))).toBe(false);
  });
});

test.each([
  [106, true], // z = 6
  [105, false], // z = 5: not above
  [94, false],
])("conbench: mean 100, sd 1, %d is %s", (current, want) => {
  expect(conbench([99, 100, 101], current)).toBe(want);
});

describe("rustc-perf", () => {
  /** Points whose changes, up and down in turn, are these ratios. */
  const walk = (changes: readonly number[]) => {
    const points = [100];
    for (const [i, c] of changes.entries()) points.push(points.at(-1)! * (i % 2 === 0 ? 1 + c : 1 - c));
    return points;
  };
  test("Q1 = .4 %, Q3 = 1 %: 1 + 3 · .6 = 2.8 %", () => {
    // 33 changes: quartiles of type 7 are the 9th and the 25th
    const changes = [...new Array<number>(8).fill(0.002), ...new Array<number>(8).fill(0.004)];
    const history = walk([...changes, ...new Array<number>(17).fill(0.01)]);
    expect(rustcPerfThreshold(history)).toBeCloseTo(0.028, 9);
    const last = history.at(-1)!;
    expect(rustcPerf(history, last * 1.027)).toBe(false);
    expect(rustcPerf(history, last * 1.029)).toBe(true);
    expect(rustcPerf(history, last * 0.5)).toBe(false);
  });
  test("fewer than 30 changes: .2 %", () => {
    expect(rustcPerfThreshold(walk(new Array<number>(29).fill(0.05)))).toBe(0.002);
    expect(rustcPerfThreshold(walk(new Array<number>(30).fill(0.05)))).toBeCloseTo(0.05, 9);
  });
});

describe("perfgate", () => {
  test("mean 1, sd (n) 1, n = 5: 2 · 1/√5 = .894 < 1", () => {
    expect(perfgate([0, 2, 0, 2, 1], 5, false)).toEqual({ flagged: true, used: 5 }); // sd √(4/5)
    expect(perfgate([-1, 3, -1, 3, 1], 5, false)).toEqual({ flagged: false, used: 5 }); // 2 √(16/5)/√5 = 1.6
    expect(perfgate([-1, -1, -1.1, -1, -1], 5, false)).toEqual({ flagged: false, used: 5 });
  });
  test("retries go on until something is significant, either way", () => {
    const undecided = [-1, 1, 1, 1]; // mean .5, 2 · .866/√4 = .866
    expect(perfgate([...undecided, 1, 1], 4, true)).toEqual({ flagged: true, used: 6 }); // .667 > 2 · .745/√6 = .609
    const better = [...undecided, 1, 1].map((v) => -v);
    expect(perfgate(better, 4, true)).toEqual({ flagged: false, used: 6 });
    const never = upTo(14).map((i) => (i % 2 === 0 ? 1 : -1));
    expect(perfgate(never, 4, true)).toEqual({ flagged: false, used: 14 }); // 4 + 2 + 3 + 5
    expect(perfgate([...undecided, 1, 1], 4, false)).toEqual({ flagged: false, used: 4 });
  });
});

describe("criterion", () => {
  const next = () => stream(7);
  const around = (centre: number, n = 10) => upTo(n).map((i) => centre + ((i * 7) % n) / 10);
  test("far apart is found, alike is not, and within 1 % is noise however sure", () => {
    expect(criterion(around(100), around(110), next())).toBe(true);
    expect(criterion(around(100), around(100), next())).toBe(false);
    expect(bootstrapP(around(100), around(100.9), next())).toBeLessThan(0.05); // sure
    expect(criterion(around(100), around(100.9), next())).toBe(false); // and under 1 %
    expect(criterion(around(110), around(100), next())).toBe(false);
  });
  test("the same sample twice has p near 1", () => {
    // t is 0, and half of the resamples lie below.
    expect(bootstrapP(around(100), around(100), next(), 4000)).toBeGreaterThan(0.9);
  });
});

test.each([
  [100, 104, 0.1, false], // under 5 %
  [100, 106, 0.1, true],
  [100, 106, 20, false], // the interval holds 0
])("Datadog SMP: %d → %d, steps of %d is %s", (base, head, step, want) => {
  const around = (centre: number) => [-2, -1, 0, 1, 2].map((i) => centre + i * step);
  expect(smp(around(base), around(head))).toBe(want);
});

/** All ways to choose k of 0 … n − 1. */
function subsets(n: number, k: number, from = 0): number[][] {
  if (k === 0) return [[]];
  return upTo(n - from, from).flatMap((i) => subsets(n, k - 1, i + 1).map((rest) => [i, ...rest]));
}
