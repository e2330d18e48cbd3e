import { expect, test } from "vitest";
import { apart, coresIn, duetCores, ownCores } from "./cores.ts";

test.each([
  ["0-3", [0, 1, 2, 3]],
  ["0-1,4,6-7", [0, 1, 4, 6, 7]],
  ["5", [5]],
  ["", []],
  ["x-3", []],
])("the list %j", (list, want) => expect(coresIn(list)).toEqual(want));

test.each([
  [[0, 1, 2, 3], 1, { generator: "3", services: "0,1,2" }],
  [[0, 1, 2, 3], 2, { generator: "2,3", services: "0,1" }],
  [[0, 2, 4, 6, 8], 1, { generator: "8", services: "0,2,4,6" }],
  [[0, 1, 2, 3], 3, null], // would leave one core for the services
  [[0, 1, 2], 1, null],
  [[0, 1], 1, null],
  [[], 1, null],
])("from the cores %j, %d for the generator", (cores, wanted, want) => {
  expect(apart(cores, wanted)).toEqual(want);
});

test.runIf(process.platform === "linux")("this process may use at least one core", () => {
  expect(ownCores().length).toBeGreaterThan(0);
});

test.each([
  [[0, 1], { services: "0", generator: "1" }],
  [[2, 3, 7], { services: "2", generator: "3,7" }],
  [[5], null],
  [[], null],
])("a paired run on the cores %j: %j", (cores, want) => {
  expect(duetCores(cores)).toEqual(want);
});
