import { expect, test } from "vitest";
import { Warmup } from "./warmup.ts";

/** So many times as many iterations, that none of them are chance. */
const MANY = 1e4;

/** Seconds of every piece until it is over, and whether it was too short, where its pieces have these paces. */
function course(seconds: number, paces: (piece: number) => number): { pieces: number[]; short: boolean } {
  const warmup = new Warmup(seconds);
  const pieces: number[] = [];
  for (let piece = warmup.next(); piece > 0; piece = warmup.next()) {
    pieces.push(piece);
    warmup.loaded(paces(pieces.length - 1) * MANY * piece, MANY * piece);
  }
  return { pieces, short: warmup.short };
}

test.each<[string, number, (piece: number) => number, number[], boolean]>([
  ["steady from the start: as planned", 6, () => 100, [1.5, 1.5, 1.5, 1.5], false],
  [
    "faster at first, then steady: as planned",
    6,
    (n) => [10, 50, 100][n] ?? 102,
    [1.5, 1.5, 1.5, 1.5],
    false,
  ],
  [
    "steady two pieces late: until the first that is no faster",
    ...([6, (n: number) => [10, 20, 40, 80, 160][n] ?? 160] as const),
    ...([[1.5, 1.5, 1.5, 1.5, 1.5, 1.5], false] as [number[], boolean]),
  ],
  ["faster without an end: twice as long, and said", 2, (n) => 2 ** n, Array(8).fill(0.5), true],
  ["slower than before: not a reason to go on", 4, (n) => 100 - n, [1, 1, 1, 1], false],
  [
    "nothing answered in the first piece: the second is no sign",
    4,
    (n) => (n < 3 ? 0 : 9),
    [1, 1, 1, 1],
    false,
  ],
  ["under two seconds: one piece, whatever it does", 1.9, (n) => 2 ** n, [1.9], false],
  ["a connection's", 0.2, () => 5, [0.2], false],
])("%s", (_, seconds, paces, pieces, short) => {
  expect(course(seconds, paces)).toEqual({ pieces, short });
});

test("a piece that is faster by chance is no reason to go on", () => {
  const goesOn = (iterations: readonly number[]) => {
    const warmup = new Warmup(6);
    for (const n of iterations) warmup.loaded(n, 1.5);
    return warmup.next() > 0;
  };
  // Of 60 iterations the standard deviation is 8, 13 %: 25 % more is within two of them, 40 % more is not.
  expect([goesOn([60, 60, 60, 75]), goesOn([60, 60, 60, 84])]).toEqual([false, true]);
  // Of 6,000 it is 1.3 %.
  expect([goesOn([6000, 6000, 6000, 6300]), goesOn([6000, 6000, 6000, 6600])]).toEqual([false, true]);
});
