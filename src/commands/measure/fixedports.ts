import type { Hindrances } from "../../measure/duel/mode.ts";
import type { Config, StackKind } from "../../model/config.ts";
import { noDuetOn } from "./stacks.ts";

/** Whether a process of a config wants a port that two stacks cannot both have. */
export const hasFixedPorts = (kind: StackKind, { stack }: Config): boolean =>
  kind === "process" &&
  Object.values(stack.process?.services ?? {}).some(({ ports }) =>
    Object.values(ports).some(({ fixed }) => fixed !== undefined),
  );

/** What stands against running the stacks of both sides at the same time. */
export const hindrances = (kind: StackKind, ...configs: readonly Config[]): Hindrances => ({
  beside: configs.some((config) => hasFixedPorts(kind, config))
    ? "a service has a `fixed` port, which base and head cannot both have"
    : null,
  duet: noDuetOn(kind),
});
