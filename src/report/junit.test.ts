import { expect, test } from "vitest";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { hostile } from "../testing/hostile.ts";
import { EXAMPLES, mixed } from "../testing/verdicts.ts";
import { junit } from "./junit.ts";

/**
 * The tags of a document, checked for being well-formed: a declaration, tags that pair, attributes that are
 * quoted and unique, text without "<" or a bare "&", no character that XML 1.0 forbids.
 */
function tags(document: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  expect(document).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u);
  const text = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "");
  expect(text).not.toBe(document);
  const rest = text.replace(
    /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)(\/?)>/g,
    (_, end, name, attributes, empty) => {
      if (end === "/") expect(open.pop()).toBe(name);
      else {
        const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)];
        expect(new Set(pairs.map(([, key]) => key)).size).toBe(pairs.length);
        found.push({ name, attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, value])) });
        if (empty === "") open.push(name);
        expect(attributes.replace(/&(?:amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
      }
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toContain("<");
  expect(rest.replace(/&(?:amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
  return found;
}

test.each([
  ["mixed", mixed()],
  ["hostile", hostile()],
] as const)("the JUnit file of a %s run", async (name, given) => {
  const document = junit(given);
  const found = tags(document);
  // the verdict's own case, and one for each row
  expect(found.filter((tag) => tag.name === "testcase")).toHaveLength(given.rows.length + 1);
  for (const suite of found.filter((tag) => tag.name === "testsuite"))
    expect(suite.attributes.tests).toMatch(/^\d+$/);
  await expect(document).toMatchFileSnapshot(`__goldens__/${name}.xml`);
});

test("the counts of the suites are the counts of their cases", () => {
  for (const given of [mixed(), ...Object.values(EXAMPLES)]) {
    const found = tags(junit(given));
    const sum = (key: string) =>
      found
        .filter((tag) => tag.name === "testsuite")
        .reduce((total, tag) => total + Number(tag.attributes[key]), 0);
    expect(sum("tests")).toBe(found.filter((tag) => tag.name === "testcase").length);
    expect(sum("failures")).toBe(found.filter((tag) => tag.name === "failure").length);
    expect(sum("errors")).toBe(found.filter((tag) => tag.name === "error").length);
    expect(sum("skipped")).toBe(found.filter((tag) => tag.name === "skipped").length);
  }
});

test.each([
  ["regressed", "failure"],
  ["budget", "failure"],
  ["missing", "failure"],
  ["invalid", "error"],
  ["inconclusive", "skipped"],
  ["incomparable", "skipped"],
  ["new", "skipped"],
  ["unaffected", "skipped"],
  ["unchanged", undefined],
  ["improved", undefined],
  ["accepted", undefined],
] as const)("a row that is %s is a %s", (verdict, want) => {
  const given = comparison([row({ verdict, metric: "m" })]);
  const [, after] = tags(junit(given))
    .map((tag) => tag.name)
    .join(" ")
    .split(/testsuite .*testsuite testcase /);
  const outcome = after?.split(" ").find((name) => ["failure", "error", "skipped"].includes(name));
  expect(outcome).toBe(want);
});

test("rows that do not gate, or that the policy leaves out, never fail; those it adds do", () => {
  expect(junit(comparison([tested("regressed", 1, 2, { gates: false })]))).not.toContain("<failure");
  expect(
    junit(comparison([tested("regressed", 1, 2)], { exit: 0, conclusion: "neutral", failOn: [] })),
  ).not.toContain("<failure");
  const strict = junit(comparison([tested("inconclusive", 1, 1)], { failOn: ["inconclusive"] }));
  expect(strict).toContain('<failure type="inconclusive"');
});

test("a failing check fails a case, even where no row is there to fail", () => {
  expect(junit(comparison([], { overall: "invalid", exit: 3, conclusion: "failure" }))).toContain("<failure");
});

test("two rows of one name are two cases", () => {
  const names = tags(junit(comparison([row(), row()])))
    .filter((tag) => tag.name === "testcase")
    .map((tag) => tag.attributes.name);
  expect(new Set(names).size).toBe(3);
});

test("what a gate could have detected is not told where another metric ended its measurement", () => {
  const of = (closed: "regressed" | "last") =>
    junit(
      comparison([
        tested("inconclusive", 1, 1, {}, 0.03, {
          mode: "request",
          mde: Math.log(88.1),
          duel: { look: 1, looks: 5, closed, starts: 3 },
        }),
      ]),
    );
  expect(of("last")).toContain("detectable: 8,710 %");
  expect(of("regressed")).not.toContain("detectable");
});
