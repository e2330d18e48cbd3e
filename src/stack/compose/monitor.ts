import { setTimeout as delay } from "node:timers/promises";
import type { ServiceCounters } from "../../model/ports.ts";
import { type Container, inspectContainer, Meter, statsOf } from "./container.ts";
import type { Engine } from "./engine.ts";
import type { Logs } from "./logs.ts";
import { type ContainerExit, watch } from "./watch.ts";

/** Milliseconds that the news of a exit may take. */
const NEWS = 300;

/**
 * Watches over a project's containers: reads what they use, and notices when one is no longer the one that was
 * started, be it that it died, that its restart policy brought it back in silence, or that the kernel killed a
 * process of it for want of memory.
 *
 * The engine's events tell as it happens. Without asking the engine, which costs CPU beside the load, a main
 * process of the same pid and start time is known not to have been restarted; where processes cannot be seen from
 * here the engine is asked for `RestartCount`, `StartedAt` and `OOMKilled` at every look.
 */
export class Monitor {
  private readonly engine: Engine;
  private readonly logs: Logs;
  private readonly exits: ContainerExit[] = [];
  private readonly hangUp = new AbortController();
  private meters: readonly Meter[] = [];
  private fate: string | null = null;

  constructor(engine: Engine, logs: Logs) {
    this.engine = engine;
    this.logs = logs;
  }

  /** Begins to listen, before anything is started. */
  listen(project: string): Promise<void> {
    return watch(this.engine, project, (exit) => this.exits.push(exit), this.hangUp.signal);
  }

  /** The containers to watch from now on. What died before, on the way up, is forgotten. */
  begin(containers: readonly Container[]): void {
    this.meters = containers.filter(({ running }) => running).map((container) => new Meter(container));
    this.exits.length = 0;
    this.fate = null;
  }

  end(): void {
    this.hangUp.abort();
  }

  get watched(): readonly Container[] {
    return this.meters.map(({ container }) => container);
  }

  /** Whether a service was reported dead since the last `begin`, or since listening began. */
  reported(service: string): boolean {
    return this.exits.some((exit) => exit.service === service);
  }

  async counters(): Promise<Readonly<Record<string, ServiceCounters>>> {
    // Files first and all at once: what follows costs time, and is not the trial's.
    const read = this.meters.map((meter) => [meter, meter.read()] as const);
    const counters: Record<string, ServiceCounters> = {};
    for (const [{ container }, files] of read) {
      const { cpu, memory } = files ?? (await statsOf(this.engine, container.id));
      const other = counters[container.service];
      counters[container.service] = {
        cpu: other ? added(other.cpu, cpu) : cpu,
        memory: other ? added(other.memory, memory) : memory,
        restarts: 0, // a restart is a fault: there are no figures then
      };
    }
    await this.examine();
    return counters;
  }

  /** What went wrong, for people; null while nothing has. */
  fault(): string | null {
    const [exit] = this.exits;
    return this.fate ?? (exit === undefined ? null : exitDescription(exit, null, null));
  }

  private async examine(): Promise<void> {
    if (this.fate !== null) return;
    const suspects = this.meters.filter(
      (meter) => meter.same() !== true || this.reported(meter.container.service),
    );
    for (const { container } of suspects) {
      const now = await this.now(container);
      const gone =
        !now?.running || now.restarts !== container.restarts || now.startedAt !== container.startedAt;
      if (!gone && !this.reported(container.service)) continue;
      for (let waited = 0; waited < NEWS && !this.reported(container.service); waited += 20) await delay(20);
      const words = await this.logs.lastWordsOf(container.service);
      this.fate = exitDescription(this.deathOf(container, now), container, now) + words;
      return;
    }
  }

  private deathOf({ service }: Container, now: Container | null): ContainerExit {
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

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/**
 * How a service died, for people.
 *
 * @param now what it is now; null where it is gone, or was not asked
 */
export function exitDescription(
  { kind, service, exitCode }: ContainerExit,
  before: Container | null,
  now: Container | null,
): string {
  const limit = before?.limit ? ` (its limit is ${Math.round(before.limit / 2 ** 20)} MiB)` : "";
  const same = now?.running === true && now.startedAt === before?.startedAt;
  if (kind === "oom" && same) {
    return `the service "${service}" lost a process: it ran out of memory${limit}`;
  }
  const code = exitCode === null ? [] : [`exit code ${exitCode}`];
  const causes = [...(kind === "oom" ? [`it ran out of memory${limit}`] : []), ...code];
  // Of the policy, not of the moment: between two restarts it is down.
  const back = before?.comesBack ? "; its restart policy starts it again" : "";
  return `the service "${service}" died: ${causes.join(", ") || "its container is gone"}${back}`;
}
