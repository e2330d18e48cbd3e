import { type CompareInput, compare } from "../compare/compare.ts";
import type { Baseline } from "../model/baseline.ts";
import { Comparison, type Row } from "../model/comparison.ts";
import type { Run } from "../model/run.ts";

/** The comparison of a run with baselines, by the run's own config; it has passed its schema. */
export function comparing(
  run: Run,
  baselines: readonly Baseline[] = [],
  differs: Partial<CompareInput> = {},
): Comparison {
  return Comparison.parse(
    compare({
      run,
      config: run.config.resolved,
      baselines: new Map(baselines.map((baseline) => [baseline.workload, baseline])),
      classes: [],
      at: run.ended,
      steelyard: "0.1.0",
      replay: ["check"],
      ...differs,
    }),
  );
}

/** The one row of a kind and metric. */
export function found({ rows }: Comparison, kind: Row["kind"], metric = ""): Row {
  const all = rows.filter((row) => row.kind === kind && row.metric === metric);
  if (all.length !== 1) throw new Error(`${all.length} rows of kind ${kind} about "${metric}"`);
  return all[0]!;
}

/** Ten trials around a p50, spread by ±1 %. */
export const TEN = [0.99, 1.01, 0.995, 1.005, 1, 1, 0.99, 1.01, 0.998, 1.002] as const;
export const trialsAt = (p50: number, cpu = 0.0008) => TEN.map((f) => ({ p50: p50 * f, cpu: cpu * f }));
