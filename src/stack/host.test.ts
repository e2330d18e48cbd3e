import { expect, test } from "vitest";
import { linuxHost, load, probe, stalled, ticks } from "./host.ts";

test("ticks of a recorded /proc/stat", () => {
  const text = `cpu  61410 205 14112 535892 1530 0 920 78 30 0
cpu0 30000 100 7000 267000 700 0 500 40 15 0
intr 123 0 0
ctxt 456
`;
  // idle 535892 + 1530; the 30 guest ticks are part of the 61410 already
  expect(ticks(text)).toEqual({ idle: 537422, steal: 78, total: 614147 });
});

test("an old kernel without the later columns", () => {
  expect(ticks("cpu  10 0 20 70\n")).toEqual({ idle: 70, steal: 0, total: 100 });
});

test("pressure of a recorded /proc/pressure/cpu is the `some` line's total", () => {
  const text = `some avg10=0.17 avg60=0.53 avg300=0.95 total=60993684
full avg10=0.00 avg60=0.00 avg300=0.00 total=12
`;
  expect(stalled(text)).toBe(60993684);
});

test("load of a recorded /proc/loadavg", () => {
  expect(load("0.73 0.60 0.29 2/153 14018\n")).toBe(0.73);
});

test.each([undefined, "", "garbage", "cpu0 1 2 3 4\n", "cpu  \n", "full avg10=0.00 total=3\n"])(
  "%j has no value, which is null and never 0",
  (text) => {
    expect([ticks(text), stalled(text), load(text)]).toEqual([null, null, null]);
  },
);

test("the probe is a ratio of at least 1, and time advances between two readings", () => {
  const host = linuxHost();
  const before = host.read();
  expect(host.probe()).toBeGreaterThanOrEqual(1);
  const after = host.read();
  expect(after.at - before.at).toBeGreaterThan(0.0079); // seconds: the spin alone takes 0.008
  if (before.ticks && after.ticks) expect(after.ticks.total).toBeGreaterThanOrEqual(before.ticks.total);
});

test.each([
  ["an idle host", 1, 4000, 1],
  ["an idle host with a fine clock", 1, 1, 1],
  ["half of a core for others", 0.5, 4000, 2],
  ["a fifth of a core for us, until the probe gives up", 0.2, 4000, 5],
])("the probe on %s, whenever it begins", (_, share, tick, want) => {
  for (let phase = 0; phase < 8; phase += 0.37) {
    let now = 100 + phase; // each look at the clock takes 10 µs
    const wall = () => {
      now += 0.01;
      return now;
    };
    const cpu = () => Math.floor((wall() * share * 1000) / tick) * tick;
    expect(probe(wall, cpu)).toBeCloseTo(want, 1);
  }
});

test("a clock that stands still is no answer", () => {
  let now = 0;
  expect(
    probe(
      () => ++now,
      () => 7,
    ),
  ).toBeNull();
});
