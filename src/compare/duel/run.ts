import type { Comparison, Row, WorkloadSummary } from "../../model/comparison.ts";
import type { DuelRecord, Pairing } from "../../model/duel.ts";
import type { Run } from "../../model/run.ts";
import { row } from "../row.ts";
import { counted, warning } from "../words.ts";
import { type DuelSource, duelCases } from "./cases.ts";
import { DUEL_LEVEL, type DuelPlan, type DuelState, look, opened } from "./duel.ts";
import { duelTest, gateTests, seeing } from "./metrics.ts";
import type { DuelCase } from "./pairs.ts";
import { duelRows } from "./rows.ts";

/** Fewest and most pairs of a paired run: those of the workload that asks for most. */
export const pairRange = (pairings: readonly Pairing[]) => {
  const most = Math.max(...pairings.map(({ pairs }) => pairs[1]));
  return { fewest: Math.min(most, Math.max(...pairings.map(({ pairs }) => pairs[0]))), most };
};

/**
 * What was decided before the first look.
 *
 * @param planned the looks, as they were written down then
 */
export const plannedDuel = (cases: readonly DuelCase[], planned: readonly number[]): DuelPlan => ({
  looks: planned,
  level: DUEL_LEVEL,
  workloads: cases.map((of) => gateTests(of).map(duelTest)),
});

/**
 * The duel of a run, look by look as it was judged while it was measured.
 *
 * A look that was planned and never made (the run ended before) is not made now.
 */
export function replayed(source: DuelSource & { readonly duel: DuelRecord }): {
  readonly cases: readonly DuelCase[];
  readonly plan: DuelPlan;
  readonly state: DuelState;
} {
  const { looks, seen, cut, pairs } = source.duel;
  const cases = duelCases(source);
  const plan = plannedDuel(cases, looks);
  const state = seen.reduce((before, count, i) => {
    const known = duelCases({ ...source, duel: { ...source.duel, pairs: pairs.slice(0, count) } });
    return look(plan, before, seeing(known), cut === i + 1);
  }, opened(plan));
  return { cases, plan, state };
}

/** The rows of a run's duel. */
export function rowsOfDuel(source: DuelSource & { readonly duel: DuelRecord }): Row[] {
  const { cases, plan, state } = replayed(source);
  // One that has a baseline is missed on its account.
  const gone = source.duel.gone?.filter((name) => !source.baselines.has(name)) ?? [];
  return [...duelRows(cases, plan, state), ...gone.map(goneRow)];
}

/** A workload that the change takes away: nothing guards it any more, and somebody should say that this is meant. */
function goneRow(workload: string): Row {
  const about = { kind: "workload", metric: "", subject: { workload, variant: null } } as const;
  return row(about, { verdict: "missing", reason: "base's config has it, and head's does not" }, [
    warning(
      "missing-workload",
      `\`${workload}\` is gone from the config, so nothing guards it.`,
      "If that is meant, say so in the pull request; the next one has no such row.",
    ),
  ]);
}

type Named = Pick<Pairing, "workload" | "variant">;
const is = (a: Named) => (b: Named) => a.workload === b.workload && a.variant === b.variant;

/** Whether a workload and variant was measured beside base. */
export const inDuel = ({ duel }: Run, subject: Named): boolean => duel?.pairings.some(is(subject)) ?? false;

/** An interrupted duel: what was planned is named, and nothing is judged; `told` are named already. */
export function interruptedDuel({ duel }: Run, told: readonly Named[]): Row[] {
  return (duel?.pairings ?? [])
    .filter((pairing) => !told.some(is(pairing)))
    .map((pairing) => {
      const pairs = duel!.pairs.filter(is(pairing)).length;
      return row(
        { kind: "workload", metric: "", subject: pairing },
        { verdict: "invalid", reason: `interrupted after ${counted(pairs, "pair")}; not judged` },
        [warning("interrupted", "The run was interrupted.", "Measure again.")],
      );
    });
}

/** Base, and the stored sessions of workloads that were compared with these. */
export const besideBase = (
  { base }: DuelRecord,
  { sessions }: Comparison["reference"],
): Comparison["reference"] => ({ kind: "base", base, sessions });

/** Figures of head in a duel, whatever was judged, of workloads that were not measured alone as well. */
export const duelSummaries = ({ duel }: Run, alone: readonly Named[]): WorkloadSummary[] =>
  (duel?.pairings ?? []).filter((pairing) => !alone.some(is(pairing))).map((one) => duelSummary(one, duel!));

function duelSummary({ workload, variant }: Pairing, { pairs }: DuelRecord): WorkloadSummary {
  const mine = pairs.filter(is({ workload, variant }));
  const good = mine.flatMap((pair) => (pair.outcome === "ok" ? [pair.head] : []));
  return {
    workload,
    variant,
    trials: mine.length,
    failed: mine.length - good.length,
    requests: good.reduce((sum, { requests }) => sum + requests, 0),
    errors: good.reduce((sum, { errors }) => sum + errors, 0),
    statuses: {},
    timeouts: 0,
    saturated: false,
  };
}
