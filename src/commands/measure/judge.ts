import { type DuelSource, duelCases } from "../../compare/duel/cases.ts";
import type { Decided, WorkloadState } from "../../compare/duel/duel.ts";
import { usualInterval } from "../../compare/duel/evidence.ts";
import { pairsToFind, spreadOf, usualPairsToFind } from "../../compare/duel/forecast.ts";
import { looks } from "../../compare/duel/looks.ts";
import { gateTests, isOfCpu, observing } from "../../compare/duel/metrics.ts";
import { repeats } from "../../compare/duel/pairs.ts";
import { type Refusal, refusals } from "../../compare/duel/refusals.ts";
import { pairRange, replayed, rowsOfDuel } from "../../compare/duel/run.ts";
import { absolute, type PairedSample } from "../../compare/duel/sample.ts";
import type { Rule } from "../../compare/rule.ts";
import { difference } from "../../compare/words.ts";
import type { Judge, Open, OpenGate } from "../../measure/judge.ts";
import { changeOf, type Row } from "../../model/comparison.ts";
import type { DuelRecord, PairRecord } from "../../model/duel.ts";
import { type Item, isItem } from "../../model/item.ts";
import { isOfLatency } from "../../model/metric.ts";
import { estimateText } from "../../report/figures.ts";

/** The inputs of a judgement, except the pairs. */
export interface Rules extends Omit<DuelSource, "duel"> {
  readonly duel: Omit<DuelRecord, "pairs" | "seen" | "cut" | "looks">;
}

/** Why a duel by these rules could not say anything; none where it could. */
export function refusalsBy(rules: Rules): Refusal[] {
  const cases = duelCases({ ...rules, duel: { ...rules.duel, pairs: [] } });
  const { pairings, starts, shards } = rules.duel;
  return refusals({ ...pairRange(pairings), cases, starts, shards });
}

/**
 * The decision procedure as the loop asks it. Each look is made by replaying the record so far, as `compare` does
 * later with the whole of it: what ends a measurement is what it is judged by.
 */
export function judgeOf(rules: Rules): Judge {
  const { pairings } = rules.duel;
  const { fewest, most } = pairRange(pairings);
  const planned = looks(most, fewest);
  const seen: number[] = [];
  const after = (pairs: readonly PairRecord[], cut: number | null) =>
    replayed({ ...rules, duel: { ...rules.duel, looks: planned, seen, cut, pairs: [...pairs] } });
  let now = after([], null);
  let before: readonly WorkloadState[] = now.state.workloads;
  const listed = (
    which: (state: WorkloadState, i: number) => boolean,
    why: (i: number) => string,
    more: (i: number) => Omit<Open, "workload" | "variant" | "why"> = () => ({}),
  ) =>
    pairings.flatMap(({ workload, variant }, i): Open[] =>
      which(now.state.workloads[i]!, i) ? [{ workload, variant, why: why(i), ...more(i) }] : [],
    );
  return {
    looks: planned,
    next() {
      const open = listed(
        ({ closed }) => closed === null,
        (i) => whyOpen(gatesOpen(now, i)),
        (i) => ({
          gates: gatesOpen(now, i),
          needed: neededFor(now, i),
          ...(now.state.taken === 0 && { neededUsually: usualPairsToFind(now.plan) }),
          startRatio: startRatioOf(now, i),
        }),
      );
      const pairs = planned[now.state.taken];
      return open.length === 0 || pairs === undefined ? null : { look: now.state.taken + 1, pairs, open };
    },
    repeats(of, pairs, slots, start) {
      const [one] = duelCases({
        ...rules,
        duel: { pairings: pairings.filter(isItem(of)), pairs: [...pairs] },
      });
      const own = pairings.find(isItem(of))?.pairs[1] ?? most;
      return one ? repeats(one.pairs, Math.min(slots, own), own, start) : [];
    },
    look(pairs, last) {
      before = now.state.workloads;
      seen.push(pairs.length);
      now = after(pairs, last ? seen.length : null);
    },
    closed: () =>
      listed(
        ({ closed }, i) => closed !== null && before[i]!.closed === null,
        (i) => ENDS[now.state.workloads[i]!.closed ?? "last"],
      ),
  };
}

/** A workload that became worse or better. */
export interface Changed extends Item {
  /** Whether its latency did and its CPU time did not: waits may explain that. */
  readonly waits: boolean;
}

