import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { Redact } from "../../base/redact.ts";
import { Instructions } from "../../exec/instructions.ts";
import { removeFile, writePrivate } from "../../exec/linkless.ts";
import { ownName } from "../../exec/owner.ts";
import type {
  Executed,
  Inside,
  RunningStack,
  ServiceCounters,
  Stacks,
  StartupTime,
  StatementCounts,
} from "../../model/ports.ts";
import type { Composed } from "../../model/run.ts";
import type { ServiceEvent } from "../../model/slow.ts";
import { Builds } from "../build.ts";
import { runSeed } from "../seed.ts";
import { awaitsModules, knowingImages, type LetIn } from "./attached.ts";
import { compose, type Docker, engineAddress, runDocker } from "./cli.ts";
import { addressesOf, type Container, containersOf, targetsOf } from "./container.ts";
import { CrashLoops } from "./crashloop.ts";
import { ComposeDatabases } from "./databases.ts";
import { readDefinition } from "./definition.ts";
import { demandNear, type Engine, engineAt } from "./engine.ts";
import { escaped } from "./escaping.ts";
import { serviceEvents, startupTimesOf } from "./events.ts";
import { Images } from "./images.ts";
import { placeAt, spotOf } from "./inside.ts";
import { PREFIX } from "./labels.ts";
import { Logs } from "./logs.ts";
import { Monitor } from "./monitor.ts";
import type { ComposeStacksOptions } from "./options.ts";
import { sweepProjects } from "./orphans.ts";
import { type Prepared, Projects } from "./projects.ts";
import { type Compose, factsOf, provide, provideGenerator } from "./provision.ts";
import { awaitedPorts, portsOf, type Unready } from "./ready.ts";
import { reliedOn } from "./relied.ts";
import { removeProject } from "./remove.ts";
import { active, demandServices, made, type Resolved } from "./resolved.ts";
import { innerTargets, seedService } from "./seed.ts";
import type { StartOptions, StartWishes } from "./startoptions.ts";
import { mustBeUp, type ReadStack, type UpOrder, unreadyError, untilUp, upOf } from "./up.ts";

/**
 * Stacks of Docker Compose. Each start is a separate project, and its disposal removes everything of it but the images
 * that were built, which later starts use too. After any failure or an abort during the start, the project is removed
 * before the error is thrown.
 */
export function composeStacks(options: ComposeStacksOptions): Stacks {
  const run = randomBytes(4).toString("hex");
  const shared = {
    run,
    images: new Images(run),
    instructions: new Instructions(options.env),
    projects: new Projects(options),
    described: new Map<string, Composed>(),
    silent: new Set<string>(),
    preloaded: new Map<string, string>(),
  };
  const { builds = new Builds() } = options;
  const { build, build_within } = options.compose;
  let starts = 0;
  let address: Promise<string> | undefined;
  let begun: Promise<void> | undefined;
  const begin = async (engine: Engine) => {
    await sweepProjects(engine, options);
    options.atEnd(async () => shared.images.begun && removeProject(engine, shared.images.project));
  };
  const stackOf = async (start: number, how: StartWishes, signal: AbortSignal) => {
    const unaddressed = { ...options, variables: { ...options.compose.env, ...how.stackEnv } };
    address ??= engineAddress(unaddressed, signal);
    const docker = { ...unaddressed, address: await address };
    demandNear(docker.address);
    const engine = engineAt(docker.address, options.env);
    begun ??= begin(engine);
    await begun;
    return new ComposedStack({ ...options, ...shared, ...how, docker, engine, start });
  };
  return {
    kind: "compose",
    labels: {},
    isApart: true,
    async prepare(signal) {
      await builds.once({ ...options, build, buildWithin: build_within }, signal);
      const stack = await stackOf(0, { stackEnv: {}, cpus: undefined, attach: undefined }, signal);
      try {
        await stack.provide(signal);
      } finally {
        stack.forget();
      }
    },
    definition: (signal) => readDefinition(options, signal),
    async up(stackEnv, signal, cpus, attach) {
      const start = ++starts; // two sides may come up at once
      const stack = await stackOf(start, { stackEnv, cpus, attach }, signal);
      try {
        const { seed, composed } = await stack.bringUp(signal);
        return { stack, seed, composed };
      } catch (error) {
        await stack[Symbol.asyncDispose]().catch((left) => options.log.warn(String(left)));
        throw error;
      }
    },
  };
}

