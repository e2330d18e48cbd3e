import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { effectiveStarts, type PairFigures } from "../../stats/pair.ts";
import type { Rule } from "../rule.ts";
import { type Closed, type DuelPlan, type DuelTest, look, nextLook, type Observe, opened } from "./duel.ts";
import { duelMde } from "./evidence.ts";
import { DUEL_LEVEL, levelOf, looks } from "./looks.ts";
import type { GoodPair } from "./pairs.ts";
import { pairedSample, plainSample } from "./sample.ts";

test.each([
  [30, undefined, [6, 10, 15, 20, 30]],
  [6, undefined, [6]],
  [8, undefined, [6, 8]],
  [10, undefined, [6, 10]],
  [40, undefined, [6, 10, 15, 20, 30, 40]],
  [30, 12, [15, 20, 30]],
  [12, 12, [12]],
])("looks at most %d, at least %s", (most, fewest, want) => {
  expect(looks(most, fewest)).toEqual(want);
});

/** One test of a sequence: its rule, and the values of both sides, null for a pair that was lost. */
interface SequenceTest {
  readonly better: "lower" | "higher";
  readonly delta: number;
  readonly floor: number;
  readonly resolution: number;
  readonly d0: number;
  readonly s02: number;
  readonly s_inst: number | null;
  /** The index of the test that is its CPU per request. */
  readonly beside: number | null;
  readonly base: readonly (number | null)[];
  readonly head: readonly (number | null)[];
}
interface SequenceFigures {
  readonly n: number;
  readonly R: number;
  readonly mean: number;
  readonly se: number;
  readonly df: number;
  readonly hl: number;
  readonly lb: number;
  readonly ub: number;
  readonly p_worse: number;
  readonly p_better: number;
  readonly prior: boolean;
  readonly asked: number;
  readonly differ: boolean;
}
interface Sequence {
  readonly name: string;
  readonly most: number;
  readonly merged: boolean;
  readonly time_up: number | null;
  readonly workloads: readonly { starts: readonly number[]; tests: readonly SequenceTest[] }[];
  readonly looked: readonly {
    readonly slots: number;
    readonly figures: readonly (SequenceFigures | null)[];
    readonly worse: readonly boolean[];
    readonly better: readonly boolean[];
    readonly closed: readonly (Closed | null)[];
  }[];
  readonly verdicts: readonly string[];
  readonly mde: readonly (number | null)[];
}

/** Whole duels, decided by another implementation with scipy; see sequences.py. */
const { sequences } = JSON.parse(
  readFileSync(new URL("../../stats/sequences.json", import.meta.url), "utf8"),
) as { sequences: readonly Sequence[] };

const ruleOf = ({ better, delta, floor, resolution }: SequenceTest): Rule => ({
  unit: "1",
  better,
  band: Math.log1p(delta),
  floor,
  resolution,
});

const testOf = (one: SequenceTest): DuelTest => ({
  band: Math.log1p(one.delta),
  floor: one.floor,
  prior: { df: one.d0, variance: one.s02 },
  startSd: one.s_inst,
});

const planOf = ({ workloads, most, merged }: Sequence): DuelPlan => ({
  looks: merged ? [most] : looks(most),
  level: DUEL_LEVEL,
  workloads: workloads.map(({ tests }) => tests.map(testOf)),
});

/** The pairs of a test among the first slots, in the form of measured pairs. */
function pairsOf({ starts, tests }: Sequence["workloads"][number], t: number, slots: number): GoodPair[] {
  const { base, head, beside } = tests[t]!;
  const cpu = beside === null ? null : tests[beside]!;
  const none = { errors: 0, requests: 0 };
  const side = (m: number, c: number | null | undefined) => ({
    values: c == null ? { m } : { m, c },
    samples: {},
    requests: none,
    checks: none,
    restarts: 0,
  });
  return base.slice(0, slots).flatMap((b, slot): GoodPair[] => {
    const h = head[slot];
    if (b === null || h == null) return [];
    const load = { iterations: 1, dropped: 0, achieved: null, busy: null };
    const place = { slot, attempt: 0, start: starts[slot]! };
    return [
      {
        outcome: "ok",
        ...place,
        contended: false,
        base: side(b, cpu?.base[slot]),
        head: side(h, cpu?.head[slot]),
        load,
      },
    ];
  });
}

const observingSequence =
  ({ workloads }: Sequence): Observe =>
  (w, slots) =>
    workloads[w]!.tests.map((one, t) =>
      pairedSample(pairsOf(workloads[w]!, t, slots), "m", ruleOf(one), one.beside === null ? null : "c"),
    );

/** 1e-9 relative; 1e-6 below 1e-12. */
function close(got: number, want: number): void {
  const error = want === 0 ? Math.abs(got) : Math.abs(got - want) / Math.abs(want);
  expect(error, `${got} for ${want}`).toBeLessThanOrEqual(Math.abs(want) < 1e-12 ? 1e-6 : 1e-9);
}

