import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configOf } from "../../testing/plans.ts";
import { scriptChecks } from "./doctor.ts";

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
