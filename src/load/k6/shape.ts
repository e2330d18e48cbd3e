import type { WorkloadFacts } from "../../model/run.ts";
import { type Scenario, type Scenarios, span } from "./options.ts";

/** The tag that tells warm-up and measurement apart, and its values. */
export const PHASE = "steelyard_phase";
export const MEASURED = "measured";
/** The prefix of the names of warm-up scenarios. */
export const WARMUP = "steelyard_warmup";
/** The scenario, and the function of the wrapper, that tells when the warm-up is over. */
export const MARK = "steelyard_mark";

/** Seconds that iterations may take to finish after the load has ended, at most: k6's own default. */
const GRACE = 30;
/** Seconds an iteration-bound scenario may take where the script does not say: k6's own default. */
const LONGEST = 600;
/** Seconds below which k6 refuses constant executors; a ramp from n to n does the same and may be shorter. */
const SHORTEST_CONSTANT = 1;

/** How the length of the measured part is known. */
export type Window =
  /**
   * Constant load over `seconds`. `vus`: VUs of a closed loop that all run over the whole of it, else null.
   * `target`: iterations an open model should start, null for anything else.
   */
  | {
      readonly kind: "constant";
      readonly seconds: number;
      readonly vus: number | null;
      readonly target: number | null;
    }
  /** Only watching tells. */
  | { readonly kind: "watched" };

/** The plan of a trial: k6's scenarios, and its length. */
export interface Plan {
  readonly scenarios: Scenarios;
  readonly window: Window;
  /** Seconds of warm-up. */
  readonly warmup: number;
  /** Planned seconds, warm-up included; null where the number of iterations decides. */
  readonly seconds: number | null;
  /** Seconds after which k6 itself has stopped everything. */
  readonly most: number;
}

/** Which kind of load a script makes. */
export function model(scenarios: Scenarios): WorkloadFacts["model"] {
  const kinds = new Set(
    Object.values(scenarios).map(({ executor }) =>
      executor.endsWith("arrival-rate") ? "open" : executor.endsWith("iterations") ? "iterations" : "closed",
    ),
  );
  return kinds.size === 1 ? [...kinds][0]! : "mixed";
}

/**
 * The scenarios of a script as a warm-up and a measured part.
 *
 * Where all scenarios are constant their length is ours: start times and durations are scaled so that the
 * whole takes `duration`; scenarios that overlap still do. As soon as one has a length of its own (stages, a
 * number of iterations) all keep theirs, because cutting the others would change the mix.
 *
 * @param warmup   seconds of constant load, like the beginning of each scenario's, that are discarded
 * @param duration seconds measured
 */
export function plan(scenarios: Scenarios, { warmup, duration }: { warmup: number; duration: number }): Plan {
  const all = Object.entries(scenarios);
  const settable = all.every(([, { executor }]) => executor.startsWith("constant-"));
  const scale = settable ? duration / Math.max(...all.map(([, one]) => end(one))) : 1;
  const fitted = all.map(([name, one]) => [name, bounded(one, scale)] as const);
  const starts = fitted.map(([, one]) => span(one.startTime, 0));
  const planned: Record<string, Scenario> = {};
  for (const [name, one] of fitted) {
    planned[name] = phased(one, MEASURED, { startTime: ms(warmup + span(one.startTime, 0)) });
    if (warmup === 0) continue;
    planned[`${WARMUP}_${name}`] = phased(beginning(one, warmup), "warmup", { gracefulStop: "0s" });
  }
  planned[MARK] = {
    executor: "per-vu-iterations",
    vus: 1,
    iterations: 1,
    exec: MARK,
    startTime: ms(warmup + Math.min(...starts)),
    maxDuration: "10s",
    gracefulStop: "0s",
  };
  const lengths = fitted.map(([, one]) => one);
  const bound = lengths.some(({ executor }) => executor.endsWith("-iterations"));
  return {
    scenarios: planned,
    warmup,
    window: settable ? window(lengths) : { kind: "watched" },
    seconds: bound ? null : warmup + Math.max(...lengths.map(end)),
    most: warmup + Math.max(...lengths.map((one) => end(one) + span(one.gracefulStop, 0))),
  };
}

/**
 * The scenarios of a script that has stages, in a share of their time: the same ramps, and the scenarios that run
 * with them or after them. Other scripts are as they were: those of constant load have their length from the config.
 */
export function shortened(scenarios: Scenarios, share = 1): Scenarios {
  const all = Object.entries(scenarios);
  if (share === 1 || !all.some(([, { stages }]) => stages)) return scenarios;
  const part = (length: string | null | undefined, otherwise: number) => ms(span(length, otherwise) * share);
  return Object.fromEntries(
    all.map(([name, one]) => [
      name,
      {
        ...one,
        startTime: part(one.startTime, 0),
        ...(one.stages && {
          stages: one.stages.map((stage) => ({ ...stage, duration: part(stage.duration, 0) })),
        }),
        ...(one.executor.startsWith("constant-") && { duration: part(one.duration, 1) }),
      },
    ]),
  );
}

