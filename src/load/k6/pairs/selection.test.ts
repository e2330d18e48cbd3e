import { expect, test } from "vitest";
import { Workload } from "../../../model/config.ts";
import { NOTHING } from "../discovery.ts";
import { pairSelection } from "./selection.ts";

const found = {
  ...NOTHING,
  metrics: [
    "http_req_duration",
    "http_req_waiting",
    "http_req_blocked",
    "iterations",
    "rows",
    "ws_sessions",
    "vus",
  ],
  split: ["/a", "/b", "a,b"].map((value) => ({ metric: "http_req_duration", tag: "name", value })),
};
/** Pairs with which durations by name would be too many series. */
const MANY = 17;
const ask = (settings: object = {}, pairs = 1) =>
  pairSelection({
    workload: Workload.parse({ k6: "x.ts", ...settings }),
    way: "module",
    pairs,
    found,
    labels: {
      base: (value) => ({ k6: `http://base${value}`, ours: value }),
      head: (value) => ({ k6: `http://head${value}`, ours: value }),
    },
  });
/** The metrics of a run of so many pairs. */
const names = (settings: object = {}, pairs = MANY) =>
  ask(settings, pairs)
    .series(0, "head")
    .map(({ role }) => (role.kind === "metric" ? role.name : "?"));

test("lean: what a pair is judged by, own metrics and other protocols, nothing else unless it is named", () => {
  const always = ["http_req_duration", "http_req_failed", "checks"];
  expect(names()).toEqual([...always, "rows", "ws_sessions"]);
  expect(names({ gate: ["http_req_waiting.p50"] })).toContain("http_req_waiting");
  expect(names({ budgets: { "http_req_blocked.p99": "< 1s" } })).toContain("http_req_blocked");
  expect(names({ gate: ["no_such_metric.p50"] })).not.toContain("no_such_metric"); // k6 would refuse to run
});

test("durations by name are there, named or not, where they are few series", () => {
  const byName = (pairs: number) => names({}, pairs).filter((name) => name.includes("{"));
  expect(byName(16)).toEqual(["http_req_duration{name:/a}", "http_req_duration{name:/b}"]); // 3 names, 96 series
  expect(byName(17)).toEqual([]);
});

test("of many a tag's value is asked for where it is named, under each side's own address", () => {
  const settings = { gate: ["http_req_duration{name:/a}.p50"] };
  expect(names(settings).filter((name) => name.includes("{"))).toEqual(["http_req_duration{name:/a}"]);
  const keys = Object.keys(ask(settings, MANY).thresholds)
    .filter((key) => key.includes("name:"))
    .slice(0, 2);
  expect(keys).toEqual([
    "http_req_duration{steelyard_turn:b0.base,name:http://base/a}",
    "http_req_duration{steelyard_turn:b0.head,name:http://head/a}",
  ]);
});

test("a part of a metric is there where it is named by tags that nothing is split by", () => {
  const gate = ["http_req_waiting{group:::a}.p50", "http_req_waiting{status:200, method:GET}.p50"];
  const settings = { gate: [...gate, "http_req_waiting{x}.p50", "no_such_metric{group:::a}.p50"] };
  expect(names(settings).filter((name) => name.includes("{"))).toEqual([
    "http_req_waiting{group:::a}",
    "http_req_waiting{status:200, method:GET}",
  ]);
  expect(ask(settings).thresholds).toHaveProperty(["http_req_waiting{steelyard_turn:b0.base,group:::a}"]);
});

test("a threshold that is none for each series of each block and side", () => {
  const { thresholds } = ask({}, 3);
  expect(Object.values(thresholds).every((list) => list.length === 0)).toBe(true);
  for (const block of ["b0", "b1", "b2"]) {
    expect(thresholds).toHaveProperty([`iterations{steelyard_turn:${block}}`]);
    for (const side of ["base", "head"]) {
      expect(thresholds).toHaveProperty([`http_req_duration{steelyard_turn:${block}.${side}}`]);
      expect(thresholds).toHaveProperty([`steelyard_turn_duration{steelyard_turn:${block}.${side}}`]);
      expect(thresholds).toHaveProperty([`http_reqs{steelyard_turn:${block}.${side},status:0}`]);
    }
  }
  expect(Object.keys(thresholds).some((key) => key.includes("b3"))).toBe(false);
});
