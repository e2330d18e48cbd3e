import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Manifested, manifests, objectName } from "./manifest.ts";

const RECORDED = join(import.meta.dirname, "../../../testing/recorded/k6-operator-1.6.0");
const crd = JSON.parse(readFileSync(join(RECORDED, "testrun-schema.json"), "utf8"));

/** The schema with unknown keys refused, as `kubectl apply` does by default. */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== "object") return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, strict(value)]);
  const open = Object.hasOwn(schema, "properties") ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(entries), ...open };
};
const Spec = z.fromJSONSchema(strict(crd.spec) as Parameters<typeof z.fromJSONSchema>[0]);

const asked: Manifested = {
  name: "Browse_1",
  segments: 4,
  version: "1.8.1",
  id: "abc",
  archive: new Uint8Array([1, 2, 250]),
  env: { K: "20", PRICE: "$5 $(HOME)" },
  secrets: ["STEELYARD_HEADERS_API"],
};
interface Item {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly binaryData: Record<string, string>;
  readonly spec: Record<string, unknown>;
}
const items = (of: Partial<Manifested> = {}) =>
  (manifests({ ...asked, ...of }) as { items: readonly [Item, Item] }).items;

test("the TestRun is as k6-operator's definition of the resource wants it", () => {
  const [, testrun] = items();
  expect(testrun).toMatchObject({ apiVersion: `${crd.group}/${crd.version}`, kind: crd.kind });
  expect(Spec.safeParse(testrun.spec).error).toBeUndefined();
  expect(testrun.spec).toMatchObject({ parallelism: 4, separate: true });
});

test.each<[string, (spec: Record<string, unknown>) => unknown]>([
  ["an unknown key", (spec) => ({ ...spec, runners: 4 })],
  ["a missing number of runners", ({ parallelism: _, ...spec }) => spec],
  ["a number where a text belongs", (spec) => ({ ...spec, args: [1] })],
  ["an unknown key of the runner", (spec) => ({ ...spec, runner: { cpu: 1 } })],
  ["another clean-up", (spec) => ({ ...spec, cleanup: "always" })],
])("the definition refuses %s", (_, spoil) => {
  expect(Spec.safeParse(spoil(items()[1].spec)).success).toBe(false);
});

test("the script is in the ConfigMap that the TestRun names; pods and their logs are kept", () => {
  const [config, testrun] = items();
  const { configMap } = testrun.spec.script as { configMap: { name: string; file: string } };
  expect(config).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: configMap.name } });
  expect(Buffer.from(config.binaryData[configMap.file]!, "base64")).toEqual(Buffer.from(asked.archive));
  expect(testrun.spec).not.toHaveProperty("cleanup");
});

test("secret values are named only; dollars stay dollars", () => {
  const { env } = items()[1].spec.runner as { env: unknown };
  const secretKeyRef = { name: "steelyard-browse-1-headers", key: "STEELYARD_HEADERS_API" };
  expect(env).toEqual([
    { name: "K", value: "20" },
    { name: "PRICE", value: "$$5 $$(HOME)" },
    { name: "STEELYARD_HEADERS_API", valueFrom: { secretKeyRef } },
  ]);
});

test.each([
  ["browse", "steelyard-browse"],
  ["A.b_C", "steelyard-a-b-c"],
  [`${"x".repeat(39)}-${"y".repeat(9)}`, `steelyard-${"x".repeat(39)}`],
])("objects of %s are called %s", (name, want) => {
  expect(objectName(name)).toBe(want);
  expect(objectName(name)).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
});

test("a script that no ConfigMap can hold is refused", () => {
  expect(() => items({ archive: new Uint8Array(1_048_577) })).toThrow("has 1048577 bytes with its files");
});
