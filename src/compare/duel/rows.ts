import type { Row } from "../../model/comparison.ts";
import { row } from "../row.ts";
import { honest } from "../settle.ts";
import { advisoryRows } from "./advisory.ts";
import type { DuelPlan, DuelState } from "./duel.ts";
import { duelErrorRows, hardError } from "./errors.ts";
import { duelGateRow, type Ended } from "./gate.ts";
import { gateTests } from "./metrics.ts";
import { type DuelCase, goodPairs } from "./pairs.ts";
import { duelFault, fewPairs, pairWarnings } from "./validity.ts";

/**
 * The rows of a duel, workload by workload in the order of the cases: validity first, then errors and checks, then
 * the gate, then what is advisory.
 *
 * @param cases what `plan` was made of, with all that was measured
 * @param state after the last look; a workload that was never looked at is shown with the pairs that it has
 */
export function duelRows(cases: readonly DuelCase[], plan: DuelPlan, state: DuelState): Row[] {
  const all = cases.map((of, i): Ended => {
    const ended = state.workloads[i]!;
    const slots = ended.closed === null ? plan.looks.at(-1)! : ended.slots;
    return {
      of,
      state: { ...ended, slots },
      pairs: goodPairs(of.pairs, slots),
      fault: duelFault(of, slots) ?? fewPairs(of, slots),
    };
  });
  const errors = duelErrorRows(
    cases,
    all.map(({ state, fault }) => (fault ? null : state.slots)),
  );
  const advisory = advisoryRows(all.map(failedHard), plan);
  const mine = (rows: readonly Row[], { workload, variant }: DuelCase) =>
    rows.filter((row) => row.workload === workload && row.variant === variant);
  return honest(
    all.flatMap((ended) => {
      const { of } = ended;
      const warnings = pairWarnings(of, ended.state.slots);
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

/** Fast failures are never judged: errors come before figures. */
function failedHard(ended: Ended): Ended {
  const fault = ended.fault ?? hardError(ended.of, ended.state.slots);
  return { ...ended, fault };
}

function workloadRow({ of, fault }: Ended, warnings: Row["warnings"]): Row[] {
  if (!fault) return [];
  return [
    row(
      { kind: "workload", metric: "", subject: of },
      { verdict: fault.kind, reason: fault.reason },
      warnings,
    ),
  ];
}

/** The rows of a gate in its order; what only warns in this mode was judged with the advisory metrics. */
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