/** Seconds from the start of the load to the end of this scenario's own, late iterations not counted. */
function end(one: Scenario): number {
  const start = span(one.startTime, 0);
  if (one.stages) return start + one.stages.reduce((sum, stage) => sum + span(stage.duration, 0), 0);
  if (one.executor.endsWith("-iterations")) return start + span(one.maxDuration, LONGEST);
  return start + span(one.duration, 1);
}

/** A scenario with its length scaled, everything that bounds it written down, and nothing unset. */
function bounded(one: Scenario, scale: number): Scenario {
  const stop = ms(Math.min(span(one.gracefulStop, GRACE), GRACE));
  const set = Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
  const fitted = { ...set, executor: one.executor, gracefulStop: stop };
  if (one.executor.startsWith("constant-")) {
    const length = span(one.duration, 1) * scale;
    return constant({ ...fitted, startTime: ms(span(one.startTime, 0) * scale) }, length);
  }
  if (one.executor.endsWith("-iterations")) {
    return { ...fitted, maxDuration: ms(span(one.maxDuration, LONGEST)) };
  }
  if (one.executor !== "ramping-vus") return fitted;
  return { ...fitted, gracefulRampDown: ms(Math.min(span(one.gracefulRampDown, GRACE), GRACE)) };
}

/** Load like the beginning of a scenario's for so many seconds, from the start. */
function beginning(one: Scenario, seconds: number): Scenario {
  const { exec, env, tags, options, timeUnit, preAllocatedVUs, maxVUs } = one;
  const common = Object.fromEntries(
    Object.entries({ exec, env, tags, options }).filter(([, value]) => value !== undefined),
  );
  if (one.executor.endsWith("arrival-rate")) {
    const rate = Math.max(1, one.rate ?? one.startRate ?? 0);
    const pool = { timeUnit: timeUnit ?? "1s", preAllocatedVUs: preAllocatedVUs ?? 1 };
    const most = maxVUs === undefined ? {} : { maxVUs };
    return constant({ ...common, executor: "constant-arrival-rate", rate, ...pool, ...most }, seconds);
  }
  const vus = Math.max(1, (one.executor === "ramping-vus" ? one.startVUs : one.vus) ?? 1);
  return constant({ ...common, executor: "constant-vus", vus }, seconds);
}

/** A constant scenario of that length, as a ramp from n to n where it is too short for k6. */
function constant(one: Scenario, seconds: number): Scenario {
  if (seconds >= SHORTEST_CONSTANT) return { ...one, duration: ms(seconds) };
  const { duration: _duration, vus, rate, ...rest } = one;
  const target = rate ?? vus ?? 1;
  const stages = [{ duration: ms(seconds), target }];
  return one.executor === "constant-vus"
    ? { ...rest, executor: "ramping-vus", startVUs: target, stages, gracefulRampDown: "0s" }
    : { ...rest, executor: "ramping-arrival-rate", startRate: target, stages };
}

function phased(one: Scenario, phase: string, more: Partial<Scenario>): Scenario {
  const env = { ...one.env, STEELYARD_PHASE: phase };
  return { ...one, ...more, env, tags: { ...one.tags, [PHASE]: phase } };
}

/** The window of scenarios that are all constant. */
function window(all: readonly Scenario[]): Window {
  const from = Math.min(...all.map((one) => span(one.startTime, 0)));
  const seconds = Math.max(...all.map(end)) - from;
  const open = all.every(({ executor }) => executor.endsWith("arrival-rate"));
  const whole = all.every((one) => span(one.startTime, 0) === from && end(one) === from + seconds);
  const closed = whole && all.every(({ executor }) => executor.endsWith("-vus"));
  return {
    kind: "constant",
    seconds,
    vus: closed ? sum(all.map((one) => one.vus ?? one.startVUs ?? 1)) : null,
    target: open ? sum(all.map(iterations)) : null,
  };
}

/** Iterations that a constant arrival rate should start. */
function iterations(one: Scenario): number {
  const seconds = end(one) - span(one.startTime, 0);
  return ((one.rate ?? one.startRate ?? 0) / span(one.timeUnit, 1)) * seconds;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const ms = (seconds: number) => `${Math.round(seconds * 1000)}ms`;

/**
 * Seconds the measured part lasted: what counts are divided by for a rate.
 *
 * Constant load: its planned length. A closed loop counts every iteration that began within it, and the last of each
 * VU ends later. Where iterations are not short against the length, that overstates the rate. The average busy time of
 * its VUs (sum of iteration durations over VUs) is then the length of the load.
 * It beats the wall time to the end of the last straggler, which one slow answer of fifty would double. For
 * everything else the time from the mark to the beginning of teardown. An aborted load lasted as long as that.
 *
 * @param wall seconds from the mark to teardown
 * @param iterations durations of the measured iterations, seconds: their sum, and the longest
 */
export function measuredSeconds(
  window: Window,
  wall: number,
  { sum: busy, longest }: { readonly sum: number; readonly longest: number },
): number {
  if (window.kind === "watched" || wall < window.seconds - ABORTED) return Math.max(wall, longest, 0.001);
  return window.vus === null ? window.seconds : Math.max(window.seconds, busy / window.vus);
}

/** Seconds by which a constant load must end early to have been aborted: far above k6's own jitter. */
const ABORTED = 0.05;
