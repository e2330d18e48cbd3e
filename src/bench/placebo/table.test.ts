import { describe, expect, test } from "vitest";
import { aKept } from "../../testing/placebos.ts";
import type { Kept } from "./kept.ts";
import { fivePercentTable, placeboTable, slowerTable } from "./table.ts";

/** A comparison of three starts. Its pairs are higher in head by these log ratios at the first look, and by far more after it. */
function one(
  branch: Kept["branch"],
  regressed: readonly string[],
  [p50, cpu]: readonly [number, number],
): Kept {
  const pairs = (ratio: number) =>
    [0, 0, 1, 1, 2].map((start, i) => [start, i < 4 ? ratio + 0.001 * (i % 2) : 1] as const);
  return aKept({
    key: `shop/${branch}`,
    branch,
    regressed,
    pairs: { "shop http_req_duration.p50": pairs(p50), "shop cpu_per_request": pairs(cpu) },
    looks: [4, 5],
    seconds: { load: 40, total: 90, wait: 30 },
  });
}

describe("slower code", () => {
  const all = [
    one("same", [], [0, 0]),
    one("slower", ["shop cpu_per_request"], [0.2, 0.2]),
    one("five", ["shop cpu_per_request"], [0.03, 0.05]),
    one("five", [], [0.01, 0.04]),
  ];

  test("how often it was found, without the wait for others", () =>
    expect(slowerTable(all).split("\n").slice(2)).toEqual(["| shop | 1 of 1 | 60, 60 |"]));

  test("what 5 % more was measured as, with standard errors", () =>
    expect(fivePercentTable(all).split("\n").slice(2)).toEqual([
      "| shop | 1 of 2 | 60, 60 | +2.1 % ± 1.0 | +4.7 % ± 0.5 |",
    ]));
});

test("the time of unchanged code is compared with that of its load, without the wait for others", () => {
  const took = (load: number, total: number) => ({ ...one("same", [], [0, 0]), seconds: { load, total } });
  // 60 s of 40 s; 40 s of 20 s; 30 s of 25 s. One that failed before any load has no ratio.
  const all = [one("same", [], [0, 0]), took(20, 40), took(25, 30), took(0, 9)];
  const [head, , shop] = placeboTable(all).split("\n");
  const cell = (row: string | undefined) => row!.split(" | ").at(-1)!.replace(" |", "");
  expect([cell(head), cell(shop)]).toEqual(["wall/load", "1.50"]);
  expect(cell(placeboTable([took(0, 9)]).split("\n")[2])).toBe("");
});
