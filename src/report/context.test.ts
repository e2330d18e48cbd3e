import { expect, test } from "vitest";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { context } from "./context.ts";

test.each([
  ["side by side", [tested("unchanged", 10e-3, 10e-3, {}, 0.01, { mode: "request" })], ", side by side"],
  ["in turns", [tested("unchanged", 10e-3, 10e-3, {}, 0.01, { mode: "turns" })], ", one after the other"],
  ["without figures that tell how", [row({ verdict: "invalid", reason: "its pairs were lost" })], ""],
])("a base that was measured %s", (_, rows, how) => {
  const base = { sha: "a".repeat(40), subject: "", ref: "main" };
  const found = context(
    comparison(rows, { reference: { kind: "base", base, sessions: {} } }),
    (text) => text,
  );
  expect(found).toContain(`, compared with base aaaaaaaaa${how}, on bench-8c. `);
});
