import { expect, test } from "vitest";
import { pairRange, rowsOfDuel } from "../../compare/duel/run.ts";
import type { PairRecord } from "../../model/duel.ts";
import { aDuelRecord } from "../../testing/dueling.ts";
import { aRun } from "../../testing/runs.ts";
import { changedBy, judgeOf, type Rules, refusalsBy } from "./judge.ts";

const run = aRun({ workloads: { browse: { trials: [0.01] } } });
/** Pairs whose head takes `factor` times as long as base, scattered by about a percent. */
const recordOf = (n: number, factor: number) =>
  aDuelRecord({
    pairs: Array.from({ length: n }, (_, i) => [
      { p50: 0.012, cpu: 0.0008 },
      { p50: 0.012 * factor * (1 + ((i % 3) - 1) / 100), cpu: 0.0008 * factor * (1 + ((i % 5) - 2) / 100) },
    ]),
  });
const rulesOf = (record: ReturnType<typeof recordOf>): Rules => ({
  duel: record,
  workloads: run.workloads,
  fingerprint: run.fingerprint,
  config: run.config.resolved,
  baselines: new Map(),
});
const BROWSE = { workload: "browse", variant: null };

test("a judge asks for the pairs of its looks until all is closed, and says why", () => {
  const { pairs, ...record } = recordOf(10, 1.2);
  const judge = judgeOf(rulesOf({ ...record, pairs }));
  expect(judge.looks).toEqual([6, 10, 15, 20, 30]);
  expect(judge.next()).toMatchObject({ look: 1, pairs: 6, open: [BROWSE] });
  judge.look(pairs.slice(0, 6), false);
  expect(judge.next()).toBe(null);
  expect(judge.closed()).toEqual([{ ...BROWSE, why: "worse, and settled" }]);
});

