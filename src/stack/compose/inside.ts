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

/** Where in a project a generator runs: its image, its network, and the base URLs of its targets. */
export interface Spot {
  readonly image: string;
  readonly network: string;
  readonly targets: Readonly<Record<string, string>>;
}

/**
 * A place in the project by its name in the config: `network`, or a service.
 *
 * In a service's own network, that service is 127.0.0.1; the others are reached by name.
 *
 * @param image image for the generator; by default that of the service or of the first endpoint's service
 * @throws SteelyardError (user) for a service that does not run, or for endpoints without a common network
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
    throw userError(`A workload runs its load in the service "${place}", which is not running.`, {
      where: "workloads",
      remedy: `set \`in\` to host, network or one of: ${names.join(", ")}`,
    });
  }
  const loaded = running.filter(({ service }) => all.some(([, one]) => one.service === service));
  const [first, ...others] = loaded;
  const network = first?.networks.find((name) => others.every(({ networks }) => networks.includes(name)));
  if (first && network !== undefined) return { ...found, image: image ?? first.image.id, network };
  throw userError("A workload runs its load in the network, but the endpoints have no common network.", {
    where: "stack.endpoints",
    remedy: "put their services on one network, or set `in` to a service that reaches them all",
  });
}

/** Options of a place. */
export interface PlaceOptions {
  readonly engine: Engine;
  readonly docker: Docker;
  readonly project: string;
  readonly cpus?: string | null;
}

/** Attempts to find a container's counters. They exist once it has started. */
const LOOKS = 100;
let made = 0;

/** A place in a running project. Each program gets its own container, which is always removed afterwards. */
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
    // Exit codes of Docker: it could not start the container, or the program is missing or cannot be run.
    if (code !== 125 && code !== 126 && code !== 127) return;
    const [, complaint] = /^(?:docker: |\[FATAL tini \(\d+\)\] )(.*)/m.exec(stderr) ?? [];
    if (complaint === undefined) return;
    throw environmentError("The load generator cannot be started inside the stack.", {
      where: `image ${this.placement.image}, network ${this.placement.network}`,
      remedy:
        "set stack.compose.generator_image to an image with the generator or its libraries, or remove `in`",
      cause: complaint.slice(0, 1_000),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    removeFile(this.placement.cidfile);
    // It is gone unless its client was killed. If the engine fails here, `down` finds it by its label.
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

  /** The container's id; undefined until its client writes it. */
  private id(): string | undefined {
    try {
      return readWhole(this.placement.cidfile, 100).trim() || undefined;
    } catch {
      return undefined;
    }
  }
}
