import type { Row } from "../../model/comparison.ts";
import { isItem } from "../../model/item.ts";
import { withoutFalseImprovements } from "../correction.ts";
import { wholeRow } from "../row.ts";
import { advisoryRows } from "./advisory.ts";
import type { DuelPlan, DuelState } from "./duel.ts";
import { duelErrorRows, hardError } from "./errors.ts";
import { duelGateRow, type Ended } from "./gate.ts";
import { gateTests } from "./metrics.ts";
import { type DuelCase, goodPairs } from "./pairs.ts";
import { duelExclusion, fewPairs, pairWarnings } from "./validity.ts";

/**
 * The rows of a duel, workload by workload in the order of the cases: validity first, then errors and checks, the gate,
 * and advisory metrics.
 *
 * @param cases those of `plan`, with all pairs measured
 * @param state after the last look; a workload without a look is shown with its pairs
 */
export function duelRows(cases: readonly DuelCase[], plan: DuelPlan, state: DuelState): Row[] {
  const all = cases.map((of, i): Ended => {
    const ended = state.workloads[i]!;
    const slots = ended.closed === null ? plan.looks.at(-1)! : ended.slots;
    return {
      of,
      state: { ...ended, slots },
      pairs: goodPairs(of.pairs, slots),
      exclusion: duelExclusion(of, slots) ?? fewPairs(of, slots),
    };
  });
  const errors = duelErrorRows(
    cases,
    all.map(({ state, exclusion }) => (exclusion ? null : state.slots)),
  );
  const advisory = advisoryRows(all.map(failedHard), plan);
  const mine = (rows: readonly Row[], { workload, variant }: DuelCase) =>
    rows.filter(isItem({ workload, variant }));
  return withoutFalseImprovements(
    all.flatMap((ended) => {
      const { of } = ended;
      const warnings = pairWarnings(of, ended.state.slots, ended.exclusion);
      const others = mine(advisory, of);
      const gate = gateRows(failedHard(ended), plan, others);
      return [
        ...workloadRow(ended, warnings),
        ...mine(errors, of),
        ...gate.map((one) => ({ ...one, warnings: [...one.warnings, ...warnings] })),
        ...others.filter(({ kind }) => kind === "advisory"),
      ];
    }),
  );
}

/** Excludes a workload with hard errors, because fast failures prove nothing about speed. */
function failedHard(ended: Ended): Ended {
  const exclusion = ended.exclusion ?? hardError(ended.of, ended.state.slots);
  return { ...ended, exclusion };
}

function workloadRow({ of, exclusion }: Ended, warnings: Row["warnings"]): Row[] {
  return exclusion
    ? [wholeRow(of, exclusion.kind, exclusion.reason, [...(exclusion.warnings ?? []), ...warnings])]
    : [];
}

/** The rows of a gate in its order. Metrics that only warn in this mode were judged with the advisory ones. */
function gateRows(ended: Ended, plan: DuelPlan, advisory: readonly Row[]): Row[] {
  const { of, state } = ended;
  const tests = gateTests(of);
  const metrics = of.gate.filter(({ metric }, i) => of.gate.findIndex((g) => g.metric === metric) === i);
  return metrics.flatMap((metric) => {
    const at = tests.findIndex((test) => test.metric === metric.metric);
    const test = at === -1 ? undefined : state.tests[at];
    const own = duelGateRow(ended, metric, test, plan);
    return own ?? advisory.filter((one) => one.kind === "gate" && one.metric === metric.metric);
  });
}
