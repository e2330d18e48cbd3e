import fc from "fast-check";
import { expect, test } from "vitest";
import { VERDICTS } from "../model/verdict.ts";
import { comparison, tested } from "../testing/comparisons.ts";
import { hostile, huge, PIECES } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
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

test("a text of any size fits, and any text is inert", () => {
  expect(checkText(huge()).summary.length).toBeLessThanOrEqual(CHECK_LIMIT);
  const text = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const { title, summary } = checkText(hostile(texts));
      expect(reading(summary).faults).toEqual([]);
      for (const line of [title, ...annotations(hostile(texts)).flatMap((one) => [one.title, one.message])]) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|^::|##\[|<!--/u);
        expect(line.length).toBeLessThanOrEqual(1_000);
      }
    }),
    { numRuns: 200 },
  );
});
