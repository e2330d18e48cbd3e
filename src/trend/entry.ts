import { userError } from "../base/errors.ts";
import type { Comparison, Row } from "../model/comparison.ts";
import { itemKey } from "../model/item.ts";
import { Entry, type Figure, type Result } from "../model/trend.ts";
import { worst } from "../model/verdict.ts";
import { tag } from "../model/versioned.ts";
import { isWork } from "../model/work.ts";
import { interval, meanEstimate } from "../stats/location.ts";
import { median, variance } from "../stats/samples.ts";

/** Most figures per workload and variant in a run, which keeps the file small. */
const MOST_FIGURES = 40;

/** Most workloads and variants of one run, by the format of its file. */
const MOST_RESULTS = 1_000;

/** The facts of a run beyond its comparison. */
export interface Facts {
  readonly author: string | null;
  /** When the commit was made. */
  readonly committed: string | null;
  readonly attempt: number;
  readonly release: string | null;
  readonly link: string | null;
}

/**
 * The history entry of a run; null where nothing was measured.
 *
 * Contains for each workload and variant its gate, metrics with a budget or an expectation, and advisory metrics without
 * tags, at most forty figures.
 */
export function entryOf(comparison: Comparison, facts: Facts): Entry | null {
  const { commit, rows } = comparison;
  const results = groups(rows).flatMap((group): Result[] => {
    const figures = figuresOf(group);
    const { workload, variant } = group[0]!;
    const verdicts = group.filter(({ gates }) => gates).map(({ verdict }) => verdict);
    return figures.length === 0 ? [] : [{ workload, variant, verdict: worst(verdicts), figures }];
  });
  if (results.length === 0) return null;
  if (results.length > MOST_RESULTS) {
    throw userError(`A run of ${results.length} workloads and variants is not kept in the history.`, {
      where: comparison.run,
      remedy: `publish runs of at most ${MOST_RESULTS}: use shards or profiles`,
    });
  }
  return Entry.parse({
    schema: tag("entry"),
    source: "steelyard",
    run: comparison.run,
    at: comparison.at,
    commit:
      commit === null
        ? null
        : { sha: commit.sha, subject: commit.subject, author: facts.author, at: facts.committed },
    attempt: facts.attempt,
    release: facts.release,
    link: facts.link,
    runnerClass: comparison.runnerClass,
    fingerprint: comparison.fingerprint,
    verdict: comparison.overall,
    mde: comparison.mde,
    results,
  });
}

/** Rows of one workload and variant each. */
function groups(rows: readonly Row[]): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = itemKey(row);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}

/** Has no series: a part of another metric, or a count that has a row only where it changed. */
const isPassing = ({ kind, metric }: Row) => kind === "advisory" && (metric.includes("{") || isWork(metric));

/** Gate metrics first, then limits, then the rest. */
const ORDER: readonly Row["kind"][] = ["gate", "budget", "expect", "advisory"];

function figuresOf(rows: readonly Row[]): Figure[] {
  const figures = new Map<string, Figure>();
  for (const kind of ORDER) {
    for (const row of rows.filter((each) => each.kind === kind && each.metric !== "")) {
      const { metric, head, limit, verdict } = row;
      if (head === null || isPassing(row)) continue;
      const known = figures.get(metric);
      const budget = limit?.range ?? null;
      if (known === undefined) figures.set(metric, figureOf(row, budget));
      else if (limit !== null) {
        const isBroken = verdict === "budget" || verdict === "expectation";
        const both = isBroken ? worst([known.verdict ?? verdict, verdict]) : known.verdict;
        figures.set(metric, { ...known, verdict: both, budget: budget ?? known.budget });
      }
    }
  }
  return [...figures.values()].slice(0, MOST_FIGURES);
}

function figureOf(row: Row, budget: Figure["budget"]): Figure {
  const { metric, unit, better, kind, gates, evidence } = row;
  const values = row.head?.values ?? [];
  return {
    metric,
    unit,
    better,
    gate: kind === "gate" && gates,
    value: median(values),
    interval: medianInterval(values),
    n: values.length,
    verdict: row.verdict,
    change: evidence && { estimate: evidence.estimate, interval: evidence.interval },
    band: evidence?.band ?? null,
    budget,
  };
}

/** Probability outside on each side. */
const OUT = 0.025;

/**
 * 95 % interval of a median. For six or more values: the order statistics that the sign test does not reject, which needs
 * no assumption about their distribution. For fewer, where even the extremes would not suffice: t over the logs (over the
 * values where some are not above 0). It always contains the median, because a median lies within one standard deviation
 * of the mean.
 *
 * @returns null for a single value
 */
export function medianInterval(values: readonly number[]): [number, number] | null {
  const n = values.length;
  if (n < 2) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const ends: [number, number] = [sorted[0]!, sorted[n - 1]!];
  if (n > 5) {
    const cut = signCut(n);
    return [sorted[cut]!, sorted[n - 1 - cut]!];
  }
  const logs = sorted.every((v) => v > 0);
  const scale = logs ? sorted.map(Math.log) : sorted;
  if (variance(scale) / n === 0) return ends; // equal up to rounding, or to what a number can hold
  const [low, high] = interval(meanEstimate(scale), OUT);
  return logs ? [Math.exp(low), Math.min(Math.exp(high), Number.MAX_VALUE)] : [low, high];
}

/** Most values to leave out at each end: the largest k with P(Binomial(n, ½) ≤ k) ≤ 0.025. @param n above 5 */
function signCut(n: number): number {
  let term = 0.5 ** n;
  let sum = term;
  let k = 0;
  while (sum + (term * (n - k)) / (k + 1) <= OUT) {
    term *= (n - k) / (k + 1);
    sum += term;
    k++;
  }
  return k;
}
