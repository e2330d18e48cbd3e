import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Metrics, QUANTILES } from "../../model/metric.ts";
import { Observed } from "../../model/run.ts";
import type { EndingWithOutput } from "../process.ts";
import { ohaArgv } from "./argv.ts";
import { Oha, PERCENTILES } from "./kind.ts";
import { versionIn } from "./obtain.ts";
import { broken, outcome } from "./outcome.ts";
import { fates, metricsOf, type Report, reportOf } from "./report.ts";

const RECORDED = join(import.meta.dirname, "../../testing/recorded/oha-1.16.0");
const recorded = (name: string) => readFileSync(join(RECORDED, `${name}.json`), "utf8");
function read(text: string): Report {
  const found = reportOf(text);
  if (typeof found === "string") throw new Error(found);
  return found;
}

const run = { ...Oha.parse({ connections: 4 }), body: null, seconds: 1.5, url: "http://h/p", report: "/s/r" };
const shared = ["--no-tui", "--output-format", "json", "--output", "/s/r"];
const timed = ["-z", "1500ms", "--wait-ongoing-requests-after-deadline", "-c", "4", "--worker-threads", "1"];
const limits = ["-t", "2000ms", "--connect-timeout", "2000ms"];
test.each([
  [{}, ["-m", "GET"]],
  [{ rate: 50 }, ["-m", "GET", "-q", "50", "--latency-correction"]],
  [{ keepalive: false }, ["-m", "GET", "--disable-keepalive"]],
  [
    { method: "POST", body: "/c/b.json", content_type: "application/json" } as const,
    ["-m", "POST", "-D", "/c/b.json", "-T", "application/json"],
  ],
])("the command of a run, %j", (part, options) => {
  const argv = ohaArgv("oha", { ...run, ...part });
  expect(argv).toEqual(["oha", ...shared, ...timed, ...limits, ...options, "http://h/p"]);
});

test.each([
  ["oha 1.16.0\n", "1.16.0"],
  ["oha 1.16.0-rc1\n", "1.16.0-rc1"],
  ["oha: command not found", undefined],
  ["", undefined],
])("the version in %j is %s", (text, want) => expect(versionIn(text)).toBe(want));

