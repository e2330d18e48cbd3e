import { expect, test } from "vitest";
import { Config } from "../model/config.ts";
import { aRun, type RunSpec, SHA } from "../testing/runs.ts";
import { compare } from "./compare.ts";

/** The records of a run under a config with these records. */
function filled(spec: RunSpec, records: object, labels: Record<string, string> = {}) {
  const made = aRun(spec);
  const run = { ...made, stack: { ...made.stack, labels } };
  const config = Config.parse({ ...run.config.resolved, records: { one: { title: "One", ...records } } });
  const { records: shown = [] } = compare({
    ...{ run, config, baselines: new Map(), classes: [], at: run.ended, steelyard: "0", replay: [] },
  });
  return shown;
}
/** One cell over one workload. */
function cell(template: string, trials: RunSpec["workloads"][string]["trials"], config: object = {}) {
  const spec = { workloads: { load: { trials: trials ?? [], config } } };
  return filled(spec, { tables: { T: { workloads: ["load"], columns: { it: template } } } })[0]?.tables[0]
    ?.rows;
}

test.each([
  ["{date}, {commit}", `2026-11-21, ${SHA.slice(0, 9)}`],
  ["{workload} by {load} from {place}", "load by workloads/load.ts from host"],
  ["{requests} of {trials}", "2 × 2,000 of 2"],
  ["{http_reqs.rate}", "400 /s"], // 2,000 in 5 s
  ["{errors}, {bad}, {timeouts}", "20, 14, 6"], // in the second trial alone
  ["{statuses}", "200: 3,980; 500: 14; no answer: 6"],
  ["{http_req_failed.rate}", "0.5 %"], // the median of 0 and 1 %
  ["{checks}", "7/8"],
  ["{env.K}/{env.NONE}", "20/n/a"],
  ["{nothing_there.p95}", "n/a"],
])("%s is %s", (template, want) => {
  const trials = [
    { checks: [["ok", 4, 0]] as const },
    { errors: 20, timeouts: 6, checks: [["ok", 3, 1]] as const },
  ];
  expect(cell(template, trials, { env: { K: "20" } })).toEqual([[want]]);
});

test("the share of the lengths that was measured", () => {
  const whole = { workloads: { load: { trials: [{}] } } };
  const run = { ...aRun(whole), scale: 0.05 };
  const records = {
    one: { title: "One", tables: { T: { workloads: ["load"], columns: { it: "{scale}" } } } },
  };
  const of = (one: typeof run | ReturnType<typeof aRun>) =>
    compare({
      ...{ run: one, config: Config.parse({ ...run.config.resolved, records }) },
      ...{ baselines: new Map(), classes: [], at: run.ended, steelyard: "0", replay: [] },
    }).records?.[0]?.tables[0]?.rows;
  expect([of(run), of(aRun(whole))]).toEqual([[["0.05"]], [["1"]]]);
});

test("the time to ready of the starts that have trials of it", () => {
  const one = aRun({ workloads: { load: { trials: [{}, {}] } } });
  const began = "2026-11-21T10:00:00Z";
  const starts = [
    { start: 0, began, ready: { db: 0.5, api: 3 } },
    { start: 7, began, ready: { api: 60 } },
  ];
  const records = {
    one: { title: "One", tables: { T: { workloads: ["load"], columns: { it: "{ready}" } } } },
  };
  const config = Config.parse({ ...one.config.resolved, records });
  const of = (run: typeof one) =>
    compare({
      ...{ run, config, baselines: new Map(), classes: [], at: run.ended, steelyard: "0", replay: [] },
    }).records?.[0]?.tables[0]?.rows;
  expect([of({ ...one, starts }), of(one)]).toEqual([[["3 s"]], [["n/a"]]]);
});

test("limits in a word, and an expected profile with its reason", () => {
  const failed = "http_req_failed.rate";
  const expected = { expect: { [failed]: { between: [0.2, 0.5], because: "overload profile" } } };
  const many = { errors: 800 }; // 40 %
  expect(cell("{limits}", [many], expected)).toEqual([["as expected (overload profile)"]]);
  expect(cell("{limits}", [{}], expected)).toEqual([["FAIL"]]);
  expect(cell("{limits}", [{}], { budgets: { [failed]: "< 1%" } })).toEqual([["PASS"]]);
  expect(cell("{limits}", [many], { budgets: { [failed]: "< 1%" } })).toEqual([["FAIL"]]);
  expect(cell("{limits}", [{}])).toEqual([["n/a"]]);
});

test("a workload without a measured trial has a row that says so, and no zero", () => {
  const rows = cell("{limits}; {requests}; {http_reqs.rate}", [{ failure: "dead-target" }]);
  expect(rows).toEqual([["FAIL (no trial was measured: dead-target); n/a; n/a"]]);
});

test("wrk counts bad answers in a metric that is absent where there are none", () => {
  const wrk = { k6: undefined, wrk: { path: "/" } };
  const metrics = {
    "http_req_errors{kind:status}": { kind: "counter", unit: "1", count: 7, seconds: 5 },
  } as const;
  expect(cell("{bad}", [{ statuses: { other: 2000 } }], wrk)).toEqual([["0"]]);
  expect(cell("{bad}", [{ statuses: { other: 2000 }, metrics }], wrk)).toEqual([["7"]]);
});

test("variants in the order of the config, each with its own variables; what was not measured has no row", () => {
  const workloads = {
    load: {
      variants: { slow: [{}], fast: [{}] },
      config: {
        variants: {
          slow: { stack_env: { ALGO: "a" } },
          fast: { stack_env: { ALGO: "b" }, env: { K: "5" } },
        },
        env: { K: "20" },
      },
    },
  };
  const columns = { it: "{variant} {stack_env.ALGO} {env.K} {env}" };
  const tables = { T: { workloads: ["load", "other"], columns } };
  const [record] = filled({ workloads }, { tables }, { env: "staging" });
  expect(record?.tables[0]?.rows).toEqual([["slow a 20 staging"], ["fast b 5 staging"]]);
  expect(filled({ workloads }, { tables: { T: { workloads: ["other"], columns } } })).toEqual([]);
});

test.each([
  [[{}, {}], true, "load: http_req_failed.rate 0 % in 2 trials; wanted 0 %"],
  [[{}, { errors: 20 }], false, "load: http_req_failed.rate 0 % to 1 % in 2 trials; wanted 0 %"],
  [
    [{}, { failure: "timeout" }],
    null,
    "load: http_req_failed.rate 0 % in 1 trial, 1 more without a figure; wanted 0 %",
  ],
  [[{ errors: 20 }, { failure: "timeout" }], false, "1 more without a figure"],
  [[{ without: ["http_req_failed"] }], null, "load has no http_req_failed.rate"],
] as const)("a statement on %j holds: %s", (trials, holds, because) => {
  const signals = [{ say: "none failed", workload: "load", metric: "http_req_failed.rate", between: [0, 0] }];
  const tables = { T: { workloads: ["load"], columns: { n: "{requests}" } } };
  const [record] = filled({ workloads: { load: { trials: [...trials] } } }, { tables, signals });
  expect(record?.signals).toEqual([{ say: "none failed", holds, because: expect.stringContaining(because) }]);
});
