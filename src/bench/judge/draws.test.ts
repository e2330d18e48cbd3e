import { expect, test } from "vitest";
import { mean, variance } from "../../stats/samples.ts";
import { chance } from "./chance.ts";
import { injected, replayed, requested } from "./draws.ts";
import { GATES, METRICS, paired, SIZES, touches, workloadOf } from "./pull.ts";
import { harmless, RECORDED, runs, trials } from "./recorded.ts";

const series = trials();

test("chance: moments of its shapes, by the seed", () => {
  const random = chance(4);
  const many = (draw: () => number) => Array.from({ length: 20_000 }, draw);
  for (const draw of [random.normal, random.heavy]) {
    const values = many(draw);
    expect(mean(values)).toBeCloseTo(0, 1.4);
    expect(variance(values)).toBeCloseTo(1, 0.6);
  }
  const far = (values: number[]) => values.filter((v) => Math.abs(v) > 3).length / values.length;
  expect(far(many(random.normal))).toBeCloseTo(0.0027, 2.6);
  // P(|t₄| > 3√2) = .0132
  expect(far(many(random.heavy))).toBeCloseTo(0.0132, 2.2);
  expect(mean(many(() => random.exponential(2)))).toBeCloseTo(2, 0.9);
  expect(chance(4).normal()).toBe(chance(4).normal());
});

test("the recordings are all there", () => {
  expect(series.map((all) => all.length)).toEqual([281, 90, 124, 124, 64, 64]);
  expect(new Set(series.flat().map(({ variant }) => variant))).toEqual(
    new Set(["A1", "A2", "B02", "B05", "B10", "B20"]),
  );
  expect(runs().map(({ mode }) => mode)).toHaveLength(108);
});

test("a variant's effect is taken off, in proportion to how slow it is", () => {
  // Two rounds at different levels; p50 is exactly the level + slow, CPU the level + 2 slow, the rest just the level.
  const synthetic = ["1", "2"].flatMap((round, level) =>
    [0, 0.02, 0.1].map((slow) => ({
      round,
      block: round,
      variant: "x",
      slow,
      values: [level + slow, level, level, level, level + 2 * slow],
    })),
  );
  for (const values of harmless(synthetic)) {
    values.forEach((v, i) => {
      expect(v).toBeCloseTo(i < 3 ? 0 : 1, 9);
    });
  }
});

test("no slow-down is left in the recorded CPU", () => {
  const [cpu] = harmless(series[0]!).slice(4);
  const of = (variant: string) => mean(cpu!.filter((_, i) => series[0]![i]!.variant === variant));
  expect(Math.abs(of("B20") - of("A1"))).toBeLessThan(0.02); // 20 % before
});

test("pairs are neighbours in random order, the same for all metrics of a workload", () => {
  // Trial i of any test is i: a pair is {2i, 2i + 1}.
  const window = Array.from({ length: 10 }, () => Array.from({ length: 40 }, (_, i) => i));
  const { base, head } = paired(window, 20, chance(1));
  base.forEach((values, t) => {
    values.forEach((v, i) => {
      expect([v, head[t]![i]!].sort((a, b) => a - b)).toEqual([2 * i, 2 * i + 1]);
    });
    expect(values).toEqual(base[Math.floor(t / METRICS.length) * METRICS.length]);
  });
  const swapped = base[0]!.filter((v) => v % 2 === 1).length;
  expect(swapped).toBeGreaterThan(3); // 20 fair coins: fewer than 4 or more than 16 in .3 % of all seeds
  expect(swapped).toBeLessThan(17);
  expect(base[0]).not.toEqual(base[5]);
});

test("recorded noise: by the seed, windows apart, no shift", () => {
  const source = replayed(series);
  const wanted = { pairs: 10, sessions: 5, trials: 10 };
  expect(source.draw(chance(2), wanted)).toEqual(source.draw(chance(2), wanted));
  const random = chance(3);
  const clean = series.map(harmless);
  const place = (values: readonly number[], w: number) => clean[w]![4]!.indexOf(values[0]!); // CPU: no two alike
  const shifts = Array.from({ length: 300 }, () => {
    const { base, head, alone, sessions } = source.draw(random, wanted);
    const own = place(alone[4]!, 0) / (281 - 20);
    for (const session of sessions) {
      // half of 20/64 and .06: .216, less the rounding to whole trials
      expect(Math.abs(place(session[4]!, 0) / (281 - 10) - own)).toBeGreaterThan(0.21);
    }
    return mean(head[4]!.map((v, i) => v - base[4]![i]!));
  });
  expect(Math.abs(mean(shifts))).toBeLessThan(4 * Math.sqrt(variance(shifts) / shifts.length));
});

test("real slow-downs: the right workload, whole blocks, and CPU that shows it", () => {
  const draw = injected(series);
  const random = chance(5);
  expect(draw("B02", RECORDED.indexOf("kopen_cpu"), random)).toBeNull(); // was not recorded there
  const drawn = draw("B20", 0, random)!;
  expect(drawn).toHaveLength(30);
  expect(new Set(drawn.map((pairs) => pairs.length)).size).toBe(1);
  expect(mean(drawn[4]!)).toBeCloseTo(Math.log(1.2) * 0.93, 1); // the recorded slope of CPU is .93
  expect(Math.abs(mean(drawn[14]!))).toBeLessThan(0.05);
});

test("request mode: whole runs, the slowed mode from the slowed program, means only with the requests", () => {
  const all = runs();
  const { modes, ratios, means } = requested(all, 2, chance(6), { mode: 0, variant: "B05" });
  expect(modes).toEqual(["c1", "c4", "io", "open"]);
  expect(means).toEqual([true, true, true, false]); // 80 arrivals a second and side
  expect(ratios.map((r) => r.length)).toEqual(new Array(20).fill(12));
  // The first run's first block is the first pair, the second run's the second.
  const starts = all.filter((r) => r.mode === "c1" && r.variant === "B05").map((r) => r.ratios[0]![0]!);
  expect(starts).toContain(ratios[0]![0]!);
  expect(starts).toContain(ratios[0]![1]!);
  expect(() => requested(all, 10, chance(6))).toThrow("9 runs of c1, A2");
});

test("which tests a regression touches", () => {
  const touched = (kind: "all" | "latency" | "cpu") => GATES.filter((t) => touches(kind, 1, t));
  expect(touched("all")).toEqual([5, 8, 9]);
  expect(touched("latency")).toEqual([5, 8]);
  expect(touched("cpu")).toEqual([9]);
  expect([GATES.length, new Set(GATES.map(workloadOf)).size, SIZES.length]).toEqual([18, 6, 4]);
});
