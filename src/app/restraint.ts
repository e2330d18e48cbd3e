import { allowed } from "../exec/env.ts";
import type { Config } from "../model/config.ts";

/** What the reviewed config lets a change's own one reach: rights over the machine, and secrets. */
export interface Trust {
  readonly allow: readonly string[];
  /** Names of variables that headers of an external stack may be taken from. */
  readonly secrets: readonly string[];
}

/** Nothing: the trust of a change that brings the first config. */
export const NO_TRUST: Trust = { allow: [], secrets: [] };

/** What a config asks for. */
export function trustIn({ stack }: Config): Trust {
  const { compose, external } = stack;
  const endpoints = [external?.endpoints, external?.base?.endpoints].flatMap((all) =>
    Object.values(all ?? {}),
  );
  const headers = endpoints.flatMap((endpoint) => Object.values(endpoint.headers));
  return {
    allow: compose?.allow ?? [],
    secrets: [...new Set(headers.flatMap((header) => (typeof header === "string" ? [] : [header.env])))],
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

/** What the engine itself reads, beside what children may inherit. */
const READ = [
  "CI",
  "STEELYARD_RUNNER_CLASS",
  "XDG_CACHE_HOME",
  "XDG_RUNTIME_DIR",
  ...["DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH"],
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
  const passed = named.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return allowed(env, Object.fromEntries(passed), { go: true });
}
