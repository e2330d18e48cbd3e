import fc from "fast-check";
import { expect, test } from "vitest";
import { hostile, PIECES } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
import { annotations, checkText } from "./check.ts";
import { width } from "./columns.ts";
import { comment } from "./comment.ts";
import { terminal } from "./terminal.ts";

// Whatever a run's names and messages contain, no part of it has a meaning where it is shown.

/** Texts of at most so many troublesome pieces. */
const text = (most: number, ...more: string[]) =>
  fc
    .array(fc.constantFrom(...PIECES, ...more), { minLength: 1, maxLength: most })
    .map((pieces) => pieces.join(""));

test("in any field of a comment", () => {
  fc.assert(
    fc.property(fc.array(text(12), { minLength: 1, maxLength: 4 }), (texts) => {
      const shown = comment(hostile(texts));
      expect(reading(shown).faults).toEqual([]);
      expect(shown.split("<!--").length).toBe(2);
    }),
    { numRuns: 300 },
  );
});

test("in a check", () => {
  fc.assert(
    fc.property(fc.array(text(12), { minLength: 1, maxLength: 3 }), (texts) => {
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

test("in a workflow log, for any data and line breaks: it contains no command", () => {
  const log = text(16, "::", "x".repeat(17));
  fc.assert(
    fc.property(log, fc.integer({ min: 40, max: 90 }), (data, columns) => {
      const shown = terminal(hostile([data]), { colour: false, columns });
      expect(shown).not.toMatch(/^\s*::|##\[/m);
      expect(shown).not.toMatch(/[^\P{C}\n]/u);
      const lines = shown.slice(0, shown.lastIndexOf("\nReplay\n")).split("\n");
      expect(lines.filter((line) => width(line) > columns)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
