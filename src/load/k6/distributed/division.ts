import { userError } from "../../../base/errors.ts";
import type { Scenario, Scenarios } from "../options.ts";

/** The processes that share the load of a workload. */
export interface Division {
  readonly segments: number;
  /** Machines that they run on. */
  readonly machines: number;
}

/** The part of a load that one process makes, as k6's arguments name it. */
export interface Part {
  /** Such as "1/4:2/4". */
  readonly segment: string;
  /** The borders of all parts: "0,1/4,2/4,3/4,1". Without it k6 does not distribute VUs and iterations evenly. */
  readonly sequence: string;
}

/** The equal parts of a load. */
export function partsOf(count: number): Part[] {
  const border = (at: number) => (at === 0 ? "0" : at === count ? "1" : `${at}/${count}`);
  const sequence = Array.from({ length: count + 1 }, (_, at) => border(at)).join(",");
  return Array.from({ length: count }, (_, at) => ({ segment: `${border(at)}:${border(at + 1)}`, sequence }));
}

/** Most VUs that a scenario has at any time. */
function mostVUs({ executor, vus, startVUs, stages, preAllocatedVUs, maxVUs }: Scenario): number {
  if (executor.endsWith("arrival-rate")) return Math.max(preAllocatedVUs ?? 0, maxVUs ?? 0);
  if (executor !== "ramping-vus") return vus ?? 1;
  return Math.max(startVUs ?? 1, ...(stages ?? []).map(({ target }) => target ?? 0));
}

/**
 * Refuses a load that leaves a process without work: k6 gives it no VU of a scenario, warns, and exits with 0.
 *
 * @throws SteelyardError (user) that names the scenario
 */
export function demandWork(scenarios: Scenarios, segments: number, workload: string): void {
  for (const [name, one] of Object.entries(scenarios)) {
    const vus = mostVUs(one);
    const few = one.executor === "shared-iterations" && (one.iterations ?? 1) < segments;
    if (vus >= segments && !few) continue;
    const has = few ? `${one.iterations ?? 1} iterations` : vus === 1 ? "one VU" : `${vus} VUs`;
    throw userError(`The scenario "${name}" has ${has} for ${segments} segments.`, {
      where: `workloads.${workload}.k6.segments`,
      remedy: "use at most as many segments as the scenario has VUs and iterations",
    });
  }
}
