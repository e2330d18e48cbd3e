import { userError } from "../../base/errors.ts";
import { seconds } from "../../model/quantity.ts";

/** A stage as k6 prints it: durations are Go's, such as "1m30s". */
export interface Stage {
  readonly duration: string | null;
  readonly target: number | null;
}

/** One scenario as k6 prints it; which fields it has depends on its executor, and null is k6's default. */
export interface Scenario {
  readonly executor: string;
  readonly exec?: string | null;
  readonly startTime?: string | null;
  readonly gracefulStop?: string | null;
  readonly env?: Readonly<Record<string, string>> | null;
  readonly tags?: Readonly<Record<string, string>> | null;
  readonly options?: unknown;
  readonly vus?: number | null;
  readonly duration?: string | null;
  readonly iterations?: number | null;
  readonly maxDuration?: string | null;
  readonly stages?: readonly Stage[] | null;
  readonly startVUs?: number | null;
  readonly gracefulRampDown?: string | null;
  readonly rate?: number | null;
  readonly startRate?: number | null;
  readonly timeUnit?: string | null;
  readonly preAllocatedVUs?: number | null;
  readonly maxVUs?: number | null;
}
export type Scenarios = Readonly<Record<string, Scenario>>;

export type Threshold =
  | string
  | {
      readonly threshold: string;
      readonly abortOnFail?: boolean | null;
      readonly delayAbortEval?: string | null;
    };
export type Thresholds = Readonly<Record<string, readonly Threshold[]>>;

/** The options of a script as k6 prints them, as far as they matter here. */
export interface Options {
  readonly vus?: number | null;
  readonly duration?: string | null;
  readonly iterations?: number | null;
  readonly stages?: readonly Stage[] | null;
  readonly scenarios?: Scenarios | null;
  readonly thresholds?: Thresholds | null;
  readonly systemTags?: readonly string[] | null;
  readonly setupTimeout?: string | null;
  readonly teardownTimeout?: string | null;
  readonly noSetup?: boolean | null;
  readonly noCookiesReset?: boolean | null;
  readonly noTeardown?: boolean | null;
  /** Addresses by name, in place of those that DNS knows. */
  readonly hosts?: unknown;
}

/** Seconds that setup and teardown may take together; k6's own default is a minute for each. */
export const aroundSpan = (options: Options): number => setupSpan(options) + teardownSpan(options);
export const setupSpan = ({ setupTimeout }: Options): number => span(setupTimeout, AROUND);
export const teardownSpan = ({ teardownTimeout }: Options): number => span(teardownTimeout, AROUND);
const AROUND = 60;

/** Seconds of one of k6's durations; `otherwise` where it is left out. */
export function span(text: string | null | undefined, otherwise: number): number {
  if (text === null || text === undefined) return otherwise;
  const value = /^0[a-zµ]*$/.test(text) ? 0 : seconds(text);
  if (value === undefined) throw new Error(`k6 printed the duration "${text}"`);
  return value;
}

/**
 * The scenarios of a script, its shortcuts (`vus` with `duration`, `stages` or `iterations`) spelled out as k6
 * itself does. Options that say nothing about the load are one VU (or `vus`) in a closed loop, its length ours
 * to set: k6's own default of a single iteration measures nothing.
 *
 * k6 itself has refused options that say it twice.
 *
 * @throws SteelyardError (user) for an executor whose load another program steers
 */
export function scenarios(options: Options, where: string): Scenarios {
  const { vus = null, duration = null, iterations = null } = options;
  const stages = options.stages?.length ? options.stages : null;
  const own = Object.keys(options.scenarios ?? {}).length > 0 ? options.scenarios! : null;
  for (const [name, { executor }] of Object.entries(own ?? {})) {
    if (!EXECUTORS.includes(executor)) {
      throw userError(`The scenario "${name}" has the executor "${executor}", which cannot be measured.`, {
        where,
        remedy: `use one of ${EXECUTORS.join(", ")}`,
      });
    }
  }
  if (own !== null) return own;
  if (iterations !== null) {
    return { default: { executor: "shared-iterations", vus, iterations, maxDuration: duration } };
  }
  if (stages !== null) return { default: { executor: "ramping-vus", startVUs: vus, stages } };
  return { default: { executor: "constant-vus", vus, duration } };
}

const EXECUTORS: readonly string[] = [
  "constant-vus",
  "ramping-vus",
  "constant-arrival-rate",
  "ramping-arrival-rate",
  "shared-iterations",
  "per-vu-iterations",
];
