import { join, resolve } from "node:path";
import { explain, SteelyardError, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Workload } from "../../model/config.ts";
import { settingsOf } from "../../model/load.ts";
import type { Generator, LoadRequest, LoadResult, Measuring } from "../../model/ports.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import type { Slot } from "../../model/schedule.ts";
import { makeScratch, type Scratch } from "../scratch.ts";
import { demandFile, readingEnv } from "../script.ts";
import { overruling, scriptEnv } from "./argv.ts";
import { single } from "./copies.ts";
import { type Discovery, NOTHING } from "./discovery.ts";
import { type Division, demandWork } from "./distributed/division.ts";
import { demandSameK6 } from "./distributed/machines.ts";
import { shareLoad } from "./distributed/trial.ts";
import { type Exploring, explore, warnFailing } from "./explore.ts";
import { scriptOf, segmentsOf } from "./kind.ts";
import { type Options, type Scenarios, scenarios, span } from "./options.ts";
import { model, plan, shortened } from "./shape.ts";
import { ONLY, PLACES, placesOf } from "./shims.ts";
import { type K6, readScript, type Script } from "./source.ts";
import { prepare, runSingle } from "./trial.ts";
import { COLD } from "./watch.ts";
import { declaredMetrics, digest, mention } from "./workloaddigest.ts";

export interface K6Options extends K6 {
  /** Such as "1.8.1". */
  readonly version: string;
  /** Directory for wrappers and summaries; each call's are removed after it. */
  readonly scratch: string;
  readonly log: Log;
  /** The endpoint for which a literal address in a script stands, by address: `localhost:3000`, `private:3000`. */
  readonly literals: Readonly<Record<string, string>>;
  /** Whether the targets are a deployed system, which may have further names; not so where absent. */
  readonly deployed?: boolean | undefined;
  /** Machines that make the load of workloads with several segments, as destinations of ssh; this one where there are none. */
  readonly machines?: readonly string[] | undefined;
}

/** Facts of a workload that are kept between its trials. */
interface Known {
  readonly script: string;
  readonly read: Pick<Script, "files" | "path">;
  readonly facts: WorkloadFacts;
  /** Names of metrics the script seems to declare. */
  readonly candidates: readonly string[];
  /** Scenarios by variant, where its environment differs; the empty string for all others. */
  readonly shapes: ReadonlyMap<string, Scenarios>;
  /** Whether the script has thresholds. */
  readonly limits: boolean;
}

/** Seconds beyond its planned end after which a trial is killed. */
const TIMEOUT = 60;

/** The k6 load generator: user scripts unchanged, run through a wrapper that sets phases and asks for series. */
export class K6Generator implements Generator {
  readonly versions: Generator["versions"];
  private readonly version: string;
  private readonly k6: K6Options;
  private readonly known = new Map<string, Known>();
  /** The script of a workload, environment and side under the targets of its latest trial. */
  private readonly reads = new Map<string, { readonly key: string; readonly read: Script }>();
  private readonly explored = new Map<string, Discovery>();
  /** Workloads whose failed short run was already logged. */
  private readonly lamented = new Set<string>();
  private checked: Promise<void> | undefined;

  constructor(k6: K6Options) {
    this.k6 = k6;
    this.version = `k6 ${k6.version}`;
    this.versions = { k6: this.version };
  }

