import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import { makeFolder } from "../../exec/linkless.ts";
import type { ComposeStack } from "../../model/config.ts";
import { type Call, compose, type Docker, mustSucceed, withFile } from "./cli.ts";
import { unescaped } from "./escaping.ts";
import { type Locate, permitted, type Refusal } from "./permitted.ts";
import type { Resolved } from "./resolved.ts";
import { type Bounds, locating, mounts, profiles } from "./sources.ts";
import { unreadable } from "./written.ts";

/** The user's Compose files as Compose itself understands them, and as they may be started. */
export interface Project {
  readonly resolved: Resolved;
  /** Compose's digest of each service's settings. */
  readonly digests: Readonly<Record<string, string>>;
  /** Mounts that became read-only, because of what they hold. */
  readonly restricted: readonly string[];
  /** The project's file of variables; undefined where it has none. */
  readonly dotenv: string | undefined;
}

/** What decides about the machine rather than the stack. */
export interface Guard {
  /** Folders and files that no container may write to. */
  readonly guarded: readonly string[];
  /** Path of the config, for the remedy. */
  readonly config: string;
}

/** Seconds that reading the files may take. */
const READING = 60;
/** The name under which files are read: digests must not change with the project's own. */
const READER = "steelyard";

/**
 * Reads the Compose files and refuses what a config has to allow by name. What it returns is what is started.
 *
 * @throws SteelyardError (user) for files that cannot be read, or that ask for what is not allowed
 */
export async function readProject(
  options: ComposeStack,
  docker: Docker,
  signal: AbortSignal,
  guard: Guard = { guarded: [join(docker.cwd, ".git")], config: ".github/steelyard.yml" },
): Promise<Project> {
  const files = options.files.map((file) => resolve(docker.cwd, file));
  const folder = dirname(files[0]!);
  const dotenv = existsSync(join(folder, ".env")) ? join(folder, ".env") : undefined;
  const reader: Docker = { ...docker, dotenv, fetches: options.allow.includes("host-programs") };
  const call: Call = { signal, timeout: READING };
  const demand = (found: readonly Refusal[]) => {
    const refused = found.filter(({ needs }) => !options.allow.includes(needs));
    if (refused.length > 0) throw refusal(refused, options, guard);
  };
  const ask = async (...args: string[]) => {
    const done = await compose(reader, files, READER, ["--profile", "*", "config", ...args], call);
    mustSucceed(done, "Docker Compose cannot read the files of the stack", {
      where: options.files.join(", "),
      remedy: `look at them: docker compose ${options.files.map((file) => `-f ${file}`).join(" ")} config`,
      fault: "user",
    });
    return done.stdout;
  };
  const bounds: Bounds = {
    checkout: docker.cwd,
    sockets: [...SOCKETS, ...(docker.address?.startsWith("unix://") ? [docker.address.slice(7)] : [])],
    guarded: guard.guarded,
    real,
  };
  const locate = locating(bounds);
  demand(await named(files, folder, reader, locate, call));
  const checked = permitted(unescaped(await ask("--format", "json")), locate);
  const confined = profiles(checked.model, folder, locate);
  const safe = mounts(confined.model, bounds, options.allow, existsSync);
  demand([...checked.refusals, ...confined.refusals, ...safe.refusals]);
  for (const path of safe.absent) make(path);
  const digests = digestsOf(await ask("--hash", "*"));
  return { resolved: safe.model, digests, restricted: safe.restricted, dotenv };
}

/** Files that Compose would read and must not. */
function named(
  files: readonly string[],
  project: string,
  docker: Docker,
  locate: Locate,
  call: Call,
): Promise<Refusal[]> {
  const filled = async (texts: readonly string[]) =>
    texts.some((text) => text.includes("$")) ? await filledBy(docker, texts, project, call) : texts;
  const read = (path: string) => textOf(locate(path).path);
  return unreadable(files, { project, locate, read, exists: existsSync, filled });
}

/** Texts with their variables filled in by Compose, which reads nothing for it but the project's variables. */
async function filledBy(docker: Docker, texts: readonly string[], project: string, call: Call) {
  return withFile(undefined, "json", JSON.stringify({ "x-texts": texts }), async (file) => {
    const args = ["--project-directory", project, "config", "--no-normalize", "--no-consistency"];
    const done = await compose(docker, [file], READER, [...args, "--format", "json"], call);
    mustSucceed(done, "Docker Compose cannot fill in the variables of the stack's files", { fault: "user" });
    return unescaped(done.stdout)["x-texts"] as readonly string[];
  });
}

/** The text of a regular file whose links have been followed; null where there is none. */
function textOf(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    return fstatSync(file).isFile() ? readFileSync(file, "utf8") : null;
  } finally {
    closeSync(file);
  }
}

const SOCKETS = [
  "/var/run/docker.sock",
  "/run/docker.sock",
  "/run/containerd/containerd.sock",
  "/run/podman/podman.sock",
];

function make(folder: string): void {
  try {
    makeFolder(real(folder)); // mkdir's own recursion never ends below /proc
  } catch (error) {
    throw environmentError("A folder that a service mounts is missing, and cannot be made.", {
      where: folder,
      remedy: "make it, or see whom the folder above it belongs to",
      cause: error,
    });
  }
}

/** A path with its links followed, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(real(parent), basename(path));
  }
}

/** Characters of a value that a message shows. */
const SHOWN = 80;

function refusal(found: readonly Refusal[], options: ComposeStack, { config }: Guard) {
  const lines = found.map(({ where, value, why, needs }) => {
    const text = JSON.stringify(value) ?? "";
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
    return `\n  | ${where}: ${shown} ${why} (${needs})`;
  });
  const names = [...new Set(found.map(({ needs }) => needs))];
  return userError(`The Compose files ask for what a measured stack may not have.${lines.join("")}`, {
    where: options.files.join(", "),
    remedy: `take it out, or allow it (on a pull request: on its base branch): stack.compose.allow: [${names.join(", ")}] in ${config}`,
  });
}

/** `config --hash`: a line for each service, its name and its digest. */
function digestsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(lines.flatMap(([name, digest]) => (name && digest ? [[name, digest]] : [])));
}
