import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { results } from "./bench.ts";
import { chance } from "./chance.ts";
import { PEERS } from "./contestants.ts";
import { ENVIRONMENTS, simulated } from "./environments.ts";
import { baseline, duel, priorOf } from "./procedures.ts";
import { GATES } from "./pull.ts";
import { bounds, type Results } from "./results.ts";
import { details, dominating, table } from "./table.ts";

const EACH = [3, 3, 3, 3, 3, 3];

test("the duel finds +10 % of one workload on a quiet machine, and shows the others unchanged", () => {
  const random = chance(8);
  for (let i = 0; i < 20; i++) {
    const { base, head } = simulated(ENVIRONMENTS[0]!).draw(random, { pairs: 30, sessions: 0, trials: 0 });
    const ratios = GATES.map((test, t) => head[test]!.map((v, p) => v - base[test]![p]! + (t < 3 ? 0.1 : 0)));
    const { verdicts, pairs } = duel(ratios, EACH);
    expect(verdicts.slice(0, 3)).toContain("regressed");
    expect(verdicts.slice(3)).not.toContain("regressed");
    expect(pairs).toBeGreaterThanOrEqual(6);
    expect(pairs).toBeLessThanOrEqual(30);
  }
});

test("pairs are the mean of what each workload took", () => {
  // The first is found at 6 pairs, the second never: it swings by ten times its shift, up to the end.
  const clear = Array.from({ length: 30 }, (_, i) => 0.2 + (i % 3) / 1000);
  const swinging = Array.from({ length: 30 }, (_, i) => 0.05 + (i % 2 === 0 ? 0.5 : -0.5));
  const { verdicts, pairs } = duel([clear, swinging], [1, 1]);
  expect(verdicts).toEqual(["regressed", "inconclusive"]);
  expect(pairs).toBe((6 + 30) / 2);
});

test("a prior from alike sessions has their variance and as many degrees of freedom as are allowed", () => {
  const session = [-0.02, 0.02, -0.02, 0.02]; // variance 4 · .0004/3
  const { df, variance } = priorOf([session, session, session, session]);
  expect(df).toBe(8);
  expect(Math.sqrt(variance)).toBeGreaterThan(0.02);
  expect(Math.sqrt(variance)).toBeLessThan(0.03);
});

test("against stored sessions, half as much again is found, and 5 % is not", () => {
  const at = (log: number) => [log - 0.01, log, log + 0.01];
  const stored = GATES.map(() => [at(0), at(0.01), at(-0.01)]);
  const slower = (by: number) => GATES.map((_, t) => at(t === 4 ? by : 0));
  expect(baseline(slower(Math.log(1.5)), stored).indexOf("regressed")).toBe(4);
  expect(baseline(slower(Math.log(1.05)), stored)).not.toContain("regressed");
});

test("the same seed gives the same results, and tables have a row for every rule", () => {
  const sizes = { harmless: 2, slowed: 1, peersHarmless: 1, peersSlowed: 1, recorded: 4 };
  const run = () => results(sizes, 3, () => {}, ["real", "quiet"]);
  const found = run();
  expect(run()).toEqual(found);
  expect(found.environments).toEqual(["real", "quiet"]);
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  expect(found.rows).toHaveLength(4 + PEERS.length);
  const lines = table(found).split("\n");
  expect(lines).toHaveLength(2 + found.rows.length);
  expect(new Set(lines.map((line) => line.split(" | ").length))).toEqual(new Set([2 + 2]));
  expect(`${table(found)}${details(found)}`).not.toMatch(/NaN|undefined/);
});

test("Clopper and Pearson: at the bounds of 4 of 600, as few, and as many, have a chance of 2.5 %", () => {
  const [low, high] = bounds({ k: 4, n: 600 });
  const upTo = (most: number, p: number) => {
    let [term, sum] = [(1 - p) ** 600, 0];
    for (let k = 0; k <= most; k++) {
      sum += term;
      term *= ((600 - k) / (k + 1)) * (p / (1 - p));
    }
    return sum;
  };
  expect(upTo(4, high)).toBeCloseTo(0.025, 9);
  expect(1 - upTo(3, low)).toBeCloseTo(0.025, 9);
});

describe("the committed results", () => {
  const committed: Results = JSON.parse(readFileSync(new URL("results.json", import.meta.url), "utf8"));
  test("our rules raise false alarms in 1.5 % of pull requests at most, anywhere", () => {
    const ours = committed.rows.filter((row) => row.ours);
    expect(ours.length).toBeGreaterThan(2);
    for (const { rule, cells } of ours) {
      for (const name of committed.environments) {
        const { alarms } = cells[name]!;
        expect(alarms.n).toBeGreaterThanOrEqual(4000);
        expect([rule, name, bounds(alarms)[1] <= 0.015]).toEqual([rule, name, true]);
      }
    }
  });
  test("no other rule is better in one way and no worse in the other", () => {
    expect(dominating(committed)).toEqual([]);
  });
  test("a rule that were would be named", () => {
    const [duel] = committed.rows;
    const other = committed.rows.at(-1)!;
    const better = {
      ...other,
      cells: { ...other.cells, real: { ...duel!.cells.real!, alarms: { k: 0, n: 600 } } },
    };
    expect(dominating({ ...committed, rows: [duel!, better] })).toEqual([
      { peer: other.rule, environment: "real" },
    ]);
  });
});
