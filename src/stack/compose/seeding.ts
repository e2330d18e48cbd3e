import { own } from "../../base/own.ts";
import type { ComposeStack, Seed } from "../../model/config.ts";
import type { Docker } from "./cli.ts";
import { type Guard, readProject } from "./project.ts";
import { active, demandService, type Mapping, type Resolved } from "./resolved.ts";

/** The project of another tree that provides the seed's service: base's seed fills the stacks of both sides, unless it `isOwn`. */
export interface SeedFrom {
  readonly cwd: string;
  readonly compose: ComposeStack;
}

/**
 * Whether a seed is a command in a service of the stack, such as its migration. Each side runs it in its own image then: base's
 * service would replace head's, which is measured, and lacks the migrations that head adds.
 */
export const isOwn = (
  { service, command }: Seed,
  { resolved, profiles }: { readonly resolved: Resolved; readonly profiles: readonly string[] },
): boolean => command !== undefined && service !== undefined && active(resolved, profiles).includes(service);

/**
 * A project with the seed's service of another tree, including its image, build and files.
 *
 * @throws SteelyardError (user) if that tree's project cannot be read or has no such service
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
  demandService(service, "stack.seed.service", other.resolved, null);
  return replaced(resolved, other.resolved, service);
}

/**
 * The project with a service of another project, and with the networks, volumes and files that only this service
 * names.
 */
export function replaced(resolved: Resolved, other: Resolved, service: string): Resolved {
  const { depends_on: _, ...definition } = own(other.services, service) as Mapping; // it runs alone, after all services are up
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
