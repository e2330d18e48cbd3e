import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Config } from "../model/config.ts";
import { schemasIn } from "../testing/schemas.ts";
import { configJsonSchema, type Shape } from "./jsonschema.ts";
import { shapeAt } from "./wanted.ts";

const schema = configJsonSchema() as Shape & Record<string, unknown>;
const at = (...path: string[]) => shapeAt(schema, path);

test("the committed file is current (npm run generate)", () => {
  const file = join(import.meta.dirname, "../../.github/steelyard.schema.json");
  expect(readFileSync(file, "utf8")).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

describe("editors", () => {
  test("know the dialect without a download", () => {
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(schema).not.toHaveProperty("$id");
    expect(JSON.stringify(schema)).not.toContain('"$ref"');
    expect(schema.title).toBe("Steelyard");
  });

  test("require exactly the mandatory keys", () => {
    expect(schema.required).toEqual(["version", "stack", "workloads"]);
    expect(at("workloads", "any")).toMatchObject({
      oneOf: [
        { required: ["k6"] },
        { required: ["wrk"] },
        { required: ["oha"] },
        { required: ["command", "gate"] },
      ],
    });
    expect(at("workloads", "any")).not.toHaveProperty("required");
    expect(at("stack", "process", "services", "any")?.required).toEqual(["run"]);
    expect(at("policy")).not.toHaveProperty("required");
  });

  test("refuse unknown keys everywhere", () => {
    const open = schemasIn(schema).filter(
      ([, shape]) => shape.type === "object" && shape.properties && shape.additionalProperties !== false,
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });

  test("explain every key", () => {
    const keys = schemasIn(schema).filter(([path]) => /\.\w+$/.test(path) && !/budgets\.\*/.test(path));
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter(([, shape]) => !shape.description).map(([path]) => path)).toEqual([]);
  });

  test("show the defaults that a config gets", () => {
    const config = Config.parse({
      version: 1,
      stack: { process: { services: { web: { run: ["x"] } } } },
      workloads: { browse: { k6: "x.ts" } },
    });
    const browse = config.workloads.browse!;
    expect(at("workloads", "browse", "warmup")?.default).toBe(browse.warmup);
    expect(at("workloads", "browse", "gate")?.default).toEqual(browse.gate);
    expect(at("workloads", "browse", "measure", "pairs")?.default).toEqual(browse.measure.pairs);
    expect(at("workloads", "browse", "measure", "block")?.default).toBe(browse.measure.block);
    expect(at("policy", "band")?.default).toBe(config.policy.band);
    expect(at("stack", "process", "services", "web", "ready", "within")?.default).toBe(60);
  });

  test.each([
    ["5s", true],
    ["1m 30s", true],
    ["5 parsecs", false],
  ])("judge the duration %j as readConfig does", (text, want) => {
    const pattern = at("workloads", "browse", "warmup")?.anyOf?.find(
      ({ type }) => type === "string",
    )?.pattern;
    expect(new RegExp(pattern!).test(text)).toBe(want);
    expect(Config.shape.workloads.safeParse({ a: { k6: "x", warmup: text } }).success).toBe(want);
  });

  test.each([
    ["< 250ms", true],
    [">= 100/s", true],
    ["<1%", true],
    ["< 1m30s", true],
    ["250ms", false],
    ["< much", false],
  ])("judge the budget %j as readConfig does", (text, want) => {
    const budget = at("workloads", "browse", "budgets", "any");
    const pattern = budget?.anyOf?.find(({ type }) => type === "string")?.pattern;
    expect(new RegExp(pattern!).test(text)).toBe(want);
    expect(Config.shape.workloads.safeParse({ a: { k6: "x", budgets: { "a.p99": text } } }).success).toBe(
      want,
    );
  });
});
