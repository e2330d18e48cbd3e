import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import { realPath } from "../../exec/grounded.ts";
import { makeFolder } from "../../exec/linkless.ts";
import type { ComposeStack } from "../../model/config.ts";
import { byHand, type Call, compose, type Docker, mustSucceed, withFile } from "./cli.ts";
import { withDataVolumes, withOwnVolumes } from "./datafolders.ts";
import { unescaped } from "./escaping.ts";
import { stateOf, type Tracked } from "./folderstate.ts";
import { builtAlike } from "./images.ts";
import { type Locate, permitted, type Refusal } from "./permitted.ts";
import { aliased, type Mapping, type Resolved, selected } from "./resolved.ts";
import { type Bounds, locating, mounts, profiles } from "./sources.ts";
import { unreadable } from "./written.ts";

/** The user's Compose files as Compose understands them, in the form that may be started. */
export interface Project {
  readonly resolved: Resolved;
  /** Asks Compose for its digest of each service's settings. */
  readonly digests: () => Promise<Readonly<Record<string, string>>>;
  /** Sentences about mounts and volumes that are not as the files have them. */
  readonly warnings: readonly string[];
  /** The project's `.env` file; undefined if there is none. */
  readonly dotenv: string | undefined;
  /** The profiles that are started. */
  readonly profiles: readonly string[];
}

/** Settings that depend on the machine, not on the stack. */
export interface Guard {
  /** Folders and files that no container may write to. */
  readonly guarded: readonly string[];
  /** Path of the config, for the remedy. */
  readonly config: string;
  /** Lists the files of a checkout that git tracks; git is not asked where absent. */
  readonly tracked?: Tracked;
}

/** Time limit for reading the files, in seconds. */
const READING = 60;
/** The project name while files are read. Digests must not change with the real name. */
const READER = "steelyard";

/**
 * Reads the Compose files and rejects what the config must allow explicitly. The result is exactly what is started.
 *
 * @throws SteelyardError (user) for files that cannot be read, or that need a missing permission
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
  let variables: readonly string[] = [];
  const ask = async (...args: string[]) => {
    const done = await compose(reader, files, READER, ["--profile", "*", "config", ...args], call);
    mustSucceed(done, "Docker Compose cannot read the files of the stack", {
      where: options.files.join(", "),
      remedy: makeThem(variables, docker.cwd) ?? `check them: ${byHand(options, "config")}`,
      absent: [...files, ...variables].filter((file) => !existsSync(file)),
      fault: "user",
    });
    return done.stdout;
  };
  const bounds: Bounds = {
    checkout: docker.cwd,
    sockets: [...SOCKETS, ...(docker.address?.startsWith("unix://") ? [docker.address.slice(7)] : [])],
    guarded: guard.guarded,
    real: realPath,
  };
  const locate = locating(bounds);
  demand(await named(files, folder, reader, locate, call));
  const { services } = options;
  const chosen = services.length > 0 ? [] : await profilesOf(options, reader, folder, call);
  const written = JSON.parse(await ask("--format", "json", ...AS_WRITTEN)) as Resolved;
  const more = await attached(written, folder, reader, locate, call);
  demand(more.refusals);
  variables = more.needed;
  const owned = withOwnVolumes(unescaped(await ask("--format", "json")));
  const checked = permitted(aliased(owned.model), locate);
  const confined = profiles(checked.model, folder, locate);
  const top = realPath(docker.cwd);
  const stored = await withDataVolumes(confined.model, bounds, (path) => stateOf(path, top, guard.tracked));
  const safe = mounts(stored.model, bounds, options.allow, existsSync);
  demand([...checked.refusals, ...confined.refusals, ...safe.refusals]);
  for (const path of safe.absent) make(path);
  const digests = async () => digestsOf(await ask("--hash", "*"));
  return {
    resolved: builtAlike(services.length > 0 ? selected(safe.model, services) : safe.model, chosen),
    digests,
    warnings: [...safe.restricted, ...owned.warnings, ...stored.warnings],
    dotenv,
    profiles: chosen,
  };
}

/** Files that Compose would read but must not. */
function named(
  files: readonly string[],
  project: string,
  docker: Docker,
  locate: Locate,
  call: Call,
): Promise<Refusal[]> {
  const filled = (texts: readonly string[]) => filledBy(docker, texts, project, call);
  const read = (path: string) => textOf(locate(path).path);
  return unreadable(files, { project, locate, read, exists: existsSync, filled });
}

