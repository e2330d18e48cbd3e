import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption, SteelyardError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { Child } from "../exec/child.ts";
import { Counts, Instructions } from "../exec/instructions.ts";
import { sweep } from "../exec/ledger.ts";
import { makeFolder } from "../exec/linkless.ts";
import { Usage, type Used } from "../exec/usage.ts";
import type { SeedCommand, Stack } from "../model/config.ts";
import type { Attach, Executed, RunningStack, ServiceCounters, Stacks, StartupTime } from "../model/ports.ts";
import type { ServiceEvent } from "../model/slow.ts";
import { type BuildOptions, Builds } from "./build.ts";
import { AddressedDatabases } from "./databases/addressed.ts";
import { exitReason, logTail, oomKills } from "./exits.ts";
import { withInstructions } from "./instructed.ts";
import { shortenLog } from "./logfile.ts";
import { claim } from "./port.ts";
import { runSeed } from "./seed.ts";
import { allocate, oomKilled, type Surroundings, startService } from "./service.ts";
import { ServiceLogs, startupEvents } from "./servicelogs.ts";
import { dependencies, type Endpoints, key, referred, type Services } from "./wiring.ts";

/** Milliseconds until the exit of a service is reported. */
const NEWS = 200;

function countersOf(used: Used | null): ServiceCounters {
  if (used === null) return { cpu: null, memory: null, restarts: 0 };
  const { cpu, memory, faults, switches, compilation, disk } = used;
  const bytes = disk && { disk_read: disk.read, disk_written: disk.written };
  const work = { page_faults: faults, context_switches: switches, ...bytes };
  return { cpu, memory, restarts: 0, work: { ...work, ...(compilation !== null && { compilation }) } };
}

/**
 * Options of a process stack. The folders of the build also apply: the checkout, and one for output with a file for
 * each service and start.
 */
export interface ProcessStacksOptions extends BuildOptions {
  readonly services: Services;
  readonly endpoints: Endpoints;
  readonly seed: SeedCommand | undefined;
  /** Working directory of the seed; that of the services if undefined. */
  readonly seedCwd?: string | undefined;
  /** `stack.metrics` of the config; databases are asked. */
  readonly metrics?: Stack["metrics"];
}

/**
 * Stacks of plain local processes, for machines without containers.
 *
 * Each service starts as soon as the services that it refers to are ready; independent services start in parallel.
 * Then the seed runs. After any failure or an abort, the stack is stopped before the error is thrown.
 *
 * @throws SteelyardError (user) for references, endpoints and ports that contradict each other
 */
export function processStacks(options: ProcessStacksOptions): Stacks {
  const { services, endpoints, seed, builds = new Builds() } = options;
  dependencies(services, endpoints);
  for (const text of seed ? [...seed.run, ...Object.values(seed.env)] : []) {
    referred(services, text, "stack.seed");
  }
  const instructions = new Instructions(options.env);
  let starts = 0;
  return {
    kind: "process",
    labels: {},
    prepare: (signal) => builds.once(options, signal),
    async up(stackEnv, signal, cpus, attach) {
      starts++;
      const stack = new ProcessStack({ ...options, instructions }, starts, stackEnv, { cpus, attach });
      try {
        const digest = await stack.bringUp(signal);
        return { stack, seed: digest };
      } catch (error) {
        await stack[Symbol.asyncDispose]().catch((left) => options.log.warn(String(left)));
        throw error;
      }
    },
  };
}

class ProcessStack implements RunningStack {
  readonly headers = {};
  private readonly options: ProcessStacksOptions & { readonly instructions: Instructions };
  private readonly number: number;
  private readonly around: Surroundings;
  private readonly children = new Map<string, { child: Child; usage: Usage; file: string }>();
  private readonly startups: Record<string, StartupTime> = {};
  private readonly logs = new ServiceLogs();
  private readonly databases: AddressedDatabases;
  private instructions = new Counts([]);
  /** Includes processes that were replaced. */
  private readonly started: Child[] = [];

  constructor(
    options: ProcessStack["options"],
    number: number,
    stackEnv: Readonly<Record<string, string>>,
    how: { readonly cpus: string | undefined; readonly attach: Attach | undefined },
  ) {
    this.options = options;
    this.number = number;
    const { cwd, env, log, redact = (text: string) => text, ledger } = options;
    const addresses = new Map<string, string>();
    this.databases = new AddressedDatabases(options.metrics ?? {}, { cwd, env, ledger });
    this.around = { cwd, env, stackEnv, addresses, log, redact, ledger, ...how, oom: oomKills() };
  }

  get targets(): Readonly<Record<string, string>> {
    const endpoints = Object.entries(this.options.endpoints);
    return Object.fromEntries(
      endpoints.map(([name, { service, port }]) => [
        name,
        `http://${this.around.addresses.get(key(service, port))}`,
      ]),
    );
  }

  get portAddresses(): ReadonlyMap<string, string> {
    return this.around.addresses;
  }

