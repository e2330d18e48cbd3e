import { expect, test } from "vitest";
import { VERDICTS } from "../model/verdict.ts";
import { comparison, tested } from "../testing/comparisons.ts";
import { hostile, huge } from "../testing/hostile.ts";
import { EXAMPLES, excused, mixed, warned } from "../testing/verdicts.ts";
import { padded, width, wrapped } from "./columns.ts";
import { terminal } from "./terminal.ts";

const all = [
  ...VERDICTS.map((verdict) => [verdict, EXAMPLES[verdict]] as const),
  ["mixed", mixed()] as const,
  ["warned", warned()] as const,
  ["excused", excused()] as const,
];
const odd = [["hostile", hostile()] as const, ["huge", huge()] as const];

test.each([...all, ...odd])("the text of %s", async (name, given) => {
  await expect(terminal(given, { colour: false, columns: 80 })).toMatchFileSnapshot(
    `__goldens__/${name}.txt`,
  );
});

test.each([...all, ...odd])("%s fits any terminal, but for the command, which stays whole", (_, given) => {
  for (const columns of [40, 80, 132]) {
    const text = terminal(given, { colour: false, columns });
    const lines = text.slice(0, text.lastIndexOf("\nReplay\n")).split("\n");
    expect(lines.filter((line) => width(line) > columns)).toEqual([]);
  }
});

test.each([...all, ...odd])(
  "%s holds no control character, and no line that a workflow log would act on",
  (_, given) => {
    const text = terminal(given, { colour: false, columns: 80 });
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).not.toMatch(/^\s*::|##\[/m);
  },
);

test("colour changes nothing but the colour", () => {
  for (const [, given] of [...all, ...odd]) {
    const coloured = terminal(given, { colour: true, columns: 80 });
    expect(coloured).toContain("\u001b[1m");
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(terminal(given, { colour: false, columns: 80 }));
  }
});

test.each([
  ["abc", 3],
  ["❌", 2],
  ["比較", 4],
  ["e\u0301", 1],
])("%s takes %d columns", (text, want) => {
  expect(width(text)).toBe(want);
});

test("lines break at spaces, and words only where they must", () => {
  expect(wrapped("a bb ccc dddd", 12, "    ", "-")).toEqual(["-a bb ccc", "    dddd"]);
  expect(wrapped("0123456789ab", 8)).toEqual(["01234567", "…89ab"]);
  expect(wrapped("aaaaa 52 %", 8)).toEqual(["aaaaa", "52 %"]); // a number keeps its sign
  expect(padded("é", 3, "right")).toBe("  é");
});

test("the kernel's counts that nobody asked for stand below the causes, a line each", () => {
  const bytes = { metric: "bytes_sent_per_request{service:db}", unit: "B" } as const;
  const counted = tested("regressed", 200, 900, { kind: "advisory", gates: false, ...bytes });
  const text = terminal(comparison([tested("regressed", 0.01, 0.02), counted]), {
    colour: false,
    columns: 80,
  });
  expect(text).toMatch(/\nOther counts\n {2}recommend bytes_sent_per_request\{service:db\}: \+350 %[^\n]*\n/);
  expect(text.split("bytes_sent")).toHaveLength(2);
});
