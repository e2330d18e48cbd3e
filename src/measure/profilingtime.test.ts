import { expect, test } from "vitest";
import type { PairMode } from "../model/noise.ts";
import { aDuelist } from "../testing/plans.ts";
import { fitting, hasTime, MOST_STARTS, type Spent } from "./profilingtime.ts";

interface Timing {
  readonly up: number;
  /** Seconds that a warm-up takes; 2 are planned. */
  readonly warmup?: number;
  readonly block?: number;
  readonly mode?: PairMode;
  readonly isWaiting?: boolean;
  /** Starts that end without a good pair. */
  readonly lost?: readonly number[];
}

/** The pairs of each start, and the seconds of all. */
function spentBy({ up, warmup = 2, block = 2, mode = "request", isWaiting = false, lost = [] }: Timing) {
  const pairs: { start: number; outcome: "ok" | "lost" }[] = [];
  const spent: Spent = { of: aDuelist("shop", 5, { mode, block }), isWaiting, pairs, starts: 0, seconds: 0 };
  const found: number[] = [];
  while (found.length < MOST_STARTS && hasTime(spent)) {
    const start = spent.starts++;
    const n = fitting(spent, up);
    const outcome = lost.includes(start) ? "lost" : "ok";
    for (let pair = 0; pair < n; pair++) pairs.push({ start, outcome });
    spent.seconds += up + warmup + n * block;
    found.push(n);
  }
  return { pairs: found, seconds: spent.seconds };
}

test.each<[string, Timing, readonly number[], number]>([
  ["quick stacks have more starts", { up: 0.5 }, [2, 2, 2, 2, 2, 2], 39],
  ["usual ones four", { up: 4 }, [2, 2, 2, 2], 40],
  ["of which the last has one pair", { up: 5 }, [2, 2, 2, 1], 42],
  ["slow ones three", { up: 8 }, [2, 2, 2], 42],
  ["and of one where there is no time", { up: 30 }, [1, 1, 1], 102],
  ["longer warm-ups count once they are known", { up: 7, warmup: 4 }, [2, 2, 1], 43],
  ["also those of a JVM", { up: 2, warmup: 7 }, [2, 2, 2], 39],
  ["for waits four", { up: 8, isWaiting: true }, [1, 1, 1, 1], 48],
  ["a lost start is made up for", { up: 8, lost: [1] }, [2, 2, 2, 1], 54],
])("%s", (_, timing, pairs, seconds) => {
  const found = spentBy(timing);
  expect(found.pairs).toEqual(pairs);
  expect(found.seconds).toBeCloseTo(seconds, 6);
});

test("whole trials have four starts, of one pair each", () => {
  expect(spentBy({ up: 20, block: 5, mode: "trial" }).pairs).toEqual([1, 1, 1, 1]);
});
