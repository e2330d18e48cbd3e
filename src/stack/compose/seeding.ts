import { own } from "../../base/own.ts";
import type { ComposeStack } from "../../model/config.ts";
import type { Docker } from "./cli.ts";
import { type Guard, readProject } from "./project.ts";
import { type Mapping, mustHave, type Resolved } from "./resolved.ts";

/** Another tree's project, from which the seed's service is taken: base's fills the stacks of both sides. */
export interface SeedFrom {
  readonly cwd: string;
  readonly compose: ComposeStack;
}

/**
 * A project with its seed's service as another tree defines it: image, build, files and all.
 *
 * @throws SteelyardError (user) where that tree's project cannot be read, or has no such service
 */
export async function withSeedOf(
  { cwd, compose }: SeedFrom,
  service: string,
  resolved: Resolved,
  docker: Docker,
  signal: AbortSignal,
  guard: Guard | undefined,
): Promise<Resolved> {
  const variables = { ...docker.variables, ...compose.env };
  const other = await readProject(compose, { ...docker, cwd, variables }, signal, guard);
  mustHave(service, "stack.seed.service", other.resolved, null);
  return replaced(resolved, other.resolved, service);
}

/** The project with a service of another one, and with the networks, volumes and files that it alone names. */
export function replaced(resolved: Resolved, other: Resolved, service: string): Resolved {
  const { depends_on: _, ...definition } = own(other.services, service) as Mapping; // it runs alone, once all is up
  const both = (key: "networks" | "volumes" | "configs" | "secrets") =>
    other[key] === undefined ? {} : { [key]: { ...other[key], ...resolved[key] } };
  return {
    ...resolved,
    ...both("networks"),
    ...both("volumes"),
    ...both("configs"),
    ...both("secrets"),
    services: { ...resolved.services, [service]: definition },
  };
}
