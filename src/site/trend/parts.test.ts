import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChartRun, Series } from "../../model/chart.ts";
import { VERDICTS } from "../../model/fates.ts";
import { columns, extent, nearest } from "./columns.ts";
import { csv, points } from "./download.ts";
import { foundIn, groupOf, groups, latestVerdict, newestRun, worstOf } from "./groups.ts";
import { moved } from "./keys.ts";
import { pairs, pointOf } from "./pair.ts";
import { brokenPath, path, span, thinned } from "./spark.ts";
import { age, change, figureWith, mood, pullOf, verdictText } from "./text.ts";

const run = (at: number, more: Partial<ChartRun> = {}): ChartRun => ({
  at,
  sha: String(at).repeat(8),
  subject: "Change",
  author: "Ada",
  verdict: "unchanged",
  mde: 0.05,
  release: null,
  link: null,
  source: "steelyard",
  ...more,
});
const series = (more: Partial<Series> = {}): Series => {
  const values = more.values ?? [1, 2, 3];
  return {
    runnerClass: "bench",
    workload: "browse",
    variant: null,
    metric: "p50",
    unit: "s",
    better: "lower",
    gate: true,
    band: 0.03,
    runs: values.map((_, i) => i),
    values,
    low: values.map((v) => v - 0.1),
    high: values.map((v) => v + 0.1),
    n: values.map(() => 10),
    verdicts: values.map(() => 0),
    budgets: [],
    breaks: [],
    levels: [],
    changes: [],
    ...more,
  };
};
const runs = [100, 200, 300, 400].map((at) => run(at));

describe("columns", () => {
  test("one row per run of any series; points that a series lacks are skipped", () => {
    const found = columns([series(), series({ values: [5, 6], runs: [1, 3] })], runs, "time", true);
    expect(found.xs).toEqual([100, 200, 300, 400]);
    expect(found.parts[0]!.value).toEqual([1, 2, 3, undefined]);
    expect(found.parts[1]!.value).toEqual([undefined, 5, undefined, 6]);
    expect(found.parts[1]!.rows).toEqual([1, 3]);
  });

  test("another machine is a row of its own that breaks the line of that series alone, and once for all of them", () => {
    const broken = series({ breaks: [{ at: 2, what: "cpu" }] });
    const found = columns([broken, series(), broken], runs, "time", true);
    expect(found.xs).toEqual([100, 200, 250, 300]);
    expect(found.runs).toEqual([0, 1, -1, 2]);
    expect(found.times).toEqual([100, 200, 200, 300]);
    expect(found.parts.map(({ value }) => value[2])).toEqual([null, undefined, null]);
    expect(found.parts[0]!.low[2]).toBeNull();
  });

  test("evenly spaced, x is the number of the run among those shown", () => {
    expect(columns([series({ values: [5, 6], runs: [1, 3] })], runs, "run", true).xs).toEqual([0, 1]);
  });

  test("a missing interval is passed over, and none is made up", () => {
    const found = columns([series({ low: [null, 1, 2], high: [null, 3, 4] })], runs, "time", true);
    expect(found.parts[0]!.low).toEqual([undefined, 1, 2]);
  });
});

test("the nearest of an ascending list, as a search from the start finds it", () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 1_000 })).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(list, fc.integer({ min: -10, max: 1_010 }), (all, x) => {
      const far = all.map((v) => Math.abs(v - x));
      const found = nearest(all, x);
      if (all.length === 0) expect(found).toBe(-1);
      else expect(far[found]).toBe(Math.min(...far));
    }),
  );
});

describe("the y axis", () => {
  const data = columns([series({ values: [10, 11, 12] })], runs, "time", true);
  test.each([
    ["everything", [0, 1_000], [], false, 9.9, 12.1],
    ["a part", [150, 250], [], false, 10.9, 11.1],
    ["a pull request's figure too", [0, 1_000], [20], false, 9.9, 20],
    ["from zero", [0, 1_000], [], true, 0, 12.1],
  ] as const)("holds %s", (_, range, extra, zero, low, high) => {
    const [least, most] = extent(data, range, extra, zero);
    expect(least).toBeLessThanOrEqual(low);
    expect(most).toBeGreaterThanOrEqual(high);
    expect(most - least).toBeLessThan(1.3 * (high - low) + 0.2);
  });

  test("is not stretched by one interval that dwarfs the values", () => {
    const wild = columns([series({ values: [10, 11, 12], high: [10, 1_000, 12] })], runs, "time", true);
    expect(extent(wild, [0, 1_000], [], false)[1]).toBeLessThan(20);
  });

  test("of nothing, of equal values and of zeros has a width", () => {
    for (const values of [[], [5, 5], [0, 0]]) {
      const [low, high] = extent(columns([series({ values })], runs, "time", true), [0, 1_000], [], false);
      expect(high).toBeGreaterThan(low);
    }
  });
});

