import { expect, test } from "vitest";
import { Workload } from "../../../model/config.ts";
import { QUANTILES } from "../../../model/metric.ts";
import { NOTHING } from "../discovery.ts";
import type { Raw, Summary } from "../summary.ts";
import { load } from "./load.ts";
import { type Measured, results } from "./results.ts";
import { segments } from "./segments.ts";
import { pairSelection } from "./selection.ts";

const same = (value: string) => ({ k6: value, ours: value });
const wanted = pairSelection({
  workload: Workload.parse({ k6: "x.ts" }),
  way: "copies",
  pairs: 1,
  found: NOTHING,
  labels: { base: same, head: same },
});

const trend = (ms: number, count: number): Raw => ({
  type: "trend",
  contains: "time",
  values: { ...Object.fromEntries(QUANTILES.map((q) => [`p(${q})`, ms])), avg: ms, min: ms, max: ms, count },
});
const rate = (passes: number, fails: number): Raw => ({
  type: "rate",
  contains: "default",
  values: { passes, fails },
});
const counter = (count: number): Raw => ({ type: "counter", contains: "default", values: { count } });

/** Of one side: requests of so many ms, how many of them failed, how many got no answer. */
interface Shown {
  readonly requests: number;
  readonly ms: number;
  readonly failed?: number;
  readonly silent?: number;
  readonly checks?: readonly [passes: number, fails: number];
}
const side = (name: string, { requests, ms, failed = 0, silent = 0, checks = [0, 0] }: Shown) => ({
  [`http_req_duration{steelyard_turn:b0.${name}}`]: trend(ms, requests),
  [`http_req_failed{steelyard_turn:b0.${name}}`]: rate(failed, requests - failed),
  [`http_reqs{steelyard_turn:b0.${name},status:0}`]: counter(silent),
  [`checks{steelyard_turn:b0.${name}}`]: rate(...checks),
  [`iteration_duration{steelyard_turn:b0.${name}}`]: trend(ms, requests),
  [`iterations{steelyard_turn:b0.${name}}`]: counter(requests),
});

function measured(base: Shown, head: Shown, more: Partial<Measured> & { dropped?: number } = {}): Measured {
  const all = {
    ...side("base", base),
    ...side("head", head),
    dropped_iterations: counter(more.dropped ?? 0),
  };
  const found: Summary = { metrics: all, checks: new Map() };
  return {
    found,
    selection: wanted,
    way: "copies",
    pauses: undefined,
    load: load({ a: { executor: "constant-vus", vus: 2 } }) as Measured["load"],
    segments: segments({ mode: "request", warmup: 1, block: 1, pairs: 1, seed: 1 }),
    k6Log: {
      begin: null,
      end: null,
      thrown: 0,
      exception: null,
      errors: [],
      failedRequest: null,
      slow: [],
      first: null,
      asked: [],
    },
    refused: { base: null, head: null },
    failing: { base: ["GET /a answered 503"], head: ["GET /a answered 500"] },
    ...more,
  };
}
const fine = { requests: 100, ms: 10 };
const only = (of: Measured) => results(of)[0]!;

test("what each side showed, and the time it had", () => {
  // 2 VUs: base's 100 requests of 8 ms took 0.4 s of the block, head's 100 of 12 ms took 0.6 s
  const one = only(measured({ ...fine, ms: 8, failed: 2, checks: [99, 1] }, { ...fine, ms: 12 }));
  expect(one).toMatchObject({
    ok: true,
    load: { iterations: 200, dropped: 0, achieved: null },
    base: { seconds: 0.4, requests: 100, errors: 2, checks: 100, failedChecks: 1 },
    head: { seconds: 0.6, requests: 100, errors: 0, checks: 0, failedChecks: 0 },
  });
  if (!one.ok) throw new Error("lost");
  expect(one.base.metrics.http_reqs).toEqual({ kind: "counter", unit: "1", count: 100, seconds: 0.4 });
  expect(one.base.metrics.http_req_duration).toMatchObject({ kind: "trend", unit: "s", n: 100, mean: 0.008 });
  expect(Object.keys(one.head.metrics).sort()).toEqual(["http_req_duration", "http_req_failed", "http_reqs"]);
});

test.each<[string, Shown, Shown, Partial<Measured>, string, string, RegExp]>([
  [
    ...(["a dead head, in 0 ms", fine, { requests: 50, ms: 0, failed: 50, silent: 50 }] as const),
    ...([{ refused: { base: null, head: "connection refused" } }, "head", "dead-target", /refused/] as const),
  ],
  [
    ...(["a dead base", { requests: 50, ms: 0, failed: 50, silent: 50 }, fine] as const),
    ...([{}, "base", "dead-target", /no answer/] as const),
  ],
  [
    ...(["both dead: base's, nobody can judge", { requests: 5, ms: 0, silent: 5 }] as const),
    ...([{ requests: 5, ms: 0, silent: 5 }, {}, "base", "dead-target", /./] as const),
  ],
  ["no request to head", fine, { requests: 0, ms: 0 }, {}, "head", "no-requests", /no request/],
  ["a number that is none", fine, { requests: 9, ms: Number.NaN }, {}, "head", "bad-numbers", /NaN/],
])("%s", (_, base, head, more, blamed, code, why) => {
  const one = only(measured(base, head, more));
  expect(one).toMatchObject({ ok: false, side: blamed, failure: { code } });
  expect(!one.ok && one.failure.message).toMatch(why);
});

test("examples of failed answers are those of a side that had some", () => {
  const one = only(measured(fine, { ...fine, failed: 1 }));
  if (!one.ok) throw new Error("lost");
  expect([one.base.failing, one.head.failing]).toEqual([undefined, ["GET /a answered 500"]]);
});

test("answers that are all failures are data", () => {
  expect(only(measured(fine, { ...fine, failed: 100 }))).toMatchObject({ ok: true, head: { errors: 100 } });
});

test.each([
  // 100 a second for 1 s, one arrival may fall on the border
  [50, 50, 0, 0, 1],
  [50, 49, 0, 0, 1],
  [40, 39, 30, 20, 0.8], // 79 of 100 began: 20 are missing, beside the one at the border
  [40, 39, 7, 7, 0.8], // k6 itself knows of no more
])(
  "an open load, %d and %d iterations begun, %d dropped in all: %d of the pair",
  (base, head, all, dropped, achieved) => {
    const open = load({ a: { executor: "constant-arrival-rate", rate: 100 } }) as Measured["load"];
    const of = measured({ requests: base, ms: 1 }, { requests: head, ms: 1 }, { load: open, dropped: all });
    expect(only(of)).toMatchObject({
      load: { iterations: base + head, dropped, achieved },
      base: { seconds: 1 },
    });
  },
);
