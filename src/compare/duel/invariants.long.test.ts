import fc from "fast-check";
import { expect, test } from "vitest";
import { shuffled, stream } from "../../base/random.ts";
import { rejected } from "../../stats/multiplicity.ts";
import { aCase, aMetric, aPair, CPU, judging, P50 } from "../../testing/dueling.ts";
import { type DuelState, duelVerdicts } from "./duel.ts";
import { DUEL_LEVEL, levelOf, looks } from "./looks.ts";
import type { DuelCase, GoodPair } from "./pairs.ts";
import { plainSample } from "./sample.ts";

/** Pairs of two metrics: a drift both sides share, head off by a shift, tight or noisy; sometimes with zeros. */
const someCase = fc
  .record({
    seed: fc.integer(),
    shift: fc.constantFrom(-0.15, -0.05, 0, 0, 0.05, 0.15),
    sd: fc.constantFrom(0.003, 0.02, 0.08),
    n: fc.integer({ min: 4, max: 22 }),
    zeros: fc.boolean(),
  })
  .map(({ seed, shift, sd, n, zeros }): GoodPair[] => {
    const next = stream(seed);
    const noise = () => Math.exp(sd * 1.7 * (next() + next() + next() - 1.5) * 2);
    return Array.from({ length: n }, (_, slot) => {
      const base = 0.01 * noise();
      const cpu = zeros && slot % 4 === 0 ? 0 : 0.001 * noise();
      const head = base * Math.exp(shift) * noise();
      return aPair(slot, { base, head, values: { [CPU]: [cpu, 0.001 * Math.exp(shift) * noise()] } });
    });
  });
const someCases = fc
  .array(someCase, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((pairs, i) => aCase(pairs, { workload: `w${i}` })));

const size = { most: 20 };
const verdictsOf = (cases: readonly DuelCase[]) =>
  judging(cases, size).rows.map(({ workload, kind, metric, verdict }) => [workload, kind, metric, verdict]);

const mapped = (cases: readonly DuelCase[], f: (pair: GoodPair) => GoodPair): DuelCase[] =>
  cases.map((of) => ({ ...of, pairs: of.pairs.map((pair) => (pair.outcome === "ok" ? f(pair) : pair)) }));

test("swapping the sides swaps regressed and improved", () => {
  fc.assert(
    fc.property(someCase, (pairs) => {
      // One look: an improvement does not stop the measurement, a regression does.
      const one = (cases: DuelCase[]) => judging(cases, { most: 20, fewest: 20 }).rows;
      const cases = [aCase(pairs)];
      const there = one(cases);
      const back = one(mapped(cases, (pair) => ({ ...pair, base: pair.head, head: pair.base })));
      const other = { regressed: "improved", improved: "regressed" } as Record<string, string>;
      // That head is not worse suffices for "unchanged", that it is not better does not.
      const said = (verdict: string) => (Object.hasOwn(other, verdict) ? verdict : "neither");
      const gates = (rows: typeof there) => rows.filter(({ kind }) => kind === "gate");
      expect(gates(back).map(({ verdict }) => said(verdict))).toEqual(
        gates(there).map(({ verdict }) => other[verdict] ?? said(verdict)),
      );
      gates(back).forEach(({ evidence }, i) => {
        const was = gates(there)[i]!.evidence;
        if (evidence && was) expect(evidence.estimate).toBeCloseTo(-was.estimate, 10);
      });
    }),
    { numRuns: 150 },
  );
});

test("the unit of the values means nothing", () => {
  fc.assert(
    fc.property(someCases, fc.constantFrom(1e-3, 7, 1e6), (cases, factor) => {
      const scaled = mapped(cases, (pair) => {
        const times = (side: GoodPair["base"]) => ({
          ...side,
          values: Object.fromEntries(Object.entries(side.values).map(([k, v]) => [k, v * factor])),
        });
        return { ...pair, base: times(pair.base), head: times(pair.head) };
      });
      expect(verdictsOf(scaled)).toEqual(verdictsOf(cases));
    }),
    { numRuns: 60 },
  );
});

test("the order of workloads, of tests, and of pairs means nothing", () => {
  fc.assert(
    fc.property(someCases, fc.integer(), (cases, seed) => {
      const mix = <T>(items: readonly T[]) => shuffled(items, stream(seed));
      const mixed = mix(cases).map((of) => ({ ...of, gate: mix(of.gate), pairs: mix(of.pairs) }));
      const sorted = (cases: readonly DuelCase[]) =>
        verdictsOf(cases)
          .map((row) => row.join(" "))
          .sort();
      expect(sorted(mixed)).toEqual(sorted(cases));
    }),
    { numRuns: 60 },
  );
});

