import { mean } from "./samples.ts";
import { studentSf } from "./student.ts";

/** The definition of a change of level. */
export interface ChangeSettings {
  /** Probability of a cut in a series that never changed. */
  readonly level: number;
  /** Smallest difference of neighbouring levels that matters, in the values' unit, ≥ 0. */
  readonly magnitude: number;
  /** Fewest values of a segment, ≥ 2. */
  readonly least: number;
  /** Fewest values of the first and the last segment, which are cut off by the ends; ≥ `least`. */
  readonly edge: number;
}

/** One change of level. */
export interface Change {
  /** Index of the first value of the new level. */
  readonly at: number;
  /** Means of the segments on both sides, up to the next change or the end. */
  readonly before: number;
  readonly after: number;
  /** Probability of a change as clear as this anywhere in the searched part, had nothing changed. */
  readonly p: number;
}

/**
 * The changes of level in a series, in order.
 *
 * E-divisive (Matteson & James 2014): a part is cut where the energy statistic is largest, and each piece is searched
 * again. Shorter stretches from both ends of a part are searched too, because a rise and a fall hide each other.
 * Significance is by t instead of permutation, as in Hunter (Fleming et al. 2023), but of ranks, and corrected for the
 * search; see the README. Of the changes below `magnitude`, the smallest is undone first.
 *
 * Deterministic, with n² steps per part. Scale and zero of the values have no effect if `magnitude` is scaled with them.
 *
 * @param values in order of time; logs where levels are proportions
 * @throws RangeError for NaN, and for settings out of range
 */
export function changes(values: readonly number[], settings: ChangeSettings): Change[] {
  const { level, least, edge, magnitude } = settings;
  if (!values.every(Number.isFinite)) throw new RangeError("a series with a value that is not a number");
  if (!(least >= 2 && edge >= least)) throw new RangeError(`segments of ${least}, at the ends of ${edge}`);
  if (!(level > 0 && level < 1 && magnitude >= 0))
    throw new RangeError(`a level of ${level}, a magnitude of ${magnitude}`);
  const cuts = new Map<number, number>();
  const parts: [number, number][] = [[0, values.length]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [from, to] = part;
    const cut = clearest(values, from, to, settings);
    if (!cut || cut.p > level) continue;
    cuts.set(cut.at, cut.p);
    parts.push([from, cut.at], [cut.at, to]);
  }
  return large(values, cuts, magnitude);
}

interface Cut {
  readonly at: number;
  readonly p: number;
}

/** The clearest cut of values[from, to); undefined where the part is too short. */
function clearest(values: readonly number[], from: number, to: number, settings: ChangeSettings) {
  const [whole, ...shorter] = stretches(from, to, 2 * settings.least);
  const shares = shorter.length === 0 ? 1 : 2; // half of the level for the whole, half for the others together
  let best = cutOf(values, whole!, settings, shares);
  if (best && best.p <= settings.level) return best;
  for (const stretch of shorter) {
    const cut = cutOf(values, stretch, settings, shares * shorter.length);
    if (cut && (best === undefined || cut.p < best.p)) best = cut;
  }
  return best;
}

/** The cut of a stretch with the largest energy statistic. @param weight tests that share the level */
function cutOf(
  values: readonly number[],
  [from, to]: readonly [number, number],
  { least, edge }: ChangeSettings,
  weight: number,
): Cut | undefined {
  const lowest = Math.max(from + least, edge) - from;
  const highest = Math.min(to - least, values.length - edge) - from;
  if (lowest > highest) return undefined;
  const stretch = values.slice(from, to);
  const at = widest(energies(stretch), lowest, highest);
  return { at: from + at, p: Math.min(1, weight * chance(stretch, at, lowest, highest)) };
}

/** Length of a stretch as a share of the next longer one; with it, a stretch ends within every relevant segment. */
const SHORTER = 0.85;

/** The whole, then ever shorter beginnings and ends. */
function stretches(from: number, to: number, least: number): [number, number][] {
  const found: [number, number][] = [[from, to]];
  for (let n = Math.floor((to - from) * SHORTER); n >= least; n = Math.floor(n * SHORTER)) {
    found.push([from, from + n], [to - n, to]);
  }
  return found;
}

/** Index of the largest of values[low..high]; the first of equals. */
function widest(values: readonly number[], low: number, high: number): number {
  let at = low;
  for (let i = low + 1; i <= high; i++) if (values[i]! > values[at]!) at = i;
  return at;
}

