import { test as alone, expect } from "vitest";
import { value } from "../../model/metric.ts";
import { K6Bench } from "../../testing/k6.ts";

/** These tests wait more than they compute, each with servers and a k6 of its own: they run side by side. */
const test = alone.concurrent;

test("thresholds: on the measured part, under the script's names; crossed ones do not fail the trial", async () => {
  await using bench = await K6Bench.open();
  const { thresholds, metrics, seconds } = await bench.observed(
    `import http from "k6/http"; import { sleep } from "k6"; import { Counter } from "k6/metrics";
     const rows = new Counter("rows");
     export const options = { vus: 1, duration: "1s", thresholds: {
       http_req_duration: ["max>=0", { threshold: "p(95)<0.000001", abortOnFail: false }],
       "http_reqs{ep:a}": ["count>0"],
       rows: ["count>100000", "rate<25"],
       vus: ["value>0"],
     } };
     export default function () { http.get(__ENV.STEELYARD_TARGET_API, { tags: { ep: "a" } }); rows.add(2); sleep(0.1); }`,
    { slot: { warmup: 2 } },
  );
  expect(thresholds).toEqual([
    { metric: "http_req_duration", limit: "max>=0", held: true },
    { metric: "http_req_duration", limit: "p(95)<0.000001", held: false },
    { metric: "http_reqs{ep:a}", limit: "count>0", held: true },
    { metric: "rows", limit: "count>100000", held: false },
    { metric: "rows", limit: "rate<25", held: true }, // 2 each 0.1 s; k6's own rate would be a third of it
    { metric: "vus", limit: "value>0", held: true },
  ]);
  const rows = metrics.rows as { count: number };
  expect(rows.count).toBe(2 * value(metrics.iterations!, "count")!);
  expect(rows.count).toBeLessThanOrEqual(22); // of the measured second alone
  expect(metrics["http_reqs{ep:a}"]).toEqual({ kind: "counter", unit: "1", count: rows.count / 2, seconds });
});

test("a threshold that aborts ends the trial early: what was measured until then counts", async () => {
  await using bench = await K6Bench.open();
  const { seconds, thresholds, requests, metrics } = await bench.observed(
    `import http from "k6/http"; import { sleep } from "k6";
     export const options = { vus: 1, duration: "1s", thresholds: {
       http_reqs: [{ threshold: "count<5", abortOnFail: true }] } };
     export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(0.02); }`,
    { slot: { warmup: 0.5, duration: 30 } },
  );
  expect(thresholds).toEqual([{ metric: "http_reqs", limit: "count<5", held: false }]);
  expect(seconds).toBeLessThan(15);
  expect(value(metrics.http_reqs!, "rate")).toBeCloseTo(requests / seconds);
});

test("custom metrics: type, unit and the measured part alone, also of one that occurs rarely", async () => {
  await using bench = await K6Bench.open();
  const { metrics, seconds } = await bench.observed(
    `import { Counter, Gauge, Rate, Trend } from "k6/metrics"; import { sleep } from "k6"; import exec from "k6/execution";
     // new Counter("not_there") is only a comment
     const time = new Trend("my_time", true), size = new Trend("my_number"), hit = new Rate("my_rate");
     const level = new Gauge("my_gauge"), none = new Counter("my_none"), rare = new Counter("my_rare");
     export const options = { vus: 1, duration: "1s" };
     export default function () {
       time.add(250); size.add(-3); hit.add(exec.scenario.iterationInTest % 2); level.add(7);
       if (__ENV.STEELYARD_PHASE === "measured" && exec.scenario.iterationInTest === 0) rare.add(5);
       sleep(0.05);
     }`,
    { slot: { warmup: 0.5 } },
  );
  expect(metrics.my_time).toMatchObject({ kind: "trend", unit: "s", min: 0.25, max: 0.25, mean: 0.25 });
  expect(metrics.my_number).toMatchObject({ kind: "trend", unit: "1", min: -3 });
  const { n } = metrics.my_time as { n: number };
  expect(metrics.my_rate).toEqual({ kind: "share", hits: Math.floor(n / 2), total: n });
  expect(metrics.my_gauge).toEqual({ kind: "gauge", unit: "1", value: 7 });
  expect(metrics.my_rare).toEqual({ kind: "counter", unit: "1", count: 5, seconds });
  expect(metrics.my_none).toEqual({ kind: "counter", unit: "1", count: 0, seconds }); // 0 is known here
  expect(metrics).not.toHaveProperty("not_there");
  expect(metrics.iterations).toMatchObject({ count: n });
});

test("split by name: addresses without the port, one series a value, none where there is one value", async () => {
  await using bench = await K6Bench.open();
  const two = await bench.observed(
    `import http from "k6/http";
     export const options = { vus: 1, duration: "1s" };
     const base = __ENV.STEELYARD_TARGET_API;
     export default function () {
       http.get(base + "/a"); http.get(http.url\`\${base}/item/\${1}\`); http.get(base, { tags: { name: "root" } });
       http.get(base + "/b,c");
     }`,
  );
  const names = Object.keys(two.metrics).filter((name) => name.startsWith("http_req_duration{"));
  expect(names.sort()).toEqual([
    "http_req_duration{name:/a}",
    "http_req_duration{name:/item/*}",
    "http_req_duration{name:root}",
  ]);
  expect(two.metrics["http_req_failed{name:/a}"]).toMatchObject({ kind: "share", hits: 0 });
  const one = await bench.observed(
    `import http from "k6/http"; export const options = { vus: 1, duration: "1s" };
     export default function () { http.get(__ENV.STEELYARD_TARGET_API); }`,
  );
  expect(Object.keys(one.metrics).filter((name) => name.includes("{"))).toEqual([]);
});

test("identifiers in addresses do not become series, and the log says what to do", async () => {
  await using bench = await K6Bench.open();
  const { metrics } = await bench.observed(
    `import http from "k6/http"; import exec from "k6/execution";
     export const options = { vus: 1, duration: "1s" };
     export default function () {
       for (let i = 0; i < 2; i++) http.get(__ENV.STEELYARD_TARGET_API + "/" + exec.scenario.iterationInTest + "/" + i);
     }`,
  );
  expect(Object.keys(metrics).filter((name) => name.includes("{"))).toEqual([]);
  expect(bench.said.join()).toContain('not split by "name", which has too many values');
});

test("checks: counted in the measured part; a name k6 cannot express is counted over the whole run", async () => {
  await using bench = await K6Bench.open();
  const { checks, metrics } = await bench.observed(
    `import { check, group, sleep } from "k6";
     export const options = { vus: 1, duration: "1s" };
     export default function () {
       const phase = __ENV.STEELYARD_PHASE;
       group("g", () => check(1, { "measured: {x}": () => phase === "measured" }));
       check(1, { "a, b": () => phase === "measured" });
       sleep(0.1);
     }`,
    { slot: { warmup: 0.5 } },
  );
  const [first, second] = checks;
  expect(first).toMatchObject({ name: "measured: {x}", fails: 0 });
  expect(second!.name).toBe("a, b");
  expect(second!.passes).toBe(first!.passes);
  expect(second!.fails).toBeGreaterThan(0); // those of the warm-up
  expect(metrics.checks).toEqual({ kind: "share", hits: 2 * first!.passes, total: 2 * first!.passes });
});
