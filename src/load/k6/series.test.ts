import { expect, test } from "vitest";
import { type Discovery, NOTHING } from "./discovery.ts";
import type { Thresholds } from "./options.ts";
import { keyOf, nameable, selection } from "./series.ts";

/** What k6 writes in place of an expression in a URL template. */
const HOLE = "$".concat("{}");
const labels = (value: string) => ({ k6: value, ours: value.toUpperCase() });
const arrival = { executor: "constant-arrival-rate" };
const ask = (thresholds: Thresholds, found: Partial<Discovery> = {}, scenarios = {}) =>
  selection({ thresholds, warmup: 6, found: { ...NOTHING, ...found }, scenarios, labels });

test.each([
  ["http_req_duration", "http_req_duration{steelyard_phase:measured}"],
  ["http_req_duration{ ep:a , x:1 }", "http_req_duration{steelyard_phase:measured,ep:a,x:1}"],
  [
    `http_req_duration{name:http://h:1/${HOLE}}`,
    `http_req_duration{steelyard_phase:measured,name:http://h:1/${HOLE}}`,
  ],
  ["vus", "vus"],
  ["http_req_duration{group:::setup}", "http_req_duration{group:::setup}"],
  ["dropped_iterations", "dropped_iterations{scenario:only}"],
])("a threshold on %s is one on %s", (metric, key) => {
  const { thresholds, limits } = ask({ [metric]: ["a<1"] }, {}, { only: arrival });
  expect(thresholds[key]).toEqual(["a<1"]);
  expect(limits).toEqual([{ key, metric, text: "a<1" }]);
});

test("what aborts does so after the warm-up, and everything else of a threshold stays", () => {
  const own = [
    { threshold: "max<1", abortOnFail: true, delayAbortEval: "10s" },
    { threshold: "max<2", abortOnFail: true, delayAbortEval: null },
    { threshold: "max<3", abortOnFail: false, delayAbortEval: null },
  ];
  expect(ask({ http_req_duration: own }).thresholds[keyOf("http_req_duration")]).toEqual([
    { threshold: "max<1", abortOnFail: true, delayAbortEval: "16000ms" },
    { threshold: "max<2", abortOnFail: true, delayAbortEval: "6000ms" },
    { threshold: "max<3", abortOnFail: false, delayAbortEval: null },
  ]);
});

test("dropped iterations are found by scenario, because k6 gives them no other tag", () => {
  const { series, thresholds } = ask({ dropped_iterations: ["count<1"] }, {}, { a: arrival, b: arrival });
  expect(series.filter(({ role }) => role.kind === "dropped").map(({ key }) => key)).toEqual([
    "dropped_iterations{scenario:a}",
    "dropped_iterations{scenario:b}",
  ]);
  expect(thresholds.dropped_iterations).toEqual(["count<1"]); // of the whole run: documented
});

test("what was discovered becomes series, under our names", () => {
  const split = [{ metric: "http_req_duration", tag: "name", value: "/a" }];
  const { series, thresholds } = ask({}, { metrics: ["rows", "vus"], checks: ["ok", "a, b"], split });
  const by = (key: string) => series.find((one) => one.key === key)?.role;
  expect(by("rows{steelyard_phase:measured}")).toEqual({ kind: "metric", name: "rows", own: true });
  expect(by("http_reqs{steelyard_phase:measured}")).toMatchObject({ own: false });
  expect(by("http_req_duration{steelyard_phase:measured,name:/a}")).toMatchObject({
    name: "http_req_duration{name:/A}",
  });
  expect(by("checks{steelyard_phase:measured,check:ok}")).toEqual({ kind: "check", name: "ok" });
  expect(by("http_reqs{steelyard_phase:measured,status:503}")).toMatchObject({ status: "503" });
  expect(by("http_reqs{steelyard_phase:measured,status:0,error_code:1050}")).toMatchObject({ code: 1050 });
  expect(Object.keys(thresholds).filter((key) => /a, b|^vus/.test(key))).toEqual([]);
});

test("a series of the script's thresholds and of ours is asked for once, in both roles", () => {
  const { series, thresholds } = ask({ "http_reqs{status:200}": ["count>1"] });
  const key = "http_reqs{steelyard_phase:measured,status:200}";
  expect(thresholds[key]).toEqual(["count>1"]);
  expect(series.filter((one) => one.key === key).map(({ role }) => role.kind)).toEqual(["metric", "status"]);
});

test.each([
  ["/v1/x?a=1", true],
  ["a: {b}", true],
  ["a, b", false],
  [" a", false],
  ['"a"', false],
  ["", false],
])("k6 can name %j: %s", (value, want) => {
  expect(nameable(value)).toBe(want);
});