class ComposedStack implements RunningStack {
  readonly headers = {};
  private readonly options: StartOptions;
  private readonly project: string;
  /** The file that holds the project. */
  private readonly model: string;
  private readonly redact: Redact;
  private readonly logs: Logs;
  private readonly monitor: Monitor;
  private addresses: Readonly<Record<string, string>> = {};
  /** As it was read; `provide` sets it. */
  private read: ReadStack["project"] = { resolved: {}, profiles: [], warnings: [] };
  private services: Pick<UpOrder, "started" | "relied" | "stages"> = { started: [], relied: [], stages: [] };
  private startups: Readonly<Record<string, StartupTime>> = {};
  private trials = 0;
  private readonly databases: ComposeDatabases;
  private docker: Docker;

  constructor(options: StartOptions) {
    this.options = options;
    this.docker = options.docker;
    this.project = `${PREFIX}${options.run}-${options.start}`;
    this.model = join(resolve(options.ledger), `${this.project}.json`);
    this.redact = options.redact ?? ((text) => text);
    this.logs = new Logs(options.engine, this.project, this.redact);
    this.monitor = new Monitor({ ...options, logs: this.logs });
    this.databases = new ComposeDatabases(options.metrics ?? {}, options.docker, options.preloaded);
  }

  get targets(): Readonly<Record<string, string>> {
    return this.addresses;
  }

  /** Reads the project, and has all images that it needs pulled or built. */
  async provide(signal: AbortSignal): Promise<Prepared> {
    const { compose, docker, engine, projects, seed, log, images, building } = this.options;
    const prepared = await projects.of(docker, signal);
    const { project, resolved, stages } = prepared;
    this.docker = { ...docker, dotenv: project.dotenv };
    this.read = project;
    const started = active(resolved, project.profiles);
    this.services = { started, relied: reliedOn(resolved, this.options.endpoints), stages };
    this.writeModel(resolved);
    const needed = new Set([...started, ...(seed?.service === undefined ? [] : [seed.service])]);
    const by = { engine, docker: this.docker, compose: this.compose, byHand: compose };
    const build = () => provide(needed, resolved, images, by, signal);
    await (building?.(build) ?? build());
    await provideGenerator(compose.generator_image, engine, docker, log, signal);
    return prepared;
  }

  async bringUp(signal: AbortSignal): Promise<{ seed: string | null; composed: Composed }> {
    const { docker, engine, start, log, images, attach, described, preloaded } = this.options;
    const prepared = await this.provide(signal);
    const { project, resolved } = prepared;
    if (start === 1) for (const sentence of project.warnings) log.warn(sentence);
    await this.monitor.listen(this.project);
    if (attach) {
      const known = await knowingImages({ ...attach, preloaded }, images.of(resolved), engine);
      if (described.size === 0 && awaitsModules(this.services.started, resolved.services, known)) {
        await this.start(signal); // without a profiler, to ask for them
        await this.clear();
      }
      this.writeModel(resolved, known);
    }
    const containers = await this.start(signal);
    const key = JSON.stringify(docker.variables);
    if (!described.has(key)) described.set(key, await factsOf(this.options, containers, prepared));
    return { seed: await this.runSeed(signal), composed: described.get(key)! };
  }

  /** Removes the file that holds the project. */
  forget(): void {
    removeFile(this.model);
  }

  counters(): Promise<Readonly<Record<string, ServiceCounters>>> {
    return this.monitor.counters();
  }

  inside(place: string): Inside {
    const { compose, endpoints, engine, docker } = this.options;
    const spot = spotOf(place, this.monitor.watched, endpoints, compose.generator_image);
    const cpus = this.options.cores?.generator ?? null;
    return placeAt(spot, { engine, docker, project: this.project, cpus });
  }

  readonly statements = (name: string): Promise<Executed> => this.databases.counts(name);
  readonly executed = () => this.databases.all();

  async statementCounts(signal: AbortSignal): Promise<Readonly<Record<string, StatementCounts>>> {
    return this.databases.statements(await this.containers(), signal);
  }

  readonly roots = () => Object.fromEntries(this.monitor.roots);

  get startupTimes(): Readonly<Record<string, StartupTime>> {
    return this.startups;
  }

  events(from: number, to: number): Promise<ServiceEvent[] | null> {
    return serviceEvents(this.options.engine, this.project, this.monitor.watched, this.startups, from, to);
  }

  fault(): string | null {
    return this.monitor.fault();
  }

