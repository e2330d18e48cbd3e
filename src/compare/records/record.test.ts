import { expect, test } from "vitest";
import { Config } from "../../model/config.ts";
import { aRun, type RunSpec, SHA } from "../../testing/runs.ts";
import type { Trials } from "../../testing/trials.ts";
import { compare } from "../compare.ts";

/** The records of a run under a config with these records. */
function filled(spec: RunSpec, records: object, labels: Record<string, string> = {}) {
  const made = aRun(spec);
  const run = { ...made, stack: { ...made.stack, labels } };
  const config = Config.parse({ ...run.config.resolved, records: { one: { title: "One", ...records } } });
  const { records: shown = [] } = compare({
    run,
    config,
    baselines: new Map(),
    classes: [],
    at: run.ended,
    steelyard: "0",
    replay: [],
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
  ["{statuses.200}/{statuses.500}/{statuses.429}", "3,980/14/0"],
  ["{dropped}", "0"],
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
      run: one,
      config: Config.parse({ ...run.config.resolved, records }),
      baselines: new Map(),
      classes: [],
      at: run.ended,
      steelyard: "0",
      replay: [],
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
    compare({ run, config, baselines: new Map(), classes: [], at: run.ended, steelyard: "0", replay: [] })
      .records?.[0]?.tables[0]?.rows;
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
  const equal = { expect: { "http_reqs.count": { equal: 2000, because: "so many" } } };
  expect(cell("{limits}", [{}], equal)).toEqual([["PASS"]]);
  expect(cell("{limits}", [{ requests: 1999 }], equal)).toEqual([["FAIL"]]);
});

test("a target that is meant to be missed is shown as failed, with the reason; once it is met that is a failure", () => {
  const failed = "http_req_failed.rate";
  const missed = {
    expect: { [failed]: { between: [0.2, 1], target: "< 1%", because: "no index" } },
    budgets: { "http_req_duration.p50": "< 10s" },
  };
  expect(cell("{limits}", [{ errors: 800 }], missed)).toEqual([["FAIL (expected: no index)"]]);
  expect(cell("{limits}", [{}], missed)).toEqual([["FAIL"]]);
});

/** The rows of one table over a workload named load. */
function rowsOf(table: object, load: { readonly trials: Trials; readonly config?: object }) {
  const tables = { T: { workloads: ["load"], ...table } };
  return filled({ workloads: { load } }, { tables })[0]?.tables[0]?.rows;
}

test("a row for each target: limit, measured value, outcome", () => {
  const config = {
    budgets: { "http_req_duration.p50": "< 1us", "http_reqs.rate": "> 300/s" },
    expect: {
      "http_req_failed.rate": { between: [0.2, 1], target: "< 1%", because: "no index" },
      "http_reqs.count": { between: [0, 5_000], because: "few users" },
    },
  };
  const columns = { a: "{workload} {target}", b: "{wanted}", c: "{achieved}", d: "{outcome}" };
  const trials = [{ errors: 800 }, { errors: 800 }];
  expect(rowsOf({ each: "target", columns }, { trials, config })).toEqual([
    ["load http_req_duration.p50", "< 1 µs", expect.stringMatching(/s$/), "FAIL"],
    ["load http_reqs.rate", "> 300 /s", "400 /s", "PASS"],
    ["load http_req_failed.rate", "< 1 %", "40 %", "FAIL (expected: no index)"],
    ["load http_reqs.count", "0 to 5,000", "2,000", "as expected (few users)"],
  ]);
});

/** A published histogram: counts at or below 0.25, 2.5 and in all, by label. */
function published(counts: Record<string, readonly [number, number, number]>) {
  const whole = [0, 1, 2].map((i) => Object.values(counts).reduce((sum, all) => sum + all[i]!, 0));
  const of = (tag: string, [a = 0, b = 0, all = 0]: readonly number[]) => {
    const tags = (more: string) => `{${[tag, more].filter((one) => one !== "").join(",")}}`;
    const share = (hits: number) => ({ kind: "share", hits, total: all }) as const;
    return {
      [`web:took_seconds_count${tag === "" ? "" : tags("")}`]: {
        kind: "counter",
        unit: "1",
        count: all,
        seconds: 5,
      },
      ...(all > 0 && { [`web:took_seconds${tags("le:0.25")}`]: share(a) }),
      ...(all > 0 && { [`web:took_seconds${tags("le:2.5")}`]: share(b) }),
    } as const;
  };
  const parts = Object.entries(counts).map(([kind, all]) => of(`error_type:${kind}`, all));
  return { metrics: Object.assign({}, of("", whole), ...parts) };
}

test("a row for each bucket of a histogram, over all trials, by label, and one for all", () => {
  const each = { histogram: "web:took_seconds", bounds: ["250ms", "2.5s"], by: "error_type" };
  const columns = { a: "{bucket}", b: "{count}", c: "{share}", d: "{kinds}" };
  const trials = [
    published({ open: [50, 60, 60], late: [0, 100, 130], never: [0, 0, 0] }),
    published({ late: [0, 5, 10] }),
  ];
  expect(rowsOf({ each, columns }, { trials })).toEqual([
    ["≤ 250 ms", "50", "25 %", "open: 50"],
    ["250 ms to 2.5 s", "115", "57.5 %", "late: 105; open: 10"],
    ["> 2.5 s", "35", "17.5 %", "late: 35"],
    ["all", "200", "100 %", "late: 140; open: 60"],
  ]);
  const without = { histogram: "web:took_seconds", bounds: ["1s"] }; // no bound of the histogram's
  expect(rowsOf({ each: without, columns }, { trials })).toEqual([]);
  expect(rowsOf({ each, columns }, { trials: [{}] })).toEqual([]);
  const bare = { ...each, by: undefined };
  expect(rowsOf({ each: bare, columns: { a: "{share}{kinds}" } }, { trials })?.[0]).toEqual(["25 %"]);
});

test("peak and sustained are the best and the worst of the trials' rates", () => {
  const trials = [{ requests: 500 }, { requests: 1_000 }, { requests: 800 }];
  expect(cell("{peak}, {sustained}", trials)).toEqual([["200 /s, 100 /s"]]); // over 5 s each
  expect(cell("{peak}", [{ failure: "timeout" }])).toEqual([["n/a"]]);
});

test("a workload without a measured trial has a row with the reason, and no zero", () => {
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

test.each([
  [{ statuses: { other: 2000 } }, "n/a"], // wrk does not tell good ones apart
  [{ statuses: {} }, "n/a"], // a command that says nothing of them
  [{ statuses: { "202": 1990, "429": 10 } }, "1,990"],
  [{ statuses: { "429": 2000 } }, "0"],
])("of %j answers with 202 are %s", (trial, want) =>
  expect(cell("{statuses.202}", [trial])).toEqual([[want]]),
);

test("iterations that were dropped are those of an open model of k6's", () => {
  expect(cell("{dropped}", [{ dropped: 7 }])).toEqual([["7"]]);
  expect(cell("{dropped}", [{}], { k6: undefined, wrk: { path: "/" } })).toEqual([["n/a"]]);
});

test("a decision names the variants it rests on that were not measured", () => {
  const workloads = {
    load: { variants: { slow: [{}], fast: [{}], broken: [{ failure: "timeout" }] } },
  } as const;
  const tables = { T: { workloads: ["load"], columns: { n: "{requests}" } } };
  const decision = {
    title: "D",
    date: "2026-11-21",
    decision: "keep it",
    rationale: "it is faster",
    table: "T",
  };
  const decided = (variants?: string[]) => {
    const decisions = [{ ...decision, ...(variants && { variants }) }];
    return filled({ workloads }, { tables, decisions })[0]?.decisions[0];
  };
  expect(decided(["fast", "broken"])).toEqual({
    ...decision,
    variants: ["fast", "broken"],
    unmeasured: ["broken"],
  });
  expect(decided()).toEqual({ ...decision, variants: ["slow", "fast"], unmeasured: [] });
});

test("variants in the order of the config, each with its own variables; variants without a measurement have no row", () => {
  const workloads = {
    load: {
      variants: { slow: [{}], fast: [{}] },
      config: {
        variants: { slow: { stack_env: { ALGO: "a" } }, fast: { stack_env: { ALGO: "b" }, env: { K: "5" } } },
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
  [[{}, {}], true, "load: http_req_failed.rate 0 % in 2 trials; required 0 %"],
  [[{}, { errors: 20 }], false, "load: http_req_failed.rate 0 % to 1 % in 2 trials; required 0 %"],
  [
    [{}, { failure: "timeout" }],
    null,
    "load: http_req_failed.rate 0 % in 1 trial, 1 more without a figure; required 0 %",
  ],
  [[{ errors: 20 }, { failure: "timeout" }], false, "1 more without a figure"],
  [[{ without: ["http_req_failed"] }], null, "load has no http_req_failed.rate"],
] as const)("a statement on %j holds: %s", (trials, holds, because) => {
  const signals = [{ say: "none failed", workload: "load", metric: "http_req_failed.rate", between: [0, 0] }];
  const tables = { T: { workloads: ["load"], columns: { n: "{requests}" } } };
  const [record] = filled({ workloads: { load: { trials: [...trials] } } }, { tables, signals });
  expect(record?.signals).toEqual([{ say: "none failed", holds, because: expect.stringContaining(because) }]);
});
