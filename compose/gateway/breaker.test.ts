import { expect, test } from "vitest";
import { type Breaker, breaker, type Ending } from "./breaker.ts";

/** A breaker that opens after three silences for one second, and its clock. */
function three() {
  const clock = { now: 0 };
  return { clock, admit: breaker({ silences: 3, open: 1 }, () => clock.now) };
}
/** Makes attempts one after the other. Returns those that were let through. */
const attempts = (admit: Breaker, ...endings: Ending[]) =>
  endings.map((ending) => {
    const ended = admit();
    ended?.(ending);
    return ended !== null;
  });

test.each([
  [
    ["silent", "silent", "silent", "silent"],
    [true, true, true, false],
  ],
  [["silent", "silent", "answered", "silent", "silent", "silent"], Array(6).fill(true)], // in succession
  [
    ["silent", "silent", "abandoned", "silent", "silent"],
    [true, true, true, true, false],
  ], // proves nothing
  [Array(20).fill("answered"), Array(20).fill(true)],
] as [Ending[], boolean[]][])("attempts that end %j are let through: %j", (endings, want) => {
  expect(attempts(three().admit, ...endings)).toEqual(want);
});

test("after a while one attempt is let through to see, and no second one meanwhile", () => {
  const { clock, admit } = three();
  attempts(admit, "silent", "silent", "silent");
  clock.now = 0.99;
  expect(admit()).toBeNull();
  clock.now = 1;
  const probe = admit();
  expect(probe).not.toBeNull();
  expect(admit()).toBeNull();
  probe?.("silent");
  clock.now = 1.99; // open anew from the probe's end on
  expect(admit()).toBeNull();
  clock.now = 2;
  expect(attempts(admit, "answered", "silent", "silent", "silent", "silent")).toEqual([
    ...Array(4).fill(true),
    false,
  ]);
});

test("a probe that is given up leaves its place to the next one", () => {
  const { clock, admit } = three();
  attempts(admit, "silent", "silent", "silent");
  clock.now = 1;
  expect(attempts(admit, "abandoned", "answered", "silent")).toEqual([true, true, true]);
});

test("attempts that were under way when it opened do not keep it open for longer", () => {
  const { clock, admit } = three();
  const late = [admit(), admit(), admit(), admit()];
  for (const ended of late.slice(0, 3)) ended?.("silent");
  clock.now = 0.9;
  late[3]?.("silent");
  clock.now = 1;
  expect(admit()).not.toBeNull();
});

test("an answer that was on its way closes it", () => {
  const { admit } = three();
  const late = admit();
  attempts(admit, "silent", "silent", "silent");
  expect(admit()).toBeNull();
  late?.("answered");
  expect(admit()).not.toBeNull();
});
