import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Stack } from "../model/config.ts";
import { openServer } from "../testing/server.ts";
import { startChecks } from "./startable.ts";

let root = "";
const taken = await openServer();
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "steelyard-start-"));
  mkdirSync(join(root, "bin"));
  mkdirSync(join(root, "bin/folder"));
  for (const name of ["bin/api", "bin/plain"]) writeFileSync(join(root, name), "#!/bin/sh\n");
  chmodSync(join(root, "bin/api"), 0o755);
  chmodSync(join(root, "bin/plain"), 0o644);
});
afterAll(async () => {
  await taken[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

const looked = (services: Record<string, object>, seed?: object) =>
  startChecks(Stack.parse({ process: { services }, ...(seed ? { seed } : {}) }), root, {
    PATH: `/nowhere:${join(root, "bin")}`,
  });

/** A reference, which becomes the address of a service. */
const REFERENCE = "$".concat("{api:80}");
test.each<[object, RegExp | null]>([
  [{ run: ["api"] }, null],
  [{ run: ["./bin/api", "x"] }, null],
  [{ run: ["./api"], cwd: "bin" }, null],
  [{ run: [REFERENCE] }, null], // known only after ports are assigned
  [{ run: ["./api"] }, /no such file/], // not found from this directory
  [{ run: ["nothing"] }, /no program of this name is on the PATH/],
  [{ run: ["api"], env: { PATH: "/nowhere" } }, /no program of this name/], // the service's own PATH applies
  [{ run: ["folder"] }, /no program of this name/],
  [{ run: ["plain"] }, /not executable/],
  [{ run: ["./bin/plain"] }, /not executable/],
  [{ run: ["api"], cwd: "no" }, /working directory does not exist/],
])("a service %j", async (service, refused) => {
  const checks = await looked({ web: service });
  if (refused === null) return expect(checks).toMatchObject([{ name: "programs", state: "ok" }]);
  expect(checks).toMatchObject([{ name: "programs", state: "fail", detail: expect.stringMatching(refused) }]);
  expect(checks[0]!.detail).toContain("stack.process.services.web.run");
  expect(checks[0]!.remedy).toBeTruthy();
});

test("of package managers that Corepack brings, the remedy is that", async () => {
  const remedies = await Promise.all(
    ["yarn", "pnpm", "npm"].map(async (one) => (await looked({ web: { run: [one] } }))[0]!.remedy),
  );
  expect(remedies).toEqual([
    "run `corepack enable` (`npm install --global corepack` brings it), or install yarn",
    "run `corepack enable` (`npm install --global corepack` brings it), or install pnpm",
    "install npm",
  ]);
});

test.each([
  ["#!/bin/sh -e\n", "sh"],
  ["#!/usr/bin/env node\n", "node"],
  ["#!/usr/bin/env -S python3 -u\n", "python3"],
  ["\x7fELF", null],
])("the remedy for a script that is not executable is its interpreter: %j", async (text, interpreter) => {
  writeFileSync(join(root, "bin/script"), text, { mode: 0o644 });
  const [check] = await looked({ web: { run: ["./bin/script"] } });
  const named = `, or name its interpreter first: ["${interpreter}", "./bin/script"]`;
  expect(check?.remedy).toBe(`chmod +x ./bin/script${interpreter === null ? "" : named}`);
});

test("a program that the build makes is no failure; a build command that is missing is", async () => {
  const look = (build: string[][], run: string[], more = {}) => {
    const stack = Stack.parse({ process: { build, services: { web: { run, ...more } } } });
    return startChecks(stack, root, { PATH: join(root, "bin") });
  };
  const [made] = await look([["api"]], ["./target/web", "--fast"]);
  expect(made).toMatchObject({ state: "ok", detail: "1 found; 1 to be built: ./target/web" });
  const [mistyped] = await look([["api"]], ["uvicornn"], { env: { PATH: `${join(root, "bin")}:` } });
  expect(mistyped?.state).toBe("fail");
  expect(await look([["api"]], ["api", "main.js"], { cwd: "dist" })).toMatchObject([
    { state: "ok", detail: "1 found; 1 to be built: dist" },
  ]);
  expect(await look([["api"]], ["uvicorn"], { env: { PATH: ".venv/bin:/bin" } })).toMatchObject([
    { state: "ok", detail: "1 found; 1 to be built: uvicorn" },
  ]);
  // of another directory, of one outside of the checkout, and of an absolute path, which no other checkout has
  expect(await look([["api"]], ["nothing"], { cwd: "dist" })).toMatchObject([{ state: "fail" }]);
  expect(await look([["api"]], ["api"], { cwd: "../elsewhere" })).toMatchObject([{ state: "fail" }]);
  expect(await look([["api"]], ["uvicorn"], { env: { PATH: "../.venv/bin" } })).toMatchObject([
    { state: "fail" },
  ]);
  expect(await look([["api"]], ["uvicorn"], { env: { PATH: join(root, ".venv") } })).toMatchObject([
    { state: "fail" },
  ]);
  expect(await look([["api"]], ["../elsewhere/web"])).toMatchObject([{ state: "fail" }]);
  expect(await look([["api"]], ["nothing"])).toMatchObject([{ state: "fail" }]);
  expect(await look([["make"]], ["./target/web"])).toMatchObject([
    { state: "fail", detail: expect.stringContaining("stack.process.build[0]") },
  ]);
});

test("the seed is checked too, and each failure is reported", async () => {
  const checks = await looked({ web: { run: ["nothing"] } }, { run: ["seeder"] });
  expect(checks.map(({ state, detail }) => [state, /\((.*)\)/.exec(detail)?.[1]])).toEqual([
    ["fail", "stack.process.services.web.run"],
    ["fail", "stack.seed.run"],
  ]);
});

test("a fixed port in use", async () => {
  const { port } = taken;
  const checks = await looked({ web: { run: ["api"], ports: { 80: { env: "PORT", fixed: port } } } });
  expect(checks).toMatchObject([
    { name: "programs", state: "ok" },
    { name: "ports", state: "fail", detail: expect.stringContaining(`Port ${port}`) },
  ]);
  expect(checks[1]!.remedy).toBeTruthy();
});

test("a stack that starts nothing has no checks", async () => {
  const stack = Stack.parse({ external: { endpoints: { api: { url: "http://127.0.0.1:1" } } } });
  expect(await startChecks(stack, root, {})).toEqual([]);
});
