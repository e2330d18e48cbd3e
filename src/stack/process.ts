import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentError, interruption, SteelyardError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import type { Child } from "../exec/child.ts";
import { sweep } from "../exec/ledger.ts";
import { makeFolder } from "../exec/linkless.ts";
import { Usage } from "../exec/usage.ts";
import type { SeedCommand } from "../model/config.ts";
import type { Risen, RunningStack, ServiceCounters, Stacks } from "../model/ports.ts";
import type { Happening } from "../model/slow.ts";
import { type BuildOptions, preparing } from "./build.ts";
import { Chronicle, rises } from "./chronicle.ts";
import { howEnded, lastWords, oomKills } from "./death.ts";
import { shortened } from "./logfile.ts";
import { claim } from "./port.ts";
import { seeded } from "./seed.ts";
import { allocate, type Surroundings, startService, struck } from "./service.ts";
import { dependencies, type Endpoints, key, referred, type Services } from "./wiring.ts";

/** Milliseconds that the news of a service's death may take. */
const NEWS = 200;

/** Beside the build: its folders are the checkout and that of the services' output, a file for each and each start. */
export interface ProcessStacksOptions extends BuildOptions {
  readonly services: Services;
  readonly endpoints: Endpoints;
  readonly seed: SeedCommand | undefined;
  /** Folder that the seed runs in; that of the services where undefined. */
  readonly seedCwd?: string | undefined;
}

/**
 * Stacks of plain local processes, for machines without containers.
 *
 * Services start as soon as those they refer to are ready, at the same time where they may; then the seed runs.
 * Whatever goes wrong on the way, an abort included, everything is brought down again before it is thrown.
 *
 * @throws SteelyardError (user) for references, endpoints and ports that do not fit together
 */
export function processStacks(options: ProcessStacksOptions): Stacks {
  const { services, endpoints, seed } = options;
  dependencies(services, endpoints);
  for (const text of seed ? [...seed.run, ...Object.values(seed.env)] : []) {
    referred(services, text, "stack.seed");
  }
  let starts = 0;
  return {
    kind: "process",
    labels: {},
    prepare: preparing(options),
    async up(stackEnv, signal, cpus) {
      starts++;
      const stack = new ProcessStack(options, starts, stackEnv, cpus);
      try {
        const digest = await stack.rise(signal);
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
  private readonly options: ProcessStacksOptions;
  private readonly number: number;
  private readonly around: Surroundings;
  private readonly children = new Map<string, { child: Child; usage: Usage; file: string }>();
  private readonly rising: Record<string, Risen> = {};
  private readonly chronicle = new Chronicle();
  /** Also those that were replaced. */
  private readonly started: Child[] = [];

  constructor(
    options: ProcessStacksOptions,
    number: number,
    stackEnv: Readonly<Record<string, string>>,
    cpus: string | undefined,
  ) {
    this.options = options;
    this.number = number;
    const { cwd, env, log, redact = (text: string) => text, ledger } = options;
    const addresses = new Map<string, string>();
    this.around = { cwd, env, stackEnv, addresses, log, redact, ledger, cpus, oom: oomKills() };
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

  /** Brings everything up and seeds it; returns the seed's digest. */
  async rise(signal: AbortSignal): Promise<string | null> {
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
    const fault = this.fault();
    if (fault !== null) throw environmentError(`While the stack was being started, ${fault}`);
    return digest;
  }

  async counters(): Promise<Readonly<Record<string, ServiceCounters>>> {
    const counters: Record<string, ServiceCounters> = {};
    for (const [name, { usage, file }] of this.children) {
      const used = usage.read();
      counters[name] = { cpu: used?.cpu ?? null, memory: used?.memory ?? null, restarts: 0 };
      shortened(file);
    }
    return counters;
  }

  fault(): string | null {
    for (const [name, { child }] of this.children) {
      if (child.ended === null) continue;
      const how = howEnded(child.ended, struck(this.around.oom));
      return `the service "${name}" died: ${how}${lastWords(child.tail(), this.around.redact)}`;
    }
    return null;
  }

  get risen(): Readonly<Record<string, Risen>> {
    return this.rising;
  }

  async happenings(from: number, to: number): Promise<Happening[]> {
    return [...rises(this.rising, from, to), ...this.chronicle.lines(from, to)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.chronicle[Symbol.dispose]();
    const ends = await Promise.allSettled(this.started.map((child) => child.stop()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  private async sow(seed: SeedCommand, signal: AbortSignal): Promise<string> {
    try {
      const cwd = this.options.seedCwd ?? this.around.cwd;
      return await seeded(seed, { ...this.around, cwd, targets: this.targets }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // The seed may see a broken connection before we are told of the death behind it.
      const deaths = [...this.children.values()].map(({ child }) => child.exited);
      await Promise.race([...deaths, delay(NEWS)]);
      const fault = this.fault();
      if (fault === null) throw error;
      throw environmentError(`While the stack was being seeded, ${fault}`, { cause: error });
    }
  }

  /** The first failure ends the waiting of all, and is the one that is thrown, when none is starting any more. */
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
      this.chronicle.follow(name, file);
    };
    const began = Date.now();
    await startService(name, own(this.options.services, name)!, file, this.around, adopt, signal);
    this.rising[name] = { began, ready: (Date.now() - began) / 1000 };
  }

  private get directory(): string {
    return resolve(this.options.cwd, this.options.logs);
  }

  /** What a killed run left would be measured along. */
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
        remedy: "choose another output directory, or mend its permissions",
        cause,
      });
    }
  }
}
