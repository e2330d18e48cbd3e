import { mean } from "../../../stats/samples.ts";
import { studentSf } from "../../../stats/student.ts";

/** How Otava (1ceb153) and Nyrkiö (513dd098, src/nyrkio.ts) are set up. */
export const OTAVA = { p: 0.001, magnitude: 0 } as const;
export const NYRKIO = { p: 0.001, magnitude: 0.05 } as const;
/** Points that are searched at once; a history here is shorter. */
const WINDOW = 50;

/**
 * Apache Otava and Nyrkiö (otava/analysis.py, change_point_divisive/): whether the last point starts a new, slower
 * segment of the series.
 *
 * E-divisive after Hunter (Fleming et al. 2023): the candidate with the largest energy statistic of all segments is
 * kept while Student's t-test of its two sides has p < 10 × the level; then the weakest is undone, until every p is
 * under the level and every relative change above the magnitude.
 *
 * @param series past medians and the new one, oldest first; at most 50 are looked at
 */
export function otava(
  series: readonly number[],
  { p, magnitude }: { readonly p: number; readonly magnitude: number } = OTAVA,
): boolean {
  const values = series.slice(-WINDOW);
  const last = values.length - 1;
  const change = changePoints(values, p, magnitude).find(({ at }) => at === last);
  return change !== undefined && change.after > change.before;
}

export interface ChangePoint {
  /** Index of the first value of the new segment. */
  readonly at: number;
  readonly p: number;
  readonly before: number;
  readonly after: number;
}

export function changePoints(values: readonly number[], p: number, magnitude: number): ChangePoint[] {
  const first = p < 0.05 ? 10 * p : p < 0.5 ? 2 * p : p;
  const cuts: number[] = [];
  for (;;) {
    const at = widest(values, cuts);
    if (at === undefined || tested(values, [...cuts, at].sort(ascending), at).p >= first) break;
    cuts.push(at);
    cuts.sort(ascending);
  }
  for (;;) {
    const found = cuts.map((at) => tested(values, cuts, at));
    if (found.length === 0) return [];
    let weakest = found.reduce((a, b) => (b.p > a.p ? b : a));
    if (weakest.p < p) {
      weakest = found.reduce((a, b) => (size(b) < size(a) ? b : a));
      if (size(weakest) > magnitude) return found;
    }
    cuts.splice(cuts.indexOf(weakest.at), 1);
  }
}

const ascending = (a: number, b: number) => a - b;

/** Relative change, seen from the side from which it is larger. */
const size = ({ before, after }: ChangePoint) =>
  Math.max(Math.abs(after / before - 1), Math.abs(before / after - 1));

/** Where, in all segments, the energy statistic of a split of a segment's beginning is largest. */
function widest(values: readonly number[], cuts: readonly number[]): number | undefined {
  let best: { at: number; energy: number } | undefined;
  const edges = [0, ...cuts, values.length];
  for (let s = 0; s + 1 < edges.length; s++) {
    const found = candidate(values.slice(edges[s]!, edges[s + 1]!));
    if (found && (!best || found.energy > best.energy))
      best = { at: edges[s]! + found.at, energy: found.energy };
  }
  return best?.at;
}

/**
 * The split with the largest energy statistic, over all beginnings of a segment (Matteson & James 2014).
 *
 * For X = the first n values and Y = the next m:
 * 2/(m+n) Σ|xᵢ−yⱼ| − 2m/((m+n)(n−1)) Σ|xᵢ−xₖ| − 2n/((m+n)(m−1)) Σ|yⱼ−yₖ|, where a side of one value has no last sum.
 */
export function candidate(z: readonly number[]): { at: number; energy: number } | undefined {
  let best: { at: number; energy: number } | undefined;
  let within = 0; // Σ over pairs of the first `at`
  for (let at = 1; at < z.length; at++) {
    for (let i = 0; i < at - 1; i++) within += Math.abs(z[at - 1]! - z[i]!);
    let [across, beyond] = [0, 0];
    for (let end = at + 1; end <= z.length; end++) {
      const value = z[end - 1]!;
      for (let i = 0; i < at; i++) across += Math.abs(value - z[i]!);
      for (let i = at; i < end - 1; i++) beyond += Math.abs(value - z[i]!);
      const [n, m] = [at, end - at];
      const left = n > 1 ? (m * within) / (n - 1) : 0;
      const right = m > 1 ? (n * beyond) / (m - 1) : 0;
      const energy = (2 / (n + m)) * (across - left - right);
      if (!best || energy > best.energy) best = { at, energy };
    }
  }
  return best;
}

/** Student's two-sample t-test of the segments on both sides of a cut; variances with n, as `np.std` has them. */
function tested(values: readonly number[], cuts: readonly number[], at: number): ChangePoint {
  const place = cuts.indexOf(at);
  const left = values.slice(cuts[place - 1] ?? 0, at);
  const right = values.slice(at, cuts[place + 1] ?? values.length);
  const [before, after] = [mean(left), mean(right)];
  const df = left.length + right.length - 2;
  if (df === 0) return { at, p: 1, before, after };
  const spread = (side: readonly number[], centre: number) =>
    ((side.length - 1) / side.length) * side.reduce((sum, v) => sum + (v - centre) ** 2, 0);
  const pooled = (spread(left, before) + spread(right, after)) / df;
  const se = Math.sqrt(pooled * (1 / left.length + 1 / right.length));
  const difference = Math.abs(after - before);
  const p = difference === 0 ? 1 : se === 0 ? 0 : 2 * studentSf(difference / se, df);
  return { at, p, before, after };
}
