import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entry } from "../model/trend.ts";
import { anEntry, sha } from "../testing/histories.ts";
import { additions, ordered, retained, sizeWarnings } from "./history.ts";

const now = new Date("2026-11-21T12:00:00Z");
const at = (days: number, hour = 10) =>
  new Date(Date.parse("2026-11-21T00:00:00Z") - days * 86_400_000 + hour * 3_600_000).toISOString();
const browse = { browse: { "http_req_duration.p50": 0.01 } };
const search = { "search/fast": { "http_req_duration.p50": 0.01 } };

describe("additions of an entry", () => {
  const first = anEntry({ results: browse });
  test.each([
    ["the same again", anEntry({ results: browse }), []],
    ["the same commit and attempt by another run", anEntry({ run: "other", results: browse }), []],
    ["a second attempt", anEntry({ run: "again", attempt: 2, results: browse }), ["browse"]],
    ["the same run by a rerun of the publishing job", anEntry({ attempt: 2, results: browse }), []],
    ["another runner class", anEntry({ run: "arm", runnerClass: "arm-4c", results: browse }), ["browse"]],
    [
      "another runner class that began in the same second",
      anEntry({ runnerClass: "arm-4c", results: browse }),
      ["browse"],
    ],
    ["another commit", anEntry({ commit: sha(1), results: browse }), ["browse"]],
    ["another workload of that commit: a shard", anEntry({ run: "shard", results: search }), ["search"]],
    ["one that is there and one that is not", anEntry({ results: { ...browse, ...search } }), ["search"]],
    ["another tool's figures of that commit", anEntry({ source: "k6", results: browse }), ["browse"]],
  ])("%s", (_, entry, workloads) => {
    expect(
      additions([first], [entry]).flatMap(({ results }) => results.map(({ workload }) => workload)),
    ).toEqual(workloads);
  });

  test("two of one measurement in one go are one", () => {
    expect(additions([], [first, first])).toHaveLength(1);
  });

  test("imported figures have no names of runs: another attempt is another point", () => {
    const first = anEntry({ source: "k6", results: browse });
    expect(additions([first], [{ ...first, attempt: 2 }])).toHaveLength(1);
    expect(additions([first], [first])).toEqual([]);
  });

  test("runs without a commit are distinguished by their names", () => {
    const bare = anEntry({ commit: null, run: "a" });
    expect(
      additions([bare], [anEntry({ commit: null, run: "a" }), anEntry({ commit: null, run: "b" })]),
    ).toHaveLength(1);
  });

  test("adding twice adds nothing, in any order", () => {
    const some = fc.array(
      fc
        .record({ n: fc.nat(4), attempt: fc.integer({ min: 1, max: 2 }), both: fc.boolean() })
        .map(({ n, attempt, both }) =>
          anEntry({
            commit: sha(n),
            attempt,
            run: `r${n}${attempt}${both}`,
            results: both ? { ...browse, ...search } : browse,
          }),
        ),
    );
    fc.assert(
      fc.property(some, some, (a, b) => {
        const once = additions([], a);
        const all = [...once, ...additions(once, b)];
        expect(additions(all, [...b, ...a].reverse())).toEqual([]);
        const keys = all.flatMap((e) => e.results.map((r) => `${e.commit?.sha} ${e.attempt} ${r.workload}`));
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe("retention", () => {
  test("everything of 90 days, of older days the last of each workload, and releases", () => {
    const entries = [
      anEntry({ run: "new-1", at: at(1, 9) }),
      anEntry({ run: "new-2", at: at(1, 10) }),
      anEntry({ run: "edge", at: at(89) }),
      anEntry({ run: "old-1", at: at(200, 8) }),
      anEntry({ run: "old-2", at: at(200, 9) }),
      anEntry({ run: "old-3", at: at(200, 7), results: search }),
      anEntry({ run: "old-release", at: at(200, 6), release: "v1" }),
      anEntry({ run: "old-class", at: at(200, 5), runnerClass: "other" }),
      anEntry({ run: "older", at: at(201) }),
    ];
    expect(retained(entries, now, { days: 90 }).map(({ run }) => run)).toEqual([
      "new-1",
      "new-2",
      "edge",
      "old-2",
      "old-3",
      "old-release",
      "old-class",
      "older",
    ]);
  });

  test("is a setting, and spares what other tools measured and what is named", () => {
    const [first, second, third] = ["1", "2", "3"].map((run) =>
      anEntry({ run, at: at(200, Number(run)) }),
    ) as [Entry, Entry, Entry];
    const theirs = anEntry({ run: "0", at: at(200, 1), source: "github-action-benchmark" });
    const all = [theirs, first, second, third];
    expect(retained(all, now, { days: 90 })).toEqual([theirs, third]);
    expect(retained(all, now, { days: 90, spared: new Set([first]) })).toEqual([theirs, first, third]);
    expect(retained(all, now, { days: 365 })).toEqual(all);
    expect(retained(all, now, { days: null })).toEqual(all);
  });

  test("keeping twice keeps the same, and no day loses its last", () => {
    const entry = fc
      .record({ day: fc.integer({ min: 0, max: 130 }), hour: fc.nat(23), two: fc.boolean() })
      .map(({ day, hour, two }) =>
        anEntry({ run: `${day}-${hour}-${two}`, at: at(day, hour), results: two ? search : browse }),
      );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (all) => {
        const kept = retained(all, now, { days: 90 });
        expect(retained(kept, now, { days: 90 })).toEqual(kept);
        const days = (list: typeof all) =>
          new Set(list.map((e) => e.at.slice(0, 10) + e.results[0]!.workload));
        expect(days(kept)).toEqual(days(all));
      }),
    );
  });
});

test("entries are in one order for every publisher", () => {
  const entries = [
    anEntry({ run: "b" }),
    anEntry({ run: "a", attempt: 2 }),
    anEntry({ run: "a" }),
    anEntry({ at: at(5) }),
  ];
  const sorted = [...entries].sort(ordered).map(({ run, attempt }) => `${run}/${attempt}`);
  expect(
    [...entries]
      .reverse()
      .sort(ordered)
      .map(({ run, attempt }) => `${run}/${attempt}`),
  ).toEqual(sorted);
  expect(sorted.slice(1)).toEqual(["a/1", "a/2", "b/1"]);
});

test.each([
  [{ page: 1e6, site: 1e7 }, 0],
  [{ page: 12 * 2 ** 20, site: 1e7 }, 1],
  [{ page: 60 * 2 ** 20, site: 600 * 2 ** 20 }, 2],
])("a site of %j gets %i warnings", (size, count) => {
  expect(sizeWarnings(size)).toHaveLength(count);
});
