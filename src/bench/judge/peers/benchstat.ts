import { median } from "../../../stats/samples.ts";
import { exactP, normalP, ranks } from "./ranks.ts";

/** Largest samples for which the exact distribution is used, without and with ties (go-moremath, stats/utest.go). */
const EXACT = 50;
const EXACT_TIED = 9;
/** Fewest values per side at which the tool considers a difference detectable at its level. */
const LEAST = 4;

/**
 * benchstat (golang/perf 712aea8, benchmath/anone.go): a two-sided Mann–Whitney test at p < 0.05 of all trials of both
 * sides, and the new median is higher. No correction for many tests.
 */
export function benchstat(base: readonly number[], head: readonly number[], level = 0.05): boolean {
  if (base.length < LEAST || head.length < LEAST) return false;
  return benchstatP(base, head) < level && median(head) > median(base);
}

/** Its p: exact for small samples, else by the normal approximation; 1 where all values are equal. */
export function benchstatP(base: readonly number[], head: readonly number[]): number {
  const found = ranks(head, base);
  if (found.groups.length === 1) return 1;
  const most = found.groups.some((t) => t > 1) ? EXACT_TIED : EXACT;
  const exact = base.length <= most && head.length <= most;
  return (exact ? exactP : normalP)(found, head.length, base.length);
}
