import { randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Advice, environmentError, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { shellWord } from "../../base/shell.ts";
import { allowed } from "../../exec/env.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { makeFolder, removeFile, removeTree, writePrivate } from "../../exec/linkless.ts";
import { ownName } from "../../exec/owner.ts";
import { type Finished, run } from "../../exec/run.ts";
import type { ComposeStack } from "../../model/config.ts";
import { envFile } from "./escaping.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Settings that all calls of the `docker` program share. */
export interface Docker {
  readonly cwd: string;
  readonly env: Env;
  /** Variables for the Compose files. They never become environment variables of the program. */
  readonly variables: Readonly<Record<string, string>>;
  /** The project's own `.env` file. */
  readonly dotenv?: string | undefined;
  /** Whether Compose may fetch remote includes. */
  readonly fetches?: boolean;
  /** Address of the engine; that of the current context if undefined. */
  readonly address?: string;
  readonly log: Log;
  readonly ledger?: string | undefined;
}

/** Variables that lead the program to its settings and the engine. Besides the allow-list, only these are passed. */
const PASSED = [
  "DOCKER_CONFIG",
  "DOCKER_CONTEXT",
  "DOCKER_TLS_VERIFY",
  "DOCKER_CERT_PATH",
  "XDG_RUNTIME_DIR",
];

/** Variables by which the program finds its settings and other programs. */
const NEEDED = ["PATH", "HOME"];

/**
 * The environment of the `docker` program. It holds no token of a runner, so none can reach a container. It holds
 * nothing of the config either: `PATH`, `HOME`, `DOCKER_CONFIG` or `LD_PRELOAD` would choose the program that runs
 * here. In Compose files this environment overrides the config's variables, so a variable with the same name is
 * removed unless the program needs it.
 *
 * Builds run in the engine, whichever builder the user chose. One in a container (`docker/setup-buildx-action`) cannot see
 * the engine's images: it may fetch newer ones for head than for base.
 */
export function dockerEnv({
  env,
  variables,
  address,
  fetches,
}: Pick<Docker, "env" | "variables" | "address" | "fetches">) {
  const inherited = Object.entries(env).filter(
    ([name]) => NEEDED.includes(name) || !Object.hasOwn(variables, name),
  );
  const passed = PASSED.flatMap((name) =>
    own(env, name) === undefined ? [] : [[name, own(env, name)] as const],
  );
  const host = address ?? env.DOCKER_HOST;
  return allowed(Object.fromEntries(inherited), {
    ...Object.fromEntries(passed),
    ...(host ? { DOCKER_HOST: host } : {}),
    BUILDX_BUILDER: "default",
    BUILDKIT_PROGRESS: "plain",
    COMPOSE_MENU: "0",
    ...(fetches === true
      ? {}
      : { COMPOSE_EXPERIMENTAL_GIT_REMOTE: "false", COMPOSE_EXPERIMENTAL_OCI_REMOTE: "false" }),
  });
}

/** Options of a call. */
export interface Call {
  readonly signal: AbortSignal;
  /** Time limit in seconds. */
  readonly timeout: number;
  /** Shows the output as it comes: in full (`all`, for builds and pulls), or as a line that replaces itself. */
  readonly show?: "all" | "live";
}

/** Calls Docker Compose with global options first. It reads only the variables in `docker`. */
export function compose(
  docker: Docker,
  files: readonly string[],
  project: string,
  args: readonly string[],
  call: Call,
): Promise<Finished> {
  const named = files.flatMap((file) => ["--file", file]);
  const dotenv = docker.dotenv === undefined ? [] : ["--env-file", docker.dotenv];
  const plain = ["--ansi", "never", "--progress", "plain"];
  return withFile(docker.ledger, "env", marked(envFile(docker.variables)), (variables) => {
    const given = [...dotenv, "--env-file", variables];
    return runDocker(
      docker,
      ["docker", "compose", ...plain, ...given, ...named, "-p", project, ...args],
      call,
    );
  });
}

/** The parts of a config with which a person calls Docker Compose. */
export type ByHand = Pick<ComposeStack, "files" | "env">;

/** The command by which a person calls Docker Compose on the config's files: `PORT=80 docker compose -f compose.yaml up`. */
export const byHand = ({ files, env }: ByHand, ...args: readonly string[]): string => {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
  const named = files.flatMap((file) => ["-f", file]);
  return [...variables, ...["docker", "compose", ...named, ...args].map(shellWord)].join(" ");
};

/** The text of a variables file with its owner's name, by which `clearFiles` finds the files of killed runs. */
const marked = (text: string) => `# ${ownName()}\n${text}`;

/**
 * Calls `use` with a private file, and removes the file afterwards.
 *
 * @param folder folder of the file, which later sweeps clear of killed runs' files; a temporary one if undefined
 */
export async function withFile<T>(
  folder: string | undefined,
  kind: "env" | "json",
  text: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (folder !== undefined) makeFolder(groundedPath("/", folder), 0o700);
  const parent = folder ?? mkdtempSync(join(realpathSync(tmpdir()), "steelyard-compose-"));
  const path = join(parent, `steelyard-${randomBytes(4).toString("hex")}-0.${kind}`);
  try {
    writePrivate(path, text);
    return await use(path);
  } finally {
    if (folder === undefined) removeTree(parent);
    else removeFile(path);
  }
}

/**
 * The address of the engine that the `docker` program would use.
 *
 * @throws SteelyardError (environment) without such a program
 */
export async function engineAddress(docker: Docker, signal: AbortSignal): Promise<string> {
  if (docker.env.DOCKER_HOST) return docker.env.DOCKER_HOST;
  const argv = ["docker", "context", "inspect", "--format", "{{.Endpoints.docker.Host}}"];
  const { code, stdout } = await runDocker(docker, argv, { signal, timeout: 20 });
  return (code === 0 && stdout.trim()) || "unix:///var/run/docker.sock";
}

/**
 * Pulls an image that belongs to no service.
 *
 * @throws SteelyardError (environment) when the pull fails
 */
export async function pull(docker: Docker, image: string, call: Call): Promise<void> {
  const remedy = "pull or build it by hand, or check its name and the network";
  mustSucceed(await runDocker(docker, ["docker", "pull", image], call), `${image} cannot be pulled`, {
    remedy,
  });
}

/** Calls the `docker` program. @throws SteelyardError (environment) where it cannot be started */
export async function runDocker(docker: Docker, argv: readonly string[], call: Call): Promise<Finished> {
  const shown = {
    all: (line: string) => docker.log.info(`  | ${line}`),
    live: (line: string) => docker.log.progress(line.trim()),
  };
  try {
    return await run(argv, {
      cwd: docker.cwd,
      env: dockerEnv(docker),
      signal: call.signal,
      timeout: call.timeout,
      ...(call.show === undefined ? {} : { onLine: shown[call.show] }),
      ...(docker.ledger === undefined ? {} : { ledger: docker.ledger }),
    });
  } catch (error) {
    if ((error as { fault?: unknown }).fault !== "user") throw error;
    throw environmentError("The program docker cannot be started.", {
      remedy: "install Docker Engine with Compose v2, or measure another kind of stack: --stack process",
      cause: error,
    });
  }
}

/** Most lines of standard error that an error quotes. */
const QUOTED = 12;
const complaintsOf = ({ stderr }: Pick<Finished, "stderr">) =>
  stderr.split(/\r?\n/).filter((line) => line.trim() !== "");

/** The output of a call that failed, without the lines that the error of `mustSucceed` quotes. */
export const unquoted = (done: Pick<Finished, "stdout" | "stderr">): string[] => [
  ...done.stdout.split(/\r?\n/).filter((line) => line.trim() !== ""),
  ...complaintsOf(done).slice(0, -QUOTED),
];

/**
 * Throws for a call that failed.
 *
 * @throws SteelyardError (environment, or user for an error in the Compose files) with the end of its output
 */
export function mustSucceed(
  done: Finished,
  what: string,
  advice: Pick<Advice, "where" | "remedy" | "absent"> & { readonly fault?: "user" },
): void {
  if (done.code === 0) return;
  const tail = complaintsOf(done)
    .slice(-QUOTED)
    .map((line) => `\n  | ${line.trim()}`);
  const how = done.timedOut ? `${what}: it took too long` : what;
  const { fault, ...rest } = advice;
  throw (fault === "user" ? userError : environmentError)(`${how}.${tail.join("")}`, rest);
}
