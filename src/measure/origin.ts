import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { Config, StackKind, Workload } from "../model/config.ts";
import type { Inside, RunningStack } from "../model/ports.ts";

/**
 * Refuses a workload with `in:` on a stack that generators cannot run inside of. Only Compose stacks allow that:
 * process stacks and deployed systems are loaded from this machine.
 *
 * @throws SteelyardError (user)
 */
export function demandOrigin(name: string, { in: place }: Workload, kind: StackKind): void {
  if (place === "host" || kind === "compose") return;
  throw userError(
    `The workload "${name}" is loaded from "${place}", and a ${kind} stack has no such place.`,
    { where: `workloads.${name}.in`, remedy: "measure with --stack compose, or leave `in` out" },
  );
}

/** The origin (`in`) that a profile sets for every load; undefined where each workload decides. */
export const profileOrigin = ({ profiles }: Config, profile: string | undefined): string | undefined =>
  profile === undefined ? undefined : own(profiles, profile)?.in;

/** The config with this origin set for every workload. */
export function withOrigin(config: Config, place: string): Config {
  const all = Object.entries(config.workloads).map(([name, workload]) => [name, { ...workload, in: place }]);
  return { ...config, workloads: Object.fromEntries(all) };
}

/** The place inside of the stack that the load comes from; undefined for this machine. */
export function insideOf(place: string, stack: RunningStack): Inside | undefined {
  if (place === "host") return undefined;
  if (!stack.inside) throw new Error(`the load is to come from ${place}, which was not refused`);
  return stack.inside(place);
}
