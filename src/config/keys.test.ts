import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { configJsonSchema, type Shape, waiversJsonSchema } from "./jsonschema.ts";
import { configKeys, keysNamed, valueKeys } from "./keys.ts";
import { readConfig } from "./read.ts";
import { shapeAt } from "./wanted.ts";

const keys = configKeys();
const one = (key: string) => keys.find((found) => found.key === key);

test("every key has a type, a meaning, and a place of its own", () => {
  expect(keys.length).toBeGreaterThan(190);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  expect(keys.filter(({ type, about }) => type === "" || about === "")).toEqual([]);
});

test("every key has an example, which is YAML that its schema accepts", () => {
  const ajv = new Ajv({ strict: false, formats: { date: true, uri: true } });
  const schemas = [configJsonSchema() as Shape, waiversJsonSchema() as Shape];
  const wrong = valueKeys().flatMap(({ key, example }) => {
    const steps = key
      .replaceAll("[]", ".0")
      .split(".")
      .map((step) => (step === "0" ? 0 : step));
    const shape = schemas.map((schema) => shapeAt(schema, steps)).find((found) => found !== undefined);
    if (example === null) return [`${key}: none`];
    const [value] = parse(`[${example}]`) as unknown[];
    return ajv.validate(shape!, value) ? [] : [`${key}: ${example}: ${ajv.errorsText()}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["policy.band", { type: "a share (%)", usual: "3%", example: "5%" }],
  ["workloads.NAME.measure.duration", { type: "a duration (s)", usual: "5s" }],
  ["workloads.NAME.measure.pairs", { type: "a pair: a whole number", usual: "[6,30]" }],
  ["workloads.NAME.budgets", { type: "by name: a limit, in the metric's unit, or keys of its own" }],
  ["stack.process.services.NAME.ready.http", { type: "a path that begins with /", example: "/health" }],
  ["stack.process.services.NAME.run", { required: true, usual: null }],
  ["stack.endpoints.NAME.port", { example: "8080" }],
  ["policy.runner_class", { type: "a name" }],
  ["workloads.NAME.sweep.knee", { type: "a rate (/s)", example: '"> 15/s"' }],
  ["workloads.NAME.scaling.vus", { type: "a list: a whole number", example: "[1, 2, 4, 8, 16, 32]" }],
  ["workloads.NAME.scaling.prices", { example: "{ instance: 0.0416 USD/h }" }],
])("%s", (key, wanted) => {
  expect(one(key)).toMatchObject(wanted);
});

test.each([
  ["policy.band", ["policy.band"]],
  ["workloads.browse.gate", ["workloads.NAME.gate"]],
  ["measure.pairs", ["workloads.NAME.measure.pairs"]],
  ["band", ["workloads.NAME.metrics.NAME.band", "policy.band"]],
  ["polcy.band", []], // no name of the user's
  ["", []],
])("%j means %j", (text, wanted) => {
  expect(keysNamed(text).map(({ key }) => key)).toEqual(wanted);
});

test("examples of the policy are what the config takes", () => {
  const written = keys.flatMap(({ key, example }) => {
    const [, name] = /^policy\.(\w+)$/.exec(key) ?? [];
    return name === undefined || example === null ? [] : [`  ${name}: ${example}`];
  });
  expect(written.length).toBeGreaterThan(8);
  const text = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: a.ts } }
profiles: { quick: {} }
policy:
${written.join("\n")}
`;
  expect(() => readConfig(text, "example")).not.toThrow();
});
