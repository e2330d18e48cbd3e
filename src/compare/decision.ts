import type { Verdict } from "../model/verdict.ts";
import { clopperPearson } from "../stats/beta.ts";
import type { Count } from "../stats/errors.ts";
import { median } from "../stats/samples.ts";
import { ERRORS, HARD, SIGMAS } from "./criteria.ts";
import type { Rule } from "./rule.ts";

/**
 * Every decision on a verdict, each made here and nowhere else: of a test, of an exact counter, of failures. Looks,
 * rows, stored sessions and pairs all ask these functions; what they print of an answer is their own.
 */

/** What the family's correction rejected of one test. */
export interface Rejections {
  readonly worse: boolean;
  readonly better: boolean;
}

/** A test's figures as far as they decide. Log ratios or their stand-ins, positive is worse. */
export interface Tested {
  readonly estimate: number;
  /** Both one-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  /** What an estimate is in base units; its sign does not count. */
  readonly absolute: (estimate: number) => number;
}

/** A verdict, and what it rests on. */
export type Decision =
  | { readonly verdict: "regressed" | "improved"; readonly by: "band" }
  | { readonly verdict: "unchanged"; readonly by: "small" | "band" | "floor" }
  | { readonly verdict: "inconclusive"; readonly by: "neither" };

/**
 * The verdict of one test.
 *
 * Two questions, both must be answered yes for a change: is it separable from none, and does it matter, in proportion
 * (the band) and in absolute terms (the floor). Unchanged is shown, not assumed: by bounds within the band, or within
 * the floor.
 */
export function decide(
  { estimate, bounds: [low, high], absolute }: Tested,
  { band, floor }: Pick<Rule, "band" | "floor">,
  rejections: Rejections,
): Decision {
  const small = (r: number) => floor > 0 && Math.abs(absolute(r)) <= floor;
  const found = estimate > 0 ? rejections.worse : rejections.better;
  if (found && Math.abs(estimate) >= band) {
    if (small(estimate)) return { verdict: "unchanged", by: "small" };
    return { verdict: estimate > 0 ? "regressed" : "improved", by: "band" };
  }
  if (low > -band && high < band) return { verdict: "unchanged", by: "band" };
  if (small(low) && small(high)) return { verdict: "unchanged", by: "floor" };
  return { verdict: "inconclusive", by: "neither" };
}

/**
 * The change of an exact counter (bytes, rows, queries a request). It hardly varies, so that no test is needed: it
 * changed where it moved by more than the band, the floor, and five times what it ever scattered.
 *
 * @param base, head medians, base units
 * @param sd   of single values, base units
 */
export function counterChange(
  { base, head, sd }: { readonly base: number; readonly head: number; readonly sd: number },
  { band, floor, better }: Pick<Rule, "band" | "floor" | "better">,
): {
  readonly verdict: Extract<Verdict, "regressed" | "improved" | "unchanged">;
  readonly moved: number;
  readonly allowed: number;
} {
  const moved = head - base;
  const allowed = Math.max(Math.abs(base) * Math.expm1(band), SIGMAS * sd, floor);
  const worse = better === "lower" ? moved : -moved;
  const verdict = Math.abs(worse) <= allowed ? "unchanged" : worse > 0 ? "regressed" : "improved";
  return { verdict, moved, allowed };
}

const share = ({ errors, requests }: Count) => errors / requests;

/**
 * Whether head broke: failures beyond any doubt where base has next to none.
 *
 * @param p one-sided, that head fails no more often
 */
export const brokeHard = (base: Count, head: Count, p: number): boolean =>
  share(head) > HARD.head && share(base) < HARD.base && head.errors >= HARD.count && p <= ERRORS.level;

/**
 * The verdict on failures of requests or checks that did not break head outright.
 *
 * @param rejected whether the correction of their family rejected "no more often"
 * @returns also the upper 95 % limit of head's share, and whether an undecided answer gates: few requests leave room for
 *   failures that nobody saw, which alone is no news
 */
export function failureChange(
  base: Count,
  head: Count,
  rejected: boolean,
): {
  readonly verdict: Extract<Verdict, "regressed" | "unchanged" | "inconclusive">;
  readonly most: number;
  readonly gates: boolean;
} {
  const [before, now] = [share(base), share(head)];
  const most = clopperPearson(head.errors, head.requests, 0.05)[1];
  if (rejected && now - before >= ERRORS.points && now >= ERRORS.ratio * before)
    return { verdict: "regressed", most, gates: true };
  const room = Math.max(ERRORS.points, (ERRORS.ratio - 1) * before);
  if (most <= before + room) return { verdict: "unchanged", most, gates: true };
  return { verdict: "inconclusive", most, gates: now > before };
}

/**
 * The size that differences are measured in, where a value is not above 0 and has no logarithm: the values' own median;
 * where everything is 0, a small unit.
 *
 * @param values base units, at least one
 */
export function differenceScale(values: readonly number[], unit: Rule["unit"]): number {
  const sizes = values.map(Math.abs);
  const usual = median(sizes);
  if (usual > 0) return usual;
  const largest = Math.max(...sizes);
  return largest > 0 ? largest : { s: 1e-3, ratio: 0.01, B: 1024, "/s": 1, "1": 1 }[unit];
}