test("a small drawing keeps the extremes and the last value of a long series", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 2_000 }),
      (values) => {
        const kept = thinned(values);
        expect(kept.length).toBeLessThanOrEqual(121);
        expect(Math.min(...kept.map(({ value }) => value))).toBe(Math.min(...values));
        expect(Math.max(...kept.map(({ value }) => value))).toBe(Math.max(...values));
        expect(kept.at(-1)!.value).toBe(values.at(-1));
        expect(kept.every(({ at }, i) => i === 0 || at > kept[i - 1]!.at)).toBe(true);
      },
    ),
  );
  const frame = { width: 106, height: 20, count: 3, low: 1, high: 3 };
  expect(brokenPath([1, 3, 2], frame, [2])).toBe("M3.0 17.0L53.0 3.0M103.0 10.0");
  expect(path([7], { width: 100, height: 20, count: 1, low: 7, high: 7 })).toBe("M50.0 10.0");
});

test.each([
  [[100, 101], 90.45, 110.55], // a fifth of 100.5, around it
  [[100, 200], 100, 200],
  [[0, 0], 0, 0],
  [[-101, -100], -110.55, -90.45],
])("a small drawing of %j spans %d to %d", (values, low, high) => {
  const found = span(values);
  expect(found.low).toBeCloseTo(low, 9);
  expect(found.high).toBeCloseTo(high, 9);
});

describe("charts", () => {
  const fast = series({ variant: "fast", verdicts: [0, 0, VERDICTS.indexOf("inconclusive")] });
  const slow = series({ variant: "slow", verdicts: [10, 10, VERDICTS.indexOf("new")], values: [1, 2, 4] });
  const [group] = groups([fast, slow, series({ metric: "p99", gate: false })]);

  test("are the variants of one metric over each other", () => {
    expect(group!.series).toEqual([fast, slow]);
    expect(groupOf([group!], { runnerClass: "", workload: "browse", metric: "p50" })).toBe(group);
    expect(groupOf([group!], { runnerClass: "other", workload: "browse", metric: "p50" })).toBeUndefined();
  });

  test("have the worst verdict of the newest run, not of those before", () => {
    expect(latestVerdict(group!, runs)).toBe("inconclusive");
    expect(latestVerdict({ ...group!, series: [series({ verdicts: [0, 0, -1] })] }, runs)).toBeNull();
  });

  test("have the worst verdict of all shards of the newest commit", () => {
    const bad = VERDICTS.indexOf("regressed");
    const two = [series({ runs: [0, 1, 2], verdicts: [0, 0, bad] }), series({ runs: [0, 1, 3] })];
    const shards = [run(100), run(200), run(300), run(400, { sha: run(300).sha })];
    expect(latestVerdict({ ...group!, series: two }, shards)).toBe("regressed");
    expect(latestVerdict({ ...group!, series: two }, runs)).toBe("unaffected");
    const bare = shards.map((one) => ({ ...one, sha: null }));
    expect(latestVerdict({ ...group!, series: two }, bare)).toBe("unaffected");
  });

  test("of a metric whose unit changed are found by the newest run", () => {
    const old = series({ unit: "1", values: [1, 2] });
    const [before, after] = groups([old, series({ runs: [1, 2, 3] })]);
    const chart = { runnerClass: "bench", workload: "browse", metric: "p50" };
    expect(groupOf([before!, after!], chart)).toBe(after);
    expect(groupOf([after!, before!], chart)).toBe(after);
  });

  test("open with the worst verdict of the newest commit's runs, and the least that all of them would have detected", () => {
    const shards = [
      run(100, { verdict: "failed" }),
      run(200, { verdict: "regressed", mde: null }),
      run(300, { mde: 0.2 }),
      run(400, { verdict: null }),
    ];
    const about = { title: "", repository: null, generated: "", steelyard: "", series: [] };
    expect(newestRun({ ...about, runs: shards, newest: [1, 2] })).toEqual({ ...shards[1], mde: 0.2 });
    expect(newestRun({ ...about, runs: shards, newest: [] })).toBe(shards[3]);
    expect(newestRun({ ...about, runs: [], newest: [] })).toBeUndefined();
  });

  test("tell their changes newest first, and the worst of those for the worse", () => {
    const at = (place: number, before: number, after: number) => ({
      at: place,
      before,
      after,
      worse: after > before,
      p: 1e-6,
    });
    const changed = {
      ...group!,
      series: [series({ changes: [at(1, 1, 2), at(2, 2, 1)] }), series({ changes: [at(2, 1, 1.2)] })],
    };
    const found = foundIn(changed, runs);
    expect(found.map(({ after }) => after.at)).toEqual([300, 300, 200]);
    expect(worstOf(found)).toMatchObject({ before: { at: 100 }, after: { at: 200 } });
    expect(worstOf([])).toBeUndefined();
  });

  test("compare two commits by the beginnings of their names", () => {
    expect(pointOf(fast, runs, "1001")).toBe(0);
    expect(pointOf(fast, runs, "9")).toBe(-1);
    expect(pairs(group!, runs, "1001", "3003")).toMatchObject([
      { a: 0, b: 2, apart: true, worse: true },
      { a: 0, b: 2, apart: true, worse: true },
    ]);
    expect(pairs(group!, runs, "1001", "4004")).toEqual([]);
    const wide = {
      ...group!,
      series: [series({ low: [0, 0, 0], high: [9, 9, 9] }), series({ low: [null, null, null] })],
    };
    expect(pairs(wide, runs, "1001", "3003").map(({ apart }) => apart)).toEqual([false, null]);
  });
});