/**
 * The energy statistic of every split into the first t values and the others, at index t (0 at index 0).
 *
 * mk/(m+k) · (2 E|X−Y| − E|X−X′| − E|Y−Y′|) with the mean over distinct pairs on each side (Székely & Rizzo 2004). A side
 * of one value has no pair and counts 0. An outlier moves it less than it moves a mean.
 */
export function energies(values: readonly number[]): number[] {
  const n = values.length;
  const found = [0];
  let left = 0;
  let right = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) right += Math.abs(values[i]! - values[j]!);
  const all = right;
  for (let t = 1; t < n; t++) {
    const moved = values[t - 1]!; // joins the left side
    for (let j = 0; j < t - 1; j++) left += Math.abs(moved - values[j]!);
    for (let j = t; j < n; j++) right -= Math.abs(moved - values[j]!);
    const [m, k] = [t, n - t];
    const within = (sum: number, size: number) => (size > 1 ? (2 * sum) / (size * (size - 1)) : 0);
    const across = (2 * (all - left - right)) / (m * k);
    found.push(((m * k) / n) * (across - within(left, m) - within(right, k)));
  }
  return found;
}

/**
 * Probability of a difference as clear as the one at `at`, at any split of noise from `lowest` to `highest`.
 *
 * Tests ranks, which outliers cannot move. Where the sides do not overlap, ranks do not show the size of the difference,
 * and few ranks cannot be significant. The values themselves are then tested too.
 */
function chance(values: readonly number[], at: number, lowest: number, highest: number): number {
  const n = values.length;
  const path = pathLength(n, lowest, highest);
  const [left, right] = [values.slice(0, at), values.slice(at)];
  const apart = Math.max(...left) < Math.min(...right) || Math.max(...right) < Math.min(...left);
  // Ties reduce the variation of ranks; the p-value still assumes distinct ranks, which is conservative.
  const p = tubeChance(between(ranks(values), at) / ((n * (n * n - 1)) / 12), n, path);
  if (!apart) return p;
  const explained = between(values, at);
  return Math.min(p, tubeChance(explained / (explained + squares(left) + squares(right)), n, path));
}

/**
 * Probability that in normal noise some split along a path of directions explains at least this share of the variation.
 *
 * The largest t over all splits exceeds that of the share where a random direction comes close to the direction of a
 * split. The volume of a tube around the path between directions bounds that probability (Naiman 1986).
 */
function tubeChance(share: number, n: number, path: number): number {
  const rest = Math.max(0, 1 - share);
  const t = rest === 0 ? Number.POSITIVE_INFINITY : Math.sqrt((share * (n - 2)) / rest);
  return Math.min(1, 2 * studentSf(t, n - 2) + (path / Math.PI) * rest ** ((n - 3) / 2));
}

/** Sum of the angles between the directions of neighbouring splits. */
function pathLength(n: number, lowest: number, highest: number): number {
  let sum = 0;
  for (let i = lowest; i < highest; i++) {
    sum += Math.acos(Math.sqrt((i * (n - i - 1)) / ((i + 1) * (n - i))));
  }
  return sum;
}

/** Sum of squares explained by the difference of the two sides' means. */
function between(values: readonly number[], at: number): number {
  const [a, b] = [mean(values.slice(0, at)), mean(values.slice(at))];
  return ((at * (values.length - at)) / values.length) * (a - b) ** 2;
}

/** Sum of squares around the mean. */
function squares(values: readonly number[]): number {
  const centre = mean(values);
  return values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
}

/** Ranks from 1; ties share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  sorted.forEach((v, i) => {
    if (!first.has(v)) first.set(v, i + 1);
    last.set(v, i + 1);
  });
  return values.map((v) => (first.get(v)! + last.get(v)!) / 2);
}

/** The cuts between levels that differ by `magnitude`. Removes the smallest until all do. */
export function large(
  values: readonly number[],
  cuts: ReadonlyMap<number, number>,
  magnitude: number,
): Change[] {
  const places = [...cuts.keys()].sort((a, b) => a - b);
  for (;;) {
    const found = places.map((at, i): Change => {
      const before = mean(values.slice(places[i - 1] ?? 0, at));
      const after = mean(values.slice(at, places[i + 1] ?? values.length));
      return { at, before, after, p: cuts.get(at)! };
    });
    const sizes = found.map(({ before, after }) => Math.abs(after - before));
    const smallest = sizes.indexOf(Math.min(...sizes));
    if (smallest === -1 || sizes[smallest]! >= magnitude) return found;
    places.splice(smallest, 1);
  }
}
