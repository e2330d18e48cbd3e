import fc from "fast-check";
import { expect, test } from "vitest";
import { Metrics, selector, value } from "../model/metric.ts";
import { bucketQuantile, figures, MOST_METRICS, type Wanted } from "./figures.ts";
import { page } from "./text.ts";

const between = (before: string, after: string, wanted: Partial<Wanted> = {}) => {
  const found = figures(page(before), page(after), 2, { split: [], ...wanted }, "web:");
  expect(Metrics.safeParse(found.metrics).error).toBeUndefined();
  return found;
};
/** The figures as selectors read them: a count for counters, a rate for shares. */
const values = ({ metrics }: ReturnType<typeof between>) =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => {
      const stat = { counter: "count", share: "rate", gauge: "value", trend: "p50" }[metric.kind];
      expect(selector(`${name}.${stat}`)).toEqual({ metric: name, stat });
      return [name, value(metric, stat)];
    }),
  );

const REQUESTS = (ok: number, bad: number) =>
  `# TYPE requests counter\nrequests_total{route="/a",error_type=""} ${ok}\nrequests_total{route="/a",error_type="timeout"} ${bad}\n`;
const HISTOGRAM = (...counts: [number, number, number, sum: number]) =>
  `# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} ${counts[0]}
took_seconds_bucket{le="0.2"} ${counts[1]}
took_seconds_bucket{le="+Inf"} ${counts[2]}
took_seconds_sum ${counts[3]}
took_seconds_count ${counts[2]}
`;

test("a counter is its increase, over all series and for each value of a split label", () => {
  const found = between(REQUESTS(10, 1), REQUESTS(110, 6), { split: ["error_type"] });
  expect(found.metrics["web:requests_total"]).toEqual({ kind: "counter", unit: "1", count: 105, seconds: 2 });
  expect(values(found)).toEqual({
    "web:requests_total": 105,
    "web:requests_total{error_type:}": 100,
    "web:requests_total{error_type:timeout}": 5,
  });
  expect(found.notes).toEqual([]);
});

test("a new series began at 0", () => {
  expect(values(between("", REQUESTS(3, 4)))).toEqual({ "web:requests_total": 7 });
});

test.each([
  ["fell", REQUESTS(10, 1), REQUESTS(5, 2), "was reset"],
  ["is gone", REQUESTS(10, 1), REQUESTS(20, 1).replace(/.*timeout.*\n/, ""), "disappeared"],
  ["is not a number", REQUESTS(10, 1), REQUESTS(10, Number.NaN), "NaN"],
])("a counter with a series that %s is missing, with the reason", (_, before, after, reason) => {
  const found = between(before, after);
  expect(found.metrics).toEqual({});
  expect(found.notes).toEqual([expect.stringContaining(reason)]);
});

test("a restarted process has only gauges, even if its counters rose", () => {
  const at = (start: number) => `process_start_time_seconds ${start}\n# TYPE up gauge\nup 1\n`;
  const found = between(at(100) + REQUESTS(1, 1), at(200) + REQUESTS(2, 2));
  expect(values(found)).toEqual({ "web:up": 1 });
  expect(found.notes[0]).toContain("was restarted");
});

test("a gauge is its last value; several series have none, unless a split label separates them", () => {
  const text = '# TYPE heap_bytes gauge\nheap_bytes{space="old"} 5\nheap_bytes{space="new"} 7\n';
  expect(between("", "# TYPE heap_bytes gauge\nheap_bytes 9\n").metrics["web:heap_bytes"]).toEqual({
    kind: "gauge",
    unit: "B",
    value: 9,
  });
  const several = between("", text);
  expect(several.metrics).toEqual({});
  expect(several.notes[0]).toContain("2 series");
  expect(values(between("", text, { split: ["space"] }))).toEqual({
    "web:heap_bytes{space:new}": 7,
    "web:heap_bytes{space:old}": 5,
  });
});

test("a histogram gives its mean, the quantiles that its bounds allow, and the share at or below each bound", () => {
  // increases: 60 up to 0.1, 30 up to 0.2, 10 beyond, 12 s in all
  const found = between(HISTOGRAM(5, 5, 5, 1), HISTOGRAM(65, 95, 105, 13));
  expect(found.notes).toEqual([]);
  const all = values(found);
  expect(all["web:took_seconds{stat:p50}"]).toBeCloseTo(0.1 * (50 / 60), 12);
  expect(all["web:took_seconds{stat:p90}"]).toBeCloseTo(0.2, 12); // the 90th of 100 is the last one of its bucket
  expect(all).toMatchObject({
    "web:took_seconds_count": 100,
    "web:took_seconds{stat:mean}": 0.12,
    "web:took_seconds{le:0.1}": 0.6,
    "web:took_seconds{le:0.2}": 0.9,
  });
  expect(all).not.toHaveProperty(["web:took_seconds{stat:p95}"]); // somewhere above 0.2
  expect(found.metrics["web:took_seconds{stat:mean}"]).toMatchObject({ unit: "s" });
  expect(found.metrics["web:took_seconds{le:0.1}"]).toMatchObject({ better: "higher" });
});

