import { describe, expect, test } from "vitest";
import { aKept } from "../../testing/placebos.ts";
import { normals } from "../../testing/random.ts";
import { dependenceTable } from "./dependence.ts";

const gauss = normals(5).one;
const METRIC = "http_req_duration.p50";

/** Sixty comparisons of twelve starts. @param follow how much of a start the next one has; @param common sd of what all have */
function table(follow: number, common: number, together = 0): Record<string, string> {
  const all = Array.from({ length: 60 }, () => {
    let [before, shift] = [gauss(), common * gauss()];
    const starts = Array.from({ length: 12 }, () => {
      before = follow * before + Math.sqrt(1 - follow ** 2) * gauss();
      return 0.01 * (before + shift);
    });
    const pairs = (of: readonly number[]) => of.map((ratio, start) => [start, ratio] as const);
    return aKept({
      pairs: {
        [`closed ${METRIC}`]: pairs(starts),
        [`open ${METRIC}`]: pairs(starts.map((one) => together * one + (1 - together) * 0.01 * gauss())),
        "closed cpu_per_request": pairs(starts),
      },
      looks: [12],
    });
  });
  const [head, , row] = dependenceTable(all)
    .split("\n")
    .map((line) => line.slice(2, -2).split(" | "));
  return Object.fromEntries(head!.map((name, i) => [name, row![i]!]));
}

const figures = (cell: string) => cell.match(/-?\d+\.\d+/g)!.map(Number) as [number, number, number];
const NEXT = "a start and the next one: r";
const MEANS = "variance of means, of independent starts = 1";
const BOTH = "two workloads of a comparison: r";

describe("of starts", () => {
  test.each([NEXT, MEANS])("that are independent, %s is what chance gives", (column) => {
    const [figure, low, high] = figures(table(0, 0)[column]!);
    expect(figure).toBeGreaterThanOrEqual(low);
    expect(figure).toBeLessThanOrEqual(high);
  });

  test("that follow each other, the correlation is above chance", () => {
    const [figure, , high] = figures(table(0.5, 0)[NEXT]!);
    expect(figure).toBeGreaterThan(high + 0.1);
  });

  test("that have a lean in common, means scatter by more", () => {
    const [figure, , high] = figures(table(0, 0.8)[MEANS]!);
    expect(figure).toBeGreaterThan(high + 1);
  });
});

test.each([
  [0, -0.15, 0.15],
  [0.8, 0.85, 1],
])("workloads that share %d of a start are correlated by that", (together, low, high) => {
  const [figure] = figures(table(0, 0, together)[BOTH]!);
  expect(figure).toBeGreaterThan(low);
  expect(figure).toBeLessThan(high);
});