  async between(signal: AbortSignal): Promise<{ warm: boolean }> {
    const { compose, log } = this.options;
    const again = this.trials++ > 0;
    const anew = again && compose.reset === "volumes";
    if (anew) {
      log.progress("making new containers and volumes");
      await this.clear();
      await this.start(signal);
    } else this.updateTargets(await this.containers());
    if (again && compose.reset !== "none") await this.runSeed(signal);
    return { warm: !anew };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.monitor.end();
    await this.databases.close();
    const { cwd, logs, start, engine } = this.options;
    // A log that cannot be read must not keep the containers running.
    await this.logs.keep(resolve(cwd, logs), start).catch(() => {});
    await removeProject(engine, this.project);
    this.forget();
  }

  /** Starts the services, and waits until they are up and ready. */
  private async start(signal: AbortSignal): Promise<Container[]> {
    const until = performance.now() + this.options.compose.wait * 1000;
    const { containers } = this;
    const crashLoops = new CrashLoops(); // restarts are counted anew
    const isOver = async (service: string) =>
      this.monitor.reported(service) && crashLoops.isOver(service, await containers());
    const start = (services: readonly string[]) => this.startServices(services, until, signal);
    const run = (argv: readonly string[], timeout: number) =>
      runDocker(this.docker, argv, { signal, timeout });
    const by = { ...this.options, ...this.services, start, run, containers, isOver, until };
    const ready = await untilUp(by, signal);
    if ("how" in ready) throw await this.unready(ready);
    const all = await containers();
    this.startups = startupTimesOf(all, ready);
    await this.monitor.begin(all);
    this.updateTargets(all);
    await this.databases.open(all);
    return all;
  }

  /** Has Compose start these services, or all. */
  private async startServices(services: readonly string[], until: number, signal: AbortSignal) {
    const timeout = Math.max(1, (until - performance.now()) / 1000);
    const done = await this.compose(upOf(this.read.profiles, services), { signal, timeout, show: "live" });
    const tails = done.code === 0 ? "" : await this.logs.tailsOfFailed();
    mustBeUp(done, tails, { ...this.options, project: this.read });
  }

  /** Removes the containers and volumes. */
  private async clear(): Promise<void> {
    await this.databases.closeSessions();
    await removeProject(this.options.engine, this.project, { images: false });
  }

  private async unready(of: Unready) {
    return unreadyError(of, await this.logs.tailOf(of.service), { ...this.options, project: this.read });
  }

  private async runSeed(signal: AbortSignal): Promise<string | null> {
    const { compose, seed, cwd, seedFrom, env, ledger } = this.options;
    if (seed === undefined) return null;
    if (seed.service !== undefined) {
      const by = { call: this.compose, byHand: compose, redact: this.redact };
      return seedService({ ...seed, service: seed.service }, by, signal);
    }
    const seeding = { cwd: seedFrom?.cwd ?? cwd, env, redact: this.redact, ledger };
    const where = { targets: this.targets, addresses: addressesOf(this.monitor.watched) };
    return runSeed({ ...seed, run: seed.run ?? [] }, { ...seeding, ...where }, signal);
  }

  /** Updates the addresses of the endpoints: ports change when a container restarts. */
  private updateTargets(containers: readonly Container[]): void {
    // An ended container has no ports. Its last address then shows an endpoint that does not answer, not a missing one.
    this.addresses = { ...this.addresses, ...targetsOf(this.options.endpoints, containers) };
  }

  /** Writes the project as it is started to a file. It may hold passwords. */
  private writeModel(resolved: Resolved, attach?: LetIn): void {
    const { endpoints, compose, seed, stackEnv, images } = this.options;
    demandServices({ endpoints, compose, seed }, resolved, this.services.started);
    const seedEnv = { ...innerTargets(endpoints), ...seed?.env };
    const model = made(resolved, {
      project: this.project,
      owner: ownName(),
      ports: portsOf(awaitedPorts(this.options)),
      stackEnv,
      attach,
      cpus: this.options.cpus ?? this.options.cores?.services ?? null,
      images: { project: images.project, names: images.names(resolved) },
      seed: seed?.service === undefined ? null : { service: seed.service, env: seedEnv },
    });
    writePrivate(this.model, escaped(model));
  }

  private readonly containers = () => containersOf(this.options.engine, this.project);
  private readonly compose: Compose = (...of) => compose(this.docker, [this.model], this.project, ...of);
}
