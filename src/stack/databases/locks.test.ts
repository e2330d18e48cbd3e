import { expect, test } from "vitest";
import { Looks } from "./locks.ts";

const heard = (...lines: readonly string[]) => {
  const looks = new Looks();
  for (const line of lines) looks.hear(line);
  return Object.fromEntries([...looks.seconds].map(([id, seconds]) => [id, Number(seconds.toFixed(3))]));
};

test("a look stands for the time since the one before it, for each session that waits", () => {
  // As psql 15 prints it.
  const lines = [
    "steelyard 1795692027.940729",
    "steelyard 1795692027.965729 856016159992142510 -7 -7",
    "steelyard 1795692027.990729",
    "steelyard 1795692028.040729 -7\r",
  ];
  expect(heard(...lines)).toEqual({ "856016159992142510": 0.025, "-7": 0.1 });
});

test("a database that stood still has waited for a second, and the first look for no time", () => {
  expect(heard("steelyard 100 1", "steelyard 160 1")).toEqual({ 1: 1 });
});

test.each(["ERROR:  column query_id does not exist", "steelyard", "steelyard now 5", "steelyard 5 a", ""])(
  "the line %j says nothing",
  (line) => expect(heard("steelyard 1", line, "steelyard 1.5 7")).toEqual({ 7: 0.5 }),
);

test("of a database that has not answered nothing is known", () => {
  const looks = new Looks();
  looks.hear("ERROR:  column query_id does not exist");
  expect(looks.known()).toBeUndefined();
  looks.hear("steelyard 1");
  expect(looks.known()).toEqual(new Map());
});

test("a clock that goes back counts for nothing", () => {
  expect(heard("steelyard 10 1", "steelyard 9 1", "steelyard 9.5 1")).toEqual({ 1: 0.5 });
});
