import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import type { Shape } from "../config/jsonschema.ts";
import type { Comparison } from "../model/comparison.ts";
import { hostile, huge } from "../testing/hostile.ts";
import { schemasIn } from "../testing/schemas.ts";
import { EXAMPLES, excused, mixed, warned } from "../testing/verdicts.ts";
import { comparisonJsonSchema } from "./jsonschema.ts";

const schema = comparisonJsonSchema() as Shape;
const src = join(import.meta.dirname, "..");
const old = (name: string): Comparison =>
  JSON.parse(readFileSync(join(src, "testing/compat", `${name}.comparison.json`), "utf8"));

test("the committed file is current (npm run generate)", () => {
  const file = join(src, "../.github/steelyard-comparison.schema.json");
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

test("every key is explained, and later versions may add some", () => {
  const all = schemasIn(schema);
  const keys = all.filter(([path]) => /\.\w+$/.test(path));
  expect(keys.length).toBeGreaterThan(200);
  expect(keys.filter(([, shape]) => !shape.description).map(([path]) => path)).toEqual([]);
  const closed = all.filter(([, shape]) => shape.additionalProperties === false);
  expect(closed.map(([path]) => path)).toEqual([]);
});

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const isValid = new Ajv({ strict: false, formats: { date: true, "date-time": dateTime } }).compile(schema);

test.each([
  ...Object.entries(EXAMPLES),
  ["mixed", mixed()],
  ["excused", excused()],
  ["warned", warned()],
  ["with all fates, causes and levels", { ...hostile(["text"]), reference: EXAMPLES.regressed.reference }],
  ["huge", huge()],
  ["with a key of a later version", { ...EXAMPLES.regressed, later: 1 }],
  ["of an earlier version, against baselines", old("head")],
  ["of an earlier version, paired", old("paired")],
])("a comparison is valid: %s", (_, comparison) => {
  expect(isValid(comparison), JSON.stringify(isValid.errors)).toBe(true);
});

test.each([
  ["another version", { schema: "comparison/2" }],
  ["an unknown verdict", { overall: "slower" }],
  ["a time in words", { at: "yesterday" }],
  ["a missing key", { rows: undefined }],
])("a file with %s is not", (_, more) => {
  expect(isValid(JSON.parse(JSON.stringify({ ...EXAMPLES.regressed, ...more })))).toBe(false);
});
