import type { Comparison } from "../../model/comparison.ts";
import { select } from "../../model/metric.ts";
import { type Run, secondsTaken } from "../../model/run.ts";
import { variance } from "../../stats/samples.ts";
import { benchstat } from "../judge/peers/benchstat.ts";
import { type Condition, CPU, P50 } from "./conditions.ts";
import type { Lab, Setting } from "./lab.ts";

/** One repeat of one condition, as a line of the results. */
export interface Outcome {
  readonly key: string;
  readonly condition: string;
  /** A mode, or `benchstat` for sessions one after the other judged by its rule. */
  readonly way: string;
  /** Metrics called regressed. */
  readonly regressed: readonly string[];
  /** Gate metrics, of all workloads, that were neither shown to be the same nor found to differ. */
  readonly untold?: number;
  /** Whether exactly the expected verdicts were reported. */
  readonly right: boolean;
  /** Estimates of p50 and CPU, log ratios; null where there are none. */
  readonly estimates: Readonly<Record<string, number | null>>;
  /** Sd of one pair's log ratio. */
  readonly spread: Readonly<Record<string, number | null>>;
  readonly pairs: number;
  /** Seconds under load, warm-up included, and altogether, without the wait for other measurements. */
  readonly load: number;
  readonly total: number;
}

/** A paired run of base and head, judged. */
export function beside(lab: Lab, condition: Condition, setting: Setting, key: string, seed: number): Outcome {
  lab.prepare(condition, setting);
  const { comparison, run } = lab.check(seed);
  if (run.duel === undefined) throw new Error(`base was not measured: ${run.fallback}`);
  const gate = comparison.rows.filter(({ kind }) => kind === "gate");
  const regressed = gate.flatMap(({ metric, verdict }) => (verdict === "regressed" ? [metric] : []));
  const untold = gate.filter(({ verdict }) => verdict === "inconclusive").length;
  return {
    key,
    condition: condition.name,
    way: setting.mode,
    regressed,
    untold,
    right: isRight(regressed, condition),
    ...(condition.loads.length > 1
      ? { estimates: {}, spread: {} } // of several workloads there is not one figure
      : {
          estimates: Object.fromEntries(gate.map((row) => [row.metric, estimate(row)])),
          spread: Object.fromEntries([P50, CPU].map((metric) => [metric, spread(run, metric)])),
        }),
    pairs: run.duel.pairs.length,
    load: run.spent.load,
    total: secondsTaken(run.spent),
  };
}

/** A session of base and then one of head, of so many trials each, judged by benchstat's rule. */
export function oneAfterTheOther(
  lab: Lab,
  condition: Condition,
  setting: Setting,
  { key, seed, trials }: { readonly key: string; readonly seed: number; readonly trials: number },
): Outcome {
  lab.prepare(condition, setting);
  const [base, head] = (["base", "head"] as const).map((side) => lab.session(side, trials, seed));
  const regressed = [P50, CPU].filter((metric) => benchstat(values(base!, metric), values(head!, metric)));
  return {
    key,
    condition: condition.name,
    way: "benchstat",
    regressed,
    right: isRight(regressed, condition),
    estimates: {},
    spread: {},
    pairs: trials,
    load: base!.spent.load + head!.spent.load,
    total: secondsTaken(base!.spent) + secondsTaken(head!.spent),
  };
}

const isRight = (regressed: readonly string[], { wanted, spared }: Condition) =>
  !regressed.some((metric) => spared.includes(metric)) &&
  (wanted.length === 0 || wanted.some((metric) => regressed.includes(metric)));

const estimate = ({ evidence }: Comparison["rows"][number]): number | null => evidence?.estimate ?? null;

const values = ({ trials }: Run, metric: string) =>
  trials.flatMap((trial) => (trial.outcome === "ok" ? (select(trial.observed.metrics, metric) ?? []) : []));

function spread({ duel }: Run, metric: string): number | null {
  const ratios = (duel?.pairs ?? []).flatMap((pair) => {
    if (pair.outcome !== "ok") return [];
    const [base, head] = [select(pair.base.metrics, metric), select(pair.head.metrics, metric)];
    return base !== undefined && head !== undefined && base > 0 && head > 0 ? [Math.log(head / base)] : [];
  });
  return ratios.length > 1 ? Math.sqrt(variance(ratios)) : null;
}
