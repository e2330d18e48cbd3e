import { readFileSync } from "node:fs";
import { HOST } from "../../exec/freeports.ts";
import { Ending, isCompiler, parseSchedstat, readProc, statOf } from "../../exec/proc.ts";
import type { Stack } from "../../model/config.ts";
import type { ServiceCounters } from "../../model/ports.ts";
import type { ImageFacts } from "../databases/databases.ts";
import { MOST_LINES } from "../servicelogs.ts";
import { listensForOthers } from "../sockets.ts";
import { type Cgroup, cgroupOf, cgroupUse, cgroupWork, networkWork, threadsOf } from "./cgroup.ts";
import type { Engine } from "./engine.ts";
import { labelled, ONE_OFF, PROJECT, SERVICE } from "./labels.ts";

/** The state of a container at one moment, as the engine reports it. */
export interface Container {
  readonly id: string;
  readonly service: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly restarts: number;
  readonly running: boolean;
  /** In the engine's words: `running`, `restarting`, `exited`, `created`. */
  readonly status: string;
  readonly exitCode: number;
  readonly outOfMemory: boolean;
  /** Whether its restart policy restarts it after a failure. */
  readonly comesBack: boolean;
  /** Memory limit in bytes; 0 for none. */
  readonly limit: number;
  /** Cores that it may use; null for all. */
  readonly cores: number | null;
  /** Port on the engine's machine, by port of the service. */
  readonly ports: ReadonlyMap<number, number>;
  readonly image: ImageFacts & { readonly id: string };
  readonly command: readonly string[];
  /** Names of its networks. */
  readonly networks: readonly string[];
}

interface Inspected {
  readonly Id: string;
  readonly Image: string;
  readonly RestartCount: number;
  readonly State: {
    readonly Status: string;
    readonly Running: boolean;
    readonly Restarting: boolean;
    readonly Pid: number;
    readonly StartedAt: string;
    readonly ExitCode: number;
    readonly OOMKilled: boolean;
  };
  readonly Config: {
    readonly Image: string;
    readonly Cmd?: readonly string[] | null;
    readonly ExposedPorts?: Readonly<Record<string, unknown>> | null;
    readonly Labels: Readonly<Record<string, string>> | null;
  };
  readonly HostConfig: {
    readonly RestartPolicy?: { readonly Name: string };
    readonly Memory?: number;
    /** Billionths of a core; 0 for all. */
    readonly NanoCpus?: number;
    /** Microseconds of CPU in a period of as many; 0 for any. */
    readonly CpuQuota?: number;
    readonly CpuPeriod?: number;
  };
  readonly NetworkSettings: {
    readonly Ports: Readonly<Record<string, readonly { readonly HostPort: string }[] | null>> | null;
    readonly Networks?: Readonly<Record<string, unknown>> | null;
  };
}

/** Ports of TCP that an image or container exposes. */
export const exposedIn = ({ ExposedPorts }: Pick<Inspected["Config"], "ExposedPorts">): number[] =>
  Object.keys(ExposedPorts ?? {}).flatMap((name) =>
    name.endsWith("/tcp") ? [Number.parseInt(name, 10)] : [],
  );

export function containerOf(of: Inspected): Container {
  const { State, Config, HostConfig, NetworkSettings } = of;
  const ports = Object.entries(NetworkSettings.Ports ?? {}).flatMap(([name, bound]) =>
    bound?.[0] && name.endsWith("/tcp")
      ? [[Number.parseInt(name, 10), Number(bound[0].HostPort)] as const]
      : [],
  );
  return {
    id: of.Id,
    service: Config.Labels?.[SERVICE] ?? "",
    pid: State.Pid,
    startedAt: State.StartedAt,
    restarts: of.RestartCount,
    running: State.Running && !State.Restarting,
    status: State.Status,
    exitCode: State.ExitCode,
    outOfMemory: State.OOMKilled,
    comesBack: !["", "no"].includes(HostConfig.RestartPolicy?.Name ?? ""),
    limit: HostConfig.Memory ?? 0,
    cores: coresOf(HostConfig),
    ports: new Map(ports),
    image: { name: Config.Image, id: of.Image, exposed: exposedIn(Config) },
    command: Config.Cmd ?? [],
    networks: Object.keys(NetworkSettings.Networks ?? {}),
  };
}

