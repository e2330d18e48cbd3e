import { expect, test } from "vitest";
import { type Compared, earlierTable } from "./earlier.ts";

const one = (program: string, verdict: string, seconds: number, branch: Compared["branch"] = "same") => ({
  key: `${program}${seconds}`,
  service: "shop",
  branch,
  program,
  verdict,
  seconds,
});

test("verdicts and seconds of both programs, a row for each service, branch and program", () => {
  const all = [
    one("now", "unchanged", 60.4),
    one("0162d03", "inconclusive", 300),
    one("now", "regressed", 80, "slower"),
    one("now", "inconclusive", 90),
  ];
  expect(earlierTable(all).split("\n").slice(2)).toEqual([
    "| shop | unchanged | now | 0 of 2 | 1 of 2 | 75, 90 |",
    "| shop | unchanged | 0162d03 | 0 of 1 | 1 of 1 | 300, 300 |",
    "| shop | slower | now | 1 of 1 | 0 of 1 | 80, 80 |",
  ]);
});
