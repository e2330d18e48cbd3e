import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { LOADS, type LoadKind } from "../model/load.ts";
import { PROGRAMS } from "./programs.ts";
import { KINDS } from "./registry.ts";

const SRC = join(import.meta.dirname, "..");
/** Folders that are no part of the product: tools, benchmarks and helpers of tests. */
const TOOLS = ["dev", "bench", "testing"];
/** Files that name every generator, because they are the registry. */
const REGISTRY = ["load/registry.ts", "load/programs.ts"];

const product = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(sep).join("/"))
  .filter((file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file))
  .filter((file) => !TOOLS.includes(file.split("/")[0]!) && !REGISTRY.includes(file));

/** Product files outside a generator's folder that contain its name as a word, in code or prose. */
const naming = (name: string) =>
  product
    .filter((file) => !file.startsWith(`load/${name}/`))
    .filter((file) => new RegExp(`\\b${name}`, "i").test(readFileSync(join(SRC, file), "utf8")));

test("the product was searched", () => {
  expect(product.length).toBeGreaterThan(300);
  expect(naming("k6").length).toBeGreaterThan(5); // its metrics' names are everybody's, and paired runs need it
});

test.each(["wrk", "oha"])("no product file outside its folder and the registry names %s", (name) => {
  expect(naming(name)).toEqual([]);
});

test.each(LOADS)("%s has one folder with its description, its program and a README", (kind) => {
  const files = readdirSync(join(import.meta.dirname, kind));
  expect(files).toEqual(expect.arrayContaining(["kind.ts", "program.ts", "README.md"]));
  expect(KINDS[kind].schema.meta()?.description).toMatch(/\w/);
  expect(PROGRAMS[kind].open).toBeTypeOf("function");
});

test("every folder of a generator is in the registry", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.sort()).toEqual(([...LOADS] as LoadKind[]).sort());
});
