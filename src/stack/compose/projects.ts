import type { Docker } from "./cli.ts";
import { type Staged, staged } from "./healthchecks.ts";
import type { ComposeStacksOptions } from "./options.ts";
import { type Project, readProject } from "./project.ts";
import { active } from "./resolved.ts";
import { isOwn, withSeedOf } from "./seeding.ts";

/** A project that was read and checked, and its stages. The model that is started has the service of another tree's seed. */
export interface Prepared extends Staged {
  readonly project: Project;
}

/**
 * The projects of one side. Each is read once for its variables, so that all starts of a measurement are made from the same
 * files, and none of them waits for Compose to read these again.
 */
export class Projects {
  private readonly read = new Map<string, Promise<Prepared>>();
  private readonly options: ComposeStacksOptions;

  constructor(options: ComposeStacksOptions) {
    this.options = options;
  }

  /** @throws SteelyardError (user) for files that cannot be read, or that need a missing permission; Interrupted */
  of(docker: Docker, signal: AbortSignal): Promise<Prepared> {
    const key = JSON.stringify(docker.variables);
    const known = this.read.get(key) ?? this.prepared(docker, signal);
    this.read.set(key, known);
    return known;
  }

  private async prepared(docker: Docker, signal: AbortSignal): Promise<Prepared> {
    const { compose, seed, seedFrom, guard } = this.options;
    const project = await readProject(compose, docker, signal, guard);
    const seeded =
      seedFrom === undefined || seed?.service === undefined || isOwn(seed, project)
        ? project.resolved
        : await withSeedOf(seedFrom, seed.service, project.resolved, docker, signal, guard);
    return { project, ...staged(seeded, active(seeded, project.profiles)) };
  }
}
