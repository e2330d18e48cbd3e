import { createHash } from "node:crypto";
import { own } from "../../base/own.ts";
import { buildersIn } from "../../model/composefile.ts";
import { PREFIX } from "./labels.ts";
import { active, type Resolved } from "./resolved.ts";

/** The project in which a service that names the image of another one's build has the same build. @param profiles that are started */
export function builtAlike(resolved: Resolved, profiles: readonly string[]): Resolved {
  const { services = {} } = resolved;
  const builders = buildersIn(services, active(resolved, profiles));
  const all = Object.entries(services).map(([name, service]) => {
    const builder = builders.get(name);
    return [name, builder === undefined ? service : { ...service, build: own(services, builder)?.build }];
  });
  return { ...resolved, services: Object.fromEntries(all) };
}

/**
 * The images that one side of a run builds. Each is built once, before the first start that needs it, and all later starts
 * use it. They outlive the starts' projects and belong to a project of their own.
 */
export class Images {
  /** The project that all of them belong to. */
  readonly project: string;
  /** Whether any build was begun, so that there may be something to remove. */
  begun = false;
  private readonly built = new Set<string>();

  /** @param run the part of the projects' names that is the run's */
  constructor(run: string) {
    this.project = `${PREFIX}${run}-0`;
  }

  /** The names of the images of services with a build: another build definition has another image. */
  names({ services = {} }: Resolved): ReadonlyMap<string, string> {
    return new Map(
      Object.entries(services).flatMap(([service, { build }]) => {
        if (!build) return [];
        const hash = createHash("sha256")
          .update(`${service}\0${JSON.stringify(build)}`)
          .digest("hex");
        return [[service, `${this.project}-${hash.slice(0, 16)}`] as const];
      }),
    );
  }

  /** The image of every service: that of its build, else the one that it names. */
  of(resolved: Resolved): Record<string, string> {
    const named = Object.entries(resolved.services ?? {}).flatMap(([service, { image }]) =>
      typeof image === "string" ? [[service, image] as const] : [],
    );
    return Object.fromEntries([...named, ...this.names(resolved)]);
  }

  isBuilt(name: string): boolean {
    return this.built.has(name);
  }

  /** Notes that an image is there now. */
  add(name: string): void {
    this.built.add(name);
  }
}
