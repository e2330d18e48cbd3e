import { ENOUGH } from "../criteria.ts";

// The looks of a duel: interim analyses while more pairs may follow. When they are, and how much of the level each may spend.

/** Level of the gate family of a pull request; its looks spend it. */
export const DUEL_LEVEL = 0.01;
/** Planned looks, in pairs: interim analyses while more pairs may follow. */
export const LOOKS = [6, 10, 15, 20, 30];

/** The planned looks, in pairs, and the level that they share. */
export interface LookPlan {
  readonly looks: readonly number[];
  readonly level: number;
}

/**
 * The planned looks: numbers of pairs at which every open workload is judged.
 *
 * @param most   most pairs
 * @param fewest pairs before the first look
 */
export const looks = (most: number, fewest = ENOUGH): number[] => [
  ...LOOKS.filter((n) => n >= fewest && n < most),
  most,
];

/**
 * Starts in a duel of so many pairs, where they do not differ: some before the first look, as many again before the second
 * one, and as many again, of two pairs, before each later one.
 *
 * @param configured starts before the first look
 */
export const startsOf = (most: number, configured: number, fewest = ENOUGH): number =>
  looks(most, fewest).reduce((sum, look, i, all) => {
    const more = look - (all[i - 1] ?? 0);
    const parts = i < 2 ? Math.min(configured, more) : Math.min(configured, Math.floor(more / 2));
    return sum + Math.max(1, parts);
  }, 0);

/**
 * Level of one look. After n of the most pairs, (n/most)² of the level is spent; a look has the part since the planned
 * look before it. A last look that is brought forward has the whole rest.
 *
 * "Unchanged" rests on bounds and needs no level, so keeping the level for late looks costs nothing there. Large
 * regressions are still found early.
 *
 * @param number of the look, from 1; the last one by default
 * @param slots  pairs planned by then
 */
export function levelOf({ level, looks }: LookPlan, number = looks.length, slots = looks.at(-1)!): number {
  const most = looks.at(-1)!;
  const before = looks[number - 2] ?? 0;
  return level * ((slots / most) ** 2 - (before / most) ** 2);
}
