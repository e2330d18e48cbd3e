import { userError } from "../../base/errors.ts";
import type { Config, StackKind } from "../../model/config.ts";

/** Whether a process of a config wants a port that two stacks cannot both have. */
export const hasFixedPorts = (kind: StackKind, { stack }: Config): boolean =>
  kind === "process" &&
  Object.values(stack.process?.services ?? {}).some(({ ports }) =>
    Object.values(ports).some(({ fixed }) => fixed !== undefined),
  );

export const WITHOUT_FIXED = "leave `fixed` out: a free port is chosen and told to the process";

/** @throws SteelyardError (user) where one of them does */
export function refuseFixedPorts(kind: StackKind, ...configs: readonly Config[]): void {
  if (!configs.some((config) => hasFixedPorts(kind, config))) return;
  throw userError("A service has a `fixed` port, which two stacks cannot both have.", {
    where: "stack.process.services",
    remedy: WITHOUT_FIXED,
  });
}
