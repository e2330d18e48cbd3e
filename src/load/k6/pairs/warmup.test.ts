import { expect, test } from "vitest";
import { type Piece, Warmup } from "./warmup.ts";

/** So many times as many iterations, that none of them are chance. */
const MANY = 1e4;

/** A piece of so many iterations in so many seconds; `cpu` are microseconds of an iteration on each side. */
const loaded = (
  iterations: number,
  seconds: number,
  cpu?: readonly [number, number],
  samePace = true,
): Piece => {
  const spent = (each: number) => (each / 1e6) * iterations;
  const use = cpu && { cpu: { base: spent(cpu[0]), head: spent(cpu[1]) }, busiest: null, machine: null };
  return { iterations, seconds, use: use ?? null, samePace, seen: null };
};

/** Seconds of every piece until it is over, and whether it was too short, where its pieces have these paces. */
function course(seconds: number, paces: (piece: number) => number): { pieces: number[]; short: boolean } {
  const warmup = new Warmup(seconds);
  const pieces: number[] = [];
  for (let piece = warmup.next(); piece > 0; piece = warmup.next()) {
    pieces.push(piece);
    warmup.loaded(loaded(paces(pieces.length - 1) * MANY * piece, MANY * piece));
  }
  return { pieces, short: warmup.short };
}

test.each<[string, number, (piece: number) => number, number[], boolean]>([
  ["steady from the start: as planned", 6, () => 100, Array(12).fill(0.5), false],
  ["faster at first, then steady: as planned", 6, (n) => [10, 50, 100][n] ?? 102, Array(12).fill(0.5), false],
  [
    "steady two pieces late: until the first that is no faster",
    ...([2, (n: number) => [10, 20, 40, 80, 160][n] ?? 160] as const),
    ...([Array(6).fill(0.5), false] as [number[], boolean]),
  ],
  ["faster without an end: twice as long, and said", 2, (n) => 2 ** n, Array(8).fill(0.5), true],
  ["slower than before: not a reason to go on", 4, (n) => 100 - n, Array(8).fill(0.5), false],
  [
    "nothing answered in the first piece: the second is no sign",
    4,
    (n) => (n < 3 ? 0 : 9),
    [0.5, 1, 1, 1, 0.5],
    false,
  ],
  ["under two seconds: one piece, whatever it does", 1.9, (n) => 2 ** n, [1.9], false],
  ["a connection's", 0.2, () => 5, [0.2], false],
])("%s", (_, seconds, paces, pieces, short) => {
  expect(course(seconds, paces)).toEqual({ pieces, short });
});

test("a piece that is faster by chance is no reason to go on", () => {
  const goesOn = (iterations: readonly number[]) => {
    const warmup = new Warmup(2);
    for (const n of iterations) warmup.loaded(loaded(n, 0.5));
    return warmup.next() > 0;
  };
  // Of 60 iterations the standard deviation is 8, 13 %: 25 % more is within two of them, 40 % more is not.
  expect([goesOn([60, 60, 60, 75]), goesOn([60, 60, 60, 84])]).toEqual([false, true]);
  // Of 6,000 it is 1.3 %.
  expect([goesOn([6000, 6000, 6000, 6300]), goesOn([6000, 6000, 6000, 6600])]).toEqual([false, true]);
});

/** How many pieces there are where an iteration costs so many microseconds on each side in each of them. */
function pieces(costs: readonly (readonly [number, number])[], iterations: number, samePace = true): number {
  const warmup = new Warmup(4);
  let n = 0;
  for (; warmup.next() > 0; n++)
    warmup.loaded(loaded(iterations, 1.5, costs[Math.min(n, costs.length - 1)], samePace || n !== 1));
  return n;
}

