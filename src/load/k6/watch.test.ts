import { expect, test } from "vitest";
import { logParser } from "./log.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
/** A line of k6's log as `console.log` makes it. */
const printed = (msg: string) => JSON.stringify({ level: "info", msg, source: "console" });
const said = (...lines: string[]) => {
  const log = logParser(() => {});
  for (const line of lines) log.line(printed(line));
  return log.result();
};

test("a request that the watch tells of", () => {
  const { slow, first } = said(
    `steelyard:slow [${NOON},13250,200,"query",true]`,
    `steelyard:slow [${NOON + 500},900,0,null,false]`,
    `steelyard:first [${NOON + 2},7]`,
    `steelyard:first [${NOON},13250]`,
  );
  expect(slow).toEqual([
    { at: "2026-11-21T12:00:00.000Z", seconds: 13.25, status: 200, name: "query", first: true },
    { at: "2026-11-21T12:00:00.500Z", seconds: 0.9, status: 0, name: null, first: false },
  ]);
  expect(first).toEqual({ at: NOON, seconds: 13.25 }); // the one begun first, not the one told of first
});

test.each([
  "steelyard:slow",
  "steelyard:slow {}",
  "steelyard:slow [1",
  `steelyard:slow ["${NOON}",900,200,null,false]`,
  `steelyard:slow [9e15,900,200,null,false]`,
  `steelyard:slow [${NOON},-1,200,null,false]`,
  `my own steelyard:slow [${NOON},900,200,null,false]`,
  "steelyard:first [null,null]",
])("what a script makes up is no request: %s", (line) => {
  expect(said(line)).toMatchObject({ slow: [], first: null });
});

test("however many there are, the slowest are kept, and no more than are needed", () => {
  const lines = Array.from(
    { length: 1_000 },
    (_, i) => `steelyard:slow [${NOON + i},${300 + i},200,null,false]`,
  );
  const { slow } = said(...lines);
  expect(slow).toHaveLength(100);
  expect(Math.min(...slow.map(({ seconds }) => seconds))).toBe(1.2); // 300 + 900 ms
});