describe("recorded figures", () => {
  test("there are some", () => {
    expect(readdirSync(RECORDED).sort()).toEqual(
      ["500", "hang", "mixed", "ok", "rate", "refused", "reset"].map((name) => `${name}.json`),
    );
  });

  test("of a healthy target have the names and units of k6's", () => {
    const report = read(recorded("ok"));
    const metrics = metricsOf(report);
    expect(Metrics.safeParse(metrics).success).toBe(true);
    expect(Object.keys(metrics).sort()).toEqual([
      "data_received",
      "http_req_duration",
      "http_req_failed",
      "http_reqs",
    ]);
    const { requests } = fates(report);
    expect(metrics.http_reqs).toMatchObject({ unit: "1", count: requests, seconds: report.summary.total });
    expect(metrics.http_req_duration).toMatchObject({ unit: "s", n: requests, max: report.summary.slowest });
  });

  test.each(["ok", "rate", "500", "mixed"])(
    "%s: printed percentiles are kept, others lie between them",
    (name) => {
      const report = read(recorded(name));
      const trend = metricsOf(report).http_req_duration;
      if (trend?.kind !== "trend") throw new Error("no latency");
      for (const q of PERCENTILES) {
        expect(trend.quantiles[QUANTILES.indexOf(q)]).toBe(report.latencyPercentiles[`p${q}`]);
      }
      expect([...trend.quantiles].sort((a, b) => a - b)).toEqual(trend.quantiles);
      expect(trend.quantiles[0]).toBeGreaterThanOrEqual(trend.min);
      expect(trend.quantiles.at(-1)).toBeLessThanOrEqual(trend.max);
    },
  );

  test("a percentile that oha does not print is on the line between its neighbours", () => {
    const report = read(recorded("ok"));
    const even = {
      ...report,
      summary: { ...report.summary, fastest: 0, slowest: 1 },
      latencyPercentiles: Object.fromEntries(PERCENTILES.map((q) => [`p${q}`, q / 100])),
    };
    const trend = metricsOf(even).http_req_duration;
    if (trend?.kind !== "trend") throw new Error("no latency");
    for (const [i, q] of QUANTILES.entries()) expect(trend.quantiles[i]).toBeCloseTo(q / 100, 12);
  });

  test.each([
    // every request failed in one way
    ["500", "errors"],
    ["refused", "refused"],
    ["reset", "refused"],
    ["hang", "timeouts"],
  ] as const)("%s: all requests are counted as failed", (name, kind) => {
    const { requests, errors, unanswered } = fates(read(recorded(name)));
    expect(requests).toBeGreaterThan(0);
    expect(errors).toBe(requests);
    if (kind !== "errors") expect(unanswered[kind]).toBe(requests);
  });

  test("mixed: good and bad responses are counted by status code", () => {
    const report = read(recorded("mixed"));
    const { requests, errors, statuses } = fates(report);
    expect(Object.keys(statuses)).toEqual(["200", "503"]);
    expect(requests).toBe(statuses["200"]! + statuses["503"]!);
    expect(errors).toBe(statuses["503"]);
    expect(metricsOf(report)["http_req_errors{kind:status}"]).toMatchObject({ count: errors });
  });

  test("requests that oha cut off at the end did not fail", () => {
    const report = { ...read(recorded("ok")), errorDistribution: { "aborted due to deadline": 9 } };
    expect(fates(report)).toMatchObject({ errors: 0, unanswered: { timeouts: 0, refused: 0, other: 0 } });
  });

  test.each([
    [null, "without writing"],
    ["", "empty"],
    [recorded("ok").slice(0, 400), "cut off"],
    ["[]", "expected form"],
    [recorded("ok").replace(/"total": [^,]*/, '"total": -1'), "expected form"],
    [recorded("ok").replace(/"slowest": [^,]*/, '"slowest": "1"'), "expected form"],
  ])("damaged ones are refused, %#: %s", (text, want) => expect(reportOf(text)).toContain(want));
});

const ended = (part: Partial<EndingWithOutput> = {}): EndingWithOutput => ({
  code: 0,
  signal: null,
  timedOut: false,
  seconds: 1.1,
  cpu: 0.9,
  stdout: "",
  stderr: "",
  cut: false,
  ...part,
});
const judged = (part: Partial<EndingWithOutput>, text: string | null, target: number | null = null) =>
  outcome({ ending: ended(part), text, limit: 40, used: { cpu: 0.9, wall: 1.1 }, target });

test("a good run is an observation", () => {
  const result = judged({}, recorded("ok"));
  expect(result).toMatchObject({ ok: true, observed: { errors: 0, generator: { achieved: null } } });
  expect(Observed.safeParse(result.ok && result.observed).success).toBe(true);
});

test("of an open model, the share of its rate that was sent is known", () => {
  const { requests } = fates(read(recorded("rate")));
  const achieved = (target: number) => {
    const result = judged({}, recorded("rate"), target);
    return result.ok ? result.observed.generator.achieved : null;
  };
  expect(achieved(requests + 1)).toBe(1);
  expect(achieved(2 * (requests + 1))).toBe(0.5);
});

test.each([
  [{ code: null, timedOut: true }, "ok", "timeout", "within 40 s"],
  [{ code: null, signal: "SIGKILL" }, "ok", "interrupted", "SIGKILL"],
  [
    {
      code: 2,
      stderr: "error: unexpected argument\n\n  tip: x\n\nUsage: oha [URL]\n\nFor more, try '--help'.\n",
    },
    "ok",
    "generator",
    "exit code 2: error: unexpected",
  ],
  [{}, null, "no-summary", "without writing"],
  [{}, "refused", "dead-target", "not one request was answered"],
  [{}, "hang", "dead-target", "timeout"],
] as const)("%j with the figures %s fails the trial", (part, name, code, message) => {
  const result = judged(part, name === null ? null : recorded(name));
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? "" : result.failure.message).toContain(message);
});

test("a run that ended well is not broken", () => expect(broken(ended(), 1)).toBeNull());
