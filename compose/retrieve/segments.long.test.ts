import { describe, expect, test } from "vitest";
import { compacted, FULL, type Row, rowsOf, scattered, segment, TABLES, type TableName } from "./segments.ts";

const columns = ["key", "name"];
const rows = (keys: readonly number[]) => keys.map((key): Row => [key, `row ${key}`]);
const keys = (segments: readonly string[]) =>
  segments.flatMap((text) => rowsOf(text).rows.map(([key]) => key));

test.each([
  [[], []],
  [[[]], []],
  [
    [[1, 3], [2], [], [0, 4]],
    [0, 1, 2, 3, 4],
  ],
  [
    [[1, 1], [1]],
    [1, 1, 1],
  ], // a key that is there thrice stays there thrice
])("segments with the keys %j hold %j afterwards", (lists, want) => {
  const out = compacted(lists.map((list) => segment(columns, rows(list))));
  expect(keys(out)).toEqual(want);
  expect(out.length).toBe(want.length === 0 ? 0 : 1);
});

test("no segment is larger than it may be, and all but the last are full", () => {
  const all = Array.from({ length: 2 * FULL + 1 }, (_, key) => key);
  const out = compacted([segment(columns, rows(all.slice(7))), segment(columns, rows(all.slice(0, 7)))]);
  expect(out.map((text) => rowsOf(text).rows.length)).toEqual([FULL, FULL, 1]);
  expect(keys(out)).toEqual(all);
});

test("a segment that lost rows, or whose rows were changed, is not read", () => {
  const whole = segment(columns, rows([1, 2]));
  expect(() => rowsOf(whole.split("\n").slice(0, 2).join("\n"))).toThrow("damaged");
  expect(() => rowsOf(whole.replace("row 2", "row 3"))).toThrow("damaged");
});

describe.each(Object.keys(TABLES) as TableName[])("the demo's %s", (name) => {
  const before = scattered(name);
  test("are the same each time, scattered over many segments, none of them full", () => {
    expect(scattered(name)).toEqual(before);
    expect(before.length).toBe(TABLES[name].segments);
    expect(keys(before).length).toBe(TABLES[name].rows);
    expect(Math.max(...before.map((text) => rowsOf(text).rows.length))).toBeLessThan(FULL);
  });
  test("have the same rows and about the same bytes when they are compacted", () => {
    const after = compacted(before);
    const byKey = (segments: string[]) =>
      segments.flatMap((text) => rowsOf(text).rows).sort(([a], [b]) => a - b);
    expect(byKey(after)).toEqual(byKey(before));
    const bytes = (segments: string[]) => segments.join("").length;
    expect(bytes(after)).toBeLessThan(bytes(before)); // fewer first lines
    expect(bytes(after)).toBeGreaterThan(0.9 * bytes(before));
  });
});