  roots(): Record<string, number> {
    return Object.fromEntries([...this.children].map(([name, { child }]) => [name, child.pid]));
  }

  /** Starts all services and seeds them. Returns the digest of the seed, or null without one. */
  async bringUp(signal: AbortSignal): Promise<string | null> {
    const { services, endpoints, seed } = this.options;
    const waits = dependencies(services, endpoints, this.around.stackEnv);
    this.makeLogs();
    await this.sweepUp();
    for (const [name, { ports }] of Object.entries(services)) {
      for (const { fixed } of Object.values(ports)) if (fixed !== undefined) await claim(fixed, name);
    }
    await allocate(services, this.around.addresses);
    await this.startAll(waits, signal);
    const digest = seed === undefined ? null : await this.sow(seed, signal);
    await this.databases.open(this.around.addresses);
    this.instructions = await this.options.instructions.count(
      Object.entries(this.roots()),
      this.around.ledger,
    );
    const fault = this.fault();
    if (fault !== null) throw environmentError(`While the stack was being started, ${fault}`);
    return digest;
  }

  async counters(): Promise<Readonly<Record<string, ServiceCounters>>> {
    const counters: Record<string, ServiceCounters> = {};
    for (const [name, { usage, file }] of this.children) {
      counters[name] = countersOf(usage.read());
      shortenLog(file);
    }
    return withInstructions(counters, await this.instructions.read());
  }

  readonly statements = (name: string): Promise<Executed> => this.databases.counts(name);
  readonly statementCounts = (signal: AbortSignal) => this.databases.statements(signal);

  fault(): string | null {
    for (const [name, { child }] of this.children) {
      if (child.ended === null) continue;
      const how = exitReason(child.ended, oomKilled(this.around.oom));
      return `the service "${name}" died: ${how}${logTail(child.tail(), this.around.redact)}`;
    }
    return null;
  }

  get startupTimes(): Readonly<Record<string, StartupTime>> {
    return this.startups;
  }

  async events(from: number, to: number): Promise<ServiceEvent[]> {
    return [...startupEvents(this.startups, from, to), ...this.logs.lines(from, to)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.logs[Symbol.dispose]();
    await Promise.all([this.databases.close(), this.instructions.close()]);
    const ends = await Promise.allSettled(this.started.map((child) => child.stop()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  private async sow(seed: SeedCommand, signal: AbortSignal): Promise<string> {
    try {
      const cwd = this.options.seedCwd ?? this.around.cwd;
      return await runSeed(seed, { ...this.around, cwd, targets: this.targets }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // The seed may see a broken connection before the exit of the service is reported.
      const exits = [...this.children.values()].map(({ child }) => child.exited);
      await Promise.race([...exits, delay(NEWS)]);
      const fault = this.fault();
      if (fault === null) throw error;
      throw environmentError(`While the stack was being seeded, ${fault}`, { cause: error });
    }
  }

  /** Starts all services. The first failure ends all waits; it is thrown once no service is still starting. */
  private async startAll(waits: ReadonlyMap<string, ReadonlySet<string>>, signal: AbortSignal) {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const begun = new Map<string, Promise<void>>();
    const failures: unknown[] = [];
    const begin = (name: string): Promise<void> => {
      const known = begun.get(name);
      if (known) return known;
      const others = [...(waits.get(name) ?? [])].map(begin);
      const ready = Promise.all(others).then(() => this.startOne(name, either));
      begun.set(name, ready);
      ready.catch((error) => {
        failures.push(error);
        stop.abort();
      });
      return ready;
    };
    await Promise.allSettled([...waits.keys()].map(begin));
    if (failures.length > 0) throw failures[0];
  }

  private async startOne(name: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw interruption(signal);
    this.options.log.progress(`starting ${name}`);
    const file = join(this.directory, `${name}-${this.number}.log`);
    const adopt = (child: Child) => {
      this.started.push(child);
      this.children.set(name, { child, usage: new Usage(child.pid), file });
      this.logs.follow(name, file);
    };
    const began = Date.now();
    await startService(name, own(this.options.services, name)!, file, this.around, adopt, signal);
    this.startups[name] = { began, ready: (Date.now() - began) / 1000 };
  }

  private get directory(): string {
    return resolve(this.options.cwd, this.options.logs);
  }

  /** Ends processes that a killed run left behind, because they would distort the measurement. */
  private async sweepUp(): Promise<void> {
    if (this.around.ledger === undefined) return;
    for (const { program, pids } of await sweep(this.around.ledger)) {
      this.options.log.warn(`ended ${program} (${pids.join(", ")}), left behind by a run that was killed`);
    }
  }

  private makeLogs(): void {
    try {
      makeFolder(this.directory, 0o700);
    } catch (cause) {
      if (cause instanceof SteelyardError) throw cause;
      throw environmentError("Cannot make the directory for the services' logs.", {
        where: this.directory,
        remedy: "choose another output directory, or correct its permissions",
        cause,
      });
    }
  }
}