function closeFigures(got: PairFigures, want: SequenceFigures): void {
  close(got.mean.se, want.se);
  close(got.mean.df, want.df);
  close(got.pWorse, want.p_worse);
  close(got.pBetter, want.p_better);
  expect([got.priorUsed, got.asked, got.startsDiffer]).toEqual([want.prior, want.asked, want.differ]);
  // Near 0 a rounding error is large relative to the value, and small relative to its standard error.
  for (const [a, b] of [
    [got.mean.estimate, want.mean],
    [got.shift, want.hl],
    [got.bounds[0], want.lb],
    [got.bounds[1], want.ub],
  ] as const)
    expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * want.se);
}

test("the sequences contain their cases", () => {
  const closed = new Set(sequences.flatMap(({ looked }) => looked.at(-1)!.closed));
  expect([...closed].sort()).toEqual(["futile", "last", "regressed", "settled"]);
  const verdicts = new Set(sequences.flatMap(({ verdicts }) => verdicts));
  expect([...verdicts].sort()).toEqual(["improved", "inconclusive", "regressed", "unchanged"]);
  expect(sequences.length).toBeGreaterThan(20);
});

describe.each(sequences)("$name", (sequence) => {
  const plan = planOf(sequence);
  const see = observingSequence(sequence);

  test("every look", () => {
    let state = opened(plan);
    sequence.looked.forEach((want, i) => {
      const before = state;
      expect(nextLook(plan, before)).not.toBeNull();
      state = look(plan, before, see, sequence.time_up === i);
      expect(state.workloads.map(({ closed }) => closed)).toEqual(want.closed);
      let at = 0;
      state.workloads.forEach((workload, w) => {
        workload.tests.forEach(({ decided }, t) => {
          const figures = want.figures[at] ?? null;
          const fresh = decided?.look === i + 1;
          if (figures === null) expect(fresh).toBe(false);
          else if (!fresh)
            expect(before.workloads[w]!.tests[t]!.verdict).toBe("improved"); // it stands, with its figures
          else {
            closeFigures(decided.figures, figures);
            expect([decided.n, decided.slots]).toEqual([figures.n, want.slots]);
            close(decided.starts, figures.R);
            expect(decided.rejections).toEqual({ worse: want.worse[at], better: want.better[at] });
          }
          at++;
        });
      });
    });
    expect(nextLook(plan, state)).toBeNull();
    expect(look(plan, state, see)).toBe(state);
    const tests = state.workloads.flatMap((workload) => workload.tests);
    expect(tests.map(({ verdict }) => verdict)).toEqual(sequence.verdicts);
    tests.forEach(({ decided }, i) => {
      const want = sequence.mde[i];
      const band = plan.workloads.flat()[i]!.band;
      if (decided === null) expect(want).toBeNull();
      else {
        const family = { level: levelOf(plan, decided.look, decided.slots), tests: tests.length };
        close(duelMde(decided.figures, band, family), want!);
      }
    });
  });
});

describe("a few starts that agree", () => {
  const rule = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
  const closed = (shift: number, starts: readonly number[], startSd: number | null = null) => {
    const plan = { looks: looks(10), level: DUEL_LEVEL, workloads: [[{ ...rule, startSd }]] };
    const ratios = [0, 0.004, -0.003, 0.002, -0.004, 0.001].map((own) => shift + own);
    const sample = plainSample(ratios, effectiveStarts(starts), null, starts);
    return look(plan, opened(plan), () => [sample]).workloads[0]!.closed;
  };

  test("show a large change, and a small one once there are six, or history tells how much starts differ", () => {
    const [three, six] = [
      [0, 0, 1, 1, 2, 2],
      [0, 1, 2, 3, 4, 5],
    ];
    expect([closed(0.15, three), closed(0.04, three), closed(0.04, six)]).toEqual([
      "regressed",
      null,
      "regressed",
    ]);
    expect([closed(0.04, three, 0.001), closed(0.04, three, 0.02)]).toEqual(["regressed", null]);
    expect(closed(0, three)).toBe("settled");
  });
});

describe("a few starts that differ", () => {
  const rule = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
  const starts = [0, 0, 1, 1, 2, 2];
  const closed = (shift: number, lean = [-0.12, 0.02, 0.1]) => {
    const plan = { looks: looks(10), level: DUEL_LEVEL, workloads: [[rule]] };
    const ratios = [0, 0.004, -0.003, 0.002, -0.004, 0.001].map((own, i) => shift + lean[starts[i]!]! + own);
    const sample = plainSample(ratios, effectiveStarts(starts), null, starts);
    return look(plan, opened(plan), () => [sample]).workloads[0]!.closed;
  };

  test("show a change that no start-up variance explains", () => {
    expect([closed(1), closed(0.45), closed(0.2)]).toEqual(["regressed", "regressed", null]);
    expect(closed(0.45, [-0.6, 0.1, 0.5])).toBeNull();
  });
});
