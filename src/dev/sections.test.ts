import { expect, test } from "vitest";
import { VERDICTS } from "../model/verdict.ts";
import { filled, SECTIONS } from "./sections.ts";

const sections = { greeting: () => "hello" };
const marked = (inside: string) =>
  `before\n<!-- generated: greeting -->\n${inside}<!-- /generated: greeting -->\nafter\n`;

test.each(["", "old\ntext\n"])("what stands between the markers is replaced, %j as well", (inside) => {
  expect(filled(marked(inside), sections)).toBe(marked("hello\n"));
});

test("filling twice changes nothing", () => {
  expect(filled(filled(marked(""), sections), sections)).toBe(filled(marked(""), sections));
});

test.each([
  ["a marker of no section", "<!-- generated: nobody -->\n<!-- /generated: nobody -->"],
  ["no marker at all", "text"],
  ["a marker that is not closed", "<!-- generated: greeting -->\ntext"],
])("%s is an error", (_, document) => {
  expect(() => filled(document, sections)).toThrow();
});

test("the table of verdicts has each once, and its exit code", () => {
  const lines = SECTIONS.verdicts!().split("\n").slice(2);
  expect(lines.map((line) => /`(\w+)`/.exec(line)?.[1])).toEqual([...VERDICTS]);
  expect(lines.find((line) => line.includes("`invalid`"))).toMatch(/\| 3 \|$/);
});
