import { normalCdf } from "../../../stats/normal.ts";

/** Mann and Whitney's statistic of two samples (1947). */
export interface Ranks {
  /** Pairs of a value of each sample of which the first sample's is larger; a tie counts one half. */
  readonly u: number;
  /** How often each different value occurs in both samples together, in ascending order of the values. */
  readonly groups: readonly number[];
}

export function ranks(first: readonly number[], second: readonly number[]): Ranks {
  let u = 0;
  for (const x of first) for (const y of second) u += x > y ? 1 : x === y ? 0.5 : 0;
  const counts = new Map<number, number>();
  for (const v of [...first, ...second]) counts.set(v, (counts.get(v) ?? 0) + 1);
  const groups = [...counts].sort(([a], [b]) => a - b).map(([, count]) => count);
  return { u, groups };
}

const spreads = new Map<string, Float64Array>();

/**
 * Chances of 2U = 0, 1, … 2nm over all ways to tell n of the values from the m others: exact, with ties.
 *
 * Klotz (1966): value by value, how many of its occurrences are of the first sample.
 */
export function spread(n: number, m: number, groups: readonly number[]): Float64Array {
  const tied = groups.some((t) => t > 1);
  const key = tied ? `${n} ${m} ${groups}` : `${n} ${m}`;
  const before = spreads.get(key);
  if (before) return before;
  const width = 2 * n * m + 1;
  // ways[k][2u]: k of the values seen so far are of the first sample, and it beats the second so often.
  let ways = Array.from({ length: n + 1 }, () => new Float64Array(width));
  ways[0]![0] = 1;
  let seen = 0;
  for (const size of groups) {
    const next = Array.from({ length: n + 1 }, () => new Float64Array(width));
    for (let k = 0; k <= Math.min(n, seen); k++) {
      const below = seen - k; // of the second sample
      for (let mine = 0; mine <= Math.min(size, n - k); mine++) {
        const gain = 2 * mine * below + mine * (size - mine);
        const weight = choose(size, mine);
        const [from, to] = [ways[k]!, next[k + mine]!];
        for (let at = 0; at + gain < width; at++) to[at + gain]! += weight * from[at]!;
      }
    }
    ways = next;
    seen += size;
  }
  const all = choose(n + m, n);
  const chances = ways[n]!.map((count) => count / all);
  if (!tied) spreads.set(key, chances);
  return chances;
}

/** Two-sided p of the exact distribution: twice the smaller tail, 1 in the middle. */
export function exactP({ u, groups }: Ranks, n: number, m: number): number {
  const low = Math.min(u, n * m - u);
  if (2 * low === n * m) return 1;
  const chances = spread(n, m, groups);
  let tail = 0;
  for (let at = 0; at <= 2 * low; at++) tail += chances[at]!;
  return Math.min(1, 2 * tail);
}

/** Two-sided p of the normal approximation, with corrections for ties and continuity; NaN where all are equal. */
export function normalP({ u, groups }: Ranks, n: number, m: number): number {
  const all = n + m;
  const ties = groups.reduce((sum, t) => sum + t ** 3 - t, 0);
  const sd = Math.sqrt((n * m * (all + 1 - ties / (all * (all - 1)))) / 12);
  const off = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return sd === 0 ? Number.NaN : Math.min(1, 2 * normalCdf(-off / sd));
}

/** Binomial coefficient. */
export function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) result = (result * (n - i + 1)) / i;
  return Math.round(result);
}
