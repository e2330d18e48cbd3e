import { looks } from "../../../compare/duel/duel.ts";
import { rejected } from "../../../stats/multiplicity.ts";
import type { MetricName } from "../pull.ts";

/** What one workload's pairs show: ln(head/base) by metric, and how slow a pair was, (ln base + ln head)/2. */
export interface Pairs {
  readonly ratios: Readonly<Record<MetricName, readonly number[]>>;
  readonly levels: Readonly<Record<MetricName, readonly number[]>>;
}

/** One test at one look. */
export interface Figures {
  readonly pWorse: number;
  readonly pBetter: number;
  /** What is compared with the band. */
  readonly estimate: number;
  readonly bounds: readonly [low: number, high: number];
}

/** A way to judge pairs: the rule as it is, or one that might be better. */
export interface Candidate {
  readonly name: string;
  /** Metrics whose tests it makes. */
  readonly gates: readonly MetricName[];
  /** The tests of one workload, always as many. */
  readonly tests: (pairs: Pairs) => readonly Figures[];
  /** Level of each planned look (its pairs). */
  readonly levels: (looks: readonly number[]) => readonly number[];
  /** Smallest change that matters, a log ratio. */
  readonly band: number;
}

export type Verdict = "regressed" | "improved" | "unchanged" | "inconclusive";

/** What a contest came to, [workload][test]. */
export interface Outcome {
  readonly verdicts: readonly (readonly Verdict[])[];
  /** Pairs of each workload. */
  readonly used: readonly number[];
}

/** Pairs from which a workload is given up where no estimate comes near the band. */
const FUTILE_FROM = 20;

/**
 * The duel's looks with another test in them, and without what recordings do not need (floors, starts, lost pairs).
 * With the rule's own test it comes to the duel's verdicts.
 *
 * @param figures the tests of workload w after n pairs
 * @param most    pairs to be had
 */
export function contest(
  candidate: Pick<Candidate, "levels" | "band">,
  figures: (w: number, n: number) => readonly Figures[],
  workloads: number,
  most: number,
): Outcome {
  const planned = looks(most);
  const levels = candidate.levels(planned);
  const verdicts: Verdict[][] = [];
  const used = new Array<number>(workloads).fill(0);
  const open = new Set(used.keys());
  let tests = 0;
  for (const [k, n] of planned.entries()) {
    const seen = new Map([...open].map((w) => [w, figures(w, n)]));
    tests ||= seen.get(0)!.length;
    const flat = (of: (f: Figures) => number) =>
      used.flatMap((_, w) => seen.get(w)?.map(of) ?? new Array<number>(tests).fill(1));
    const worse = rejected(
      flat(({ pWorse }) => pWorse),
      levels[k]!,
    );
    const better = rejected(
      flat(({ pBetter }) => pBetter),
      levels[k]!,
    );
    for (const [w, all] of seen) {
      used[w] = n;
      verdicts[w] = all.map((one, t) => {
        const before = verdicts[w]?.[t];
        const now = verdict(one, candidate.band, worse[w * tests + t]!, better[w * tests + t]!);
        return before === "improved" && now !== "regressed" ? before : now;
      });
      const settled = verdicts[w].every((v) => v === "unchanged" || v === "improved");
      const futile = n >= FUTILE_FROM && all.every(({ estimate }) => Math.abs(estimate) < candidate.band / 2);
      if (settled || futile || verdicts[w].includes("regressed")) open.delete(w);
    }
    if (open.size === 0) break;
  }
  return { verdicts, used };
}

function verdict({ estimate, bounds }: Figures, band: number, worse: boolean, better: boolean): Verdict {
  const found = estimate > 0 ? worse : better;
  if (found && Math.abs(estimate) >= band) return estimate > 0 ? "regressed" : "improved";
  return bounds[0] > -band && bounds[1] < band ? "unchanged" : "inconclusive";
}