/** The remedy where files of variables are missing, which git seldom tracks; null where all are there. */
function makeThem(variables: readonly string[], checkout: string): string | null {
  const missing = [...new Set(variables)].filter((file) => !existsSync(file));
  if (missing.length === 0) return null;
  const pathOf = (file: string) => relative(checkout, file);
  const outside = missing.filter((file) => pathOf(file).startsWith(".."));
  if (outside.length > 0) return `name a file in the checkout instead of ${outside.join(", ")}`;
  const copies = missing
    .filter((file) => existsSync(`${file}.example`))
    .map((file) => ["cp", pathOf(`${file}.example`), pathOf(file)]);
  const example = copies.length === 0 ? "" : `: ${JSON.stringify(copies)}`;
  return `make ${missing.map(pathOf).join(", ")} by stack.compose.build, because a fresh checkout has only what git tracks${example}`;
}

/** How Compose prints the files' own words: it reads no file of variables or labels for them. */
const AS_WRITTEN = ["--no-env-resolution", "--no-interpolate", "--no-normalize", "--no-path-resolution"];

/**
 * The same for files of variables and labels in Compose's own reading: what ours did not find is found here.
 *
 * @returns also the paths of those that must exist
 */
async function attached(
  { services = {} }: Resolved,
  project: string,
  docker: Docker,
  locate: Locate,
  call: Call,
): Promise<{ readonly refusals: readonly Refusal[]; readonly needed: readonly string[] }> {
  const all = Object.entries(services).flatMap(([name, { env_file, label_file }]) =>
    [env_file, label_file].flat().flatMap((one) => {
      const { path = one, required } = Object(one) as Mapping;
      const isNeeded = required !== false;
      return one === undefined ? [] : [{ where: `services.${name}`, path: String(path), isNeeded }];
    }),
  );
  const paths = all.map(({ path }) => path);
  const filled = await filledBy(docker, paths, project, call);
  const found = all.map((one, index) => ({ ...one, ...locate(filled[index] ?? one.path, project) }));
  const refusals = found.flatMap(({ where, path, needs }, index): Refusal[] => {
    if (needs === null || !existsSync(path)) return [];
    const why = `reads ${path}, outside of the checkout`;
    return [{ needs: "host-files", where, value: paths[index], why }];
  });
  return { refusals, needed: found.flatMap(({ path, isNeeded }) => (isNeeded ? [path] : [])) };
}

/** The texts with their variables filled in by Compose, which reads only the project's variables for it. */
async function filledBy(docker: Docker, texts: readonly string[], project: string, call: Call) {
  if (!texts.some((text) => text.includes("$"))) return texts;
  return withFile(undefined, "json", JSON.stringify({ "x-texts": texts }), async (file) => {
    const args = ["--project-directory", project, "config", "--no-normalize", "--no-consistency"];
    const done = await compose(docker, [file], READER, [...args, "--format", "json"], call);
    mustSucceed(done, "Docker Compose cannot fill in the variables of the stack's files", { fault: "user" });
    return unescaped(done.stdout)["x-texts"] as readonly string[];
  });
}

/** The variable that Compose takes profiles from where it is given none. */
const PROFILES = "COMPOSE_PROFILES";

/** The config's profiles; without any those of `.env`, which Compose would take, too. */
async function profilesOf(
  { profiles }: ComposeStack,
  docker: Docker,
  project: string,
  call: Call,
): Promise<readonly string[]> {
  const written = docker.dotenv === undefined ? null : textOf(realPath(docker.dotenv));
  const isNamed = Object.hasOwn(docker.variables, PROFILES) || written?.includes(PROFILES);
  if (profiles.length > 0 || !isNamed) return profiles;
  const [all = ""] = await filledBy(docker, [`\${${PROFILES}:-}`], project, call);
  return all.split(",").flatMap((one) => one.trim() || []);
}

/** The text of a regular file whose links have been followed; null if there is none. */
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
    makeFolder(realPath(folder)); // mkdir's own recursion never ends below /proc
  } catch (error) {
    throw environmentError("A folder that a service mounts is missing, and cannot be made.", {
      where: folder,
      remedy: "make it, or check the owner of the folder above it",
      cause: error,
    });
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
  return userError(`The Compose files need permissions that this config does not give.${lines.join("")}`, {
    where: options.files.join(", "),
    remedy: `remove it, or allow it (for a pull request: on its base branch): stack.compose.allow: [${names.join(", ")}] in ${config}`,
  });
}

/** `config --hash`: a line for each service, its name and its digest. */
function digestsOf(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return Object.fromEntries(lines.flatMap(([name, digest]) => (name && digest ? [[name, digest]] : [])));
}
