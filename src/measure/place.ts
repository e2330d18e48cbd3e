import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { Config, StackKind, Workload } from "../model/config.ts";
import type { Inside, RunningStack } from "../model/ports.ts";

/**
 * Refuses a workload whose load is to come from inside of a stack that has no inside: processes and systems that are
 * deployed already are loaded from this machine.
 *
 * @throws SteelyardError (user)
 */
export function demandPlace(name: string, { in: place }: Workload, kind: StackKind): void {
  if (place === "host" || kind === "compose") return;
  throw userError(
    `The workload "${name}" is loaded from "${place}", and a ${kind} stack has no such place.`,
    {
      where: `workloads.${name}.in`,
      remedy: "measure with --stack compose, or leave `in` out",
    },
  );
}

/** Where a profile has every load come from; undefined where it leaves that to the workloads. */
export const placeIn = ({ profiles }: Config, profile: string | undefined): string | undefined =>
  profile === undefined ? undefined : own(profiles, profile)?.in;

/** The config with the load of every workload from there. */
export function placedAt(config: Config, place: string): Config {
  const all = Object.entries(config.workloads).map(([name, workload]) => [name, { ...workload, in: place }]);
  return { ...config, workloads: Object.fromEntries(all) };
}

/** Where the load of a trial comes from: undefined for this machine itself. */
export function placeOf(place: string, stack: RunningStack): Inside | undefined {
  if (place === "host") return undefined;
  if (!stack.inside) throw new Error(`the load is to come from ${place}, which was not refused`);
  return stack.inside(place);
}
