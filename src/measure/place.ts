import { userError } from "../base/errors.ts";
import type { StackKind, Workload } from "../model/config.ts";

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
