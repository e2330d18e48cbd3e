import { expect, test } from "vitest";
import { expectRefused, FILE } from "../testing/refusals.ts";
import { readConfig } from "./read.ts";

const config = (load: string, lines: string) => `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:1" } } } }
workloads:
  ingest:
    ${load}
    budgets: { http_req_failed.rate: "< 1%" }
${lines
  .split("\n")
  .map((line) => `    ${line}`)
  .join("\n")}
`;
const k6 = (lines: string) => config("k6: ingest.ts", lines);

test.each([
  ["no levels", k6("¦sweep: { trials: 3 }"), "names no levels", "rate, vus, connections"],
  ["levels of two kinds", k6("¦sweep: { rate: [1, 5], vus: [1, 5] }"), "has rate and vus", "exactly one"],
  [
    "a level that is no whole number",
    k6("sweep: { rate: ¦[90/m, 10/s] }"),
    "the level 1.5 /s",
    "whole numbers",
  ],
  ["no level at all", k6("sweep: { rate: ¦[0/s, 10/s] }"), "the level 0 /s", "from 1 on"],
  ["levels upside down", k6("sweep: { rate: ¦[40/s, 10/s] }"), "40 /s) is not below", "[10, 40]"],
  ["one level", k6("sweep: { vus: ¦[4, 4] }"), "4 VUs) is not below", "[4, 8]"],
  ["a precision of nothing", k6("sweep: { vus: [1, 4], precision: ¦0% }"), "precision is 0 %", '"5%"'],
  [
    "a precision without a percent sign",
    k6("sweep: { vus: [1, 4], precision: ¦5 }"),
    "precision is 500 %",
    '"5%"',
  ],
  [
    "a knee of another kind",
    k6('sweep: { vus: [1, 4], knee: ¦"< 15/s" }'),
    "knee is",
    'write "<" or ">", a number and its unit',
  ],
  ["one trial", k6("sweep: { vus: [1, 4], trials: ¦1 }"), "trials is 1", ""],
  [
    "oha's VUs",
    config("oha: { path: / }", "sweep: { ¦vus: [1, 5] }"),
    "oha has no setting for vus",
    "use connections or rate",
  ],
  [
    "oha's variable",
    config("oha: { path: / }", "sweep: { rate: [1, 5], ¦variable: PACE }"),
    "oha reads no variable",
    "take `variable` out",
  ],
  [
    "wrk's rate",
    config("wrk: { path: / }", "sweep: { ¦rate: [1, 5] }"),
    "wrk has no setting for rate",
    "connections",
  ],
  [
    "a variant that sets the level",
    k6("sweep: { rate: [1, 5] }\nvariants: { fast: { env: { ¦RATE: 3 } } }"),
    'the variant "fast" sets it',
    "another `variable`",
  ],
  [
    "an expectation at no level",
    k6("sweep: { rate: [1, 5] }\n¦expect: { checks.rate: { between: [1%, 2%], because: x } }"),
    "names none of them",
    "knee",
  ],
  [
    "nothing to be kept",
    k6("¦sweep: { rate: [1, 5] }").replace('budgets: { http_req_failed.rate: "< 1%" }', "budgets: {}"),
    "there are none",
    "add some",
  ],
  [
    "a sweep and a curve",
    k6("sweep: { vus: [1, 4] }\n¦scaling: { vus: [1, 4] }"),
    "a sweep and a scaling curve",
    "keep one",
  ],
  [
    "a variable that would overrule k6",
    k6("sweep: { vus: [1, 4], variable: ¦K6_VUS }"),
    'may not set "K6_VUS"',
    "your own",
  ],
  ["cold levels", k6("sweep: { vus: [1, 4] }\nmeasure: { cold: ¦true }"), "measured warm", "take `cold` out"],
  ["a curve of no levels", k6("¦scaling: { trials: 1 }"), "names no levels", "vus, connections"],
  ["a level twice", k6("scaling: { vus: ¦[1, 4, 4] }"), "The level 4 appears twice", "once"],
  [
    "a curve of wrk's VUs",
    config("wrk: { path: / }", "scaling: { ¦vus: [1, 5] }"),
    "wrk has no setting for vus",
    "connections",
  ],
  ["no room at all", k6("scaling: { vus: [1, 4], headroom: ¦100% }"), "leaves no capacity", '"30%"'],
  ["a load of nothing", k6("scaling: { vus: [1, 4], loads: [5/s, ¦0/s] }"), "needs no instance", "500/s"],
  [
    "a price without a time",
    k6('scaling: { vus: [1, 4], prices: { instance: ¦"3 USD" } }'),
    'instance is "3 USD"',
    "",
  ],
  [
    "no price of an instance",
    k6("scaling: { vus: [1, 4], prices: ¦{ redis: 3 USD/h } }"),
    "lack one for an instance",
    "0.0416",
  ],
  [
    "two currencies",
    k6("scaling: { vus: [1, 4], prices: { instance: 3 USD/h, redis: ¦2 EUR/h } }"),
    "in USD and EUR",
    "one currency",
  ],
  ["a unit that is lacking", k6("sweep: { vus: [1, 4], within: ¦10 }"), "without a unit", "10s"],
])("%s", (_, text, what, remedy) => expectRefused(text, what, remedy));

test("levels are numbers in base units, with defaults filled in", () => {
  const { sweep } = readConfig(
    k6("sweep: { rate: [10/s, 240/m], knee: '>= 3 /s' }").replace("10/s", "1/s"),
    FILE,
  ).workloads.ingest!;
  expect(sweep).toEqual({
    rate: [1, 4],
    precision: 0.05,
    trials: 3,
    confirm: 2,
    probes: 30,
    within: 900,
    knee: ">= 3 /s",
  });
});

test.each([
  [
    "a curve",
    k6("scaling: { vus: [1, 2, 8], loads: [5/s], prices: { instance: 3 USD/h, db: 9 USD/month } }"),
  ],
  ["a curve without a budget", k6("scaling: { vus: [1, 2] }").replace(/ {4}budgets.*\n/, "")],
  ["oha's rate", config("oha: { path: / }", "sweep: { rate: [1, 64] }")],
  ["wrk's connections", config("wrk: { path: / }", "sweep: { connections: [1, 64] }")],
  [
    "a variable that a Lua script reads",
    config("wrk: { path: / }", "sweep: { rate: [1, 64], variable: PACE }"),
  ],
  [
    "a command",
    config("command: { run: [load], format: benchmark-smaller }\n    gate: [x]", "sweep: { vus: [1, 64] }"),
  ],
  ["a variant that sets something else", k6("sweep: { rate: [1, 5] }\nvariants: { a: { env: { K: 3 } } }")],
])("%s may be swept", (_, text) => expect(() => readConfig(text, FILE)).not.toThrow());