/** The workloads of which a gate that decides became worse or better, the largest change first. */
export function changedBy(rules: Rules, duel: DuelRecord): Changed[] {
  const changed = rowsOfDuel({ ...rules, duel }).filter((row) => row.gates && changeOf(row) !== 0);
  const sizes = duel.pairings.flatMap((pairing) => {
    const mine = changed.filter(isItem(pairing));
    const { workload, variant } = pairing;
    const has = (is: (metric: string) => boolean) => mine.some(({ metric }) => metric !== null && is(metric));
    const of = { workload, variant, waits: has(isOfLatency) && !has(isOfCpu) };
    return mine.length === 0 ? [] : [{ of, size: Math.max(...mine.map(sizeOf)) }];
  });
  return sizes.sort((a, b) => b.size - a.size).map(({ of }) => of);
}

/** The size of a row's change, a log ratio; exact counts have no test. */
const sizeOf = ({ evidence, base, head }: Row) =>
  Math.abs(evidence ? evidence.estimate : Math.log(head!.center / base!.center));

/** Why nothing more is measured of a workload. */
const ENDS: Readonly<Record<NonNullable<WorkloadState["closed"]>, string>> = {
  regressed: "worse, and settled",
  settled: "settled",
  futile: "ended: no change comes near its band",
  last: "ended at the last look",
  failed: "ended: head is broken",
  invalid: "ended: it cannot be judged",
};

/** The gates that keep a workload open, each with its estimate and the 95 % interval. */
function gatesOpen({ cases, state }: ReturnType<typeof replayed>, at: number): OpenGate[] {
  const gates = gateTests(cases[at]!);
  const { tests, slots } = state.workloads[at]!;
  const seen = observing(cases)(at, slots);
  return tests.flatMap(({ verdict, decided }, t): OpenGate[] => {
    if (verdict !== "inconclusive") return [];
    const { metric, rule } = gates[t]!;
    const sample = typeof seen === "string" ? null : seen[t];
    if (decided === null || !sample) return [{ metric, estimate: null }];
    return [{ metric, estimate: estimated(decided, rule, sample) }];
  });
}

/** "+1.2 % [−0.4, +2.8]" in the metric's own direction; a difference where there is no ratio. */
function estimated({ figures }: Decided, { better, unit }: Rule, { scale }: PairedSample): string {
  const sign = better === "lower" ? 1 : -1;
  const [a, b] = usualInterval(figures);
  const three = [figures.shift, ...(sign > 0 ? [a, b] : [b, a])];
  if (scale.differences) {
    const [change, low, high] = three.map((one) => difference(sign * absolute(scale, one), unit));
    return `${change} [${low}, ${high}]`;
  }
  const [ratio, low, high] = three.map((one) => Math.expm1(sign * one));
  return estimateText({ ratio: ratio!, low: low!, high: high! });
}

/** The open gates in words: "cpu_per_request +1.2 % [−0.4, +2.8], http_req_duration.p50 not seen enough of". */
const whyOpen = (gates: readonly OpenGate[]): string =>
  gates.length === 0
    ? UNSEEN
    : gates
        .slice(0, 2)
        .map(({ metric, estimate }) => `${metric} ${estimate ?? UNSEEN}`)
        .join(", ");
const UNSEEN = "not seen enough of";

/** The pairs that its undecided tests need to find a worsening of 5 %; undefined where nothing tells. */
function neededFor({ plan, state }: ReturnType<typeof replayed>, at: number): number | undefined {
  const needed = state.workloads[at]!.tests.flatMap((test, t) =>
    test.verdict === "inconclusive" ? (pairsToFind(plan.workloads[at]![t]!, test, plan) ?? []) : [],
  );
  return needed.length === 0 ? undefined : Math.max(...needed);
}

/** The largest variance of a start among its undecided tests, in units of that of a pair; undefined where none tells. */
function startRatioOf({ cases, plan, state }: ReturnType<typeof replayed>, at: number): number | undefined {
  const { tests, slots } = state.workloads[at]!;
  const seen = observing(cases)(at, slots);
  const ratios = tests.flatMap(({ verdict }, t) => {
    const sample = typeof seen === "string" ? null : seen[t];
    const spread = verdict === "inconclusive" && spreadOf(plan.workloads[at]![t]!, sample);
    return spread ? [spread.between / spread.within] : [];
  });
  return ratios.length === 0 ? undefined : Math.max(...ratios);
}

/**
 * Looks at the same pairs, and nothing is closed by any of them: everything is measured to the end.
 *
 * @param rules must have at least one pairing
 */
export function throughout(rules: Rules): Judge {
  const { pairings } = rules.duel;
  const { looks: planned, repeats } = judgeOf(rules);
  let taken = 0;
  const open = pairings.map(({ workload, variant }) => ({ workload, variant, why: "measured to the end" }));
  return {
    looks: planned,
    next: () => (planned[taken] === undefined ? null : { look: taken + 1, pairs: planned[taken]!, open }),
    repeats,
    look: () => {
      taken++;
    },
    closed: () => [],
  };
}
