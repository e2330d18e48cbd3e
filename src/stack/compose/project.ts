import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { userError } from "../../base/errors.ts";
import type { ComposeStack } from "../../model/config.ts";
import { compose, type Docker, mustSucceed } from "./cli.ts";
import { type Refusal, refusals } from "./refusals.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** The user's Compose files as Compose itself understands them. */
export interface Project {
  readonly resolved: Resolved;
  /** Compose's digest of each service's settings. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Seconds that reading the files may take. */
const READING = 60;
/** The name under which files are read: digests must not change with the project's own. */
const READER = "steelyard";

/**
 * Reads the Compose files and refuses what a config has to allow by name.
 *
 * @throws SteelyardError (user) for files that cannot be read, or that ask for what is not allowed
 */
export async function readProject(
  options: ComposeStack,
  docker: Docker,
  signal: AbortSignal,
): Promise<Project> {
  const files = options.files.map((file) => resolve(docker.cwd, file));
  const ask = async (...args: string[]) => {
    const call = { signal, timeout: READING };
    const done = await compose(docker, files, READER, ["--profile", "*", "config", ...args], call);
    mustSucceed(done, "Docker Compose cannot read the files of the stack", {
      where: options.files.join(", "),
      remedy: `look at them: docker compose ${options.files.map((file) => `-f ${file}`).join(" ")} config`,
      fault: "user",
    });
    return done.stdout;
  };
  // Files of variables are read into the environment; only the files as they are written still name them.
  const written = JSON.parse(
    await ask(
      "--format",
      "json",
      "--no-env-resolution",
      "--no-interpolate",
      "--no-normalize",
      "--no-path-resolution",
    ),
  ) as Resolved;
  const folder = dirname(files[0]!);
  const resolved = JSON.parse(await ask("--format", "json")) as Resolved;
  const found = refusals(resolved, environmentFiles(written, folder), {
    checkout: docker.cwd,
    sockets: [...SOCKETS, ...(docker.address?.startsWith("unix://") ? [docker.address.slice(7)] : [])],
    real,
  }).filter(({ needs }) => !options.allow.includes(needs));
  if (found.length > 0) throw refusal(found, options);
  return { resolved, digests: digestsOf(await ask("--hash", "*")) };
}

const SOCKETS = [
  "/var/run/docker.sock",
  "/run/docker.sock",
  "/run/containerd/containerd.sock",
  "/run/podman/podman.sock",
];

/** The paths in the services' `env_file` lists. */
function environmentFiles(written: Resolved, folder: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(written.services ?? {}).map(([name, { env_file }]) => {
      const list = Array.isArray(env_file) ? env_file : env_file === undefined ? [] : [env_file];
      const paths = list.map((one) => String(typeof one === "object" ? (one as Mapping).path : one));
      return [name, paths.map((path) => resolve(folder, path))];
    }),
  );
}

/** A path with its links followed, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(real(parent), path.slice(parent.length));
  }
}

function refusal(found: readonly Refusal[], options: ComposeStack) {
  const lines = found.map(({ where, what, needs }) => `\n  | ${where}: ${what} (${needs})`);
  const names = [...new Set(found.map(({ needs }) => needs))];
  return userError(`The Compose files ask for what a measured stack may not have.${lines.join("")}`, {
    where: options.files.join(", "),
    remedy: `take it out, or allow it in the config: stack.compose.allow: [${names.join(", ")}]`,
  });
}

/** `config --hash`: a line for each service, its name and its digest. */
export function digestsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(lines.flatMap(([name, digest]) => (name && digest ? [[name, digest]] : [])));
}