test("which pair came first within a look means nothing", () => {
  fc.assert(
    fc.property(someCases, fc.integer(), (cases, seed) => {
      // Slots are shuffled within the rounds 0–5, 6–9, 10–14, 15–19.
      const next = stream(seed);
      const rounds = [6, 10, 15, 20].map((end, i) => shuffled(range([0, 6, 10, 15][i]!, end), next));
      const slot = rounds.flat();
      const dealt = cases.map((of) => ({
        ...of,
        pairs: of.pairs.map((pair) => ({ ...pair, slot: slot[pair.slot] ?? pair.slot })),
      }));
      expect(verdictsOf(dealt)).toEqual(verdictsOf(cases));
    }),
    { numRuns: 60 },
  );
});
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test("a program against itself never regresses", () => {
  fc.assert(
    fc.property(someCases, (cases) => {
      const same = mapped(cases, (pair) => ({ ...pair, head: pair.base }));
      const found = judging(same, size).rows.filter(({ kind }) => kind === "gate");
      for (const { verdict } of found) expect(["regressed", "improved"]).not.toContain(verdict);
    }),
    { numRuns: 60 },
  );
});

test("pairs beyond the looks are ignored", () => {
  fc.assert(
    fc.property(someCases, (cases) => {
      const more = cases.map((of) => ({
        ...of,
        pairs: [...of.pairs, ...range(20, 40).map((slot) => aPair(slot, { head: 0.5 }))],
      }));
      expect(judging(more, size).rows).toEqual(judging(cases, size).rows);
    }),
    { numRuns: 40 },
  );
});

const ratios = fc.record({
  seed: fc.integer(),
  shift: fc.constantFrom(0, 0.03, 0.06),
  sd: fc.constantFrom(0.01, 0.04),
});
const drawn = ({ seed, shift, sd }: { seed: number; shift: number; sd: number }) => {
  const next = stream(seed);
  return range(0, 10).map(() => shift + sd * 2 * (next() + next() + next() - 1.5));
};
const bare = { band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null };
/** One look at ten pairs, each test a workload of its own. */
const oneLook = (all: readonly (readonly number[])[]): DuelState =>
  duelVerdicts({ looks: [10], level: DUEL_LEVEL, workloads: all.map(() => [bare]) }, (w) => [
    plainSample(all[w]!, 3),
  ]);

test("a harmless metric added makes no other's rejection easier", () => {
  fc.assert(
    fc.property(fc.array(ratios, { minLength: 1, maxLength: 6 }), ratios, (specs, extra) => {
      const tests = specs.map(drawn);
      const before = oneLook(tests).workloads.map(({ tests }) => tests[0]!.decided!.rejections.worse);
      const added = oneLook([...tests, drawn({ ...extra, shift: 0 })]).workloads;
      // Harmless: not rejected. Benjamini–Hochberg raises the rank of rejected tests only.
      fc.pre(!added.at(-1)!.tests[0]!.decided!.rejections.worse);
      added.slice(0, -1).forEach(({ tests }, i) => {
        if (tests[0]!.decided!.rejections.worse) expect(before[i]).toBe(true);
      });
    }),
    { numRuns: 200 },
  );
});

test("a look rejects what Benjamini–Hochberg does at its share of the level, closed tests in it with p = 1", () => {
  fc.assert(
    fc.property(fc.array(ratios, { minLength: 1, maxLength: 8 }), (specs) => {
      const all = specs.map(drawn);
      const plan = { looks: looks(10), level: DUEL_LEVEL, workloads: all.map(() => [bare]) };
      const state = duelVerdicts(plan, (w, n) => [plainSample(all[w]!.slice(0, n), 3)]);
      for (const number of [1, 2]) {
        const p = state.workloads.map(({ tests: [test] }) =>
          test!.decided!.look === number ? test!.decided!.figures.pWorse : null,
        );
        if (number === 1 && p.includes(null)) continue; // what stayed open shows its second look's figures only
        const want = rejected(
          p.map((v) => v ?? 1),
          levelOf(plan, number, plan.looks[number - 1]!),
        );
        p.forEach((v, i) => {
          if (v !== null) expect(state.workloads[i]!.tests[0]!.decided!.rejections.worse).toBe(want[i]);
        });
      }
    }),
    { numRuns: 100 },
  );
});

test("the wording matches the decision", () => {
  fc.assert(
    fc.property(someCases, (cases) => {
      const { state, rows } = judging(cases, size);
      const gates = rows.filter(({ kind }) => kind === "gate");
      const decided = state.workloads.flatMap(({ tests }) => tests);
      expect(gates.map(({ metric }) => metric)).toEqual(cases.flatMap(() => [P50, CPU]));
      gates.forEach(({ evidence, verdict }, i) => {
        if (evidence) expect(verdict).toBe(decided[i]!.verdict);
        else expect(decided[i]!.decided).toBeNull();
      });
    }),
    { numRuns: 100 },
  );
});

test("floors keep all that", () => {
  fc.assert(
    fc.property(someCase, fc.constantFrom(1e-4, 5e-4, 2e-3), (pairs, floor) => {
      const gate = [aMetric(P50, { floor }), aMetric(CPU)];
      const { state, rows } = judging([aCase(pairs, { gate })], size);
      const row = rows.find(({ metric }) => metric === P50)!;
      if (row.evidence) expect(row.verdict).toBe(state.workloads[0]!.tests[0]!.verdict);
      const moved = Math.abs((row.head?.center ?? 0) - (row.base?.center ?? 0));
      if (row.verdict === "regressed" || row.verdict === "improved") expect(moved).toBeGreaterThan(floor);
    }),
    { numRuns: 100 },
  );
});
