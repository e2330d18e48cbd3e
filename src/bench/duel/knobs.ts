import { say } from "../../dev/command.ts";
import { mean, variance } from "../../stats/samples.ts";
import { type Knobs, P50 } from "./conditions.ts";
import type { Lab, Setting } from "./lab.ts";
import { beside } from "./trial.ts";

/** Microseconds of CPU that are tried first. */
const FIRST = 100;

/** Least and most long runs. */
const RUNS = [3, 12] as const;
/** Standard error that the true change may have at 5 %. */
const SURE = 0.0025;

/**
 * How much CPU makes the median 5 % and 2 % slower: a larger knob is tried, since the work added is proportional to it,
 * in long runs, until they agree.
 *
 * @throws Error where they do not: on such a machine nothing could be said of either change
 */
export function calibrated(lab: Lab, setting: Setting): Knobs {
  const condition = { name: "knob", base: "", head: `recommend.cpu=${FIRST}us`, band: "3%" };
  const tried = { ...condition, wanted: [], spared: [], repeats: {} };
  const seen: number[] = [];
  while (seen.length < RUNS[1]) {
    const outcome = beside(lab, tried, { ...setting, pairs: [40, 40] }, "knob", 1_000 + seen.length);
    const found = outcome.estimates[P50];
    if (found == null) throw new Error("the knob's effect was not seen");
    seen.push(Math.expm1(found));
    say(`${FIRST} µs of CPU: p50 ${(100 * Math.expm1(found)).toFixed(2)} % up`);
    if (seen.length < RUNS[0]) continue;
    const each = mean(seen) / FIRST;
    const amount = (share: number) => `${Math.round(share / each)}us`;
    const error = (0.05 * Math.sqrt(variance(seen) / seen.length)) / mean(seen);
    if (error <= SURE) return { five: amount(0.05), two: amount(0.02) };
  }
  throw new Error(`${RUNS[1]} long runs do not agree on what the knob does: wait for a quieter machine`);
}
