import { dirname, join, resolve } from "node:path";
import type { Ends } from "../../base/ends.ts";
import { userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Redact } from "../../base/redact.ts";
import type { StepTimes } from "../../base/steptimes.ts";
import type { World } from "../../base/world.ts";
import { trackedIn } from "../../git/tracked.ts";
import { cachedK6 } from "../../load/k6/cache.ts";
import { type Config, type Seed, type SeedCommand, STACK_KINDS, type StackKind } from "../../model/config.ts";
import type { Stacks } from "../../model/ports.ts";
import type { Builds } from "../../stack/build.ts";
import { composeStacks } from "../../stack/compose/stack.ts";
import { apart, type Cores, duetCores, ownCores, sharedNote } from "../../stack/cores.ts";
import { passwordsIn } from "../../stack/databases/addressed.ts";
import { externalStacks, secretsOf } from "../../stack/external.ts";
import { processStacks } from "../../stack/process.ts";
import { ledger } from "./down.ts";

export interface StackDeps {
  readonly world: World;
  readonly out: string;
  readonly log: Log;
  readonly redact: Redact;
  /** Folder of the logs; `logs` in the output folder by default. */
  readonly logs?: string;
  /** The tree and config that the seed is taken from; the checkout and its own where undefined. */
  readonly seedFrom?: { readonly cwd: string; readonly config: Config } | undefined;
  /** Cores of generator and services, of `coresOf`. */
  readonly cores?: Cores | null;
  /** Whether any load comes from inside of the stack; else the image of its generators is not wanted. */
  readonly inside?: boolean;
  /** Path of the config, for messages; the usual one by default. */
  readonly configPath?: string;
  /** Takes what is to be done when the measurement is over. */
  readonly atEnd: Ends["add"];
  /** Is told how long builds and starts take. */
  readonly stepTimes: StepTimes;
  /** What was built before, for other stacks. */
  readonly builds: Builds;
}

/** The kind of stack that is measured: the one that was asked for, else the first that the config has. */
export const kindOf = ({ stack }: Config, wanted: StackKind | undefined): StackKind =>
  wanted ?? STACK_KINDS.find((one) => stack[one] !== undefined) ?? "process";

/** The cores that are set apart, where the config of a compose stack asks for it and there are enough; tells if not. */
export function coresOf(config: Config, wanted: StackKind | undefined, log: Log): Cores | null {
  const count = config.stack.compose?.generator_cpus;
  if (count === undefined || kindOf(config, wanted) !== "compose") return null;
  const own = ownCores();
  const cores = apart(own, count);
  if (cores === null) log.warn(sharedNote(count, own.length));
  return cores;
}

/** What stands against loading both sides on one core at the same time. */
export function noDuetOn(kind: StackKind): string | null {
  if (kind === "external") return "where a deployed system runs is not ours to say";
  if (process.platform !== "linux") return "only Linux holds processes to cores";
  return duetCores(ownCores()) === null ? "this machine has one core" : null;
}

/** Every secret that the config takes from the environment. */
export function secretsIn(config: Config, env: World["env"]): string[] {
  const { external, metrics } = config.stack;
  return [...(external ? secretsOf(external, env) : []), ...passwordsIn(metrics, env)];
}

/**
 * The stack of the config: the requested kind, else the first one that it has, in the order of `STACK_KINDS`. The choice
 * is the same on every machine, because the result must not depend on the programs that happen to be installed.
 *
 * @throws SteelyardError (user) when the requested kind is not in the config
 */
export const stacksOf = (config: Config, wanted: StackKind | undefined, deps: StackDeps): Stacks =>
  timed(untimed(config, wanted, deps), deps.stepTimes);

/** Stacks whose builds, starts and ends are counted. */
function timed(stacks: Stacks, stepTimes: StepTimes): Stacks {
  return {
    ...stacks,
    prepare: (signal) => stepTimes.during("build", async () => stacks.prepare?.(signal)),
    async up(...how) {
      const started = await stepTimes.during("start", () => stacks.up(...how));
      const end = started.stack[Symbol.asyncDispose].bind(started.stack);
      started.stack[Symbol.asyncDispose] = () => stepTimes.during("start", async () => end());
      return started;
    },
  };
}

function untimed(config: Config, wanted: StackKind | undefined, deps: StackDeps): Stacks {
  const { process, compose, external, endpoints, seed, metrics } = config.stack;
  const declared = STACK_KINDS.filter((one) => config.stack[one] !== undefined);
  const kind = kindOf(config, wanted);
  const cores = deps.cores ?? null;
  const common = {
    cwd: deps.world.cwd,
    env: deps.world.env,
    log: deps.log,
    redact: deps.redact,
    builds: deps.builds,
  };
  const kept = { logs: deps.logs ?? join(deps.out, "logs"), ledger: ledger(deps.out) };
  const { seedFrom } = deps;
  const seedCwd = seedFrom?.cwd;
  if (kind === "process" && process) {
    return processStacks({
      ...common,
      ...kept,
      seed: command(seed),
      seedCwd,
      services: process.services,
      build: process.build,
      buildWithin: process.build_within,
      keepable: process.keep_build,
      endpoints,
      metrics,
    });
  }
  if (kind === "compose" && compose) {
    const { generator_image: _image, ...bare } = compose;
    const needed = deps.inside === false ? bare : compose;
    const { env, signal } = deps.world;
    const guard = {
      guarded: guardedFrom(deps),
      config: deps.configPath ?? ".github/steelyard.yml",
      tracked: (cwd: string, folder: string) => trackedIn({ cwd, env, signal }, folder),
    };
    const from = seedFrom?.config.stack.compose;
    return composeStacks({
      ...common,
      ...kept,
      ...(seedFrom && from && { seedFrom: { cwd: seedFrom.cwd, compose: from } }),
      compose: needed,
      seed,
      endpoints,
      metrics,
      cores,
      guard,
      atEnd: deps.atEnd,
      building: (build) => deps.stepTimes.during("build", build),
    });
  }
  if (kind === "external" && external)
    return externalStacks({ ...common, seed: command(seed), seedCwd, external, metrics });
  throw userError(`The config has no ${kind} stack.`, {
    where: "--stack",
    remedy: `declare stack.${kind}, or use --stack ${declared.join(" or ")}`,
  });
}

/** What decides about the programs that run on this machine: no container may write to it. */
const guardedFrom = ({ world, out }: StackDeps): string[] => [
  ...[".git", ".steelyard-action"].map((name) => join(world.cwd, name)),
  resolve(world.cwd, out),
  dirname(cachedK6(world.env)),
];

/** The seed as a command on this machine; a service of Compose is none. */
function command(seed: Seed | undefined): SeedCommand | undefined {
  if (seed === undefined) return undefined;
  if (seed.run !== undefined) return { ...seed, run: seed.run };
  throw userError("The seed is a service of Compose, and the stack is another one.", {
    where: "stack.seed",
    remedy: "add the command that seeds it: seed: { run: [...] }, or use --stack compose",
  });
}