  async facts(name: string, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts> {
    const script = resolve(this.k6.cwd, scriptOf(settingsOf("k6", workload)));
    const division = this.division(workload);
    if (division.segments > 1 && workload.in !== "host") throw notInside(name);
    demandFile(script, name, "k6", "k6:");
    const world = (env: Readonly<Record<string, string>>) =>
      scriptEnv({ env: readingEnv(script, env), targets: {}, headers: {}, seed: 0 });
    await using scratch = await makeScratch(this.k6.scratch);
    const read = (env: Readonly<Record<string, string>>) => {
      refuseOverruling(env, name);
      return readScript(this.k6, script, world(env), scratch, signal);
    };
    const packed = await read(workload.env);
    const { files, options } = packed;
    const shape = (of: Options) => shortened(scenarios(of, script), workload.measure.stages);
    const shapes = new Map([["", shape(options)]]);
    for (const [variant, { env }] of Object.entries(workload.variants)) {
      if (Object.keys(env).length === 0) continue;
      shapes.set(variant, shape((await read({ ...workload.env, ...env })).options));
    }
    for (const one of shapes.values()) demandWork(one, division.segments, name);
    if (division.segments > 1) await this.sameK6(signal);
    const facts = {
      digest: digest(files, workload, this.k6.version, division),
      model: model(shapes.get("")!),
      generator: this.version,
    };
    const limits = Object.keys(options.thresholds ?? {}).length > 0;
    this.known.set(name, { script, read: packed, facts, candidates: declaredMetrics(files), shapes, limits });
    return facts;
  }

  limits(name: string): boolean {
    return this.known.get(name)?.limits ?? false;
  }

  planned(name: string, slot: Slot): number | null {
    const shapes = this.known.get(name)?.shapes;
    const shape = shapes?.get(slot.variant ?? "") ?? shapes?.get("");
    return shape === undefined ? null : plan(shape, slot).seconds;
  }

  async load(request: LoadRequest, measuring: Measuring, signal: AbortSignal): Promise<LoadResult> {
    try {
      return await this.trial(request, measuring, signal);
    } catch (error) {
      // Read without complaint before, and not under this target or variant: that trial's failure, no more.
      if (!(error instanceof SteelyardError) || error.fault !== "user") throw error;
      return { ok: false, failure: { code: "script-error", message: explain(error).slice(0, 8_000) } };
    }
  }

  private async trial(request: LoadRequest, measuring: Measuring, signal: AbortSignal): Promise<LoadResult> {
    const { name, workload, slot, targets } = request;
    if (!this.known.has(name)) await this.facts(name, workload, signal);
    const known = this.known.get(name)!;
    const places = { [ONLY]: placesOf(this.k6.literals, targets) };
    const env = { ...scriptEnv({ ...request, seed: slot.seed }), [PLACES]: JSON.stringify(places) };
    await using scratch = await makeScratch(this.k6.scratch);
    const k6 = this.placed(request, scratch);
    const read = await this.read(known, request, env, scratch, signal);
    const copy = single(known.script, read, this.k6.literals, join(scratch.path, "script"));
    const { options } = read;
    const own = shortened(scenarios(options, known.script), workload.measure.stages);
    const script = { url: copy.url, options, scenarios: own };
    // A short run would warm the stack up: a cold trial does without what only one could find.
    const found = slot.cold
      ? { ...NOTHING, metrics: Object.values(COLD) }
      : await this.discovery(k6, known, request, { ...script, env }, scratch, signal);
    const prepared = prepare({ ...script, found, slot, targets }, scratch);
    const spare = TIMEOUT + span(options.setupTimeout, 0) + span(options.teardownTimeout, 0);
    const limit = workload.timeout ?? prepared.plan.most + spare;
    const place = { k6, env, scratch, original: copy.original };
    const isFree = this.k6.deployed === true || reachesOtherwise(read);
    const asked = { requests: found.requests, targets: isFree ? undefined : targets };
    const trial = { ...prepared, ...place, ...asked, request, options, limit };
    const { segments } = this.division(workload);
    if (segments === 1) return await runSingle(trial, measuring, signal);
    demandWork(own, segments, name);
    const shared = { ...trial, segments, machines: this.k6.machines ?? [], files: known.read.files };
    return await shareLoad(shared, measuring, signal);
  }

  /** The processes that share a workload's load. */
  private division(workload: Workload): Division {
    const segments = segmentsOf(settingsOf("k6", workload));
    return { segments, machines: Math.max(1, Math.min(segments, this.k6.machines?.length ?? 1)) };
  }

  /** Checks the machines that are to share loads, once. */
  private sameK6(signal: AbortSignal): Promise<void> {
    const { machines = [], version } = this.k6;
    this.checked ??= demandSameK6(machines, version, this.k6, signal);
    return this.checked;
  }

  /** k6 where this trial wants it: a file of this machine can be run in any container. */
  private placed({ inside, cpus = this.k6.cpus }: LoadRequest, { path }: Scratch): K6Options {
    if (inside === undefined) return { ...this.k6, cpus };
    return { ...this.k6, cpus, placed: { inside, scratch: path, carried: resolve(this.k6.binary) } };
  }

  /** The script under this environment and these targets, which may name its thresholds, and the files that it opens. */
  private async read(
    known: Known,
    { name, env, slot, targets }: LoadRequest,
    world: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Script> {
    const of = JSON.stringify([name, env, slot.side]);
    const key = JSON.stringify([known.facts.digest, targets]);
    const before = this.reads.get(of);
    if (before?.key === key) return before.read;
    const read = await readScript(this.k6, known.script, world, scratch, signal);
    this.reads.set(of, { key, read });
    return read;
  }

  /** The findings of a short run of the script, made once; a failing one is repeated at the next trial. */
  private async discovery(
    k6: K6Options,
    known: Known,
    { name, env, targets, workload }: LoadRequest,
    script: Pick<Exploring, "url" | "options" | "scenarios" | "env">,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Discovery> {
    const key = JSON.stringify([known.facts.digest, env, workload.split]);
    const before = this.explored.get(key);
    if (before) return before;
    const { candidates } = known;
    const world = { ...script.env, STEELYARD_SEED: "0" };
    const exploring = { ...script, candidates, split: workload.split, targets, env: world };
    const found = await explore(k6, exploring, scratch, signal);
    if (typeof found === "string") {
      const warned = this.lamented.has(name);
      this.lamented.add(name);
      if (!warned)
        this.k6.log.warn(`${name}: a short run of the script failed, so nothing is split: ${found}`);
      return NOTHING;
    }
    warnFailing(this.k6.log, workload, name, { "the service": found });
    for (const tag of found.unbounded) {
      this.k6.log.info(`${name}: not split by "${tag}", which has too many values; give requests a name tag`);
    }
    this.explored.set(key, found);
    return found;
  }
}

/** Whether a script may reach its targets by more than their addresses: through a browser, an extension, or names of its own. */
const reachesOtherwise = ({ files, options }: Script): boolean =>
  mention(files, "k6/browser", "k6/x/") || (options.hosts ?? null) !== null;

const notInside = (name: string) =>
  userError(
    `The load of the workload "${name}" has several segments, and is to come from inside of the stack.`,
    { where: `workloads.${name}.in`, remedy: "leave `in` out, or `segments`: a container is one machine" },
  );

function refuseOverruling(env: Readonly<Record<string, string>>, name: string): void {
  const variable = overruling(env);
  if (variable === undefined) return;
  throw userError(`${variable} would overrule the load of the workload "${name}".`, {
    where: `workloads.${name}.env`,
    remedy: "set it in the options of the script",
  });
}
