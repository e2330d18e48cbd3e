import { expect, test } from "vitest";
import { Ending, parseSchedstat, parseStat } from "./proc.ts";

test("a recorded stat line", () => {
  const line =
    "1234 (node) S 1200 1234 1234 0 -1 4194304 20031 55 3 0 151 42 7 5 20 0 11 0 987654 1093632000 12000 18446744073709551615 1 1 0 0 0 0 0 16781312 134235650 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
  expect(parseStat(line)).toEqual({
    pid: 1234,
    state: "S",
    parent: 1200,
    group: 1234,
    session: 1234,
    cpu: 1.93, // (151 + 42) ticks of 10 ms
    childrenCpu: 0.12, // 7 + 5
    faults: 20_089, // 20031 + 55 of its children, 3 + 0 from a disk
    began: 987654,
  });
});

test.each(["a) b", ") S 1 2 3 (", "a b) R 1", ""])("parses the stat line of a program named %j", (name) => {
  const stat = parseStat(`7 (${name}) Z 1 2 3 0 -1 0 0 0 0 0 10 0 0 0 20 0 1 0 55 0 0\n`);
  expect(stat).toMatchObject({ pid: 7, state: "Z", parent: 1, group: 2, session: 3, cpu: 0.1, began: 55 });
});

test.each(["", "garbage", "12 (cut off", "12 (cut) S 1 2", "(nobody) S 1 2 3"])(
  "%j is not a stat line",
  (text) => {
    expect(parseStat(text)).toBeUndefined();
  },
);

test("a recorded line of schedstat", () => {
  expect(parseSchedstat("859568 11577 2\n")).toEqual({ cpu: 0.000859568, switches: 2 });
  for (const text of [undefined, "", "12 34", "a b c"]) expect(parseSchedstat(text)).toBeUndefined();
});

test("counts of which some end", () => {
  const counts = new Ending<string>();
  const sum = (now: Record<string, number>) => counts.sum(new Map(Object.entries(now)));
  expect(sum({ a: 5, b: 2 })).toBe(7);
  expect(sum({ a: 9 })).toBe(11); // b ended: what was seen of it stays
  expect(sum({ a: 9, b: 1, c: 4 })).toBe(16); // another thread has the number of b
  expect(sum({ a: 3 })).toBe(19); // and another one that of a
  expect(sum({})).toBe(19);
});
