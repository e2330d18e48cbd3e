import { expect, test } from "vitest";
import { redactor } from "../base/redact.ts";
import { exitReason, logTail, oomKills } from "./exits.ts";

test.each<[Parameters<typeof exitReason>, RegExp]>([
  [[{ code: 1, signal: null }, null], /^exit code 1$/],
  [[{ code: 0, signal: null }, true], /^exit code 0$/],
  [[{ code: null, signal: "SIGSEGV" }, true], /^killed by SIGSEGV$/],
  [[{ code: null, signal: "SIGKILL" }, true], /^killed by SIGKILL: the machine ran out of memory/],
  [[{ code: null, signal: "SIGKILL" }, false], /^killed by SIGKILL$/],
  [[{ code: null, signal: "SIGKILL" }, null], /^killed by SIGKILL: perhaps/],
])("%j ended by %s", (how, want) => {
  expect(exitReason(...how)).toMatch(want);
});

test("the end of a log hides secrets and shows control characters", () => {
  expect(logTail(["a \u001b[31mred\u001b[0m\u001b[2J", "key hunter2"], redactor(["hunter2"]))).toBe(
    "\n  its last lines:\n  | a red\\u001b[2J\n  | key ***",
  );
});

test("a very long line is cut, after what is secret in it was hidden", () => {
  const shown = logTail([`${"v".repeat(395)}hunter2, ${"v".repeat(5_000)}`], redactor(["hunter2"]));
  expect(shown).toBe(`\n  its last lines:\n  | ${"v".repeat(395)}***, …`);
});

test("shows the last twenty lines, or says that there are none", () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const shown = logTail(lines, (text) => text).split("\n");
  expect(shown).toHaveLength(22); // an empty line, the title, twenty lines
  expect([shown[2], shown.at(-1)]).toEqual(["  | line 10", "  | line 29"]);
  expect(logTail([], (text) => text)).toContain("printed nothing");
});

test.each([
  ["pgfault 3\noom_kill 17\nfoo 1\n", 17],
  ["oom_kill 0\n", 0],
  ["pgfault 3\nmy_oom_kill 4\n", null],
  ["", null],
])("%j counts %s", (text, want) => {
  expect(oomKills(text)).toBe(want);
});
