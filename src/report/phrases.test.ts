import { describe, expect, test } from "vitest";
import { row } from "../testing/comparisons.ts";
import { limit } from "./phrases.ts";
import { limitTable } from "./sections.ts";

/** An expectation of exactly 12,300 that is broken. */
const broken = (seen: number, bounds: [number, number]) =>
  row({
    kind: "expect",
    metric: "rows",
    unit: "1",
    verdict: "expectation",
    limit: { wanted: "= 12,300", range: [12_300, 12_300], because: null, seen, bounds, outcome: "fail" },
  });

describe("an exact figure that differs in its fifth digit is printed with five", () => {
  test.each<[number, [number, number], string, string]>([
    [12_301, [12_301, 12_301], "12,301", "12,301"],
    [12_300, [12_300, 12_304], "12,300 to 12,304", "12,300 [12,300, 12,304]"], // most trials have the expected number
    [14_000, [13_000, 15_000], "14,000", "14,000 [13,000, 15,000]"],
  ])("%d in %j", (seen, bounds, headline, table) => {
    const one = broken(seen, bounds);
    expect(limit(one, "expected")).toBe(`\`recommend\` \`rows\` is ${headline}; expected = 12,300`);
    expect(limitTable([one], () => "")).toContain(`| ${table} | \`= 12,300\` |`);
  });
});
