import type { Warning } from "../model/comparison.ts";
import type { GoodTrial } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { GENERATOR } from "./criteria.ts";
import { share, warning } from "./words.ts";

/** The state of the load generator during a trial or a pair. */
export interface Load {
  readonly iterations: number;
  readonly dropped: number;
  /** Achieved over target rate of an open model; null for a closed one. */
  readonly achieved: number | null;
  /** Share of the generator's own cores in use; null where unknown. */
  readonly busy: number | null;
}

/** The state of the generator in each trial. */
export const loadsOf = (good: readonly GoodTrial[], cores: number): Load[] =>
  good.map(({ observed: { generator, metrics, requests } }) => ({
    iterations: metrics.iterations?.kind === "counter" ? metrics.iterations.count : requests,
    dropped: generator.dropped,
    achieved: generator.achieved,
    busy: generator.cpu === null || generator.wall === 0 ? null : generator.cpu / (generator.wall * cores),
  }));

/** Whether a generator could not keep up in one trial or pair. */
export const isSaturated = (load: Load): boolean => saturatedGenerator([load]) !== undefined;

/** Why a generator could not keep up, and so measured its own limits; undefined where it could. */
export function saturatedGenerator(loads: readonly Load[]): string | undefined {
  const say = (detail: string) => `the load generator was saturated: ${detail}`;
  const dropped = loads.reduce((sum, load) => sum + load.dropped, 0);
  const all = loads.reduce((sum, load) => sum + load.iterations, dropped);
  if (dropped > GENERATOR.dropped * all) return say(`${share(dropped / all)} of the iterations were dropped`);
  const achieved = loads.flatMap((load) => load.achieved ?? []);
  if (achieved.length > 0 && median(achieved) < GENERATOR.achieved) {
    return say(`it reached ${share(median(achieved))} of its target rate`);
  }
  const busy = loads.flatMap((load) => load.busy ?? []);
  if (busy.length > 0 && median(busy) > GENERATOR.busy) {
    return say(`it used ${share(median(busy))} of its cores`);
  }
  return undefined;
}

/** The warning about a generator that could not keep up, with its remedy. */
export const saturatedWarning = (message: string): Warning =>
  warning(
    "generator",
    message,
    "Use a lower rate or more VUs (`preAllocatedVUs`), or a machine with more free cores.",
  );
