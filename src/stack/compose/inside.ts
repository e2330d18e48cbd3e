import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import { readWhole, removeFile } from "../../exec/linkless.ts";
import { ownName } from "../../exec/owner.ts";
import { readProc } from "../../exec/proc.ts";
import type { Stack } from "../../model/config.ts";
import type { Entered, Inside, InsideCall } from "../../model/ports.ts";
import { type Cgroup, cgroupOf, cgroupUse } from "./cgroup.ts";
import { type Docker, dockerEnv } from "./cli.ts";
import type { Container } from "./container.ts";
import type { Engine } from "./engine.ts";
import { ONE_OFF, OWNER, PROJECT } from "./labels.ts";
import { type Placement, placed, placedEnv } from "./placed.ts";

/** Where in a project a generator runs: in whose network, in which image, and what it loads from there. */
export interface Spot {
  readonly image: string;
  readonly network: string;
  readonly targets: Readonly<Record<string, string>>;
}

/**
 * A place by its name in the config: `network`, or a service.
 *
 * In a service's own network the service is 127.0.0.1; all others have their names.
 *
 * @param image that runs the generator; that of the service, or of the first endpoint's, by default
 * @throws SteelyardError (user) for a service that does not run, or endpoints without a network in common
 */
export function spotOf(
  place: string,
  running: readonly Container[],
  endpoints: Stack["endpoints"],
  image: string | undefined,
): Spot {
  const all = Object.entries(endpoints);
  const targets = all.map(([name, { service, port }]) => [
    name,
    `http://${service === place ? "127.0.0.1" : service}:${port}`,
  ]);
  const found = { targets: Object.fromEntries(targets) };
  if (place !== "network") {
    const own = running.find(({ service }) => service === place);
    if (own) return { ...found, image: image ?? own.image.id, network: `container:${own.id}` };
    const names = [...new Set(running.map(({ service }) => service))];
    throw userError(`The load is to come from the service "${place}", which does not run.`, {
      where: "workloads",
      remedy: `set \`in\` to host, network or one of: ${names.join(", ")}`,
    });
  }
  const loaded = running.filter(({ service }) => all.some(([, one]) => one.service === service));
  const [first, ...others] = loaded;
  const network = first?.networks.find((name) => others.every(({ networks }) => networks.includes(name)));
  if (first && network !== undefined) return { ...found, image: image ?? first.image.id, network };
  throw userError("The load is to come from the network, and the endpoints have none in common.", {
    where: "stack.endpoints",
    remedy: "put their services on one network, or set `in` to a service that reaches them all",
  });
}

/** What a place works with. */
export interface PlaceOptions {
  readonly engine: Engine;
  readonly docker: Docker;
  readonly project: string;
  readonly cpus?: string | null;
}

/** Looks for a container's counters until they are given up: they are there when it has been started. */
const LOOKS = 100;
let made = 0;

/** A place in a running project. Each program gets a container of its own, which is removed whatever becomes of it. */
export function placeAt(spot: Spot, options: PlaceOptions): Inside {
  return { targets: spot.targets, enter: (call) => new Visit(call, spot, options) };
}

class Visit implements Entered {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  private readonly placement: Placement;
  private readonly engine: Engine;
  private cgroup: Cgroup | null = null;
  private looks = 0;

  constructor(call: InsideCall, { image, network }: Spot, options: PlaceOptions) {
    const { docker, engine, project, cpus = null } = options;
    const name = `${project}-load-${++made}`;
    const labels = { [PROJECT]: project, [OWNER]: ownName(), [ONE_OFF]: "True" };
    const user = process.getuid && process.getgid ? `${process.getuid()}:${process.getgid()}` : null;
    const cidfile = join(call.scratch, `${name}.cid`);
    this.engine = engine;
    this.placement = { name, image, network, labels, user, cpus, cidfile };
    const theirs = dockerEnv(docker);
    this.argv = placed(call, this.placement);
    this.env = placedEnv(call.env, theirs);
  }

  cpu(): number | null {
    if (this.cgroup === null && this.looks++ < LOOKS) this.cgroup = this.find();
    return this.cgroup && cgroupUse(this.cgroup, readProc).cpu;
  }

  check({ code, stderr }: { readonly code: number | null; readonly stderr: string }): void {
    // Docker's own: it could not start, the program cannot be run, or is not there.
    if (code !== 125 && code !== 126 && code !== 127) return;
    const [, said] = /^(?:docker: |\[FATAL tini \(\d+\)\] )(.*)/m.exec(stderr) ?? [];
    if (said === undefined) return;
    throw environmentError("The load generator cannot be started in its place.", {
      where: `image ${this.placement.image}, network ${this.placement.network}`,
      remedy:
        "name an image that has it, or the libraries it needs: stack.compose.generator_image; or leave `in` out",
      cause: said.slice(0, 1_000),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    removeFile(this.placement.cidfile);
    // It is gone, unless its client was killed; then whatever the engine says, `down` finds it by its label.
    await this.engine.send("DELETE", `/containers/${this.placement.name}?force=1&v=1`).catch(() => 0);
  }

  private find(): Cgroup | null {
    const read = (path: string) => {
      try {
        return readFileSync(path, "latin1");
      } catch {
        return undefined;
      }
    };
    const id = this.id();
    return id ? cgroupOf(0, id, read) : null;
  }

  /** The container's id; undefined before its client has written it. */
  private id(): string | undefined {
    try {
      return readWhole(this.placement.cidfile, 100).trim() || undefined;
    } catch {
      return undefined;
    }
  }
}
