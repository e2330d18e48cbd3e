import type { Chance } from "../chance.ts";
import { type Environment, session } from "../environments.ts";
import { METRICS, type MetricName, paired, type Trials, WORKLOADS } from "../pull.ts";
import { harmless, type Trial } from "../recorded.ts";
import type { Pairs } from "./contest.ts";

/** Draws the pairs of one harmless pull request, one entry a workload. */
export interface Place {
  readonly name: string;
  readonly draw: (random: Chance, pairs: number) => readonly Pairs[];
}

/**
 * Pull requests from a part of the recorded trials. A window starts anywhere, the same relative place in all
 * workloads, and goes round: where a part is shorter than the window, its trials come a second time, in other pairs.
 * Each pair's order is drawn by itself, so that a trial in two pairs correlates nothing.
 */
export function recordedPlace(
  name: string,
  series: readonly (readonly Trial[])[],
  within: (round: number) => boolean,
): Place {
  const parts = series.map((all) => harmless(all.filter(({ round }) => within(Number(round)))));
  return {
    name,
    draw(random, pairs) {
      const at = random.uniform();
      const window = parts.flatMap((metrics) => {
        const { length: n } = metrics[0]!;
        const from = Math.floor(at * n);
        return metrics.map((values) => Array.from({ length: 2 * pairs }, (_, i) => around(values, from, i)));
      });
      return workloads(window, pairs, random);
    },
  };
}

/** Trial i of a window that goes round; every time round it starts one later, so that other trials are neighbours. */
function around(values: readonly number[], from: number, i: number): number {
  const times = Math.floor(i / (values.length & ~1));
  return values[(from + i + times) % values.length]!;
}

export const simulatedPlace = (environment: Environment): Place => ({
  name: environment.name,
  draw: (random, pairs) => workloads(session(environment, 2 * pairs, random), pairs, random),
});

function workloads(window: Trials, pairs: number, random: Chance): Pairs[] {
  const { base, head } = paired(window, pairs, random);
  return Array.from({ length: WORKLOADS }, (_, w) => {
    const of = (combine: (b: number, h: number) => number) =>
      Object.fromEntries(
        METRICS.map((metric, m) => {
          const t = w * METRICS.length + m;
          return [metric, base[t]!.map((b, i) => combine(b, head[t]![i]!))];
        }),
      ) as Record<MetricName, number[]>;
    return { ratios: of((b, h) => h - b), levels: of((b, h) => (b + h) / 2) };
  });
}