const coresOf = ({ NanoCpus, CpuQuota, CpuPeriod }: Inspected["HostConfig"]): number | null => {
  if (NanoCpus) return NanoCpus / 1e9;
  return CpuQuota && CpuQuota > 0 ? CpuQuota / (CpuPeriod || 100_000) : null; // the kernel's period by default
};

export async function inspectContainer(engine: Engine, id: string): Promise<Container> {
  return containerOf((await engine.get(`/containers/${id}/json`)) as Inspected);
}

/** The containers of a project's services, including those that ended, without one-off ones (seeds). */
export async function containersOf(engine: Engine, project: string): Promise<Container[]> {
  const query = labelled(PROJECT, project);
  const listed = (await engine.get(`/containers/json?all=1&${query}`)) as {
    readonly Id: string;
    readonly Labels: Readonly<Record<string, string>>;
  }[];
  const ids = listed.flatMap(({ Id, Labels }) => (Labels[ONE_OFF] === "True" ? [] : Id));
  return Promise.all(ids.map((id) => inspectContainer(engine, id)));
}

/** Milliseconds that a container runs after a restart until it counts as up. */
const STEADY = 2_000;

/** Whether a container ended and was restarted, and does not run or has just begun to. */
export const endsAgain = ({ status, running, restarts, startedAt }: Container, now = Date.now()): boolean =>
  status === "restarting" || (restarts > 0 && (!running || now - Date.parse(startedAt) < STEADY));

/** Whether the main process of a container is visible from here: in a runner that is a container, its pid is another process. */
export const isVisible = ({ id, pid }: Container): boolean =>
  readProc(`/proc/${pid}/cgroup`)?.includes(id) === true;

/** Whether a container has a network of its own, and not that of the machine or of another container. */
export const hasOwnNetwork = ({ networks }: Container): boolean =>
  networks.length > 0 && !networks.includes("host");

/** Whether a container listens on a port of its network; null where that is not visible from here, or it does not run. */
export const listens = (one: Container): boolean | null =>
  one.running && isVisible(one) ? listensForOthers(one.pid) : null;

/** The container of a service that publishes a port of it; undefined while none does. */
export const publisherOf = (containers: readonly Container[], service: string, port: number) =>
  containers.find((one) => one.service === service && one.ports.has(port));

/** Addresses of the endpoints whose port is published, by name. */
export const targetsOf = (endpoints: Stack["endpoints"], containers: readonly Container[]) =>
  Object.fromEntries(
    Object.entries(endpoints).flatMap(([name, { service, port }]) => {
      const at = publisherOf(containers, service, port)?.ports.get(port);
      return at === undefined ? [] : [[name, `http://${HOST}:${at}`] as const];
    }),
  );

/** Addresses of all ports that are published, by `service:port`. */
export const addressesOf = (containers: readonly Container[]): ReadonlyMap<string, string> =>
  new Map(
    containers.flatMap(({ service, ports }) =>
      [...ports].map(([port, at]) => [`${service}:${port}`, `${HOST}:${at}`] as const),
    ),
  );

/** The last lines of a container's output and error output, oldest first. */
export async function lastLinesOf(engine: Engine, id: string, count: number): Promise<string[]> {
  const query = `stdout=1&stderr=1&tail=${count}`;
  return demultiplexed(await engine.bytes(`/containers/${id}/logs?${query}`))
    .split(/\r?\n/)
    .filter(Boolean);
}

/**
 * Lines that a container printed between two moments (milliseconds since the epoch), each after the engine's
 * timestamp.
 */
export async function linesOf(engine: Engine, id: string, from: number, to: number): Promise<string[]> {
  const span = `since=${Math.floor(from / 1000)}&until=${Math.ceil(to / 1000)}`;
  const query = `stdout=1&stderr=1&timestamps=1&tail=${MOST_LINES}&${span}`;
  return demultiplexed(await engine.bytes(`/containers/${id}/logs?${query}`))
    .split(/\r?\n/)
    .filter(Boolean);
}

/**
 * The text of a log from the engine. It consists of frames, each with an eight-byte header (stream, three zeros,
 * length). The log of a container with a terminal has no frames and is plain text.
 */
