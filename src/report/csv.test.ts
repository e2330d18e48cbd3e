import { expect, test } from "vitest";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { hostile } from "../testing/hostile.ts";
import { mixed } from "../testing/verdicts.ts";
import { csv } from "./csv.ts";

/** RFC 4180, read character by character. */
function parsed(text: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (at >= text.length) throw new Error(`the field that ends with ${field.slice(-50)} is not closed`);
        if (text[at] === '"') at += 1;
        field += text[at];
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") {
        field += text[at];
        at += 1;
      }
      expect(field).not.toMatch(/["\n]/);
    }
    fields.push(field);
    if (text[at] === ",") at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      records.push(fields);
      fields = [];
    }
  }
  return records;
}

test.each([
  ["mixed", mixed()],
  ["hostile", hostile()],
] as const)("the CSV file of a %s run", async (name, given) => {
  const text = csv(given);
  const [head, ...records] = parsed(text);
  expect(records).toHaveLength(given.rows.length);
  expect(records.filter((record) => record.length !== head!.length)).toEqual([]);
  await expect(text).toMatchFileSnapshot(`__goldens__/${name}.csv`);
});

test("figures are read back unchanged, and absent ones are empty, not zero", () => {
  const fewer = tested("regressed", 100, 80, { metric: "http_reqs.rate", unit: "/s", better: "higher" });
  const [head, first, second] = parsed(csv(comparison([fewer, row({ verdict: "missing" })])));
  const field = (record: string[] | undefined, name: string) => record![head!.indexOf(name)]!;
  expect(Number(field(first, "base_center"))).toBe(100);
  expect(Number(field(first, "head_center"))).toBe(80);
  expect(Number(field(first, "change"))).toBeCloseTo(-0.2, 12);
  expect(Number(field(first, "p_worse"))).toBeCloseTo(fewer.evidence!.pWorse, 12);
  for (const name of ["variant", "base_center", "head_center", "change", "p_worse", "limit"]) {
    expect(field(second, name)).toBe("");
  }
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])("%j is text to a spreadsheet", (text) => {
  const [head, record] = parsed(csv(comparison([row({ reason: text })])));
  expect(record![head!.indexOf("reason")]).toMatch(/^'[=+\-@＝]/);
});

test.each(['a "quoted" one', "a,b", "a;=b", "plain"])("%j is read back unchanged", (text) => {
  const [head, record] = parsed(csv(comparison([row({ reason: text })])));
  expect(record![head!.indexOf("reason")]).toBe(text);
});
