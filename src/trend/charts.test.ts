import { describe, expect, test } from "vitest";
import type { Series } from "../model/chart.ts";
import { aFigure, anEntry, sha, twoYears } from "../testing/histories.ts";
import { aFingerprint } from "../testing/runs.ts";
import { besideChanges, chartsOf } from "./charts.ts";
import { ordered } from "./history.ts";
import { levelsOf } from "./levels.ts";
import { difference } from "./machine.ts";

const about = { title: "shop", repository: null, generated: "2026-11-21T12:00:00Z", steelyard: "0.1.0" };
const nameOf = ({ workload, variant }: Series) => (variant === null ? workload : `${workload}/${variant}`);

test("the newest runs are those of the badge: all shards of the latest judged commit, each in its last attempt", () => {
  const at = (hour: number) => `2026-11-21T1${hour}:00:00Z`;
  const runs = [
    anEntry({ run: "old", commit: sha(1), verdict: "failed", at: at(0) }),
    anEntry({ run: "first", verdict: "failed", at: at(1) }),
    anEntry({ run: "search", verdict: "regressed", at: at(1), results: { search: { p50: 1 } } }),
    anEntry({ run: "a", attempt: 2, verdict: "regressed", at: at(2) }),
    anEntry({ run: "b", runnerClass: "arm-4c", at: at(3) }),
    anEntry({ run: "theirs", commit: sha(2), source: "k6", verdict: null, at: at(4) }),
  ];
  expect(chartsOf([...runs].reverse(), about).newest).toEqual([2, 3, 4]);
  expect(chartsOf(runs.slice(5), about).newest).toEqual([]);
});

describe("two years with changes that are known", () => {
  const { entries, known } = twoYears(new Date("2026-11-21T12:00:00Z"));
  const charts = chartsOf(entries, about);
  const gated = charts.series.filter(({ metric }) => metric === "http_req_duration.p50");

  test("every change is found, within three runs, the right way, and no other", () => {
    for (const series of gated) {
      const wanted = known.filter((one) => one.series === nameOf(series));
      expect(series.changes).toHaveLength(wanted.length);
      wanted.forEach(({ run, factor }, i) => {
        const found = series.changes[i]!;
        expect(Math.abs(series.runs[found.at]! - run)).toBeLessThanOrEqual(3);
        expect(found.after / found.before).toBeCloseTo(factor, 1);
        expect(found.worse).toBe(factor > 1);
      });
    }
    expect(gated.flatMap(({ changes }) => changes)).toHaveLength(known.length);
  });

  test("with the runs next to a change, it is found at the same run", () => {
    const spared = besideChanges(entries);
    const sorted = [...entries].sort(ordered);
    for (const { changes, runs } of gated) {
      for (const { at } of changes)
        for (const run of runs.slice(at - 4, at + 4)) expect(spared.has(sorted[run]!)).toBe(true);
    }
    expect(spared.size).toBeLessThan(entries.length / 4);
  });

  test("another machine is a break, not a change", () => {
    for (const { breaks, runs } of gated) {
      expect(breaks.map(({ at }) => runs[at])).toEqual([430]);
      expect(breaks[0]!.what).toContain("cores: 8 → 16");
    }
  });

  test("a rate that fell is worse: more is better", () => {
    const rate = charts.series.find((one) => nameOf(one) === "browse" && one.metric === "http_reqs.rate")!;
    expect(rate.changes).toMatchObject([{ worse: true }]);
  });

  test("a budget that was tightened holds from then on", () => {
    for (const { budgets } of gated) {
      expect(budgets.map(({ from }) => from)).toEqual([0, 500]);
      expect(budgets[1]!.most).toBeLessThan(budgets[0]!.most!);
    }
  });

  test("nineteen of twenty runs of a level lie in its band, or thereabouts", () => {
    const [inside, all] = gated
      .flatMap(({ levels, values }) =>
        levels.flatMap(({ from, to, band }) =>
          values.slice(from, to).map((v) => v >= band![0] && v <= band![1]),
        ),
      )
      .reduce(([yes, n], is) => [yes + Number(is), n + 1], [0, 0]);
    expect(inside / all).toBeGreaterThan(0.92);
    expect(inside / all).toBeLessThan(0.98);
  });
});

test("series are of one runner class, workload, variant and metric, oldest run first", () => {
  const one = anEntry({
    commit: sha(1),
    at: "2026-11-02T00:00:00Z",
    results: { "a/x": { m: 1 }, "a/y": { m: 2 } },
  });
  const two = anEntry({ commit: sha(2), at: "2026-11-01T00:00:00Z", results: { "a/x": { m: 3, k: 4 } } });
  const other = anEntry({
    commit: sha(3),
    at: "2026-11-03T00:00:00Z",
    runnerClass: "other",
    results: { "a/x": { m: 5 } },
  });
  const { series, runs } = chartsOf([one, two, other], about);
  expect(runs.map(({ sha }) => sha)).toEqual([sha(2), sha(1), sha(3)]);
  expect(series.map((s) => [s.runnerClass, s.variant, s.metric, s.values, s.runs])).toEqual([
    ["bench-8c", "x", "k", [4], [0]],
    ["bench-8c", "x", "m", [3, 1], [0, 1]],
    ["bench-8c", "y", "m", [2], [1]],
    ["other", "x", "m", [5], [2]],
  ]);
});

test("figures without logarithms have levels too", () => {
  const values = [...Array(12).fill(0), ...Array(12).fill(0.2)].map((v, i) => v + (i % 3) * 0.001);
  const { changes } = levelsOf(values, [], 0.03, "lower");
  expect(changes).toMatchObject([{ at: 12, worse: true }]);
});

test("a change across the border of two searched stretches is found once", () => {
  const values = Array.from(
    { length: 1_000 },
    (_, i) => (i < 400 ? 1 : 1.2) * (1 + 0.01 * Math.sin(i * 12.9898)),
  );
  expect(levelsOf(values, [], 0.03, "lower").changes.map(({ at }) => at)).toEqual([400]);
});

test.each([
  [{}, ""],
  [{ memory: 16.1 * 2 ** 30 }, ""],
  [{ memory: 32 * 2 ** 30 }, "memory: 16 GiB → 32 GiB"],
  [{ kernel: "6.12", cores: 4 }, "cores: 8 → 4, kernel: 6.1 → 6.12"],
  [{ containers: "compose" }, "stack: plain processes → compose"],
  [{ generators: { k6: "k6 2.0.0" } }, "k6: k6 1.8.1 → k6 2.0.0"],
  [{ generators: { wrk: "wrk 4" } }, ""],
  [
    { images: { db: "postgres:17 sha256:abcdef0123456789" } },
    "db: postgres:16 (0123456789ab) → postgres:17 (abcdef012345)",
  ],
])("a machine with %j differs by %j", (change, words) => {
  const images = { db: "postgres:16 sha256:0123456789abcdef" };
  expect(difference(aFingerprint({ images }), aFingerprint({ images, ...change }))).toBe(words);
});

test("an imported figure has no machine, and none is shown", () => {
  expect(difference(null, aFingerprint())).toBe("");
});

test("figures are kept to five digits", () => {
  const entry = anEntry({ results: { a: { m: aFigure({ value: 0.123456789 }) } } });
  expect(chartsOf([entry], about).series[0]!.values).toEqual([0.12346]);
});
