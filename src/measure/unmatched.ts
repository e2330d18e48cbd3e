import { distance } from "fastest-levenshtein";
import { Workload } from "../model/config.ts";
import { type Metric, select, selector, value } from "../model/metric.ts";
import { type Run, trialsIn } from "../model/run.ts";

/** A gate, budget or expectation that no good trial of its workload can answer. */
export interface Unmatched {
  readonly workload: string;
  /** As the config has it. */
  readonly selector: string;
  /** The observed selector that is most like it, or null where none is. */
  readonly nearest: string | null;
}

/** The default gate: nobody wrote it, so what of it a stack does not have is no typing error. */
const DEFAULT: readonly string[] = Workload.parse({ k6: "-" }).gate;
/** Share of a name that may be typed otherwise for another one to be offered in its place. */
const ALIKE = 0.4;
/** Statistic offered for a metric that has not the one asked for. */
const USUAL = { trend: "p50", share: "rate", counter: "rate", gauge: "value" } as const;

/**
 * What the config judges by and the run has not: mostly metrics whose name is mistyped. A workload without a
 * good trial is left out, since nothing is known of its metrics.
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
      .map((text) => ({ workload: name, selector: text, nearest: nearest(text, observed) }));
  });
}

/** The selector of an observed metric that is most like this one, its own statistic kept where it can be. */
function nearest(text: string, metrics: ReadonlyMap<string, Metric>): string | null {
  const wanted = selector(text);
  if (wanted === undefined) return null;
  const [first] = [...metrics]
    .map(([name, metric]) => ({ name, metric, edits: distance(wanted.metric, name) }))
    .filter(({ name, edits }) => edits <= ALIKE * Math.max(wanted.metric.length, name.length))
    .sort((a, b) => a.edits - b.edits || (a.name < b.name ? -1 : 1));
  return first === undefined ? null : written(first.name, first.metric, wanted.stat);
}

function written(name: string, metric: Metric, stat: string): string {
  const kept = value(metric, stat) === undefined ? USUAL[metric.kind] : stat;
  return kept === "value" ? name : `${name}.${kept}`;
}
