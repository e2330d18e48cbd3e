import type { Comparison, Row, WorkloadSummary } from "../../model/comparison.ts";
import { type DuelRecord, machineRecords, type Pairing } from "../../model/duel.ts";
import { byItem, type Item, isItem } from "../../model/item.ts";
import type { Run } from "../../model/run.ts";
import { mergedPercentiles } from "../merged.ts";
import { wholeRow } from "../row.ts";
import { warning } from "../words.ts";
import { type DuelSource, duelCases } from "./cases.ts";
import { type DuelPlan, type DuelState, look, opened } from "./duel.ts";
import { observing, plannedDuel } from "./metrics.ts";
import type { DuelCase } from "./pairs.ts";
import { duelRows } from "./rows.ts";

/** Fewest and most pairs of a paired run: those of the workload with the most. */
export const pairRange = (pairings: readonly Pairing[]) => {
  const most = Math.max(...pairings.map(({ pairs }) => pairs[1]));
  return { fewest: Math.min(most, Math.max(...pairings.map(({ pairs }) => pairs[0]))), most };
};

/**
 * Replays the duel of one machine, look by look as it was judged during the measurement.
 *
 * A planned look that the run did not reach is not made up for.
 */
export function replayed(source: DuelSource & { readonly duel: DuelRecord }): {
  readonly cases: readonly DuelCase[];
  readonly plan: DuelPlan;
  readonly state: DuelState;
} {
  const { seen, cut, pairs } = source.duel;
  const cases = duelCases(source);
  const plan = plannedDuel(cases, source.duel);
  const state = seen.reduce((before, count, i) => {
    const known = duelCases({ ...source, duel: { ...source.duel, pairs: pairs.slice(0, count) } });
    return look(plan, before, observing(known), cut === i + 1);
  }, opened(plan));
  return { cases, plan, state };
}

/** The rows of a run's duel. */
export function rowsOfDuel(source: DuelSource & { readonly duel: DuelRecord }): Row[] {
  const rows = machineRecords(source.duel).flatMap((duel) => {
    const { cases, plan, state } = replayed({ ...source, duel });
    return duelRows(cases, plan, state);
  });
  // A workload with a baseline already has a row for its absence.
  const gone = source.duel.gone?.filter((name) => !source.baselines.has(name)) ?? [];
  const merged = byItem(
    source.duel.pairs.flatMap((pair) => (pair.outcome === "ok" && isMerged(pair) ? [pair] : [])),
  );
  const judged = rows.map((one) => withErrors(one, merged(one)));
  return [...judged, ...gone.map(goneRow)];
}

type GoodRecord = Extract<DuelRecord["pairs"][number], { outcome: "ok" }>;
const isMerged = ({ head }: GoodRecord) =>
  Object.values(head.metrics).some((metric) => metric.kind === "trend" && metric.errors !== undefined);

/** A row of a gate with the largest possible error of its figures, where several generators shared the load. */
function withErrors(one: Row, merged: readonly GoodRecord[]): Row {
  if (one.kind !== "gate" || merged.length === 0) return one;
  const measured = merged.flatMap(({ base, head }) => [base.metrics, head.metrics]);
  const percentiles = mergedPercentiles(measured, { gate: [one.metric], budgets: {} });
  return { ...one, warnings: [...one.warnings, ...percentiles] };
}

/** The row of a workload that the change removes. Nothing checks it any more, so somebody must confirm that. */
function goneRow(workload: string): Row {
  return wholeRow({ workload, variant: null }, "missing", "base's config has it, but head's does not", [
    warning(
      "missing-workload",
      `\`${workload}\` was removed from the config, so it is no longer checked.`,
      "If that is intended, say so in the pull request. Later pull requests will not have this row.",
    ),
  ]);
}

/** Whether a workload and variant was measured side by side with base. */
export const inDuel = ({ duel }: Run, subject: Item): boolean =>
  duel?.pairings.some(isItem(subject)) ?? false;

/** The reference of a paired run: base, and the stored sessions of workloads that were compared with those. */
export const pairedReference = (
  { base }: DuelRecord,
  { sessions }: Comparison["reference"],
): Comparison["reference"] => ({ kind: "base", base, sessions });

/** The counts of head in a duel, independent of any verdict, for workloads that were not also measured alone. */
export const duelSummaries = ({ duel }: Run, alone: readonly Item[]): WorkloadSummary[] =>
  (duel?.pairings ?? [])
    .filter((pairing) => !alone.some(isItem(pairing)))
    .map((one) => duelSummary(one, duel!));

function duelSummary({ workload, variant }: Pairing, { pairs }: DuelRecord): WorkloadSummary {
  const mine = pairs.filter(isItem({ workload, variant }));
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
