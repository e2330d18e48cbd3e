import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../config/read.ts";
import { configOf } from "../../testing/plans.ts";
import { guessChecks, portChecks, scriptChecks } from "./doctor.ts";

test("a script that is missing or a directory is told, with the workload that names it", () => {
  const root = mkdtempSync(join(tmpdir(), "steelyard-doctor-"));
  try {
    writeFileSync(join(root, "good.ts"), "");
    mkdirSync(join(root, "folder.ts"));
    expect(scriptChecks(configOf({ good: {} }), root)).toMatchObject([{ state: "ok", remedy: null }]);
    const checks = scriptChecks(configOf({ good: {}, folder: {}, none: {} }), root);
    expect(checks.map(({ state, detail }) => `${state} ${detail}`)).toEqual([
      "fail folder.ts is no file (workloads.folder.k6)",
      "fail none.ts is no file (workloads.none.k6)",
    ]);
    expect(checks.every(({ remedy }) => remedy)).toBe(true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a fixed port is told, because base and head take turns with it", () => {
  const withPort = (port: string) =>
    readConfig(
      `version: 1
stack:
  process: { services: { web: { run: [node, web.js], ports: { 8080: ${port} } } } }
  endpoints: { api: { service: web, port: 8080 } }
workloads: { browse: { k6: load.js } }
`,
      "steelyard.yml",
    );
  expect(portChecks(withPort("PORT"))).toEqual([]);
  expect(portChecks(withPort("{ env: PORT, fixed: 8080 }"))).toMatchObject([
    { name: "ports", state: "warn", remedy: expect.stringContaining("leave `fixed` out") },
  ]);
});

test("what init was not sure of is told until the comment is gone", async () => {
  const root = mkdtempSync(join(tmpdir(), "steelyard-doctor-"));
  try {
    const text = "stack:\n  # check: the port is a guess\n  url: x # GET / (a.js:1), check: a prefix\n";
    writeFileSync(join(root, "steelyard.yml"), text);
    expect(await guessChecks(root, "steelyard.yml")).toMatchObject([
      { state: "warn", detail: "steelyard.yml:2: the port is a guess" },
      { state: "warn", detail: "steelyard.yml:3: a prefix" },
    ]);
    expect(await guessChecks(root, "none.yml")).toEqual([]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
