import { describe, expect, test } from "vitest";
import type { Config } from "../model/config.ts";
import { configOf } from "../testing/plans.ts";
import { effective, SERVICE_KEYS, serviceChanges } from "./effective.ts";
import { configJsonSchema, type Shape } from "./jsonschema.ts";

// Every key of the schema gets a value in base's config. A change that edits or deletes any one of them is measured by
// base's value, unless the key defines the service. The table contains new keys of the schema automatically.

type Path = readonly (string | number)[];
type Value = string | number | Value[] | { [key: string]: Value };

/** A value with every key that the shape allows; mappings with free names have the entry `name`. */
function filled(shape: Shape): Value {
  const { properties, additionalProperties, anyOf, items } = shape;
  if (anyOf) return filled(anyOf.find((one) => one.properties ?? one.items) ?? anyOf[0]!);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, filled(one)]));
  }
  if (additionalProperties) return { name: filled(additionalProperties) };
  if (Array.isArray(items)) return items.map((one: Shape) => filled(one));
  return items ? [filled(items as Shape)] : "base's";
}

/** The paths of all values that are not mappings. */
const leaves = (value: Value, path: Path = []): Path[] =>
  typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
    : [path];

function edited(value: Value, [key, ...rest]: Path, to: Value | undefined): Value {
  const copy = { ...(value as Record<string, Value>) };
  if (rest.length > 0) copy[key!] = edited(copy[key!]!, rest, to);
  else if (to === undefined) delete copy[key!];
  else copy[key!] = to;
  return copy;
}

const at = (value: Value, path: Path): Value =>
  path.reduce<Value>((found, key) => (found as Record<string, Value>)[key]!, value);

const base = filled(configJsonSchema() as Shape);
const places = leaves(base);
const isService = (path: Path) => SERVICE_KEYS.some((key) => `${path.join(".")}.`.startsWith(`${key}.`));
const measured = (head: Value) => effective(base as unknown as Config, head as unknown as Config) as unknown;

test("the table has every part of a config", () => {
  expect(places.length).toBeGreaterThan(120);
  const parts = ["stack", "workloads", "policy", "profiles", "records", "site", "version"];
  expect([...new Set(places.map(([part]) => part))].sort()).toEqual([...parts].sort());
  for (const key of SERVICE_KEYS)
    expect(places.some((path) => `${path.join(".")}.`.startsWith(`${key}.`))).toBe(true);
});

describe.each(places.map((path) => [path.join("."), path] as const))("%s", (_, path) => {
  test.each([
    ["edited", true],
    ["deleted", false],
  ])("%s", (_, stays) => {
    const to = Array.isArray(at(base, path)) ? ["head's"] : "head's";
    const head = edited(base, path, stays ? to : undefined);
    expect(measured(head)).toEqual(isService(path) ? head : base);
  });
});

test("a kind of stack that head removes is not replaced by another", () => {
  const { stack } = effective(
    base as unknown as Config,
    edited(base, ["stack", "process"], undefined) as unknown as Config,
  );
  expect(stack.process).toBeUndefined(); // to be refused: base's rules measure processes
});

const BROWSE = { browse: { variants: { small: {}, large: {} } } };

describe("parts that only head has", () => {
  const plain = configOf(BROWSE);

  test("workloads, variants of a workload that has some, profiles and their new workloads count", () => {
    const head = configOf(
      { browse: { variants: { small: {}, huge: {} } }, search: {} },
      { profiles: { pr: { only: ["search"], trials: 3 }, night: {} } },
    );
    const rules = configOf(BROWSE, { profiles: { pr: { only: ["browse"], trials: 9 } } });
    const found = effective(rules, head);
    expect(Object.keys(found.workloads).sort()).toEqual(["browse", "search"]);
    expect(Object.keys(found.workloads.browse!.variants).sort()).toEqual(["huge", "large", "small"]);
    expect(found.profiles.pr).toEqual({ only: ["browse", "search"], trials: 9 });
    expect(found.profiles).toHaveProperty("night");
  });
  test("variants of a workload that base measures without any do not", () => {
    expect(effective(configOf({ browse: {} }), plain).workloads.browse!.variants).toEqual({});
  });
  test("pages of metrics count, addresses of databases do not", () => {
    const withMetrics = (metrics: Config["stack"]["metrics"]) => ({
      ...plain,
      stack: { ...plain.stack, metrics },
    });
    const page = { endpoint: "api", path: "/metrics", split: [] };
    const database = (address: string) => ({ database: address, path: "/metrics", split: [] });
    const [ours, theirs] = ["redis://127.0.0.1", "redis://evil.example"].map(database);
    const head = withMetrics({ page, more: theirs!, db: theirs! });
    expect(effective(withMetrics({ db: ours! }), head).stack.metrics).toEqual({ page, db: ours });
  });
  test("a seed, an address of the trend page and another kind of stack do not", () => {
    const { stack } = plain;
    const more = {
      ...plain,
      site: "https://evil.example/",
      stack: {
        ...stack,
        seed: { run: ["true"], env: {}, within: 1 },
        external: { endpoints: {}, labels: {} },
      },
    };
    const found = effective(plain, more);
    expect([found.site, found.stack.seed, found.stack.external]).toEqual([
      undefined,
      undefined,
      stack.external,
    ]);
  });
});

test("edits of keys that define the service are listed", () => {
  const head = edited(
    edited(base, ["stack", "process", "services", "name", "run"], ["other"]),
    ["stack", "compose", "files"],
    ["other.yaml"],
  );
  const more = edited(head, ["stack", "process", "services", "added"], { run: ["x"] });
  expect(serviceChanges(base as unknown as Config, more as unknown as Config)).toEqual([
    "stack.process.services.added",
    "stack.process.services.name.run",
    "stack.compose.files",
  ]);
  expect(serviceChanges(base as unknown as Config, base as unknown as Config)).toEqual([]);
});