describe("keys", () => {
  const shown = [series(), series({ values: [5, 6], runs: [0, 2] })];
  test.each([
    [null, "ArrowLeft", { series: 0, point: 2 }],
    [null, "End", { series: 0, point: 2 }],
    [{ series: 0, point: 0 }, "ArrowLeft", { series: 0, point: 0 }],
    [{ series: 0, point: 2 }, "ArrowRight", { series: 0, point: 2 }],
    [{ series: 0, point: 1 }, "ArrowDown", { series: 1, point: 0 }],
    [{ series: 0, point: 2 }, "ArrowDown", { series: 1, point: 1 }],
    [{ series: 1, point: 1 }, "ArrowUp", { series: 0, point: 2 }],
    [{ series: 1, point: 1 }, "ArrowDown", { series: 1, point: 1 }],
    [{ series: 5, point: 9 }, "Home", { series: 0, point: 0 }],
    [{ series: 0, point: 1 }, "x", undefined],
  ])("from %j, %s leads to %j", (at, key, want) => {
    expect(moved(shown, at, key)).toEqual(want);
  });
});

describe("words", () => {
  test.each([
    [1, 1.12, "+12 %"],
    [1, 0.969, "−3.1 %"],
    [1, 1.0001, "0.0 %"],
    [1, 12, "×12"],
    [0, 1, "n/a"],
    [-1, 1, "n/a"],
    [0, 0, "n/a"],
  ])("from %d to %d is %s", (before, after, want) => {
    expect(change(before, after)).toBe(want);
  });

  test.each([
    [0, "just now"],
    [-500, "just now"],
    [300, "5 minutes ago"],
    [3 * 3600, "3 hours ago"],
    [47 * 3600, "47 hours ago"],
    [3 * 86_400, "3 days ago"],
  ])("%d seconds are %s", (seconds, want) => {
    expect(age(1_000_000, 1_000_000 + seconds)).toBe(want);
  });

  test("a figure with its interval, a verdict with its sign", () => {
    expect(figureWith(0.0121, 0.0118, 0.0125, "s")).toBe("12.1 ms (11.8 ms to 12.5 ms)");
    expect(figureWith(-3, null, 1, "1")).toBe("−3");
    expect([verdictText("regressed", false), verdictText("budget", false)]).toEqual([
      "? regressed, only warns",
      "✗ budget",
    ]);
    expect([verdictText("inconclusive"), verdictText("regressed"), verdictText(null)]).toEqual([
      "? cannot tell",
      "✗ regressed",
      "not compared",
    ]);
    expect([mood("new"), mood("improved"), mood("budget")]).toEqual(["none", "good", "bad"]);
  });
});

test("the download has the points shown, and no cell is a formula", () => {
  const hostile = [run(100, { subject: '=cmd|" /C calc"!A0', author: "a,b\nc" }), run(200)];
  const [group] = groups([series({ values: [1, 2] })]);
  const all = points(group!, hostile, 100, 150);
  expect(all).toHaveLength(1);
  const text = csv(all);
  expect(text).toContain(`"'=cmd|"" /C calc""!A0","a,b\nc"`);
  expect(text.split("\r\n")[0]!.split(",")).toHaveLength(16);
  expect(csv([])).toBe("\r\n");
});

test.each([
  ["Rank by price (#12)", "12"],
  ['Revert "Rank by price (#12)" (#14)', "14"],
  ["Merge pull request #15 from ada/rank", "15"],
  ["Merge pull request 'Rank by price' (#16) from ada/rank into main", "16"],
  ["Rank by price, fixes #12", null],
  ["", null],
])("the pull request of %j is %s", (subject, number) => {
  expect(pullOf(subject)).toBe(number);
});
