import { expect, test } from "vitest";
import type { Finished } from "../../exec/run.ts";
import { mustSucceed, unquoted } from "./cli.ts";

test("the log and the error of a failed call have each line of its output once", () => {
  const lines = Array.from({ length: 15 }, (_, i) => `line ${i}`);
  const done = { code: 1, timedOut: false, stdout: "step 1\n\nstep 2\n", stderr: `${lines.join("\n")}\n` };
  expect(() => mustSucceed(done as Finished, "It failed", {})).toThrow(
    ["It failed.", ...lines.slice(3)].join("\n  | "), // the last 12
  );
  expect(unquoted(done)).toEqual(["step 1", "step 2", "line 0", "line 1", "line 2"]);
});
