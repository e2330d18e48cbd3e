import { describe, expect, test } from "vitest";
import { looks } from "../../compare/duel/looks.ts";
import { aKept } from "../../testing/placebos.ts";
import { normals } from "../../testing/random.ts";
import { frontierTable, shareRegressed } from "./frontier.ts";
import { exchanged, type Kept, spreads } from "./kept.ts";

const gauss = normals(3).one;

/** A comparison of 30 pairs in twelve starts: log ratios with these spreads around a shift. */
function comparison(within: number, between: number, shift = 0): Kept {
  const luck = Array.from({ length: 12 }, () => between * gauss());
  const pairs = Array.from({ length: 30 }, (_, i) => {
    const start = Math.floor((i * 12) / 30);
    return [start, shift + luck[start]! + within * gauss()] as const;
  });
  return aKept({ service: "x", pairs: { "x http_req_duration.p50": pairs }, looks: looks(30) });
}

describe("sides exchanged within starts", () => {
  const share = (one: Kept) =>
    Array.from({ length: 60 }, (_, seed) => exchanged(one, seed)).filter(Boolean).length / 60;

  test("of unchanged code: hardly ever regressed", () => {
    expect(share(comparison(0.02, 0.01))).toBeLessThan(0.1);
  });

  test("a change goes with its sides: not all exchanges are regressed, though the comparison is", () => {
    const changed = comparison(0.01, 0, 0.1);
    expect(share(changed)).toBeLessThan(0.5);
    const same = {
      ...changed,
      pairs: { x: changed.pairs["x http_req_duration.p50"]!.map(([, r]) => [0, r] as const) },
    };
    expect(share(same)).toBeGreaterThan(0.3); // one start: either all of them are exchanged, or none
  });
});

test("spreads within and between starts", () => {
  const found = spreads(comparison(0.01, 0.05).pairs["x http_req_duration.p50"]!)!;
  expect(found.within).toBeGreaterThan(0.006);
  expect(found.within).toBeLessThan(0.014);
  expect(found.between).toBeGreaterThan(0.025);
  expect(found.between).toBeLessThan(0.09);
  expect(spreads([[0, 0.1]])).toBeNull();
});

describe("what is found in a time", () => {
  const starts = (sd: number) =>
    Array.from({ length: 40 }, () => {
      const luck = sd * gauss();
      return { seconds: 10, ratios: [[luck + 0.01 * gauss(), luck + 0.01 * gauss()]] };
    });

  test("grows with the time and falls with the noise; unchanged code is hardly ever called slower", () => {
    const [quiet, noisy] = [starts(0.005), starts(0.06)];
    const found = (of: typeof quiet, seconds: number, change = Math.log1p(0.05)) =>
      shareRegressed(of, seconds, change, 200);
    expect(found(quiet, 120)).toBeGreaterThan(0.95);
    expect(found(noisy, 120)).toBeLessThan(0.5);
    expect(found(noisy, 600)).toBeGreaterThan(found(noisy, 120) + 0.2);
    for (const one of [quiet, noisy]) expect(found(one, 300, 0)).toBeLessThan(0.03);
  });

  test("less than the pairs of a first look find nothing", () =>
    expect(shareRegressed(starts(0.001), 20, 0.5, 50)).toBe(0));

  test("a row for each workload of a service", () => {
    const one = { ...comparison(0.01, 0.01), seconds: { load: 1, total: 1_200 } };
    const rows = frontierTable([
      { ...one, pairs: { "a cpu": one.pairs["x http_req_duration.p50"]!, "b cpu": [[0, 0.1]] } },
    ]).split("\n");
    expect(rows.slice(2).map((row) => row.split(" | ").slice(0, 2).join())).toEqual(["| x a,12", "| x b,1"]);
  });
});
