import { setTimeout as delay } from "node:timers/promises";
import { Counts, type Instructions } from "../../exec/instructions.ts";
import type { ServiceCounters } from "../../model/ports.ts";
import { workSum } from "../../model/work.ts";
import { withInstructions } from "../instructed.ts";
import { type Container, inspectContainer, Meter, statsOf } from "./container.ts";
import type { Engine } from "./engine.ts";
import type { Logs } from "./logs.ts";
import { type ContainerExit, watch } from "./watch.ts";

/** Milliseconds until the engine reports an exit. */
const NEWS = 300;

interface MonitorOptions {
  readonly engine: Engine;
  readonly logs: Logs;
  readonly instructions: Instructions;
  readonly ledger: string;
}

/**
 * Monitors a project's containers: reads their counters, and notices the end of a container's main process. It may
 * have ended, been restarted silently by its restart policy, or lost a process to the out-of-memory killer.
 *
 * Events of the engine arrive as they happen. A request to the engine would use CPU during the load, so a main
 * process with the same pid and start time counts as unchanged. If processes are not visible from here, the engine
 * is asked for `RestartCount`, `StartedAt` and `OOMKilled` at every reading.
 */
export class Monitor {
  private readonly engine: Engine;
  private readonly logs: Logs;
  private readonly instructions: Instructions;
  private readonly ledger: string;
  private readonly exits: ContainerExit[] = [];
  private readonly hangUp = new AbortController();
  private meters: readonly Meter[] = [];
  private failure: string | null = null;
  private counts = new Counts([]);

  constructor({ engine, logs, instructions, ledger }: MonitorOptions) {
    this.engine = engine;
    this.logs = logs;
    this.instructions = instructions;
    this.ledger = ledger;
  }

  /** Starts to listen for exits. Call it before any container is started. */
  listen(project: string): Promise<void> {
    return watch(this.engine, project, (exit) => this.exits.push(exit), this.hangUp.signal);
  }

  /** Monitors these containers from now on. Earlier exits, during startup, are forgotten. */
  async begin(containers: readonly Container[]): Promise<void> {
    this.meters = containers.filter(({ running }) => running).map((container) => new Meter(container));
    this.exits.length = 0;
    this.failure = null;
    await this.counts.close();
    this.counts = await this.instructions.count(this.roots, this.ledger);
  }

  async end(): Promise<void> {
    this.hangUp.abort();
    await this.counts.close();
  }

  /** Main processes, each with its service, of those that are visible from here. */
  get roots(): (readonly [service: string, pid: number])[] {
    return this.meters.flatMap(({ root, container }) =>
      root === null ? [] : [[container.service, root] as const],
    );
  }

  get watched(): readonly Container[] {
    return this.meters.map(({ container }) => container);
  }

  /** Whether an exit of the service, of this kind if given, was reported since `begin`, or since listening began. */
  reported(service: string, only?: ContainerExit["kind"]): boolean {
    return this.exits.some((exit) => exit.service === service && (only === undefined || exit.kind === only));
  }

  async counters(): Promise<Readonly<Record<string, ServiceCounters>>> {
    // All files first: the rest takes time that does not belong to the trial.
    const read = this.meters.map((meter) => [meter, meter.read()] as const);
    const counters: Record<string, ServiceCounters> = {};
    for (const [{ container }, files] of read) {
      const { cpu, memory, work } = files ?? { ...(await statsOf(this.engine, container.id)), work: {} };
      const other = counters[container.service];
      counters[container.service] = {
        cpu: other ? added(other.cpu, cpu) : cpu,
        memory: other ? added(other.memory, memory) : memory,
        restarts: 0, // a restart is a fault, and then there are no figures
        ...coresTogether(container, other),
        work: other ? workSum(other.work, work) : work,
      };
    }
    const counted = withInstructions(counters, await this.counts.read());
    await this.examine();
    return counted;
  }

  /** The first failure, for people; null if there is none. */
  fault(): string | null {
    const [exit] = this.exits;
    return this.failure ?? (exit === undefined ? null : exitDescription(exit, null, null));
  }

  private async examine(): Promise<void> {
    if (this.failure !== null) return;
    const suspects = this.meters.filter(
      (meter) => meter.same() !== true || this.reported(meter.container.service),
    );
    for (const { container } of suspects) {
      const now = await this.now(container);
      const gone =
        !now?.running || now.restarts !== container.restarts || now.startedAt !== container.startedAt;
      if (!gone && !this.reported(container.service)) continue;
      // The kernel's kill is reported before the end of the container, if it was the container's main process.
      for (let waited = 0; waited < NEWS && !this.reported(container.service, "die"); waited += 20)
        await delay(20);
      const then = (await this.now(container)) ?? now;
      const tail = await this.logs.tailOf(container.service);
      this.failure = exitDescription(this.exitOf(container, then), container, then) + tail;
      return;
    }
  }

  private exitOf({ service }: Container, now: Container | null): ContainerExit {
    const own = this.exits.filter((exit) => exit.service === service);
    const starved = own.some(({ kind }) => kind === "oom") || now?.outOfMemory === true;
    const died = own.find(({ kind }) => kind === "die");
    const exitCode = died?.exitCode ?? (now && !now.running ? now.exitCode : null);
    return { kind: starved ? "oom" : "die", service, exitCode };
  }

  private now({ id }: Container): Promise<Container | null> {
    return inspectContainer(this.engine, id).catch(() => null);
  }
}

/** The cores of a service, where all of its containers have a limit. */
function coresTogether(
  { cores }: Container,
  other: ServiceCounters | undefined,
): Pick<ServiceCounters, "cores"> {
  if (cores === null || (other && other.cores === undefined)) return {};
  return { cores: cores + (other?.cores ?? 0) };
}

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/**
 * The exit of a service, for people.
 *
 * @param now the container's present state; null if it is gone or was not inspected
 */
export function exitDescription(
  { kind, service, exitCode }: ContainerExit,
  before: Container | null,
  now: Container | null,
): string {
  const limit = before?.limit ? ` (its limit is ${Math.round(before.limit / 2 ** 20)} MiB)` : "";
  const same = exitCode === null && now?.running === true && now.startedAt === before?.startedAt;
  if (kind === "oom" && same) {
    return `the service "${service}" lost a process: it ran out of memory${limit}`;
  }
  const code = exitCode === null ? [] : [`exit code ${exitCode}`];
  const causes = [...(kind === "oom" ? [`it ran out of memory${limit}`] : []), ...code];
  // A property of the policy, not of the moment: between two restarts the service is down.
  const back = before?.comesBack ? "; its restart policy starts it again" : "";
  return `the service "${service}" died: ${causes.join(", ") || "its container is gone"}${back}`;
}
