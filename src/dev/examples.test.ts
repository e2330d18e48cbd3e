import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import { own } from "../load/command/loadreport.ts";
import { ROOT } from "./command.ts";

/** The code blocks of a document in one language. */
const blocks = (path: string, language: string) =>
  [...readFileSync(join(ROOT, path), "utf8").matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, found]) => found === language)
    .map(([, , text]) => text!);

const STACK = `
stack:
  process: { services: { shop: { run: [node, server.mjs], ports: { 8080: PORT } } } }
  endpoints: { api: { service: shop, port: 8080 } }
`;

test.each([
  ["src/load/wrk/README.md", ["browse"]],
  ["src/load/oha/README.md", ["items"]],
  ["src/load/command/README.md", ["query", "shop"]],
  ["workloads/levels.md", ["ingest", "search"]],
])("the workloads that %s shows are read", (path, names) => {
  const read = blocks(path, "yaml").map((text) => readConfig(`version: 1${STACK}${text}`, path));
  expect(read.flatMap(({ workloads }) => Object.keys(workloads))).toEqual(names);
});

test("the workload of several generators that workloads/README.md shows is read", () => {
  const shown = blocks("workloads/README.md", "yaml").filter((text) => text.startsWith("workloads:"));
  expect(shown).toHaveLength(1);
  const { workloads } = readConfig(`version: 1${STACK}${shown[0]}`, "workloads/README.md");
  expect(workloads.browse?.k6).toMatchObject({ segments: 4 });
});

test("the further workloads that workloads/README.md shows are read", () => {
  const shown = blocks("workloads/README.md", "yaml").filter((text) => text.startsWith("  "));
  expect(shown).toHaveLength(1);
  const { workloads } = readConfig(`version: 1${STACK}workloads:\n${shown[0]}`, "workloads/README.md");
  expect(Object.keys(workloads)).toEqual(["burst", "import"]);
});

test("the page of metrics that src/scrape shows is read", () => {
  const [shown = ""] = blocks("src/scrape/README.md", "yaml");
  const stack = `${STACK}${shown.replace("stack:\n", "")}`;
  const config = readConfig(`version: 1${stack}workloads: { a: { k6: a.ts } }\n`, "scrape");
  expect(config.stack.metrics.gateway).toMatchObject({ endpoint: "api", split: ["error_type"] });
});

test("the output that src/load/command shows is read", () => {
  const shown = blocks("src/load/command/README.md", "json");
  expect(shown).toHaveLength(1);
  const seen = own(JSON.parse(shown[0]!));
  expect(Object.keys(seen.metrics)).toEqual(["latency", "rows{op:read}", "hits", "heap"]);
});
