import type { Verdict } from "../model/verdict.ts";
import { clopperPearson } from "../stats/beta.ts";
import type { Count } from "../stats/errors.ts";
import { median } from "../stats/samples.ts";
import { BROKEN, ERRORS, HARD, SIGMAS, TOO_NOISY } from "./criteria.ts";
import type { Rule } from "./rule.ts";

/**
 * Every verdict is decided here, and nowhere else: of a test, of an exact counter, of failures. Looks, rows, stored
 * sessions and pairs call these functions and only differ in how they word the answer.
 */

/** The directions in which the correction for multiple tests rejected "no change". */
export interface Rejections {
  readonly worse: boolean;
  readonly better: boolean;
}

/** The figures of a test that decide. Log ratios or their stand-ins, positive is worse. */
export interface Tested {
  readonly estimate: number;
  /** Both one-sided 95 % bounds. */
  readonly bounds: readonly [low: number, high: number];
  /** Converts an estimate to base units; its sign does not matter. */
  readonly absolute: (estimate: number) => number;
  /** Why the generator could not keep up; absent or null where it could. */
  readonly starved?: string | null;
}

/** A verdict, and the criterion it rests on. */
export type Decision =
  | { readonly verdict: "regressed" | "improved"; readonly by: "band" }
  | { readonly verdict: "unchanged"; readonly by: "small" | "band" | "floor" | "not-worse" }
  | { readonly verdict: "inconclusive"; readonly by: "neither" | "starved" };

/**
 * The verdict of one test.
 *
 * A change needs two answers of yes: it is separable from no change, and it matters, both in proportion (the band) and
 * in absolute terms (the floor). Unchanged is shown, not assumed: both bounds lie within the band, or within the floor.
 * The upper bound alone is enough where the estimate is no improvement of a band. The question is whether head is
 * worse. To show that it is not a little better either would take far longer.
 *
 * Where the generator could not keep up, both sides had the same load, though less than planned: a regression is one all
 * the same, and nothing else is shown.
 */
export function decide(tested: Tested, rule: Pick<Rule, "band" | "floor">, rejections: Rejections): Decision {
  const decision = decideFully(tested, rule, rejections);
  const stands = !tested.starved || decision.verdict === "regressed";
  return stands ? decision : { verdict: "inconclusive", by: "starved" };
}

function decideFully(
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
  if (high < band && estimate > -band) return { verdict: "unchanged", by: "not-worse" };
  return { verdict: "inconclusive", by: "neither" };
}

/** Whether a smallest detectable worsening is so large that a change of four bands would go undetected. */
export const tooNoisy = (mde: number, band: number): boolean =>
  Math.expm1(mde) > TOO_NOISY * Math.expm1(band);

/**
 * The change of an exact counter (bytes, rows, queries per request). It hardly varies, so it needs no test: it changed
 * where it moved by more than the band, the floor, and five standard deviations. Worse by less than the last of these, and
 * by more than the others, is undecided.
 *
 * @param base, head medians, base units
 * @param sd   of single values, base units
 */
export function counterChange(
  { base, head, sd }: { readonly base: number; readonly head: number; readonly sd: number },
  { band, floor, better }: Pick<Rule, "band" | "floor" | "better">,
): {
  readonly verdict: Extract<Verdict, "regressed" | "improved" | "unchanged" | "inconclusive">;
  readonly moved: number;
  readonly allowed: number;
} {
  const moved = head - base;
  const matters = Math.max(Math.abs(base) * Math.expm1(band), floor);
  const allowed = Math.max(matters, SIGMAS * sd);
  const worse = better === "lower" ? moved : -moved;
  if (Math.abs(worse) > allowed) return { verdict: worse > 0 ? "regressed" : "improved", moved, allowed };
  return { verdict: worse > matters ? "inconclusive" : "unchanged", moved, allowed };
}

const share = ({ errors, requests }: Count) => errors / requests;

/**
 * Whether head is broken: failures beyond doubt where base has almost none.
 *
 * @param p one-sided, of "head fails no more often"
 */
export const brokeHard = (base: Count, head: Count, p: number): boolean =>
  share(head) > HARD.head && share(base) < HARD.base && head.errors >= HARD.count && p <= ERRORS.level;

/** Whether a reference fails so often, and unexpectedly, that it proves nothing about head. */
export const brokenReference = (base: Count, declared: boolean): boolean =>
  !declared && base.errors > BROKEN * base.requests;

/**
 * The verdict on failed requests or checks that do not make head broken.
 *
 * @param rejected whether the correction of their family rejected "no more often"
 * @returns also the upper 95 % limit of head's share, and whether an undecided answer gates. Few requests leave room for
 *   failures that nobody saw; that alone does not gate
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
 * The unit for differences where a value is not above 0 and has no logarithm: the median size of the values, or a small
 * constant where all values are 0.
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
