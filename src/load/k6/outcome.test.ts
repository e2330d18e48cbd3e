import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { QUANTILES } from "../../model/metric.ts";
import { Observed } from "../../model/run.ts";
import { type Discovery, discovery, NOTHING } from "./discovery.ts";
import { logParser } from "./log.ts";
import { type Evidence, outcome } from "./outcome.ts";
import { selection } from "./series.ts";
import { plan } from "./shape.ts";

const recorded = (file: string) =>
  readFileSync(join(import.meta.dirname, "../../testing/recorded/k6-1.8.1", file), "utf8");

/** As the recordings were made. */
const FOUND: Discovery = {
  ...NOTHING,
  metrics: ["rows", "wait", "hit", "level"],
  checks: ["ok"],
  requests: true,
  split: ["/a", "/b"].map((value) => ({ metric: "http_req_duration", tag: "name", value })),
};
const LIMITS = {
  http_req_failed: ["rate<0.01"],
  "http_req_duration{name:/a}": ["p(95)<2000"],
  rows: ["rate>1"],
};

/** The evidence of a run with the recorded summary, with the changes of a test. */
function evidence(name: string, change: (data: Data) => void = () => {}): Evidence {
  const own = { default: { executor: "shared-iterations", vus: 1, iterations: 10 } };
  const mixed = name === "mixed";
  const found = mixed ? FOUND : NOTHING;
  const data = JSON.parse(recorded(`${name}.summary.json`)) as Data;
  change(data);
  const log = logParser(() => {});
  for (const line of recorded(`${name}.log`).split("\n")) log.line(line);
  return {
    ending: { code: mixed ? 99 : 0, signal: null, timedOut: false, seconds: 1.2, cpu: 0.3 },
    k6Log: log.result(),
    text: JSON.stringify(data),
    plan: plan(own, { warmup: 0.1, duration: 1 }),
    selection: selection({
      thresholds: mixed ? LIMITS : {},
      scenarios: own,
      warmup: 0.1,
      found,
      labels: (value) => ({ k6: value, ours: value }),
    }),
    requests: found.requests,
    limit: 60,
  };
}
type Data = { metrics: Record<string, { values: Record<string, unknown> } | undefined>; checks: unknown };
const KEY = "{steelyard_phase:measured}";
const code = (given: Evidence) => {
  const result = outcome(given);
  return result.ok ? "ok" : result.failure.code;
};

test("a recorded summary: ten iterations of two requests, every fifth answered with 503", () => {
  const result = outcome(evidence("mixed"));
  if (!result.ok) throw new Error(result.failure.message);
  const { observed } = result;
  expect(Observed.parse(observed)).toEqual(observed);
  const { metrics, seconds } = observed;
  expect(seconds).toBeCloseTo(0.009); // between the two marks of the recorded log
  expect(observed).toMatchObject({ requests: 20, errors: 4, statuses: { 200: 16, 503: 4 } });
  expect(observed.unanswered).toEqual({ timeouts: 0, refused: 0, other: 0 });
  expect(observed.checks).toEqual([{ name: "ok", passes: 16, fails: 4 }]);
  expect(observed.thresholds).toEqual([
    { metric: "http_req_failed", limit: "rate<0.01", held: false },
    { metric: "http_req_duration{name:/a}", limit: "p(95)<2000", held: true },
    { metric: "rows", limit: "rate>1", held: true },
  ]);
  expect(metrics.rows).toEqual({ kind: "counter", unit: "1", count: 30, seconds }); // 3 each
  expect(metrics.hit).toEqual({ kind: "share", hits: 10, total: 10 });
  expect(metrics.level).toEqual({ kind: "gauge", unit: "1", value: 4 });
  expect(metrics.wait).toEqual({
    kind: "trend",
    unit: "s",
    n: 10,
    mean: 0.25,
    min: 0.25,
    max: 0.25,
    quantiles: QUANTILES.map(() => 0.25),
  });
  expect(metrics["http_req_duration{name:/b}"]).toMatchObject({ n: 10 });
  expect(Object.keys(metrics).filter((name) => /^(ws|grpc)_|status|check:|group_/.test(name))).toEqual([]);
  expect(observed.generator).toEqual({ cpu: 0.3, wall: 1.2, dropped: 0, achieved: null });
});

test.each([
  ["as recorded", "mixed", (e: Evidence) => e, "ok"],
  ["a dead target: 0 ms and exit code 0", "dead", (e: Evidence) => e, "dead-target"],
  ["an exception in each iteration, exit code 0", "throwing", (e: Evidence) => e, "script-error"],
  ["no file", "mixed", (e: Evidence) => ({ ...e, text: null }), "no-summary"],
  ["an empty file", "mixed", (e: Evidence) => ({ ...e, text: "" }), "no-summary"],
  ["half a file", "mixed", (e: Evidence) => ({ ...e, text: e.text!.slice(0, 9_999) }), "no-summary"],
  ["null for a file", "mixed", (e: Evidence) => ({ ...e, text: "null" }), "no-summary"],
  ["another file", "mixed", (e: Evidence) => ({ ...e, text: `{"a":1}` }), "no-summary"],
  ["killed by us", "mixed", (e: Evidence) => ended(e, { timedOut: true, code: null }), "timeout"],
  ["killed by somebody", "mixed", (e: Evidence) => ended(e, { code: null, signal: "SIGKILL" }), "generator"],
  [
    "no end of the measured part",
    "mixed",
    (e: Evidence) => ({ ...e, k6Log: { ...e.k6Log, end: null } }),
    "generator",
  ],
] as const)("%s", (_, name, change, want) => {
  expect(code(change(evidence(name)))).toBe(want);
});
const ended = (e: Evidence, ending: Partial<Evidence["ending"]>): Evidence => ({
  ...e,
  ending: { ...e.ending, ...ending },
});

