import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../config/read.ts";
import type { StackKind } from "../model/config.ts";
import { literals } from "./literals.ts";

const LOADS = "workloads: { w: { k6: load.js } }";

/** The addresses of a config, with the Compose files of a folder. */
function found(text: string, kind: StackKind, files: Readonly<Record<string, string>> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "steelyard literals "));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
    return literals(readConfig(`version: 1\n${text}\n${LOADS}\n`, "c.yml"), kind, cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
/** All addresses that mean this machine, with that port. */
const here = (port: number, endpoint: string) =>
  Object.fromEntries(
    ["localhost", "127.0.0.1", "0.0.0.0", "[::1]", "host.docker.internal", "private"].map((host) => [
      `${host}:${port}`,
      endpoint,
    ]),
  );

test("processes: the port by which a service is known, or the one that it always has", () => {
  const stack = (port: string) =>
    `stack: { process: { services: { shop: { run: [node, x.js], ports: { 8080: ${port} } } } }, endpoints: { api: { service: shop, port: 8080 } } }`;
  expect(found(stack("PORT"), "process")).toEqual({ "shop:8080": "api", ...here(8080, "api") });
  expect(found(stack("{ env: PORT, fixed: 3000 }"), "process")).toEqual({
    "shop:8080": "api",
    ...here(3000, "api"),
    ...here(8080, "api"),
  });
});

test.each([
  ["short", '["3000:8080"]', 3000],
  ["with an address", '["127.0.0.1:3000:8080/tcp"]', 3000],
  ["with a default", '["$'.concat('{API_PORT:-3000}:8080"]'), 3000],
  ["long", "[{ target: 8080, published: 3000 }]", 3000],
])("Compose: the port that is published, %s", (_, ports, port) => {
  const compose = `services: { Shop: { image: x, ports: ${ports} }, db: { image: y, ports: ["5432:5432"] } }`;
  const stack =
    "stack: { compose: { files: [compose.yml] }, endpoints: { api: { service: Shop, port: 8080 } } }";
  expect(found(stack, "compose", { "compose.yml": compose })).toEqual({
    "shop:8080": "api",
    ...here(port, "api"),
    ...here(8080, "api"),
  });
});

test("a port that two endpoints could mean is nobody's; what is published decides first", () => {
  const stack = `stack: { compose: { files: [compose.yml] }, endpoints: {
    api: { service: api, port: 8080 }, admin: { service: admin, port: 8080 }, docs: { service: docs, port: 80 } } }`;
  const compose = `services: { api: { image: x, ports: ["8080:8080"] }, admin: { image: x, ports: ["8081:8080"] }, docs: { image: x } }`;
  const names = { "api:8080": "api", "admin:8080": "admin", "docs:80": "docs" };
  expect(found(stack, "compose", { "compose.yml": compose })).toEqual({
    ...names,
    ...here(8080, "api"),
    ...here(8081, "admin"),
    ...here(80, "docs"),
  });
  expect(found(stack, "compose", { "compose.yml": "services: 3" })).toEqual({
    ...names,
    ...here(80, "docs"),
  });
  expect(found(stack, "compose")).toEqual({ ...names, ...here(80, "docs") }); // Compose says better what is wrong
});

test("a deployed system is only reached by the addresses that the config has for it", () => {
  expect(
    found("stack: { external: { endpoints: { api: { url: https://x.example.com } } } }", "external"),
  ).toEqual({});
});
