import { describe, expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import type { PairRecord } from "../../model/duel.ts";
import { itemKey } from "../../model/item.ts";
import { aDuelist } from "../../testing/plans.ts";
import {
  blockFor,
  type Duelist,
  effectiveStarts,
  fixBlock,
  inTurns,
  pairSeconds,
  roundStarts,
  startsSlowly,
  withEnough,
} from "./plan.ts";

const duelist = (workload: string, stackEnv = {}): Duelist => aDuelist(workload, 5, {}, stackEnv);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** A whole duel of some workloads that stay open: pairs of each start, by workload, after each look. */
function spreads(all: readonly Duelist[], configured: number, looks: readonly number[], seed = 1) {
  const next = stream(seed);
  const starts = new Map<string, number[]>(all.map((of) => [itemKey(of), []]));
  let before = 0;
  return looks.map((wanted) => {
    const missing = range(before, wanted);
    before = wanted;
    const spread = (of: Duelist) => starts.get(itemKey(of))!;
    const round = roundStarts(
      all,
      { missing: () => missing, spread, best: () => undefined },
      configured,
      next,
    );
    const slots = round.flatMap(({ shares }) =>
      shares.filter(({ of }) => of === all[0]).flatMap((one) => one.slots),
    );
    expect(slots).toEqual(missing); // each once, in order
    for (const { shares } of round) for (const { of, slots } of shares) spread(of).push(slots.length);
    return [...spread(all[0]!)];
  });
}

test.each([
  // six pairs over three starts, then as many again, then of at least two pairs
  [
    3,
    [
      [2, 2, 2],
      [2, 2, 2, 1, 1, 2],
      [2, 2, 2, 1, 1, 2, 2, 3],
      [2, 2, 2, 1, 1, 2, 2, 3, 2, 3],
      [2, 2, 2, 1, 1, 2, 2, 3, 2, 3, 3, 3, 4],
    ],
  ],
  [1, [[6], [6, 4], [6, 4, 5], [6, 4, 5, 5], [6, 4, 5, 5, 10]]],
])("with %i starts the pairs of the looks are spread evenly", (configured, want) => {
  expect(spreads([duelist("shop")], configured, [6, 10, 15, 20, 30])).toEqual(want);
});

test.each([
  ["unknown", undefined, [2, 2, 2], [2, 3]],
  ["many", 5, [2, 2, 2], [2, 3]],
  ["two", 2, [2, 2, 2], [1, 2, 2]],
  ["one", 1, [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
])("where %s pairs of a start tell most, there are as many starts as that makes", (_, best, first, later) => {
  const sizes = (missing: readonly number[], had: readonly number[]) =>
    roundStarts(
      [duelist("shop")],
      { missing: () => missing, spread: () => had, best: () => best },
      3,
      stream(1),
    ).map(({ shares }) => shares[0]!.slots.length);
  expect(sizes(range(0, 6), [])).toEqual(first);
  expect(sizes(range(10, 15), [2, 2, 2, 1, 1, 2]).sort()).toEqual([...later].sort());
});

test("the effective number of starts never falls below the configured one", () => {
  for (let configured = 1; configured <= 6; configured++) {
    for (const looks of [
      [6, 30],
      [6, 10, 15, 20, 30],
      [8, 60],
      [6, 200],
    ]) {
      for (const after of spreads([duelist("shop"), duelist("cart")], configured, looks)) {
        // Six pairs allow six starts at most, and seven pairs do not divide into equal shares.
        expect(effectiveStarts(after)).toBeGreaterThan(Math.min(configured, 6) * 0.85);
      }
    }
  }
});

test.each([
  [[2, 2, 2], 3], // equal shares: as many as there are
  [[2, 2, 26], 1.316], // 900/684: one start is most of it
  [[], 0],
])("effective starts of %j are %d", (pairs, want) => {
  expect(effectiveStarts(pairs)).toBeCloseTo(want, 3);
});

test("workloads with another environment have another start; the same seed gives the same order", () => {
  const all = [duelist("shop"), duelist("cart"), duelist("slow", { ALGO: "b" })];
  const plan = (seed: number) =>
    roundStarts(
      all,
      { missing: () => range(0, 6), spread: () => [], best: () => undefined },
      3,
      stream(seed),
    );
  expect(plan(1)).toEqual(plan(1));
  expect(plan(1)).not.toEqual(plan(2));
  const shared = plan(1).map(({ stackEnv, shares }) => [
    stackEnv.ALGO ?? "-",
    shares
      .map(({ of }) => of.workload)
      .sort()
      .join(),
  ]);
  expect(shared.sort()).toEqual([...Array(3).fill(["-", "cart,shop"]), ...Array(3).fill(["b", "slow"])]);
});

test("a workload that needs no more pairs has no share of a start", () => {
  const standing = {
    missing: ({ workload }: Duelist) => (workload === "shop" ? [4, 9] : []),
    spread: () => [2, 2, 2, 2],
    best: () => undefined,
  };
  const round = roundStarts([duelist("shop"), duelist("cart")], standing, 3, stream(1));
  expect(round.flatMap(({ shares }) => shares.map(({ of, slots }) => [of.workload, slots]))).toEqual([
    ["shop", [4, 9]],
  ]);
});

test.each([
  [5000, 1, 2],
  [5000, 2, 2],
  [5000, 3, 1],
  [400, 3, 1],
  [399, 3, 2],
  [199, 3, 4],
  [199, 1, 4],
  [1, 1, 4], // longer would not help a load like that
  [0, 1, 4],
])("a load of %d requests a second, among %d workloads, has blocks of %d s", (rate, workloads, seconds) => {
  expect(blockFor(rate, workloads)).toBe(seconds);
});

test("stacks of Compose come up slowly for one workload, and others do not", () => {
  expect([1, 2, 6].map((workloads) => startsSlowly("compose", workloads))).toEqual([true, false, false]);
  expect([startsSlowly("process", 1), startsSlowly("external", 1)]).toEqual([false, false]);
});

test("blocks that slow starts would make longer, and are not, have the usual number of pairs", () => {
  const slow = (): Duelist => ({
    ...aDuelist("shop", 5, { mode: "request", block: 4, pairs: [6, 20] }),
    unstretched: [6, 30],
  });
  const [long, calibrated] = [slow(), slow()];
  fixBlock(long, 4);
  fixBlock(calibrated, 2);
  expect([long, calibrated].map(({ pairing: { block, pairs } }) => [block, pairs[1]])).toEqual([
    [4, 20],
    [2, 30],
  ]);
  expect(inTurns(slow(), "a fixed port").pairing).toMatchObject({ mode: "turns", block: 5, pairs: [6, 30] });
});

describe("blocks for profiles have enough requests at the rate that pairs had", () => {
  const pair = (requests: number, outcome = "ok") =>
    ({ outcome, workload: "shop", variant: null, base: { requests }, head: { requests } }) as PairRecord;
  const block = (mode: "request" | "trial", pairs: readonly PairRecord[], before = 1) =>
    withEnough(aDuelist("shop", 5, { mode, block: before }), pairs).pairing.block;
  test.each([
    ["slow answers", [pair(44), pair(58), pair(52)], 4],
    ["some", [pair(120), pair(140), pair(130)], 2],
    ["many", [pair(900), pair(950)], 1],
    ["one hold-up among many", [pair(900), pair(10), pair(950)], 1],
    ["only lost ones", [pair(1, "lost")], 1],
    ["those of another workload", [{ ...pair(1), workload: "other" } as PairRecord], 1],
  ])("%s", (_, pairs, want) => expect(block("request", pairs)).toBe(want));
  test("never shorter than the config says, and whole trials stay", () => {
    const shop = aDuelist("shop", 5, { mode: "request", block: 4 });
    const config = { ...shop.config, measure: { ...shop.config.measure, block: 4 } };
    expect(withEnough({ ...shop, config }, [pair(9_000)]).pairing.block).toBe(4);
    expect(block("trial", [pair(1)], 5)).toBe(5);
  });
  test("those that slow starts made longer have 2 s again, where that is enough", () => {
    expect([block("request", [pair(9_000)], 4), block("request", [pair(300)], 4)]).toEqual([2, 4]);
  });
});

test("a pair takes two whole trials of the script's own length, or one block", () => {
  const of = (mode: Duelist["pairing"]["mode"], course?: number): Duelist => {
    const one = aDuelist("shop", 5, { mode });
    return { ...one, settle: 1, ...(course !== undefined && { course }) };
  };
  expect([of("trial"), of("turns", 14), of("request", 14)].map(pairSeconds)).toEqual([12, 30, 5]);
});
