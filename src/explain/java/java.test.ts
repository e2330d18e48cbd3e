import { expect, test } from "vitest";
import { areWritten } from "./java.ts";

test.each<[string, number[], boolean]>([
  ["one process", [20], true],
  ["one that has not written all", [19], false],
  ["Maven has, and the program that it started has not", [20, 19], false],
  ["both", [20, 21], true],
  ["one that ended before", [5, 20], true],
  ["none that ran", [5], false],
  ["none at all", [], false],
])("recordings from 10 to 20 are whole once each process has written them: %s", (_, newest, want) => {
  expect(areWritten(newest, 10, 20)).toBe(want);
});
