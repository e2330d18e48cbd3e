import { userError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { allowed } from "../../exec/env.ts";
import type { Config, StackKind, Workload } from "../../model/config.ts";
import { loadIn } from "../../model/load.ts";
import type { Trust } from "../options.ts";

/** Nothing but commands: the trust of a change that brings the first config. */
export const NO_TRUST: Trust = { allow: [], secrets: [], hostCommands: true, variables: [] };

/** The rights that a config asks for. */
export function trustIn({ stack, workloads, policy }: Config): Trust {
  const { compose, external } = stack;
  const endpoints = [external?.endpoints, external?.base?.endpoints].flatMap((all) =>
    Object.values(all ?? {}),
  );
  const headers = endpoints.flatMap((endpoint) => Object.values(endpoint.headers));
  return {
    allow: compose?.allow ?? [],
    secrets: [...new Set(headers.flatMap((header) => (typeof header === "string" ? [] : [header.env])))],
    hostCommands: policy.trust === "any",
    variables: [...new Set(Object.values(workloads).flatMap(variablesOf))],
  };
}

const variablesOf = ({ env, variants, sweep, scaling }: Workload): string[] => [
  ...[env, ...Object.values(variants).map((variant) => variant.env)].flatMap(Object.keys),
  ...[sweep, scaling].flatMap((levels) => levels?.variable ?? []),
];

/**
 * The rights that both give. A change chooses its merge-base by where it branches off, so rights that the base branch
 * has withdrawn since then must not count.
 */
export function lesser(one: Trust, other: Trust): Trust {
  const both = (key: "allow" | "secrets" | "variables") =>
    one[key].filter((name) => other[key].includes(name));
  return {
    allow: both("allow"),
    secrets: both("secrets"),
    hostCommands: one.hostCommands && other.hostCommands,
    variables: both("variables"),
  };
}

/** The config with no more rights over the machine than these. */
export function restrained(config: Config, { allow }: Trust): Config {
  const { compose } = config.stack;
  if (compose === undefined) return config;
  const kept = compose.allow.filter((one) => allow.includes(one));
  return { ...config, stack: { ...config.stack, compose: { ...compose, allow: kept } } };
}

/** Rights that the one asks for and the other has not. */
export const withheld = (asked: Config, given: Config): string[] =>
  (asked.stack.compose?.allow ?? []).filter((one) => given.stack.compose?.allow.includes(one) !== true);

/**
 * The keys of a config by which its tree runs on this machine, as our own user: the one list of these places. The
 * description of each generator says which of its settings are among them.
 *
 * @param kind of the stack that is measured
 */
export function hostCommands({ stack, workloads }: Config, kind: StackKind, trust: Trust): string[] {
  const { process, compose, seed } = stack;
  const loads = Object.entries(workloads).flatMap(([name, workload]) =>
    hostCommandsOf(workload, trust).map((key) => `workloads.${name}.${key}`),
  );
  return [
    ...(kind === "process" && process !== undefined ? ["stack.process"] : []),
    ...(kind === "compose" && compose !== undefined && compose.build.length > 0
      ? ["stack.compose.build"]
      : []),
    ...(seed?.run !== undefined && seed.service === undefined ? ["stack.seed.run"] : []),
    ...loads,
  ];
}

/** The same of one workload, which may have no load: then only its variables count. */
export function hostCommandsOf(workload: Workload, { variables }: Trust): string[] {
  const load = loadIn(workload);
  const commands = load?.about.hostCommands(load.settings) ?? [];
  return [
    ...commands.map((at) => [load?.kind, ...at].join(".")),
    ...variablesOf(workload)
      .filter((variable) => !variables.includes(variable))
      .map((variable) => `env.${variable}`),
  ];
}

/**
 * Refuses to measure a config that would run commands of its own, where the base branch's rules forbid that.
 *
 * @throws SteelyardError (user) that names them
 */
export function demandContained(config: Config, kind: StackKind, trust: Trust): void {
  if (trust.hostCommands) return;
  const found = hostCommands(config, kind, trust);
  if (found.length === 0) return;
  throw userError(
    `This change would run commands of its own on the measuring machine, outside of containers: ${found.join(", ")}.`,
    {
      where: "policy.trust: compose-only, in the config of the base branch (or that config cannot be read)",
      remedy:
        "run them in containers (services of Compose with --stack compose, seed: { service: … }, k6), name new variables on the base branch first, or review the change and measure it by hand",
    },
  );
}

/** Variables that the engine itself reads, besides those that children may inherit. */
const READ = [
  "CI",
  "STEELYARD_RUNNER_CLASS",
  "STEELYARD_GENERATORS",
  "SSH_AUTH_SOCK", // the operator's, for loads from several machines
  "XDG_CACHE_HOME",
  "XDG_RUNTIME_DIR",
  "DOCKER_HOST",
  "DOCKER_CONTEXT",
  "DOCKER_CONFIG",
  "DOCKER_TLS_VERIFY",
  "DOCKER_CERT_PATH",
];
/**
 * The environment that a measurement on a runner sees at all: nothing of the runner's own is in it. The secrets are
 * those of a config that was read, and none of these can name a variable of the runner.
 */
export function runnerless(
  env: Readonly<Record<string, string | undefined>>,
  { secrets }: Trust,
): Record<string, string> {
  const named = [...READ, ...secrets];
  const passed = named.flatMap((name) => {
    const value = own(env, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return allowed(env, Object.fromEntries(passed), { go: true });
}

/**
 * Whether programs of a change may be looked at by tools of this machine, which read their files: as its own commands may
 * run here. Tools are no container, and a file could be made to break one.
 */
export const mayInspect = (trust: Trust | undefined): boolean => trust?.hostCommands ?? true;
/** The setting that withholds such tools, in words. */
export const UNINSPECTED =
  "perf may not watch it: policy.trust of the base branch is compose-only (or that config cannot be read), and any allows it";