export function demultiplexed(log: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < log.length; ) {
    const framed = log.length - at >= 8 && log[at]! <= 2 && log.readUIntBE(at + 1, 3) === 0;
    if (!framed) return (at === 0 ? log : Buffer.concat(parts)).toString();
    const end = at + 8 + log.readUInt32BE(at + 4);
    parts.push(log.subarray(at + 8, end));
    at = end;
  }
  return Buffer.concat(parts).toString();
}

/** The counters of a measured container, and whether its main process is still the same. */
export class Meter {
  readonly container: Container;
  private readonly cgroup: Cgroup | null;
  /** Start time of its main process; undefined if it is not visible from here. */
  private readonly began: number | undefined;
  private readonly switches = new Ending<number>();
  private readonly compilation = new Ending<number>();
  /** Whether it has a network of its own, whose bytes are counted. */
  private readonly networked: boolean;

  constructor(container: Container) {
    this.container = container;
    this.cgroup = cgroupOf(container.pid, container.id, (path) => {
      try {
        return readFileSync(path, "latin1");
      } catch {
        return undefined;
      }
    });
    this.began = isVisible(container) ? statOf(container.pid)?.began : undefined;
    this.networked = this.began !== undefined && hasOwnNetwork(container);
  }

  /** Its main process; null if that is not visible from here. */
  get root(): number | null {
    return this.began === undefined ? null : this.container.pid;
  }

  get visible(): boolean {
    return this.cgroup !== null;
  }

  /** CPU time, memory and work from files, without delay; null if there are none. */
  read(): Required<Pick<ServiceCounters, "cpu" | "memory" | "work">> | null {
    const { cgroup } = this;
    if (cgroup === null) return null;
    const use = cgroupUse(cgroup, readProc); // first: the rest uses CPU of its own
    const threads = threadsOf(cgroup, readProc).flatMap((thread) => {
      const scheduled = parseSchedstat(readProc(`/proc/${thread}/schedstat`));
      return scheduled === undefined ? [] : [{ thread, ...scheduled }];
    });
    const turns = threads.map(({ thread, switches }) => [thread, switches] as const);
    const compilers = threads.flatMap(({ thread, cpu }) =>
      isCompiler(`/proc/${thread}`) ? [[thread, cpu] as const] : [],
    );
    return {
      ...use,
      work: {
        ...cgroupWork(cgroup, readProc),
        ...(turns.length > 0 && { context_switches: this.switches.sum(new Map(turns)) }),
        ...(compilers.length > 0 && { compilation: this.compilation.sum(new Map(compilers)) }),
        ...(this.networked && networkWork(readProc(`/proc/${this.container.pid}/net/dev`))),
      },
    };
  }

  /** Whether its main process is still the one that was started; null if it is not visible from here. */
  same(): boolean | null {
    return this.began === undefined ? null : statOf(this.container.pid)?.began === this.began;
  }
}

interface Stats {
  readonly cpu_stats?: { readonly cpu_usage?: { readonly total_usage?: number } };
  readonly memory_stats?: { readonly max_usage?: number };
}

/** Milliseconds after which an answer has the CPU time of a later moment than the one that was asked for. */
const LATE = 100;

/**
 * CPU time and memory from the engine, for machines without the files. With control groups v2 there is no peak.
 *
 * Docker Engine before 25 answers with the next of its samples, which are a second apart: such a CPU time would
 * include another part of the load, or none of it.
 */
export async function statsOf(
  engine: Engine,
  id: string,
  now: () => number = () => performance.now(),
): Promise<Pick<ServiceCounters, "cpu" | "memory">> {
  try {
    const asked = now();
    const stats = (await engine.get(`/containers/${id}/stats?stream=0&one-shot=1`)) as Stats;
    const nanoseconds = now() - asked > LATE ? undefined : stats.cpu_stats?.cpu_usage?.total_usage;
    return {
      // The engine reports zeros for a container that does not run.
      cpu: nanoseconds ? nanoseconds / 1e9 : null,
      memory: stats.memory_stats?.max_usage || null,
    };
  } catch {
    return { cpu: null, memory: null };
  }
}
