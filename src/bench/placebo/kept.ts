import { stream } from "../../base/random.ts";
import { LEAST_SD } from "../../compare/criteria.ts";
import { duelCases } from "../../compare/duel/cases.ts";
import { type DuelPlan, look, nextLook, opened } from "../../compare/duel/duel.ts";
import { DUEL_LEVEL } from "../../compare/duel/looks.ts";
import { plainSample } from "../../compare/duel/sample.ts";
import { ratiosOf } from "../../compare/history/calibration.ts";
import type { Comparison } from "../../model/comparison.ts";
import { itemName } from "../../model/item.ts";
import type { Run } from "../../model/run.ts";
import { leastSensitive, secondsForPairs } from "../../report/sharper.ts";
import { effectiveStarts } from "../../stats/pair.ts";
import { mean } from "../../stats/samples.ts";
import { startVariances } from "../../stats/starts.ts";
import { grouped } from "../rows.ts";

/** A metric ("items http_req_duration.p50"), and the pairs and seconds that find 5 % in it. */
export interface Forecast {
  readonly metric: string;
  readonly pairs: number;
  readonly seconds: number;
}

/** One comparison, as a line of the results. Its pairs can be judged again. */
export interface Kept {
  readonly key: string;
  readonly service: string;
  /**
   * `five` is 5 % more work, `asked` unchanged code whose time alone is a gate, and `forecast` 5 % more work for as long as
   * that said.
   */
  readonly branch: "same" | "slower" | "five" | "asked" | "forecast";
  /** Whether another program ran at the same time. */
  readonly busy: boolean;
  readonly overall: string;
  /** Gate metrics called regressed, and those left undecided: "items http_req_duration.p50". */
  readonly regressed: readonly string[];
  readonly untold: readonly string[];
  /** Each gate metric's pairs in order: the start, and the log ratio of head over base. */
  readonly pairs: Readonly<Record<string, readonly (readonly [start: number, ratio: number])[]>>;
  readonly looks: readonly number[];
  readonly seconds: Run["spent"];
  /** Of the least sensitive gate metric, by a comparison of unchanged code. */
  readonly forecast?: Forecast;
  readonly contended: number;
}

export function kept(
  { service, branch, busy, key }: Pick<Kept, "service" | "branch" | "busy" | "key">,
  { comparison, run }: { readonly comparison: Comparison; readonly run: Run },
): Kept {
  const gate = comparison.rows.filter(({ kind }) => kind === "gate");
  const forecast = forecastOf(comparison);
  const named = (verdict: string) =>
    gate.flatMap((row) => (row.verdict === verdict ? [`${itemName(row)} ${row.metric}`] : []));
  const { duel, workloads, fingerprint } = run;
  const source = { workloads, fingerprint, config: run.config.resolved, baselines: new Map() };
  const cases = duel === undefined ? [] : duelCases({ ...source, duel });
  const pairs = cases.flatMap((of) =>
    Object.entries(ratiosOf(of)).map(([metric, ratios]) => [
      `${itemName(of)} ${metric}`,
      ratios.map(({ start, ratio }) => [start, ratio] as const),
    ]),
  );
  return {
    key,
    service,
    branch,
    busy,
    overall: comparison.overall,
    regressed: named("regressed"),
    untold: named("inconclusive"),
    pairs: Object.fromEntries(pairs),
    looks: duel?.looks ?? [],
    seconds: run.spent,
    ...(forecast && { forecast }),
    contended: cases.flatMap((of) => of.pairs).filter((pair) => pair.outcome === "ok" && pair.contended)
      .length,
  };
}

/** As the report says it. */
function forecastOf(comparison: Comparison): Forecast | undefined {
  const most = leastSensitive(comparison.rows);
  if (most === undefined) return undefined;
  const { row, n, pairs } = most;
  const seconds = secondsForPairs(comparison.spent, n, pairs);
  return { metric: `${itemName(row)} ${row.metric}`, pairs, seconds };
}

/** Spread of one metric's pairs: within starts, and between them beyond what pairs explain. */
export function spreads(
  pairs: Kept["pairs"][string],
): { within: number; between: number; mean: number } | null {
  const found = startVariances(
    pairs.map(([, ratio]) => ratio),
    pairs.map(([start]) => start),
    LEAST_SD ** 2,
  );
  if (found === null) return null;
  const means = grouped(pairs, ([start]) => `${start}`).map(([, all]) => mean(all.map(([, ratio]) => ratio)));
  return { within: Math.sqrt(found.within), between: Math.sqrt(found.between), mean: mean(means) };
}

/**
 * Whether a comparison would be called regressed with its sides exchanged at random in each start, which unchanged code
 * allows. Where it stays open after all its pairs, the last look is brought forward.
 */
export function exchanged({ pairs, looks }: Kept, seed: number): boolean {
  const next = stream(seed);
  const all = Object.values(pairs).filter((one) => one.length > 0);
  const signs = new Map<number, number>();
  const sign = (start: number) => {
    const known = signs.get(start) ?? (next() < 0.5 ? 1 : -1);
    signs.set(start, known);
    return known;
  };
  return isRegressed(
    all.map((one) => one.map(([start, ratio]) => [start, sign(start) * ratio] as const)),
    looks,
  );
}

/**
 * Whether the pairs of one workload's gate metrics would be called regressed, looked at as planned. Where they end before
 * the last look, that is brought forward.
 */
export function isRegressed(all: readonly Kept["pairs"][string][], looks: readonly number[]): boolean {
  const plan: DuelPlan = {
    looks,
    level: DUEL_LEVEL,
    workloads: [
      all.map(() => ({ band: Math.log1p(0.03), floor: 0, prior: { df: 0, variance: 0 }, startSd: null })),
    ],
  };
  const most = Math.min(...all.map((one) => one.length));
  let state = opened(plan);
  for (let at = nextLook(plan, state); at !== null; at = nextLook(plan, state)) {
    const n = Math.min(at, most);
    const last = n < at || n === most;
    state = look(
      plan,
      state,
      () =>
        all.map((one) => {
          const part = one.slice(0, n);
          const starts = part.map(([start]) => start);
          return plainSample(
            part.map(([, ratio]) => ratio),
            effectiveStarts(starts),
            null,
            starts,
          );
        }),
      last,
    );
    if (last) break;
  }
  return state.workloads[0]!.closed === "regressed";
}
