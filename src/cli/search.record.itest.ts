import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Checkout, CONFIG } from "../testing/checkout.ts";
import { column, figure, type Table, tables } from "../testing/tables.ts";

// The record of the vector search, filled in from a run of this repository's own config, shortened: k6 on the gateway
// and the search service as processes, without an index and with one.

const checkout = new Checkout();
const { folder } = checkout;
const steelyard = (...argv: string[]) => checkout.run(argv);
afterAll(() => checkout[Symbol.dispose]());

/**
 * The config with lengths of seconds, in which clients have to be less patient for some to give up; limits of
 * milliseconds are the record's, and not of a machine that is busy.
 */
function shortened(): string {
  const text = CONFIG.replaceAll('SCALE: "1"', 'SCALE: "0.02", TIMEOUT: 2000')
    .replace("duration: 50s, trials: 3", "duration: 1s, trials: 2")
    .replaceAll(/warmup: [26]s/g, "warmup: 500ms")
    .replaceAll('http_req_duration.p95: "< 50ms"', 'http_req_duration.p95: "< 5s"');
  return checkout.write("search.yml", text);
}

test("the whole record: expected failures, the gateway's own times, what clients gave up, the cache", () => {
  const dir = join(folder, "out");
  const stack = ["--stack", "process", "--no-base", "--profile", "search", "--config", shortened()];
  const measured = steelyard("measure", ...stack, "--out", dir);
  expect(measured.code, measured.err).toBe(0);
  const { code, out, err } = steelyard("record", join(dir, "run.json"), "--out", dir);
  expect(code, err).toBe(0);
  const filled = tables(out);

  const load = filled.Load;
  expect(column(load, "Load")).toEqual(
    ["health", "stages", "stages"].map((name) => `workloads/search/${name}.ts`),
  );
  expect(column(load, "Index")).toEqual(["n/a", "off", "on"]);
  expect(column(load, "Outcome")).toEqual(["PASS", "FAIL (expected: no index is loaded)", "PASS"]);
  expect(column(load, "Errors")).toEqual(["0 %", "100 %", "0 %"]);

  const targets = filled["Targets against achieved"]?.map(
    (row) => `${row.Metric} ${row.Target}: ${row.Outcome}`,
  );
  expect(targets).toEqual([
    "http_req_duration.p95 < 5 s: PASS",
    "http_req_failed.rate < 0.1 %: PASS",
    "http_req_duration.p95 < 500 ms: FAIL (expected: no index is loaded)",
    "http_req_failed.rate < 1 %: FAIL (expected: no index is loaded)",
    "http_req_duration.p50 < 200 ms: PASS",
    "http_req_duration.p95 < 500 ms: PASS",
    "http_req_failed.rate < 1 %: PASS",
    "search_cache_hit.rate > 80 %: PASS",
  ]);

  // Client and gateway agree on every request: answered, or given up by the one and counted as such by the other.
  const [without, withIndex] = filled["What clients saw and what the gateway counted"]!.map((row) => ({
    sent: figure(row.Sent),
    timeouts: figure(row["Client time-outs"]),
    completed: figure(row["Completed by the gateway"]),
    given: figure(row["Given up meanwhile"]),
  }));
  expect(without?.timeouts).toBeGreaterThan(0);
  // one that ends just then may be both
  expect(Math.abs(without!.sent - without!.timeouts - without!.completed)).toBeLessThanOrEqual(2);
  expect(Math.abs(without!.timeouts - without!.given)).toBeLessThanOrEqual(2);
  expect(withIndex).toMatchObject({ timeouts: 0, given: 0 });
  // answers come at once, and some before the page was first read: k6 does not wait for that
  expect(withIndex?.completed).toBeGreaterThan(withIndex!.sent / 2);
  expect(withIndex?.completed).toBeLessThanOrEqual(withIndex!.sent);

  const off = filled["The gateway's own times, without an index"];
  expect(column(off, "Time")).toEqual(["≤ 250 ms", "250 ms to 2.5 s", "2.5 s to 5 s", "> 5 s", "all"]);
  addsUp(off);
  expect(figure(off?.at(-1)?.Requests)).toBe(without?.completed);
  expect(off?.at(1)?.["By error_type"]).toContain("not_loaded");
  expect(off?.at(-1)?.["By error_type"]).not.toContain("none");
  expect(off?.at(3)?.Requests).toBe("0"); // nobody waits for longer than the gateway does
  const on = filled["The gateway's own times, with an index"];
  addsUp(on);
  expect(column(on, "By error_type")?.at(-1)).toBe(`none: ${on?.at(-1)?.Requests}`);

  const [cache] = filled.Cache!;
  const [hits, misses] = [figure(cache?.Hits), figure(cache?.Misses)];
  expect(figure(cache?.["Hit rate"])).toBeCloseTo((100 * hits) / (hits + misses), 0);
  expect(cache?.["Mean of a hit"]).toMatch(/ m?s$/);
  expect(cache?.["Mean of a miss"]).toMatch(/ m?s$/);

  expect(column(filled.Throughput, "Trials")).toEqual(["2", "1"]);
  for (const row of filled.Throughput!) {
    expect(figure(row.Peak)).toBeGreaterThanOrEqual(figure(row.Sustained));
    expect(row.Sustained).toMatch(/^[\d,.]+ \/s$/);
    expect(row["Of it the search service"]).toMatch(/ (µs|ms|s)$/);
  }
  expect(out.match(/^- ✅ /gm)).toHaveLength(3);
  expect(out).toMatch(/^- Services: gateway, search$/m);
  expect(out).toMatch(/^- Data: seeded, digest `?\w{12}`?$/m);
  expect(out).toMatch(/^- Machine: `.+`, \d+ cores?, [\d.]+ GiB/m);
  expect(out).toMatch(/^- Load: `k6 .+`/m);
}, 300_000);

/** The buckets' counts make up the whole, and so do their shares. */
function addsUp(table: Table | undefined): void {
  const counts = column(table, "Requests")!.map(figure);
  const all = counts.pop()!;
  expect(all).toBeGreaterThan(0);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(all);
  expect(table?.at(-1)?.Share).toBe("100 %");
}
