import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { QUANTILES, value } from "../../../model/metric.ts";
import { Observed } from "../../../model/run.ts";
import { NOTHING } from "../discovery.ts";
import { labeller } from "../names.ts";
import { selection } from "../series.ts";
import { plan } from "../shape.ts";
import { printed } from "./logs.ts";
import { readTestRun } from "./testrun.ts";

const RECORDED = join(import.meta.dirname, "../../../testing/recorded/k6-operator-1.6.0");
/**
 * Output of k6 1.8.1 under the command line of k6-operator 1.6.0, for two runners on one machine: 30 requests a second
 * for 2 s, after 0.5 s of warm-up. Of trends, two are kept.
 */
const logs = [1, 2].map((i) => ({
  file: `runner-${i}.log`,
  text: readFileSync(join(RECORDED, `runner-${i}.log`), "utf8"),
}));
const [one, two] = logs as [(typeof logs)[0], (typeof logs)[0]];
const scenarios = { s: { executor: "constant-arrival-rate", rate: 30, duration: "1s", preAllocatedVUs: 6 } };
const thresholds = { http_req_duration: ["p(95)<500"] };
const testrun = {
  name: "browse",
  segments: 2,
  version: "1.8.1",
  env: {},
  secrets: [],
  id: "2e120e5f3e363dc9",
  plan: plan(scenarios, { warmup: 0.5, duration: 2 }),
  selection: selection({ thresholds, scenarios, warmup: 0.5, found: NOTHING, labels: labeller([], {}) }),
};

test("figures of a recorded trial", () => {
  const result = readTestRun(logs, testrun);
  if (!result.ok) throw new Error(result.failure.message);
  const { observed } = result;
  expect(Observed.parse(observed)).toEqual(observed);
  expect(observed).toMatchObject({ seconds: 2, requests: 61, errors: 0, statuses: { 200: 61 } });
  expect(observed.checks).toEqual([{ name: "is 200", passes: 75, fails: 0 }]); // with the warm-up
  expect(observed.thresholds).toEqual([{ metric: "http_req_duration", limit: "p(95)<500", held: true }]);
  expect(observed.generator).toMatchObject({ cpu: null, dropped: 0, segments: { count: 2, spread: 0.014 } });
  const { http_req_duration: latency } = observed.metrics;
  if (latency?.kind !== "trend") throw new Error("no trend");
  // p95 lies between those of the runners
  const p95 = logs.map(({ text }) => {
    const line = text.split("\n").find((each) => each.startsWith('{"metrics":'))!;
    return JSON.parse(line).metrics["http_req_duration{steelyard_phase:measured}"].values["p(95)"] / 1000;
  });
  expect(value(latency, "p95")).toBeGreaterThanOrEqual(Math.min(...p95));
  expect(value(latency, "p95")).toBeLessThanOrEqual(Math.max(...p95));
  expect(latency.errors![QUANTILES.indexOf(95)]).toBeLessThan(0.01 * p95[0]!);
});

test.each([
  ["one log alone", [one], "There are 1 logs of 2 runners."],
  [
    "the same log twice",
    [one, { ...one, file: "copy.log" }],
    "This log has the same figures as runner-1.log.",
  ],
  ["a log that is cut off", [one, { ...two, text: two.text.slice(0, -100) }], "cut off or damaged"],
  ["a log without figures", [one, { ...two, text: two.text.split("\n")[0]! }], "without writing a summary"],
  ["an empty log", [{ ...one, text: "" }, two], "without writing a summary"],
  ["none", [], "There are 0 logs of 2 runners."],
])("%s is refused", (_, all, message) => {
  expect(() => printed(all, testrun)).toThrow(message);
});

test("logs of another trial are refused", () => {
  expect(() => printed(logs, { ...testrun, id: "other" })).toThrow("This log is of another trial");
});

test("a runner that did not reach its end has no figures", () => {
  const text = two.text.replace(/^.*steelyard:end.*\n/m, "");
  expect(readTestRun([one, { ...two, text }], testrun)).toMatchObject({
    ok: false,
    failure: { code: "generator" },
  });
});
