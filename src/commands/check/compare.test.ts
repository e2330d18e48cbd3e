import { expect, test } from "vitest";
import { aRun } from "../../testing/runs.ts";
import { replay } from "./compare.ts";

test("a run of head alone is replayed without base where the config would bring one", () => {
  const run = aRun({ workloads: { browse: {} } });
  const required = aRun({ workloads: { browse: {} }, policy: { reference: "base" } });
  expect(replay(run)).not.toContain("--no-base");
  expect(replay(required)).toContain("--no-base");
  expect(replay({ ...required, fallback: "base has no config" })).not.toContain("--no-base");
});
