import { nearest } from "../base/nearest.ts";
import { Workload } from "../model/config.ts";
import { type Metric, select, selector, value } from "../model/metric.ts";
import { type Run, trialsIn } from "../model/run.ts";

/** A gate, budget or expectation whose metric no good trial of its workload has. */
export interface Unmatched {
  readonly workload: string;
  /** As written in the config. */
  readonly selector: string;
  /** The most similar observed selector, or null where none is similar. */
  readonly nearest: string | null;
}

/** The default gate: nobody wrote it, so a metric of it that a stack lacks is no typing error. */
const DEFAULT: readonly string[] = Workload.parse({ k6: "-" }).gate;
/** Statistic suggested for a metric that lacks the configured one. */
const USUAL = { trend: "p50", share: "rate", counter: "rate", gauge: "value" } as const;

/**
 * The metrics that the config judges by and the run lacks, mostly typing errors. A workload without a good trial is
 * left out, because its metrics are not known.
 */
export function unmatched(run: Run): Unmatched[] {
  const trials = trialsIn(run);
  return Object.entries(run.config.resolved.workloads).flatMap(([name, { gate, budgets, expect }]) => {
    const seen = trials.flatMap((trial) =>
      trial.outcome === "ok" && trial.workload === name ? [trial.observed.metrics] : [],
    );
    if (seen.length === 0) return [];
    const observed = new Map(seen.flatMap((metrics) => Object.entries(metrics)));
    const asked = new Set([...gate, ...Object.keys(budgets), ...Object.keys(expect)]);
    return [...asked]
      .filter(
        (text) => !DEFAULT.includes(text) && seen.every((metrics) => select(metrics, text) === undefined),
      )
      .map((text) => ({ workload: name, selector: text, nearest: similar(text, observed) }));
  });
}

/** The most similar selector of an observed metric, with the same statistic where that exists. */
function similar(text: string, metrics: ReadonlyMap<string, Metric>): string | null {
  const wanted = selector(text);
  if (wanted === undefined) return null;
  const name = nearest(wanted.metric, [...metrics.keys()].sort());
  return name === undefined ? null : written(name, metrics.get(name)!, wanted.stat);
}

function written(name: string, metric: Metric, stat: string): string {
  const kept = value(metric, stat) === undefined ? USUAL[metric.kind] : stat;
  return kept === "value" ? name : `${name}.${kept}`;
}