test("what cannot be told yet stays open with its estimate and interval, and is closed by the last look", () => {
  const noisy = recordOf(10, 1).pairs.map((pair, i): PairRecord => {
    if (pair.outcome !== "ok") return pair;
    const wide = recordOf(1, i % 2 === 0 ? 1.3 : 0.8).pairs[0]!;
    return wide.outcome === "ok" ? { ...pair, head: wide.head } : pair;
  });
  const judge = judgeOf(rulesOf(recordOf(10, 1)));
  judge.look(noisy.slice(0, 6), false);
  const next = judge.next();
  expect(next).toMatchObject({ look: 2, pairs: 10, open: [BROWSE] });
  // Logs of 1.3 and 0.8, 1 % less for the scatter, three times: mean 0.0096, sd 0.266, se 0.109; t(.975, 5) = 2.571: −0.270 to 0.289.
  const [p50] = next!.open[0]!.gates!;
  expect(p50).toMatchObject({ metric: "http_req_duration.p50" });
  expect(p50!.estimate).toBe("+1.0 % [−24, +33]");
  expect(next!.open[0]!.why).toMatch(
    /^http_req_duration\.p50 [+−][\d.]+ % \[−\d+, \+\d+\], cpu_per_request [+−][\d.]+ % \[/,
  );
  const fresh = judgeOf(rulesOf(recordOf(10, 1))).next()!.open[0]!;
  expect(fresh.gates).toEqual([
    { metric: "http_req_duration.p50", estimate: null },
    { metric: "cpu_per_request", estimate: null },
  ]);
  expect([fresh.needed, fresh.neededUsually]).toEqual([undefined, expect.any(Number)]); // without history
  expect(next!.open[0]!.neededUsually).toBeUndefined();
  expect(judge.closed()).toEqual([]);
  judge.look(noisy, true);
  expect(judge.next()).toBe(null);
  expect(judge.closed()).toEqual([{ ...BROWSE, why: "ended at the last look" }]);
});

test("contended slots are worth another attempt", () => {
  const { pairs } = recordOf(6, 1);
  const busy = pairs.map(
    (pair, i): PairRecord =>
      pair.outcome === "ok" && i === 2 ? { ...pair, host: { ...pair.host, probe: [2, 2] } } : pair,
  );
  const judge = judgeOf(rulesOf(recordOf(6, 1)));
  expect(judge.repeats(BROWSE, pairs, 6, busy[2]!.start)).toEqual([]);
  expect(judge.repeats(BROWSE, busy, 6, busy[2]!.start)).toEqual([2]);
});

test("the workload that asks for most pairs decides how many there are, and at how few nothing is looked at", () => {
  const [pairing] = recordOf(1, 1).pairings;
  const of = (fewest: number, most: number) => ({ ...pairing!, pairs: [fewest, most] as [number, number] });
  expect(pairRange([of(6, 30)])).toEqual({ fewest: 6, most: 30 });
  expect(pairRange([of(6, 40), of(10, 20)])).toEqual({ fewest: 10, most: 40 });
});

test("a duel that could not say anything is refused before it is searchState", () => {
  const rules = rulesOf(recordOf(0, 1));
  expect(refusalsBy(rules)).toEqual([]);
  const tight = { ...run.config.resolved, policy: { ...run.config.resolved.policy, band: 0.01 } };
  const [one] = refusalsBy({ ...rules, config: tight, duel: { ...rules.duel, starts: 1 } });
  expect(one).toMatchObject({ ...BROWSE, remedy: expect.stringContaining("policy.starts") });
});

test("workloads of which a gate changed, the largest change first, better or worse", () => {
  const factors = { same: 1, slower: 1.2, slowest: 1.5, faster: 0.7 };
  const all = Object.entries(factors).map(([workload, factor]) => ({
    workload,
    record: recordOf(10, factor),
  }));
  const record = {
    ...all[0]!.record,
    pairings: all.flatMap(({ workload, record: one }) => one.pairings.map((of) => ({ ...of, workload }))),
    pairs: all.flatMap(({ workload, record: one }) => one.pairs.map((of) => ({ ...of, workload }))),
    seen: [40],
  };
  const config = aRun({
    workloads: Object.fromEntries(Object.keys(factors).map((name) => [name, { trials: [0.01] }])),
  });
  const rules = { ...rulesOf(record), workloads: config.workloads, config: config.config.resolved };
  expect(changedBy(rules, record).map(({ workload }) => workload)).toEqual(["slowest", "faster", "slower"]);
  expect(changedBy(rulesOf(recordOf(10, 1)), recordOf(10, 1))).toEqual([]);
});

test.each([
  [1.5, 1, true],
  [1.5, 1.5, false],
  [1, 1.5, false],
])("of %s times the latency and %s times the CPU time waits may be the cause: %s", (latency, cpu, waits) => {
  const timed = (p50: number, seconds: number) => ({
    p50,
    metrics: { cpu_per_request: { kind: "gauge", unit: "s", value: seconds } as const },
  });
  const pairs = Array.from({ length: 10 }, (_, i) => {
    const noise = 1 + ((i % 3) - 1) / 100;
    return [timed(0.012, 0.004), timed(0.012 * latency * noise, 0.004 * cpu * noise)] as const;
  });
  const record = aDuelRecord({ pairs });
  const gate = ["http_req_duration.p50", "cpu_per_request"];
  const { config } = aRun({ workloads: { browse: { trials: [0.01], config: { gate } } } });
  expect(changedBy({ ...rulesOf(record), config: config.resolved }, record)).toEqual([
    { workload: "browse", variant: null, waits },
  ]);
});

test("a gate on an exact count changes a workload as well, though nothing of it is tested", () => {
  const count = "db:statements_per_request";
  const counted = (value: number) => ({
    p50: 0.012,
    metrics: { [count]: { kind: "gauge", unit: "1", value } as const },
  });
  const of = (...[base, head]: [number, number]) => {
    const record = aDuelRecord({ pairs: Array.from({ length: 6 }, () => [counted(base), counted(head)]) });
    const config = aRun({ workloads: { browse: { trials: [0.01], config: { gate: [count] } } } }).config
      .resolved;
    return changedBy({ ...rulesOf(record), config }, record).map(({ workload }) => workload);
  };
  expect(of(1, 3)).toEqual(["browse"]);
  expect(of(3, 1)).toEqual(["browse"]);
  expect(of(0, 3)).toEqual(["browse"]);
  expect(of(3, 3)).toEqual([]);
});

test("a statistic that only warns, though the gate names it, changes no workload", () => {
  const [max, p50] = ["http_req_duration.max", "http_req_duration.p50"];
  const record = aDuelRecord({
    pairs: Array.from({ length: 10 }, (_, i) => [{ p50: 0.012 }, { p50: 0.018 * (1 + ((i % 3) - 1) / 100) }]),
  });
  const of = (gate: string[]) => {
    const { config } = aRun({ workloads: { browse: { trials: [0.01], config: { gate } } } });
    const rules = { ...rulesOf(record), config: config.resolved };
    const rows = rowsOfDuel({ ...rules, duel: record }).filter(({ metric }) => metric === max);
    expect(rows).toMatchObject([{ kind: "gate", gates: false, verdict: "regressed" }]);
    return changedBy(rules, record).map(({ workload }) => workload);
  };
  expect(of([max!])).toEqual([]);
  expect(of([max!, p50!])).toEqual(["browse"]);
});
