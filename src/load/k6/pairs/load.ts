import { type Options, type Scenario, type Scenarios, span } from "../options.ts";

/** A load that can be cut into blocks. */
export type Load = { readonly name: string; readonly scenario: Scenario } & (
  | /** VUs that ask again as soon as they have an answer. */
  { readonly kind: "closed"; readonly vus: number }
  /** So many iterations a second, whatever comes back. */
  | { readonly kind: "open"; readonly rate: number }
);

/**
 * The load of a script as one that lasts as long as we like, or in words why it cannot be one. A number of
 * iterations is a closed loop as well: its VUs do in a block what they would do in the whole.
 */
export function load(scenarios: Scenarios, { minIterationDuration }: Options = {}): Load | string {
  if (span(minIterationDuration, 0) > 0) return "it sets minIterationDuration, which would delay each block";
  const [first, ...others] = Object.entries(scenarios);
  if (first === undefined || others.length > 0) {
    return `it has ${others.length + 1} scenarios, whose mix only whole trials keep`;
  }
  const [name, scenario] = first;
  const { executor } = scenario;
  if (executor === "constant-arrival-rate") {
    return { kind: "open", name, scenario, rate: (scenario.rate ?? 0) / span(scenario.timeUnit, 1) };
  }
  if (executor === "constant-vus" || executor.endsWith("-iterations")) {
    return { kind: "closed", name, scenario, vus: scenario.vus ?? 1 };
  }
  return `its scenario "${name}" is a ${executor}, whose course only whole trials keep`;
}

/** The scenario of a load without an end of its own, run by this function of the wrapper. */
export function endless({ kind, scenario }: Load, exec: string, seconds: number): Scenario {
  const { env, tags, options, rate, timeUnit, preAllocatedVUs, maxVUs } = scenario;
  const shape =
    kind === "open"
      ? { executor: "constant-arrival-rate", rate, timeUnit, preAllocatedVUs, maxVUs }
      : { executor: "constant-vus", vus: scenario.vus ?? 1 };
  const all = { ...shape, env, tags, options, exec, duration: `${Math.ceil(seconds)}s`, gracefulStop: "0s" };
  const set = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(set) as unknown as Scenario;
}
