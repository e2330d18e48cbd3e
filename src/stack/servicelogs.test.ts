import { expect, test } from "vitest";
import { ownTime, startupEvents, timedLines } from "./servicelogs.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:59.250Z warming up", -750],
  ["2026-11-21 11:59:58,5+00:00 INFO warming up", -1500],
  ['{"level":30,"time":1795262399250,"msg":"warm"}'.replace("1795262399250", String(NOON - 750)), -750],
  [`{"ts": ${(NOON - 2000) / 1000}.5}`, -1500],
  // a wrong clock, another day, the future, no date
  ["2026-11-20T11:59:59Z yesterday", undefined],
  ["2026-11-21T12:00:30Z tomorrow", undefined],
  ["order 1795262399250 shipped", undefined],
  ["plain", undefined],
])("the time of %s", (line, want) => {
  expect(ownTime(line, NOON)).toBe(want === undefined ? undefined : NOON + want);
});

test("a line has the time of the first reading that contains all of it; a cut last line is left out", () => {
  const looks = [
    { at: NOON, bytes: 100 },
    { at: NOON + 250, bytes: 106 },
    { at: NOON + 500, bytes: 113 },
  ];
  // "one\n" ends at 104, "tü\n" at 108: after the first reading, within the second
  expect(timedLines("one\ntü\n\nx\ncu", 100, looks)).toEqual([
    { at: NOON + 250, text: "one" },
    { at: NOON + 500, text: "tü" },
    { at: NOON + 500, text: "x" },
  ]);
  expect(timedLines("", 0, looks)).toEqual([]);
  expect(timedLines("a\n", 0, [])).toEqual([]);
});

test("a service is started, then ready; events outside the interval are left out", () => {
  const startupTimes = { api: { began: NOON, ready: 1.5 }, db: { began: NOON - 9_000, ready: 1 } };
  expect(startupEvents(startupTimes, NOON, NOON + 60_000)).toEqual([
    { at: "2026-11-21T12:00:00.000Z", service: "api", kind: "start", text: "" },
    { at: "2026-11-21T12:00:01.500Z", service: "api", kind: "ready", text: "" },
  ]);
});
