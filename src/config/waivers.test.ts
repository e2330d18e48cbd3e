import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { waiversJsonSchema } from "./jsonschema.ts";
import { readWaivers } from "./waivers.ts";

const ROW = `
  - workload: recommend
    metric: http_req_duration.p50
    ceiling: 15%
    expires: 2026-12-31
    because: exact scores cost one more lookup
`;
const FILE = `version: 1\nwaivers:${ROW}`;

test("a file is read in base units and in order", () => {
  const second = ROW.replace("recommend", "search\n    variant: exact").replace("2026-12-31", '"2027-02-28"');
  expect(readWaivers(`${FILE}${second}`, "w.yml").waivers).toEqual([
    {
      workload: "recommend",
      metric: "http_req_duration.p50",
      ceiling: 0.15,
      expires: "2026-12-31",
      because: "exact scores cost one more lookup",
    },
    expect.objectContaining({ workload: "search", variant: "exact", expires: "2027-02-28" }),
  ]);
  expect(readWaivers("version: 1\nwaivers: []\n", "w.yml")).toEqual({ version: 1, waivers: [], loads: [] });
});

describe("refusals, with position and remedy", () => {
  test.each([
    ["nothing", "", 1, "The file is empty.", /fix: begin with `version: 1` and `waivers: \[\]`/],
    ["a list", "- a", 1, "The file is the list", /allowed: a mapping with version, waivers and loads/],
    ["a newer one", "version: 2\nwhat: ever", 1, "The waivers file is of version 2", /fix: update/],
    ["no version", "waivers: []", 1, "The file lacks the key version.", /begin the file with: version: 1/],
    ["no list", "version: 1", 1, "The file lacks the key waivers.", /a list/],
    [
      "a misspelt key",
      FILE.replace("ceiling", "cieling"),
      5,
      'has no key "cieling"',
      /did you mean ceiling\?/,
    ],
    ["no reason", FILE.replace(/ {4}because.*\n/, ""), 3, "lacks the key because", /the reason/],
    ["an empty reason", FILE.replace(/because: .*/, 'because: " "'), 7, 'because is " "', /fix:/],
    ["no metric", FILE.replace("http_req_duration.p50", "p50 of all"), 4, '"p50 of all"', /a metric and a/],
    ["no day", FILE.replace("2026-12-31", "2026-02-30"), 6, '"2026-02-30"', /a day such as/],
    ["an instant", FILE.replace("2026-12-31", "2026-12-31T00:00:00Z"), 6, "expires is", /a day such as/],
    ["for ever", FILE.replace("2026-12-31", "never"), 6, '"never"', /a day such as/],
    ["a bare number", FILE.replace("15%", "15"), 5, "ceiling is 1,500 %", /percent sign: 15%/],
    ["nothing allowed", FILE.replace("15%", "0%"), 5, "ceiling is 0 %", /above 0%/],
    ["everything allowed", FILE.replace("15%", "1001%"), 5, "ceiling is 1,000 %", /up to 1000%/],
    ["the same twice", `${FILE}${ROW}`, 9, "waivers[1] is about", /fix: keep one/],
    ["broken YAML", FILE.replace("- workload", "- [workload"), 3, "YAML", /fix:/],
  ])("%s", (_, text, line, what, more) => {
    let message = "";
    try {
      readWaivers(text, "w.yml");
    } catch (error) {
      expect(error).toBeInstanceOf(SteelyardError);
      expect((error as SteelyardError).fault).toBe("user");
      message = (error as Error).message;
    }
    expect(message).toContain(what);
    expect(message).toContain(`at w.yml:${line}:`);
    expect(message).toMatch(more);
  });

  test("more than two hundred rows are a policy, not exceptions", () => {
    const rows = Array.from({ length: 201 }, (_, i) => ROW.replace("recommend", `w${i}`).trimEnd());
    expect(() => readWaivers(`version: 1\nwaivers:${rows.join("")}\n`, "w.yml")).toThrow(/a list of 201/);
    expect(readWaivers(`version: 1\nwaivers:${rows.slice(1).join("")}\n`, "w.yml").waivers).toHaveLength(200);
  });
});

test("the committed schema for editors is current (npm run generate), closed, and explains every key", () => {
  const file = join(import.meta.dirname, "../../.github/steelyard-waivers.schema.json");
  const schema = waiversJsonSchema();
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  const { items } = (schema as { properties: { waivers: { items: object } } }).properties.waivers;
  expect(items).toMatchObject({ additionalProperties: false });
  const { properties } = items as { properties: Record<string, { description?: string }> };
  expect(Object.values(properties).map(({ description }) => typeof description)).toEqual(
    Array(6).fill("string"),
  );
});