test.each<[string, readonly (readonly [number, number])[], number, number]>([
  ["steady CPU: a sixth of the time planned is enough", [[500, 520]], 900, 2],
  [
    "one side gets cheaper: until it no longer does",
    [
      [500, 900],
      [500, 700],
      [500, 480],
      [500, 470],
    ],
    900,
    5, // two that are no better
  ],
  [
    "both sides get cheaper for longer: goes on",
    [
      [900, 900],
      [800, 600],
      [700, 450],
      [500, 350],
      [400, 250],
      [400, 250],
    ],
    ...([2500, 7] as const),
  ],
  ["few iterations: chance may hide it, so it takes the time planned", [[500, 520]], 90, 5],
])("%s", (_, costs, iterations, expected) => {
  expect(pieces(costs, iterations)).toBe(expected);
});

test("a piece after a change of pace says nothing of the pace, and one more is needed", () => {
  expect(pieces([[500, 500]], 900, false)).toBe(3);
});

test("a further piece can be asked for, up to twice the time planned", () => {
  const warmup = new Warmup(4);
  let n = 0;
  for (; warmup.next(true) > 0; n++) warmup.loaded(loaded(900, 0.5, [500, 500]));
  expect(n).toBe(16);
});

test.each([
  [1000, 0.5],
  [100, 0.6], // 100 show an improvement of a fifth, and so that there are as many, a fifth more are planned
  [50, 1.2],
  [10, 1.5], // a quarter of the time planned
  [0, 1.5],
])("after a first piece of %d iterations the next has %d s", (iterations, seconds) => {
  const warmup = new Warmup(6);
  warmup.loaded(loaded(iterations, 0.5, [500, 500]));
  expect(warmup.next()).toBeCloseTo(seconds, 6);
});

/**
 * The pieces, in seconds, of an open load's warm-up of 6 s, whose iterations cost and take so many microseconds in each.
 *
 * @param drain seconds after a piece until its last iteration has ended
 */
function ofOpen(costs: readonly number[], taken: readonly number[], rate = 1000, drain = 0) {
  const warmup = new Warmup(6, "open");
  const pieces: number[] = [];
  for (let n = 0, piece = warmup.next(); piece > 0; n++, piece = warmup.next()) {
    const at = (all: readonly number[]) => all[Math.min(n, all.length - 1)]!;
    const iterations = rate * piece;
    const seen = { iterations: iterations / 10, ms: (at(taken) * iterations) / 10_000 };
    warmup.loaded({ ...loaded(iterations, piece + drain, [500, at(costs)]), seen });
    pieces.push(piece);
  }
  expect(warmup.short).toBe(false);
  return pieces;
}

test.each<[string, readonly number[], readonly number[], number, number]>([
  ["steady: a sixth of the time planned", [500], [2000], 1000, 1],
  ["one side gets cheaper: until two pieces are no better", [900, 700, 500], [2000], 1000, 2.5],
  ["only faster, as with a cold disk: until then, too", [500], [9000, 4000, 1500], 1000, 2.5],
  [
    "cheaper without an end: no longer than planned",
    Array.from({ length: 99 }, (_, n) => 0.8 ** n),
    [2000],
    1000,
    6,
  ],
  ["few iterations: as planned", [500], [2000], 20, 6],
])("of an open load, %s", (_, costs, taken, rate, seconds) => {
  expect(ofOpen(costs, taken, rate).reduce((a, b) => a + b)).toBeCloseTo(seconds, 6);
});

test.each<[number, number, number[]]>([
  [1000, 0.2, [0.5, 0.5]],
  [1000, 0.4, [0.5, 0.8]], // twice the wait, so that the sides are loaded most of the time
  [1000, 5, [0.5, 5.5]], // twice the wait is more than a quarter of the time planned: all of the rest
  [50, 3, [0.5, 5.5]],
  [20, 0.7, [0.5, 1.5, 1.5, 1.5, 1]],
])("of an open load of %d iterations/s that end up to %d s later, pieces are %j", (rate, drain, pieces) => {
  expect(ofOpen([500], [2000], rate, drain)).toEqual(pieces);
});
