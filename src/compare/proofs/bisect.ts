import type { BisectDuel, Found } from "../../model/bisect.ts";
import type { Comparison } from "../../model/comparison.ts";
import { change, size } from "../words.ts";

/** The state of a search. Places are numbers: 0 is good, the commits after it follow, the last is bad. */
export type BisectState =
  | { readonly kind: "try"; readonly place: number; readonly between: readonly [good: number, bad: number] }
  /** The first bad commit; the one before it is good. */
  | { readonly kind: "found"; readonly place: number }
  /** The first bad commit is after `good` and at most `bad`; none between them can be tested. */
  | { readonly kind: "left"; readonly good: number; readonly bad: number };

/**
 * Binary search for the first bad place. Where the middle cannot be tested, the nearest place that can is next, as git
 * bisect skips.
 *
 * @param last  place of bad, ≥ 1
 * @param found results of the places tested
 * @throws RangeError where a good place lies after a bad one, which no search of ours produces
 */
export function bisectState(last: number, found: ReadonlyMap<number, Found>): BisectState {
  const places = (what: Found) => [...found].flatMap(([place, one]) => (one === what ? [place] : []));
  const good = Math.max(0, ...places("good"));
  const bad = Math.min(last, ...places("bad"));
  if (!(good < bad)) throw new RangeError(`place ${good} is good, and ${bad} before it is bad`);
  if (bad - good === 1) return { kind: "found", place: bad };
  const middle = Math.floor((good + bad) / 2);
  for (let distance = 0; distance < bad - good; distance++) {
    for (const place of [middle - distance, middle + distance]) {
      if (place > good && place < bad && !found.has(place))
        return { kind: "try", place, between: [good, bad] };
    }
  }
  return { kind: "left", good, bad };
}

/** The result of a duel of good against a commit. */
export interface Finding {
  readonly found: Found;
  readonly how: "shown" | "nearer" | "skipped";
  readonly why: string;
}

/**
 * Classifies a commit: bad where it regressed against good, good where it is shown not to have. Where the most pairs leave
 * it open, the nearer side of the estimate decides. Without an estimate, the commit is skipped.
 *
 * @param whole the estimated change from good to bad, a log ratio; null where it has none
 */
export function finding({ verdict, reason, estimate }: BisectDuel, whole: number | null): Finding {
  if (verdict === "regressed") return { found: "bad", how: "shown", why: reason };
  if (verdict === "unchanged" || verdict === "improved") return { found: "good", how: "shown", why: reason };
  if (verdict !== "inconclusive" || estimate === null || whole === null) {
    return { found: "skip", how: "skipped", why: reason };
  }
  const far = estimate >= whole / 2;
  const why = `not certain: the estimate of ${change(estimate)} is ${far ? "at least" : "less than"} half of the ${size(whole)} between good and bad`;
  return { found: far ? "bad" : "good", how: "nearer", why };
}

/** The result of a duel for the one metric of a search. */
export function duelShown(comparison: Comparison, metric: string, pairs: number): BisectDuel {
  const row = comparison.rows.find((one) => one.kind === "gate" && one.metric === metric);
  const broken = comparison.rows.find(
    ({ kind, verdict }) => kind === "workload" && (verdict === "failed" || verdict === "invalid"),
  );
  const { verdict, reason } = broken ?? row ?? { verdict: "missing", reason: "the metric is absent" };
  const evidence = broken ? null : row?.evidence;
  return {
    verdict,
    reason: reason.slice(0, 8_000),
    pairs,
    run: comparison.run,
    estimate: evidence?.estimate ?? null,
    interval: evidence?.interval ?? null,
  };
}