test("a histogram without an observation has a count of 0 and nothing else", () => {
  expect(values(between(HISTOGRAM(1, 2, 3, 4), HISTOGRAM(1, 2, 3, 4)))).toEqual({
    "web:took_seconds_count": 0,
  });
});

test.each([
  ["bounds that fall", HISTOGRAM(9, 5, 10, 1)],
  ["no last bucket", HISTOGRAM(1, 2, 3, 1).replace(/.*Inf.*\n/, "")],
  ["an invalid bound", HISTOGRAM(1, 2, 3, 1).replace('"0.1"', '"x"')],
])("a histogram with %s is missing", (_, text) => {
  const found = between("", text);
  expect(found.metrics).toEqual({});
  expect(found.notes).toEqual([expect.stringContaining("do not add up")]);
});

test("a summary gives mean and count; its quantiles cover an unknown time", () => {
  const text = (n: number, sum: number) =>
    `# TYPE s summary\ns{quantile="0.5"} 9\ns_sum ${sum}\ns_count ${n}\ns_created 1\n`;
  expect(values(between(text(1, 10), text(5, 30)))).toEqual({ "web:s_count": 4, "web:s{stat:mean}": 5 });
});

test("OpenMetrics: creation times, info and stateset are not figures", () => {
  const text = `# TYPE foo counter\nfoo_total 4\nfoo_created 1\n# TYPE build info\nbuild_info{v="1"} 1\n# TYPE mode stateset\nmode{mode="a"} 1\n# EOF\n`;
  expect(values(between("", text))).toEqual({ "web:foo_total": 4 });
  // As Python's client writes them in the older format.
  const older = "# TYPE foo_total counter\nfoo_total 4\n# TYPE foo_created gauge\nfoo_created 1.7e9\n";
  expect(values(between("", older))).toEqual({ "web:foo_total": 4 });
});

test("a metric without a type is a gauge, or a counter by its name", () => {
  expect(values(between("a 5\nb_total 5\n", "a 7\nb_total 7\n"))).toEqual({ "web:a": 7, "web:b_total": 2 });
});

test.each([
  [["a*"], ["web:a", "web:ab"]],
  [["b"], ["web:b"]],
  [["*b"], ["web:ab", "web:b"]],
  [["a*b"], ["web:ab"]],
  [["a*ab"], []], // no part of a name is used twice
  [["*"], ["web:a", "web:ab", "web:b"]],
  [["none"], []],
])("include %j", (include, want) => {
  expect(Object.keys(between("", "a 1\nab 1\nb 1\n", { include }).metrics)).toEqual(want);
});

test("limits the number of metrics and values, with a note", () => {
  const many = Array.from({ length: 300 }, (_, i) => `m${i} 1`).join("\n");
  const found = between("", many);
  expect(Object.keys(found.metrics)).toHaveLength(MOST_METRICS);
  expect(found.notes).toEqual([expect.stringContaining("under include")]);
  const labels = Array.from({ length: 21 }, (_, i) => `c_total{id="${i}"} 1`).join("\n");
  const split = between("", labels, { split: ["id"] });
  expect(values(split)).toEqual({ "web:c_total": 21 });
  expect(split.notes).toEqual([expect.stringContaining("21 values")]);
});

test("hostile labels and names become harmless ones that selectors accept", () => {
  const label = 'a{b}c,d\\n\\"e|`<x>\u202e'.repeat(20);
  const text = `c_total{l="${label}"} 1\n{"__proto__"} 1\n{"a b\\nc"} 1\n`;
  const names = Object.keys(between("", text, { split: ["l"] }).metrics);
  expect(names).toContain("web:a_b_c");
  for (const name of names) {
    expect(name).toMatch(/^web:[\w:]+(\{[^{}]*\})?$/);
    expect(name).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(name.length).toBeLessThan(400);
    expect(selector(name)).toEqual({ metric: name, stat: "value" });
  }
});

test("a quantile lies within its bucket, and rises with q", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(counts, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (parts, q) => {
      let n = 0;
      const below = parts.map((part, i) => {
        n += part;
        return { le: i === parts.length - 1 ? Number.POSITIVE_INFINITY : i + 1, n };
      });
      const found = bucketQuantile(q, below);
      const at = below.findIndex((one) => one.n >= q * n && one.n > 0);
      if (found === undefined) return at === -1 || at === below.length - 1;
      const more = bucketQuantile(Math.min(1, q + 0.01), below) ?? Number.POSITIVE_INFINITY;
      return found >= at && found <= at + 1 && more >= found;
    }),
  );
});
