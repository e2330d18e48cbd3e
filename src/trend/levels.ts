import type { ChangePoint, Level } from "../model/chart.ts";
import { changes, large } from "../stats/changes.ts";
import { median } from "../stats/samples.ts";

/** Probability of a change point in a stretch that never changed, and the fewest points of a level. */
const LEVEL = 0.001;
const LEAST = 4;
/**
 * Points searched together; the search takes quadratic time. Stretches overlap by half, so that every change lies well
 * inside one of them.
 */
const STRETCH = 400;
/** Fewest points whose spread is shown as a band. */
const ENOUGH = 5;
/** Standard deviations on each side of 95 % of normal values, and the factor from a MAD to one (Rousseeuw). */
const SIDES = 1.96;
const FROM_MAD = 1.4826;

/** The levels of a series, and its changes. */
export interface Levels {
  readonly levels: Level[];
  readonly changes: ChangePoint[];
}

/**
 * The levels of a series, cut where the machine or the figures changed.
 *
 * @param values in order of time, base units
 * @param breaks positions before which the machine changed; levels are not compared across them
 * @param band smallest change that matters, a log ratio
 */
export function levelsOf(
  values: readonly number[],
  breaks: readonly number[],
  band: number,
  better: "lower" | "higher",
): Levels {
  const scale = scaleOf(values, band);
  const edges = [0, ...breaks, values.length];
  const found: Levels = { levels: [], changes: [] };
  for (const [i, from] of edges.slice(0, -1).entries()) {
    const part = values.slice(from, edges[i + 1]).map(scale.there);
    const cuts = cutsOf(part, scale.magnitude);
    for (const { at, before, after, p } of cuts) {
      found.changes.push({
        at: from + at,
        before: scale.back(before),
        after: scale.back(after),
        worse: after > before === (better === "lower"),
        p,
      });
    }
    const places = [0, ...cuts.map(({ at }) => at), part.length];
    for (const [k, start] of places.slice(0, -1).entries()) {
      const level = levelOf(part.slice(start, places[k + 1]), scale.back);
      if (level) found.levels.push({ from: from + start, to: from + places[k + 1]!, ...level });
    }
  }
  return found;
}

/** The scale of a series: logs where all values have one, so that changes are ratios; else values, with a relative band. */
function scaleOf(values: readonly number[], band: number) {
  if (values.every((v) => v > 0)) return { there: Math.log, back: Math.exp, magnitude: band };
  const size = median(values.length > 0 ? values.map(Math.abs) : [0]);
  return { there: (v: number) => v, back: (v: number) => v, magnitude: Math.expm1(band) * size };
}

function cutsOf(values: readonly number[], magnitude: number) {
  const settings = { level: LEVEL, least: LEAST, edge: LEAST, magnitude };
  if (values.length <= STRETCH) return changes(values, settings);
  const cuts = new Map<number, number>();
  for (let from = 0; from === 0 || from + STRETCH / 2 < values.length; from += STRETCH / 2) {
    for (const { at, p } of changes(values.slice(from, from + STRETCH), settings)) {
      const near = [...cuts.keys()].find((known) => Math.abs(known - from - at) < LEAST);
      if (near !== undefined && cuts.get(near)! <= p) continue;
      if (near !== undefined) cuts.delete(near);
      cuts.set(from + at, p);
    }
  }
  return large(values, cuts, magnitude);
}

function levelOf(part: readonly number[], back: (v: number) => number): Omit<Level, "from" | "to"> | null {
  if (part.length === 0) return null;
  const center = median(part);
  const sd = FROM_MAD * median(part.map((v) => Math.abs(v - center)));
  const band = [back(center - SIDES * sd), back(center + SIDES * sd)] as const;
  return { center: back(center), band: part.length < ENOUGH ? null : band };
}
