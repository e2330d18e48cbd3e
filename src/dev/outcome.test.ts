import { expect, test } from "vitest";
import { durations, outcome, type TestFile } from "./outcome.ts";

const file = (name: string, took: number, statuses: readonly string[], message = ""): TestFile => ({
  name,
  message,
  startTime: 1_000,
  endTime: 1_000 + took,
  status: message !== "" || statuses.includes("failed") ? "failed" : "passed",
  assertionResults: statuses.map((status, at) => ({
    status,
    fullName: `test ${at}`,
    failureMessages: status === "failed" ? ["expected 1"] : [],
  })),
});

test("everything is counted once, and each failure has its file", () => {
  const files = [
    file("a.test.ts", 10, ["passed", "failed", "passed"]),
    file("b.itest.ts", 10, ["pending", "todo"]),
  ];
  expect(outcome(1, files)).toEqual({ passed: 2, skipped: 2, failures: ["a.test.ts: test 1\nexpected 1"] });
});

test("a file that does not load is a failure, and so is a runner that ends badly without one", () => {
  expect(outcome(1, [file("a.test.ts", 1, [], "no such module")]).failures).toEqual([
    "a.test.ts: no such module",
  ]);
  expect(outcome(1, [file("a.test.ts", 1, ["passed"])]).failures).toEqual(["the test runner"]);
  expect(outcome(1, []).failures).toEqual(["the test runner"]);
  expect(outcome(0, [file("a.test.ts", 1, ["passed"])]).failures).toEqual([]);
});

test("the slowest files come first, and totals last", () => {
  const files = [file("a.test.ts", 1_500, []), file("b.itest.ts", 20_000, []), file("c.itest.ts", 3_000, [])];
  expect(durations(files, (name) => name.toUpperCase(), 2)).toBe(
    [
      "    20.0 s  B.ITEST.TS",
      "     3.0 s  C.ITEST.TS",
      "     1.5 s  all 1 files of unit tests together",
      "    23.0 s  all 2 files of integration tests together",
      "",
    ].join("\n"),
  );
});
