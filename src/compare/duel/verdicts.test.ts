import { describe, expect, test } from "vitest";
import { Row } from "../../model/comparison.ts";
import { FailureCode } from "../../model/run.ts";
import {
  aCase,
  aLostPair,
  aMetric,
  aPair,
  CPU,
  judging,
  P50,
  somePairs,
  WOBBLE,
} from "../../testing/dueling.ts";
import { DUEL_LEVEL } from "./looks.ts";
import { counting, type DuelCase, type Pair, repeats } from "./pairs.ts";
import { pairWarnings } from "./validity.ts";

const rowsOf = (cases: readonly DuelCase[], size = { most: 12 }) => {
  const { rows } = judging(cases, size);
  for (const row of rows) Row.parse(row);
  return rows;
};
const only = (pairs: readonly Pair[], differs: Partial<DuelCase> = {}) => rowsOf([aCase(pairs, differs)]);
const row = (rows: readonly Row[], kind: Row["kind"], metric = "") =>
  rows.find((one) => one.kind === kind && one.metric === metric);

describe("a row tells all that its verdict rests on", () => {
  test("a regression", () => {
    const found = row(only(somePairs(12, 1.1)), "gate", P50)!;
    expect([found.verdict, found.gates]).toEqual(["regressed", true]);
    expect(found.evidence).toMatchObject({
      mode: "request",
      n: 6, // found at the first look
      level: DUEL_LEVEL * (6 / 12) ** 2, // what is spent after 6 of 12 pairs
      family: 2,
      band: Math.log1p(0.03),
      floor: 0,
      prior: { used: false, df: 0, sd: 0 },
      duel: { look: 1, looks: 3, closed: "regressed", starts: 3 },
    });
    expect(found.reason).toMatch(
      /^worse by more than the band of 3 %: estimated \+10(\.\d+)? % \[95 %: .*\], p/,
    );
    // The sides' centres are as far apart as the estimate, and the samples are the pairs of that look.
    expect(Math.log(found.head!.center / found.base!.center)).toBeCloseTo(found.evidence!.estimate, 12);
    expect([found.head!.values.length, found.base!.values.length]).toEqual([6, 6]);
  });

  test("undecided, also the pairs that would find 5 %, and how far starts lie apart where they were compared", () => {
    const factors = [1.08, 0.93, 1];
    const pairs = (of: (slot: number) => number) =>
      Array.from({ length: 12 }, (_, slot) =>
        aPair(slot, { base: 0.01, head: 0.01 * of(slot) * WOBBLE[slot % WOBBLE.length]! }),
      );
    const found = (of: (slot: number) => number) => row(only(pairs(of)), "gate", P50)!;
    const apart = found((slot) => factors[slot % 3]!).evidence!.duel!.toFind!;
    // Ratios of starts have sd 0.075, from two processes each.
    expect(apart.startSd).toBeGreaterThan(0.045);
    expect(apart.startSd).toBeLessThan(0.06);
    expect(apart.pairs).toBeGreaterThan(30);
    const noisy = found((slot) => (slot % 2 ? 1.1 : 0.9)).evidence!.duel!.toFind!;
    expect(noisy.startSd).toBeNull();
    expect(noisy.pairs).toBeGreaterThan(12);
    expect(found(() => 1.1).evidence!.duel!.toFind).toBeUndefined();
  });

  test("a wait hidden by noise is detected with CPU, where CPU is available, but not in CPU itself", () => {
    // Both sides' latency and CPU go up and down together, by up to 20 %; head waits 6 % longer, give or take 1 %.
    const waiting = (cpu: boolean) =>
      Array.from({ length: 12 }, (_, i) => {
        const up = [1.2, 0.85, 1.1, 0.8, 1, 1.15][i % 6]!;
        const own = i % 2 ? 1.06 : 1.05;
        const values = { [CPU]: cpu ? ([5e-4, 5e-4 * up] as const) : ([null, null] as const) };
        return aPair(i, { base: 0.01, head: 0.01 * up * own, values });
      });
    const [adjusted, plain] = [waiting(true), waiting(false)].map((pairs) => row(only(pairs), "gate", P50)!);
    expect([adjusted!.verdict, plain!.verdict]).toEqual(["regressed", "inconclusive"]);
    expect(adjusted!.reason).toMatch(/significant after the noise shared with CPU is removed$/);
    expect(row(only(waiting(true)), "gate", CPU)!.verdict).toBe("inconclusive");
  });

  test.each([
    ["gate", 3, "inconclusive", "no verdict from 3 starts: at least 6 are needed"],
    ["advisory", 3, "inconclusive", "no verdict from 3 starts: at least 6 are needed (advisory)"],
    ["gate", 12, "regressed", "worse"],
    ["advisory", 12, "regressed", "worse"],
  ] as const)("a peak of memory is one value a start: %s, %d starts", (kind, starts, verdict, reason) => {
    // Within a start all pairs have nearly the same peak: thirty pairs of three processes are three values.
    const memory = "memory_peak{service:shop}";
    const pairs = Array.from({ length: 30 }, (_, slot) => {
      const start = slot % starts;
      const head = 1.2e8 * WOBBLE[start % WOBBLE.length]!;
      return aPair(slot, { start, values: { [memory]: [1e8, head * (1 + slot / 1e6)] } });
    });
    const metric = aMetric(memory, { unit: "B" });
    const more = kind === "gate" ? { gate: [metric] } : { advisory: [metric] };
    const found = row(rowsOf([aCase(pairs, more)], { most: 30 }), kind, memory)!;
    expect(found.verdict).toBe(verdict);
    expect(found.reason.slice(0, reason.length)).toBe(reason);
    if (starts === 12 && kind === "advisory") expect(found.head!.values.length).toBeLessThanOrEqual(12);
  });

  test("a gate on a peak of memory stays open until it has six starts", () => {
    const memory = "memory_peak{service:shop}";
    const pairs = Array.from({ length: 30 }, (_, slot) => {
      const start = slot < 6 ? slot % 3 : 3 + (slot % 9); // three before the first look, more before the next ones
      return aPair(slot, { start, values: { [memory]: [1e8, 1e9 * WOBBLE[start % WOBBLE.length]!] } });
    });
    const gate = [aMetric(memory, { unit: "B" })];
    const found = row(rowsOf([aCase(pairs, { gate })], { most: 30 }), "gate", memory)!;
    expect([found.verdict, found.evidence!.duel]).toMatchObject([
      "regressed",
      { closed: "regressed", look: 2 },
    ]);
  });

  test("unchanged is shown", () => {
    const found = row(only(somePairs(12)), "gate", P50)!;
    expect([found.verdict, found.evidence!.duel!.closed]).toEqual(["unchanged", "settled"]);
    expect(found.reason).toMatch(/^shown to lie within ±3 %/);
  });

  test("cannot tell, and why no more was measured", () => {
    const wide = (n: number) =>
      Array.from({ length: n }, (_, i) => aPair(i, { head: 0.01 * (i % 2 ? 1.07 : 0.95) }));
    const last = row(only(wide(12)), "gate", P50)!;
    expect(last.verdict).toBe("inconclusive");
    expect(last.reason).toMatch(
      /^cannot tell: estimated .* this run could detect a worsening of .*; after 12 pairs$/,
    );
    const early = row(only(wide(11)), "gate", P50)!;
    expect(early.reason).toMatch(
      /; after 11 pairs of at most 12: the time limit was reached, or pairs were lost$/,
    );
    const wider = Array.from({ length: 30 }, (_, i) => aPair(i, { head: 0.01 * (i % 2 ? 1.12 : 0.9) }));
    const futile = row(rowsOf([aCase(wider)], { most: 30 }), "gate", P50)!;
    expect(futile.reason).toMatch(/; after 20 pairs of at most 30: no estimate came near its band$/);
  });

  test("too noisy beyond four bands", () => {
    const wild = Array.from({ length: 12 }, (_, i) => aPair(i, { head: 0.01 * (i % 2 ? 1.6 : 0.7) }));
    const found = row(only(wild), "gate", P50)!;
    expect([found.verdict, found.gates]).toEqual(["inconclusive", true]);
    expect(found.reason).toMatch(/^too noisy to judge \(can detect ≥ [\d.]+ %\); after 12 pairs$/);
    expect(Math.expm1(found.evidence!.mde)).toBeGreaterThan(0.12);
  });

  test("the other metric's row mentions the regression", () => {
    const pairs = somePairs(12, 1.1).map((pair, i) => ({
      ...pair,
      head: { ...pair.head, values: { ...pair.head.values, [CPU]: 0.0005 * (i % 2 ? 1.2 : 0.9) } },
    }));
    const found = row(only(pairs), "gate", CPU)!;
    expect(found.reason).toBe(
      "not judged further after 6 pairs of at most 12: another metric of the workload regressed",
    );
  });

  test("below the floor", () => {
    const gate = [aMetric(P50, { floor: 0.002 }), aMetric(CPU)];
    const pairs = somePairs(12, 1.15).map((pair) => ({
      ...pair,
      head: { ...pair.head, values: { ...pair.head.values, [CPU]: 0.0005 } },
    }));
    const found = row(only(pairs, { gate }), "gate", P50)!;
    expect(found.verdict).toBe("unchanged");
    expect(found.reason).toMatch(/^unchanged \(below the floor\): .* is \+1\.5 ms, at most 2 ms$/);
  });

  test("a prior used, and one left out", () => {
    const prior = (sd: number) => ({ prior: { df: 20, variance: sd ** 2 } });
    const gate = [aMetric(P50, prior(0.02)), aMetric(CPU, prior(0.0005))];
    const rows = only(somePairs(12), { gate });
    expect(row(rows, "gate", P50)!.evidence!.prior).toEqual({ used: true, df: 8, sd: 0.02 });
    const dropped = row(rows, "gate", CPU)!;
    expect(dropped.evidence!.prior).toEqual({ used: false, df: 8, sd: 0.0005 });
    expect(dropped.warnings.map(({ code }) => code)).toEqual(["prior-dropped"]);
  });

  test("differences, where a value is 0", () => {
    const gate = [aMetric("queue", { unit: "s" })];
    const pairs = somePairs(12).map((pair, i) => ({
      ...pair,
      base: { ...pair.base, values: { queue: i % 3 } },
      head: { ...pair.head, values: { queue: (i % 3) + 2 } },
    }));
    const found = row(only(pairs, { gate }), "gate", "queue")!;
    expect(found.verdict).toBe("regressed");
    expect(found.reason).toMatch(/estimated \+2 s \[95 %/);
    expect(found.head!.center - found.base!.center).toBeCloseTo(2, 12);
    expect(found.warnings[0]!.code).toBe("differences");
  });
});

describe("a generator that cannot keep up loads both sides alike", () => {
  test("one that could not at first decides nothing then: measuring goes on, and a calm rest settles it", () => {
    const pairs = [aPair(0, { load: { dropped: 100 } }), ...somePairs(12).slice(1)];
    const { verdict, evidence } = row(only(pairs), "gate", P50)!;
    expect([verdict, evidence!.n, evidence!.duel!.look]).toEqual(["unchanged", 10, 2]);
  });

  test.each<[string, (factor: number) => Pair[], RegExp]>([
    ["dropped iterations", (n) => somePairs(12, n, { load: { dropped: 17 } }), /1\.6\d* % of the it/],
    ["a rate not reached", (n) => somePairs(12, n, { load: { achieved: 0.97 } }), /97 % of its target/],
    ["too busy", (n) => somePairs(12, n, { load: { busy: 0.9 } }), /90 % of its cores/],
  ])("%s: a regression stands, nothing else is shown, and nothing is invalid", (_, pairs, why) => {
    const [worse, same, better] = [1.3, 1, 0.7].map((factor) => row(only(pairs(factor)), "gate", P50)!);
    expect(worse!.verdict).toBe("regressed");
    for (const one of [same!, better!]) {
      expect([one.verdict, one.gates]).toEqual(["inconclusive", true]);
      expect(one.reason).toMatch(why);
    }
    expect(worse!.warnings).toContainEqual(
      expect.objectContaining({ code: "generator", message: expect.stringMatching(why) }),
    );
  });

  test("its pairs are worth another attempt", () => {
    const pairs = somePairs(6, 1).map((one, i) => (i === 2 ? aPair(2, { load: { achieved: 0.9 } }) : one));
    expect(repeats(pairs, 6, 30, 2)).toEqual([2]);
    const again = [...pairs, aPair(2, { attempt: 1 })];
    expect(repeats(again, 6, 30, 2)).toEqual([]);
    expect(counting(again, 6)[2]).toMatchObject({ attempt: 1 });
  });
});

describe("validity comes first", () => {
  const slow = somePairs(12, 1.3);
  const verdict = (pairs: readonly Pair[], differs: Partial<DuelCase> = {}) => {
    const rows = only(pairs, differs);
    const whole = row(rows, "workload");
    const gate = rows.filter(({ kind }) => kind === "gate");
    if (whole) for (const one of gate) expect([one.verdict, one.gates]).toEqual(["inconclusive", false]);
    return [whole?.verdict ?? gate[0]!.verdict, whole?.reason ?? gate[0]!.reason];
  };
  const lost = (n: number, side: "base" | "head", code: FailureCode) =>
    Array.from({ length: n }, (_, slot) => aLostPair(slot, side, code));
  const further = (n: number) => slow.slice(n);

  test.each<[string, Pair[], Partial<DuelCase>, string, RegExp]>([
    [
      "head crashed once",
      [...lost(1, "head", "service-died"), ...further(1)],
      {},
      "failed",
      /head died in 1 pair/,
    ],
    [
      "head served nothing",
      [...lost(1, "head", "dead-target"), ...further(1)],
      {},
      "failed",
      /head served nothing/,
    ],
    [
      "it did, and the second attempt went well",
      [...slow, aLostPair(0, "head", "service-died", 1)],
      {},
      "failed",
      /died/,
    ],
    ["head restarted", [aPair(0, { restarts: [0, 1] }), ...further(1)], {}, "failed", /head restarted/],
    [
      "no request was answered",
      [aPair(0, { requests: [900, 0] }), ...further(1)],
      {},
      "failed",
      /head served nothing/,
    ],
    ["base restarted", [aPair(0, { restarts: [1, 0] }), ...further(1)], {}, "invalid", /the base restarted/],
    [
      "base crashed, and head as well",
      [...lost(1, "base", "service-died"), aLostPair(1, "head", "service-died"), ...further(2)],
      {},
      "invalid",
      /the base died/,
    ],
    ["head hung too often", [...lost(3, "head", "timeout"), ...further(3)], {}, "failed", /3 of 6 pairs/],
    ["lost by the measurement", [...lost(1, "head", "no-summary"), ...further(1)], {}, "regressed", /worse/],
    ["two machines", slow, { machines: ["a", "b"] }, "invalid", /2 different machines/],
    ["not a number", [aPair(0, { head: Number.NaN }), ...further(1)], {}, "invalid", /not a number/],
    [
      "base fails by itself",
      somePairs(12, 1, { errors: [60, 60] }),
      {},
      "invalid",
      /^6 % of the base's requests failed/,
    ],
    [
      "as it is meant to",
      somePairs(12, 1.3, { errors: [60, 60] }),
      { errorsDeclared: true },
      "regressed",
      /worse/,
    ],
    ["two pairs", somePairs(2, 1.3), {}, "invalid", /only 2 good pairs/],
    ["three pairs", somePairs(3, 1.3), {}, "inconclusive", /no verdict from 3 pairs: at least 6/],
    ["five pairs", somePairs(5, 1.3), {}, "inconclusive", /no verdict from 5 pairs/],
    ["six pairs", somePairs(6, 1.3), {}, "regressed", /worse/],
    ["none", [], {}, "invalid", /only 0 good pairs/],
  ])("%s", (_, pairs, differs, want, reason) => {
    const [found, said] = verdict(pairs, differs);
    expect(found).toBe(want);
    expect(said).toMatch(reason);
  });

  test("a failure ends a workload at once, and leaves the others their family", () => {
    const cases = [
      aCase([...lost(1, "head", "service-died"), ...further(1)], { workload: "a" }),
      aCase(slow, { workload: "b" }),
    ];
    const { state, rows } = judging(cases, { most: 12 });
    expect(state.workloads.map(({ closed, looks }) => [closed, looks])).toEqual([
      ["failed", 1],
      ["regressed", 1],
    ]);
    expect(rows.find((one) => one.workload === "b" && one.kind === "gate")!.evidence!.family).toBe(4);
  });

  test("contended pairs are kept, counted and shown", () => {
    const some = slow.map((pair, i) => ({ ...pair, contended: i < 2 }));
    const found = row(only(some), "gate", P50)!;
    expect(found.verdict).toBe("regressed");
    expect(found.warnings[0]!.message).toBe("2 of 6 pairs were measured while other programs used the CPU.");
  });

  test("every failure of a trial is somebody's", () => {
    for (const code of FailureCode.options) {
      const [found] = verdict([...lost(1, "base", code), ...further(1)]);
      expect(["invalid", "regressed"]).toContain(found);
    }
  });
});

describe("errors before latency", () => {
  const errors = (base: number, head: number, n = 12) => somePairs(n, 1, { errors: [base, head] });
  test.each([
    // of six pairs: latency is settled then
    [0, 0, "unchanged"],
    [10, 10, "unchanged"], // 1 % both
    [1, 2, "inconclusive"], // 0.1 → 0.2 %: at most 0.32 % (95 %), above 0.1 + 0.1
    [4, 9, "regressed"], // 0.4 → 0.9 %
    [10, 14, "inconclusive"], // ratio 1.4
    [0, 11, "failed"], // 1.1 % against none
    [0, 9, "regressed"], // 0.9 %: not above 1 %
    [1, 30, "regressed"], // base is not below 0.1 %
  ])("%d → %d of 1,000 a pair: %s", (base, head, want) => {
    const found = row(only(errors(base, head)), "errors")!;
    expect([found.verdict, found.gates]).toEqual([want, true]);
  });

  test("the hard rule ends the workload; its figures are not judged", () => {
    const rows = only(somePairs(12, 0.5, { errors: [0, 50] }));
    expect(row(rows, "errors")!.reason).toMatch(
      /^more than 1 % fail, and fewer than 0\.1 % do in the base: 5 % of 6,000 requests failed, 0 % in the base, over 6 pairs/,
    );
    expect([row(rows, "gate", P50)!.verdict, row(rows, "gate", P50)!.gates]).toEqual(["inconclusive", false]);
  });

  test("one burst is no regression: errors cluster", () => {
    const burst = Array.from({ length: 12 }, (_, i) => aPair(i, { errors: [4, i === 3 ? 100 : 4] }));
    expect(row(only(burst), "errors")!.verdict).toBe("inconclusive"); // 0.4 → 1.2 %
  });

  test("faster because it fails is not better", () => {
    const rows = only(somePairs(12, 0.7, { errors: [4, 12] }));
    expect(row(rows, "errors")!.verdict).toBe("regressed");
    expect(row(rows, "gate", P50)!.verdict).toBe("inconclusive");
    expect(row(rows, "gate", P50)!.reason).toMatch(/^not called improved, because more requests fail/);
  });

  test("checks are counted in the same way, and shown as pass rates", () => {
    const found = row(only(somePairs(12, 1, { checks: [4, 12] })), "checks")!;
    expect([found.verdict, found.better]).toEqual(["regressed", "higher"]);
    expect(found.reason).toMatch(/^more checks fail: 1\.2 % of 6,000 checks failed/);
    expect(found.head!.center).toBeCloseTo(0.988, 12);
    expect(row(only(somePairs(12, 1, { checks: [0, 20] })), "checks")!.verdict).toBe("failed");
  });

  test("an expected profile judges instead", () => {
    const expected = { errors: true, checks: true };
    const rows = only(somePairs(12, 1, { errors: [300, 300], checks: [0, 900] }), { expected });
    expect(rows.map(({ kind }) => kind)).toEqual(["gate", "gate"]);
  });

  test("all error rows are one family", () => {
    // 24 and 54 of 6,000: z = (54 − 39 − ½)/√19.5 = 3.28, df 10: p = 0.0041, which is .005 for one, not for three.
    const one = aCase(errors(4, 9), { workload: "a" });
    const calm = ["b", "c"].map((workload) => aCase(errors(0, 0), { workload }));
    const found = (cases: DuelCase[]) => row(rowsOf(cases), "errors")!.verdict;
    expect(found([one])).toBe("regressed");
    expect(found([one, ...calm])).toBe("inconclusive");
  });
});

describe("how metrics are judged by pairs", () => {
  const extra = (values: Record<string, readonly [number | null, number | null]>, more = {}) =>
    somePairs(12, 1, { values, ...more });
  const judgedAs = (
    metric: ReturnType<typeof aMetric>,
    pairs: readonly Pair[],
    differs: Partial<DuelCase> = {},
  ) => {
    const found = row(only(pairs, { gate: [aMetric(P50), metric], ...differs }), "gate", metric.metric)!;
    return [found.verdict, found.gates, found.reason] as const;
  };

  test("percentiles need ten observations beyond them, in each block and side", () => {
    const p95 = aMetric("http_req_duration.p95", { band: Math.log1p(0.05) });
    const pairs = (requests: readonly [number, number]) =>
      extra({ "http_req_duration.p95": [0.02, 0.02] }, { requests });
    expect(judgedAs(p95, pairs([200, 200]))[0]).toBe("unchanged");
    const [verdict, gates, reason] = judgedAs(p95, pairs([900, 199]));
    expect([verdict, gates]).toEqual(["inconclusive", false]);
    expect(reason).toBe(
      "insufficient samples: http_req_duration.p95 needs 200 requests per block on each side; this run had 199.",
    );
    const own = extra(
      { "http_req_duration.p95": [0.02, 0.02] },
      { samples: { "http_req_duration.p95": 50 } },
    );
    expect(judgedAs(p95, own)[2]).toMatch(/this run had 50/);
  });

  test("a mean gates request by request, and only warns by trials", () => {
    const mean = aMetric("http_req_duration.mean");
    const slow = extra({ "http_req_duration.mean": [0.01, 0.012] });
    expect(judgedAs(mean, slow).slice(0, 2)).toEqual(["regressed", true]);
    const [verdict, gates, reason] = judgedAs(mean, slow, { mode: "trial" });
    expect([verdict, gates]).toEqual(["regressed", false]);
    expect(reason).toMatch(/\(advisory\)$/);
    expect(
      judgedAs(mean, extra({ "http_req_duration.mean": [0.01, 0.012] }, { requests: [150, 150] }))[2],
    ).toMatch(/needs 200 requests/);
  });

  test("rates gate in a closed loop, but not in an open model", () => {
    const rate = aMetric("http_reqs.rate", { better: "higher", unit: "/s" });
    const fewer = extra({ "http_reqs.rate": [900, 800] });
    expect(judgedAs(rate, fewer)[0]).toBe("regressed");
    expect(judgedAs(rate, fewer, { model: "open" })).toEqual([
      "inconclusive",
      false,
      "`http_reqs.rate` carries no information: an open model fixes its rate.",
    ]);
    const same = extra({ "http_reqs.rate": [900, 900] }); // what a mixed load has, however slow head is
    expect(judgedAs(rate, same, { model: "mixed" }).slice(0, 2)).toEqual(["inconclusive", false]);
    expect(judgedAs(rate, fewer, { model: "mixed", mode: "trial" })[0]).toBe("regressed");
  });

  test("duet judges CPU alone", () => {
    const rows = only(somePairs(12, 1.3), { mode: "duet" });
    expect([row(rows, "gate", P50)!.verdict, row(rows, "gate", P50)!.gates]).toEqual(["inconclusive", false]);
    expect([row(rows, "gate", CPU)!.verdict, row(rows, "gate", CPU)!.evidence!.family]).toEqual([
      "regressed",
      1,
    ]);
  });

  test.each([
    [1000, 1009, undefined, "unchanged"], // 1 % may be
    [1000, 1011, undefined, "regressed"],
    [1000, 980, undefined, "improved"],
    [1000, 1011, 3, "inconclusive"], // five stored sd are 15
    [1000, 989, 3, "unchanged"],
  ])("an exact counter of %d → %d bytes", (base, head, storedSd, want) => {
    const bytes = aMetric("response_bytes", {
      unit: "B",
      band: Math.log1p(0.01),
      ...(storedSd !== undefined && { storedSd }),
    });
    expect(judgedAs(bytes, extra({ response_bytes: [base, head] }))[0]).toBe(want);
  });

  test("a gate of counters alone waits for no more pairs than a verdict needs", () => {
    const bytes = aMetric("response_bytes", { unit: "B", band: Math.log1p(0.01) });
    const { state, rows } = judging([aCase(extra({ response_bytes: [1000, 1100] }), { gate: [bytes] })]);
    expect(state.workloads[0]).toMatchObject({ closed: "settled", slots: 6 });
    expect(row(rows, "gate", "response_bytes")!.verdict).toBe("regressed");
  });

  test("a metric that one side lacks", () => {
    const other = aMetric("other.p50");
    expect(judgedAs(other, extra({ "other.p50": [1, null] }))).toEqual([
      "missing",
      true,
      "in the base (6 pairs), absent from head",
    ]);
    expect(judgedAs(other, extra({ "other.p50": [null, 1] }))[0]).toBe("new");
    expect(judgedAs(other, extra({}))[0]).toBe("invalid");
    expect(row(only(extra({ [CPU]: [null, null] })), "gate", CPU)).toMatchObject({
      verdict: "inconclusive",
      gates: false,
    });
  });

  test("a small band from one start is no verdict", () => {
    const gate = [aMetric(P50, { band: Math.log1p(0.02) })];
    const one = row(only(somePairs(12, 1.3, { start: 0 }), { gate }), "gate", P50)!;
    expect([one.verdict, one.evidence]).toEqual(["inconclusive", null]);
    expect(one.reason).toMatch(/^one start cannot separate a change as small as 2 % from start-up variance/);
    expect(row(only(somePairs(12, 1.3), { gate }), "gate", P50)!.verdict).toBe("regressed");
  });
});

describe("advisory metrics warn, and never fail", () => {
  const pairs = somePairs(12, 1, { values: { "a.p50": [1, 1.2], "b.p50": [1, 1] } });
  test("they have a family of their own, looked at once", () => {
    const rows = only(pairs, { advisory: [aMetric("b.p50"), aMetric("a.p50"), aMetric(P50)] });
    const found = rows.filter(({ kind }) => kind === "advisory");
    expect(found.map(({ metric, verdict, gates }) => [metric, verdict, gates])).toEqual([
      ["a.p50", "regressed", false],
      ["b.p50", "unchanged", false],
    ]);
    expect(found[0]!.evidence).toMatchObject({ level: 0.05 / 3, family: 2, n: 6 });
    expect(found[0]!.reason).toMatch(/\(advisory\)$/);
  });

  test("a metric that cannot detect four bands is not judged", () => {
    const wild = Array.from({ length: 12 }, (_, i) =>
      aPair(i, { values: { "a.p50": [1, i % 2 ? 1.6 : 0.7] } }),
    );
    const found = row(only(wild, { advisory: [aMetric("a.p50")] }), "advisory", "a.p50")!;
    expect([found.verdict, found.gates]).toEqual(["inconclusive", false]);
    expect(found.reason).toMatch(/^too noisy to judge \(can detect ≥ [\d.]+ %\) \(advisory\)$/);
  });

  describe("counts that nobody asked for", () => {
    const name = (metric: string) => `${metric}_per_request{service:db}`;
    const of = (metric: string, heads: readonly number[], bases: readonly number[] = [1]) => {
      const all = Array.from({ length: 12 }, (_, i) =>
        aPair(i, { values: { [name(metric)]: [bases[i % bases.length]!, heads[i % heads.length]!] } }),
      );
      return only(all, { advisory: [{ ...aMetric(name(metric), { unit: "1" }), quiet: true }] }).filter(
        ({ kind }) => kind === "advisory",
      );
    };
    test("that are the same in every pair of a side show a difference at once, without a test", () => {
      const [row, ...others] = of("statements", [3]);
      expect([row!.verdict, row!.gates, row!.evidence, others]).toEqual(["regressed", false, null, []]);
      expect(row!.reason).toBe(
        "worse than an exact counter may change: +2 against 1 in 6 pairs; allowed: 0 (advisory)",
      );
      expect(of("statements", [1 / 3])[0]).toMatchObject({ verdict: "improved" });
    });
    test.each([
      ["statements", 40, 41, "regressed"],
      ["statements", 41, 40, "improved"],
      ["rows", 500, 501, "regressed"],
    ])(
      "that depend on the program alone have a row for the least change: %s, %d to %d",
      (metric, base, head, verdict) => {
        expect(of(metric, [head], [base])).toMatchObject([{ verdict, gates: false, evidence: null }]);
        expect(of("page_faults", [head], [base])).toEqual([]);
        expect(of(metric, [head, base], [base, head])).toEqual([]);
        const gate = aMetric(name(metric), { unit: "1" });
        const all = Array.from({ length: 12 }, (_, i) =>
          aPair(i, { values: { [gate.metric]: [base, head] } }),
        );
        expect(row(only(all, { gate: [gate] }), "gate", gate.metric)!.verdict).toBe("unchanged");
        expect(row(only(all, { advisory: [gate] }), "advisory", gate.metric)!.verdict).toBe("unchanged");
      },
    );
    test("have no row where they did not change, or nothing can be told", () => {
      expect(of("statements", [1])).toEqual([]);
      expect(of("page_faults", [0.99, 1.01, 1], [1, 1.01, 0.99])).toEqual([]);
      expect(of("page_faults", [0.3, 3], [2, 0.5])).toEqual([]);
    });
    test("that vary are tested", () => {
      const [row] = of("page_faults", [1.29, 1.31, 1.3, 1.305], [1, 1.01, 0.99]);
      expect(row).toMatchObject({ verdict: "regressed", gates: false, evidence: { level: 0.01 / 3 } });
    });
  });

  test("medians by name are a family of their own, which many counts do not dilute", () => {
    const name = "http_req_duration{name:update}.p50";
    const counts = Array.from({ length: 60 }, (_, n) => `page_faults_per_request{service:s${n}}`);
    const jitter = [1.01, 0.99, 1, 1.02];
    const steady = (i: number) =>
      Object.fromEntries(counts.map((one) => [one, [1, jitter[i % 4]!] as const]));
    const all = Array.from({ length: 12 }, (_, i) =>
      aPair(i, { values: { ...steady(i), [name]: [5e-3, 5e-3 * [1.2, 1.3, 1.25, 1.35][i % 4]!] } }),
    );
    const quiet = [...counts.map((one) => aMetric(one, { unit: "1" })), aMetric(name)];
    const rows = only(all, { advisory: quiet.map((one) => ({ ...one, quiet: true })) });
    const found = rows.filter(({ kind }) => kind === "advisory");
    expect(found).toMatchObject([{ metric: name, verdict: "regressed", evidence: { family: 1 } }]);
  });

  test("a workload that failed has none", () => {
    const failed = [aLostPair(0, "head", "service-died"), ...pairs.slice(1)];
    expect(only(failed, { advisory: [aMetric("a.p50")] }).some(({ kind }) => kind === "advisory")).toBe(
      false,
    );
  });
});

test("too few pairs need more of them first, and then a quieter machine", () => {
  const pairs = [0, 1, 2, 3].map((slot) => aPair(slot, { contended: slot === 0 }));
  expect(pairWarnings(aCase(pairs), 4).map(({ code }) => code)).toEqual(["few-pairs", "contended"]);
});

test.each([
  ["{service:api}", 0.003, "30 % of the CPU time of `api` went into compiling"],
  ["", 0.003, "30 % of the CPU time of the service went into compiling"],
  ["{service:api}", 0.001, null],
])("a service that is compiled while it is measured is warned about: %s %d", (of, seconds, want) => {
  const values = {
    [`compilation_per_request${of}`]: [seconds, seconds],
    [`cpu_per_request${of}`]: [0.01, 0.01],
    "compilation_per_request{service:db}": [0.01, 0.01], // its CPU time is not known
  } as const;
  const warned = pairWarnings(aCase(Array.from({ length: 6 }, (_, slot) => aPair(slot, { values }))), 6);
  const found = warned.filter(({ code }) => code === "compiling").map(({ message }) => message);
  expect(found).toEqual(want === null ? [] : [expect.stringContaining(want)]);
});
