import { describe, expect, test } from "vitest";
import { gatling, jmeter, locust } from "./reports.ts";
import { Unreadable } from "./seen.ts";

describe("Locust", () => {
  /** Recorded from Locust 2.47 (`--headless --skip-log --json`), shortened. */
  const entry = {
    name: "/none",
    method: "GET",
    last_request_timestamp: 1_795_507_896.2,
    start_time: 1_795_507_894.4,
    num_requests: 4,
    num_none_requests: 0,
    num_failures: 1,
    total_response_time: 61.2,
    max_response_time: 30.1,
    min_response_time: 1.5,
    total_content_length: 125_290,
    response_times: { "10": 3, "30": 1 },
    num_reqs_per_sec: { "1795507894": 4 },
    num_fail_per_sec: {},
  };

  test("one distribution of all entries, in seconds", () => {
    const seen = locust([
      entry,
      { ...entry, num_requests: 1, num_failures: 0, response_times: { "2.0": 1 } },
    ]);
    expect(seen).toMatchObject({ requests: 5, errors: 1, statuses: {} });
    // 2, 10, 10, 10, 30 ms
    const { http_req_duration: times } = seen.metrics;
    expect(times).toMatchObject({ kind: "trend", unit: "s", n: 5, min: 0.002, max: 0.03 });
    expect(times?.kind === "trend" && times.quantiles[49]).toBeCloseTo(0.01);
    expect(seen.metrics.http_req_failed).toEqual({ kind: "share", hits: 1, total: 5 });
  });

  test.each([
    ["nothing", [], /Too small/],
    ["another list", [{ name: "x", unit: "ms", value: 3 }], /num_requests/],
    ["no request", [{ ...entry, num_requests: 0, num_failures: 0, response_times: {} }], /no request/],
    ["more failures than requests", [{ ...entry, num_failures: 9 }], /9 errors of 4/],
    ["times that are none", [{ ...entry, response_times: { fast: 1 } }], /response_times/],
    ["a count that fills the memory", [{ ...entry, response_times: { "1": 1e12 } }], /more than 1000000/],
  ])("%s is refused", (_, data, message) => {
    expect(() => locust(data)).toThrow(Unreadable);
    expect(() => locust(data)).toThrow(message);
  });
});

describe("JMeter", () => {
  /** The columns that JMeter 5 writes by default (its manual, "Results file configuration"). */
  const HEADER =
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect";
  const line = (elapsed: unknown, code: string, success: boolean, message = "OK") =>
    `1700000000000,${elapsed},home,${code},${message},Thread Group 1-1,text,${success},,100,50,1,1,http://127.0.0.1/,9,0,1`;

  test("each line is a request; messages may hold commas, quotes and line breaks", () => {
    const text = [
      HEADER,
      line(10, "200", true),
      line(20, "503", false, '"busy, ""later""\nplease"'),
      line(30, "Non HTTP response code: java.net.ConnectException", false),
      "",
    ].join("\n");
    const seen = jmeter(text);
    expect(seen).toMatchObject({ requests: 3, errors: 2, statuses: { 200: 1, 503: 1, other: 1 } });
    expect(seen.metrics.http_req_duration).toMatchObject({
      n: 3,
      min: 0.01,
      max: 0.03,
      mean: expect.closeTo(0.02),
    });
    expect(jmeter(text.replaceAll("\n", "\r\n"))).toMatchObject({ requests: 3, errors: 2 });
  });

  test("sums of transactions are no requests, unless they are all that there is", () => {
    const sum = line(
      30,
      "200",
      true,
      '"Number of samples in transaction : 2, number of failing samples : 0"',
    );
    const both = jmeter([HEADER, line(10, "200", true), line(20, "200", true), sum].join("\n"));
    expect(both).toMatchObject({ requests: 2, statuses: { 200: 2 } });
    expect(both.metrics.http_req_duration).toMatchObject({ n: 2, max: 0.02 });
    expect(jmeter([HEADER, sum].join("\n"))).toMatchObject({ requests: 1 });
  });

  test.each([
    ["no header", line(10, "200", true), /no column "elapsed"/],
    ["XML", "<testResults/>", /no column/],
    ["a header alone", HEADER, /no request/],
    ["a line that is cut off", `${HEADER}\n1700000000000`, /line 2: elapsed/],
    ["a time that is none", `${HEADER}\n${line("soon", "200", true)}`, /line 2: elapsed is "soon"/],
  ])("%s is refused", (_, text, message) => expect(() => jmeter(text)).toThrow(message));
});

describe("Gatling", () => {
  /** Recorded from Gatling 3.13 (`js/stats.js`), shortened. */
  const block = (name: string, total: string, ok: string, ko: string) =>
    `    "${name}": {\n        "total": "${total}",\n        "ok": "${ok}",\n        "ko": "${ko}"\n    }`;
  const stats = (total = "150", ko = "2") =>
    [
      'var stats = {\n    type: "GROUP",\nname: "All Requests",\nstats: {',
      [
        '    "name": "All Requests"',
        block("numberOfRequests", total, "148", ko),
        block("meanResponseTime", "6", "6", "-"),
        block("percentiles1", "3", "3", "-"),
        block("percentiles2", "4", "4", "-"),
        block("percentiles3", "15", "15", "-"),
        block("percentiles4", "69", "69", "-"),
      ].join(",\n"),
      `},\ncontents: { "req_home": { stats: {\n${block("numberOfRequests", "9", "9", "0")}\n} } } }`,
    ].join("\n");

  test("the block of all requests, in seconds", () => {
    const seen = gatling(stats());
    expect(seen).toMatchObject({ requests: 150, errors: 2, statuses: {} });
    expect(seen.metrics).toMatchObject({
      http_mean: { kind: "gauge", unit: "s", value: 0.006 },
      http_p50: { value: 0.003 },
      http_p95: { value: 0.015 },
      http_p99: { value: 0.069 },
      http_req_failed: { kind: "share", hits: 2, total: 150 },
    });
  });

  test("the JSON of older versions", () => {
    const json = stats()
      .replace(/^[\s\S]*?stats: /, "")
      .replace(/"(\d+)"/g, "$1");
    expect(gatling(json)).toEqual(gatling(stats()));
  });

  test.each([
    ["nothing", "", /no "numberOfRequests"/],
    ["no request", stats("0", "0"), /no request/],
    ["more failures than requests", stats("1", "2"), /2 errors of 1/],
    ["a report that is cut off", stats().slice(0, 300), /no "percentiles/],
  ])("%s is refused", (_, text, message) => {
    expect(() => gatling(text)).toThrow(Unreadable);
    expect(() => gatling(text)).toThrow(message);
  });
});