test.each([
  [0, "ok"],
  [99, "ok"],
  [100, "setup-timeout"],
  [101, "script-error"],
  [104, "script-error"],
  [105, "interrupted"],
  [106, "generator"],
  [107, "script-error"],
  [108, "script-error"],
  [109, "generator"],
  [110, "script-error"],
  [255, "script-error"],
])("exit code %i is %s, whatever the summary says", (exit, want) => {
  expect(code(ended(evidence("mixed"), { code: exit }))).toBe(want);
});

const put = (key: string, stat: string, value: unknown) => (data: Data) => {
  data.metrics[key]!.values[stat] = value;
};
test.each([
  ["NaN, which JSON writes as null", put(`http_req_duration${KEY}`, "p(50)", null)],
  ["a missing quantile", put(`http_req_duration${KEY}`, "p(99.95)", undefined)],
  ["a negative time", put(`http_req_duration${KEY}`, "min", -1)],
  ["a negative size", put(`data_sent${KEY}`, "count", -1)],
  ["half a sample", put(`http_req_failed${KEY}`, "passes", 0.5)],
  ["text", put(`level${KEY}`, "value", "4")],
])("%s is a bad number", (_, change) => {
  expect(code(evidence("mixed", change))).toBe("bad-numbers");
});

test("negative numbers of the script's own are its business", () => {
  const result = outcome(evidence("mixed", put(`level${KEY}`, "value", -4)));
  expect(result).toMatchObject({ ok: true, observed: { metrics: { level: { value: -4 } } } });
});

test("a script that makes requests and then none has failed; one that never does is judged by iterations", () => {
  const without = (data: Data) => {
    for (const key of Object.keys(data.metrics)) if (key.startsWith("http_req")) delete data.metrics[key];
  };
  expect(code(evidence("mixed", without))).toBe("no-requests");
  expect(code({ ...evidence("mixed", without), requests: false })).toBe("ok");
  const idle = (data: Data) => {
    without(data);
    put(`iterations${KEY}`, "count", 0)(data);
  };
  expect(code({ ...evidence("mixed", idle), requests: false })).toBe("no-requests");
});

test("what the short run shows, from recorded lines with the last one cut off", () => {
  const lines = recorded("mixed.points").split("\n");
  const found = discovery([...lines, lines.at(-1)!.slice(0, 40), "", "null", "1"], ["name", "scenario"]);
  expect(found.checks).toEqual(["ok"]);
  expect(found.metrics).toEqual(expect.arrayContaining(["http_reqs", "rows", "wait", "hit", "level"]));
  expect(found.requests).toBe(true);
  expect(found.split.filter(({ metric }) => metric === "http_req_duration")).toEqual([
    { metric: "http_req_duration", tag: "name", value: "/a" },
    { metric: "http_req_duration", tag: "name", value: "/b" },
  ]);
  expect(discovery([], ["name"])).toEqual(NOTHING);
});

test("a short run whose requests all failed tells the first of them, without the address; one that was answered clears it", () => {
  const point = (status: string, name: string, expected: string) =>
    JSON.stringify({
      type: "Point",
      metric: "http_reqs",
      data: { tags: { method: "GET", name, status, expected_response: expected } },
    });
  const failing = [
    point("404", "http://127.0.0.1:4123/register?next=1", "false"),
    point("500", "items", "false"),
  ];
  expect(discovery(failing, []).allFailed).toBe("GET /register?next=1 answered 404");
  expect(discovery(failing.slice(1), []).allFailed).toBe("GET items answered 500");
  expect(discovery([...failing, point("200", "items", "true")], []).allFailed).toBeNull();
});

test.each([
  ["constant", "constant-vus", 2, 2], // that k6 looked while the warm-up's VUs and our mark's were not gone
  ["constant, not all of whose VUs began", "constant-vus", 4, 3],
  ["of its own length", "ramping-vus", 2, 3],
])("three VUs at once: of a load that is %s", (_, executor, vus, want) => {
  const own = {
    default: { executor, vus, startVUs: vus, duration: "1s", stages: [{ duration: "1s", target: vus }] },
  };
  const active = (data: Data) => {
    data.metrics.vus = { values: { value: 1, min: 1, max: 3 } };
  };
  const result = outcome({ ...evidence("mixed", active), plan: plan(own, { warmup: 0.1, duration: 1 }) });
  if (!result.ok) throw new Error(result.failure.message);
  expect(result.observed.metrics.vus).toEqual({ kind: "gauge", unit: "1", value: want });
});
