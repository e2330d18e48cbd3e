import { interval, welchEstimate } from "../../../stats/location.ts";
import { mean, variance } from "../../../stats/samples.ts";

/** Smallest change of the mean that is reported, a ratio. */
const EFFECT = 0.05;

/**
 * Datadog's Single Machine Performance, by the rule that its pull request comments print: the 90 % interval of the
 * change of the mean excludes 0, and the change is at least 5 %. ("And not marked erratic", which is set by hand.) Its
 * code is closed: the interval is taken to be Welch's.
 */
export function smp(base: readonly number[], head: readonly number[]): boolean {
  const change = mean(head) / mean(base) - 1;
  if (change < EFFECT) return false;
  if (variance(base) + variance(head) === 0) return true;
  return interval(welchEstimate(base, head), 0.05)[0] > 0;
}
