import { expect, test } from "vitest";
import type { Comparison } from "../model/comparison.ts";
import { VERDICTS } from "../model/verdict.ts";
import { comparison, tested } from "../testing/comparisons.ts";
import { huge } from "../testing/hostile.ts";
import { EXAMPLES } from "../testing/verdicts.ts";
import { annotations, CHECK_LIMIT, checkText, MOST_ANNOTATIONS } from "./check.ts";

test.each(VERDICTS)("%s is annotated where it fails", (verdict) => {
  const example = EXAMPLES[verdict];
  const found = annotations(example);
  expect(found.some(({ level }) => level === "failure")).toBe(example.exit !== 0);
  expect(checkText(example).title).toMatch(/^\S+ \S/u);
});

test("the worst come first, and no more than a call takes", () => {
  const rows = Array.from({ length: 80 }, (_, i) =>
    tested("regressed", 1, 1.1 + i / 10, { metric: `m${i}` }),
  );
  const found = annotations(comparison(rows));
  expect(found).toHaveLength(MOST_ANNOTATIONS);
  expect(found[0]?.title).toBe("recommend m79: regressed");
});

test("a row that only warns is a warning, an advisory one is not", () => {
  const found = annotations(
    comparison([
      tested("regressed", 1, 2, { metric: "warns", gates: false }),
      tested("regressed", 1, 2, { metric: "aside", kind: "advisory", gates: false }),
      tested("improved", 2, 1, { metric: "better" }),
    ]),
  );
  expect(found.map(({ title, level }) => [title, level])).toEqual([
    ["recommend warns: regressed", "warning"],
  ]);
});

test("a text of any size fits, in bytes", () => {
  const size = (of: Comparison) => Buffer.byteLength(checkText(of).summary);
  expect(size(huge())).toBeLessThanOrEqual(CHECK_LIMIT);
  for (let rows = 50; rows <= 400; rows += 50) {
    const wide = Array.from({ length: rows }, (_, i) =>
      tested("regressed", 1, 2, { metric: `応答時間の中央値${i}` }),
    );
    expect(size(comparison(wide)), `${rows} rows`).toBeLessThanOrEqual(CHECK_LIMIT);
  }
});
