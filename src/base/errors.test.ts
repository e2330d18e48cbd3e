import { describe, expect, test } from "vitest";
import {
  environmentError,
  exitOf,
  explain,
  Interrupted,
  interruption,
  SteelyardError,
  userError,
} from "./errors.ts";

describe("exit codes", () => {
  test.each([
    ["the user's", userError("x"), 2],
    ["the environment's", environmentError("x"), 3],
    ["ours", new SteelyardError("bug", "x"), 70],
    ["an error of another class", new TypeError("x"), 70],
    ["a text", "x", 70],
    ["nothing", undefined, 70],
    ["Ctrl-C", new Interrupted("SIGINT"), 130], // 128 + 2
    ["a cancelled job", new Interrupted("SIGTERM"), 143], // 128 + 15
  ])("%s", (_, error, want) => expect(exitOf(error)).toBe(want));
});

describe("messages", () => {
  test("prints what failed, where, the cause and the remedy", () => {
    const error = userError('No baseline for "browse".', {
      where: "baselines/bench/browse.json",
      remedy: "steelyard baseline --only browse",
      cause: new Error("no such file"),
    });
    expect(explain(error)).toBe(
      [
        'No baseline for "browse".',
        "  at baselines/bench/browse.json",
        "  because no such file",
        "  fix: steelyard baseline --only browse",
      ].join("\n"),
    );
  });

  test("prints no line for a missing part", () => {
    expect(explain(environmentError("No Docker."))).toBe("No Docker.");
    expect(explain(userError("Odd.", { cause: "a text" }))).toBe("Odd.\n  because a text");
  });

  test.each([
    ["a bug in Steelyard", new SteelyardError("bug", "impossible")],
    ["anything else", new TypeError("impossible")],
  ])("%s keeps its stack and is not blamed on the user", (_, error) => {
    const text = explain(error);
    expect(text).toMatch(/^This is a bug in steelyard/);
    expect(text).toContain("impossible");
    expect(text).toContain("errors.test.ts");
  });

  test("explains any thrown value", () => {
    expect(explain("a text")).toContain("a text");
    expect(explain(undefined)).toContain("undefined");
    expect(explain(Object.assign(new Error("no stack"), { stack: undefined }))).toContain("no stack");
    expect(explain(new Interrupted("SIGINT"))).toBe("interrupted by SIGINT");
  });
});

test("an error keeps its cause", () => {
  const cause = new Error("below");
  expect(userError("above", { cause }).cause).toBe(cause);
  expect("cause" in userError("above")).toBe(false);
  expect(userError("above")).toBeInstanceOf(Error);
});

test("an aborted signal names the signal that interrupted it", () => {
  expect(interruption(AbortSignal.abort(new Interrupted("SIGINT"))).by).toBe("SIGINT");
  expect(interruption(AbortSignal.abort()).by).toBe("SIGTERM");
});
