import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { allowed } from "../../exec/env.ts";
import { groundedPath } from "../../exec/grounded.ts";
import { makeFolder } from "../../exec/linkless.ts";
import { ownName } from "../../exec/owner.ts";
import { type Finished, run } from "../../exec/run.ts";
import { envFile } from "./escaping.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What every call of the `docker` program shares. */
export interface Docker {
  readonly cwd: string;
  readonly env: Env;
  /** Variables that the Compose files may name. They never are variables of the program itself. */
  readonly variables: Readonly<Record<string, string>>;
  /** The project's own file of them. */
  readonly dotenv?: string | undefined;
  /** Whether Compose may fetch what the files include from elsewhere. */
  readonly fetches?: boolean;
  /** Address of the engine; the current context's where undefined. */
  readonly address?: string;
  readonly log: Log;
  readonly ledger?: string | undefined;
}

/** Where the program finds its settings, and the engine. No other variable of ours reaches it but the allow-list. */
const PASSED = [
  "DOCKER_CONFIG",
  "DOCKER_CONTEXT",
  "DOCKER_TLS_VERIFY",
  "DOCKER_CERT_PATH",
  "XDG_RUNTIME_DIR",
];

/** Where the program finds others, and its settings. */
const NEEDED = ["PATH", "HOME"];

/**
 * The environment of the `docker` program: no token of a runner is in it, so none can be written into a container. And
 * nothing of the config: `PATH`, `HOME`, `DOCKER_CONFIG` or `LD_PRELOAD` would say which program runs here. A variable of
 * this environment would win over the config's where a Compose file names it, and goes, unless the program needs it.
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
    BUILDKIT_PROGRESS: "plain",
    COMPOSE_MENU: "0",
    ...(fetches === true
      ? {}
      : { COMPOSE_EXPERIMENTAL_GIT_REMOTE: "false", COMPOSE_EXPERIMENTAL_OCI_REMOTE: "false" }),
  });
}

/** How a call is made. */
export interface Call {
  readonly signal: AbortSignal;
  /** Seconds. */
  readonly timeout: number;
  /** Shows its output as it comes: `all` of it (builds, pulls), or as a line that replaces itself. */
  readonly show?: "all" | "live";
}

/** A call of Docker Compose: global options first, as it wants them. It reads no variables but those it is given. */
export function compose(
  docker: Docker,
  files: readonly string[],
  project: string,
  args: readonly string[],
  call: Call,
): Promise<Finished> {
  const named = files.flatMap((file) => ["--file", file]);
  const own = docker.dotenv === undefined ? [] : ["--env-file", docker.dotenv];
  const plain = ["--ansi", "never", "--progress", "plain"];
  return withFile(docker.ledger, "env", marked(envFile(docker.variables)), (variables) => {
    const given = [...own, "--env-file", variables];
    return runDocker(
      docker,
      ["docker", "compose", ...plain, ...given, ...named, "-p", project, ...args],
      call,
    );
  });
}

/** A file of variables with its maker's name, by which `filesCleared` knows what a killed run left. */
const marked = (text: string) => `# ${ownName()}\n${text}`;

/**
 * Calls `use` with a file that nobody else reads, and removes it.
 *
 * @param folder that is cleared of what killed runs left; a temporary one where undefined
 */
export async function withFile<T>(
  folder: string | undefined,
  kind: "env" | "json",
  text: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (folder !== undefined) makeFolder(groundedPath("/", folder), 0o700);
  const own = folder ?? mkdtempSync(join(tmpdir(), "steelyard-compose-"));
  const path = join(own, `steelyard-${randomBytes(4).toString("hex")}-0.${kind}`);
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    return await use(path);
  } finally {
    rmSync(folder === undefined ? own : path, { recursive: true, force: true });
  }
}

/**
 * The address of the engine that the `docker` program would use.
 *
 * @throws SteelyardError (environment) when there is no such program
 */
export async function engineAddress(docker: Docker, signal: AbortSignal): Promise<string> {
  if (docker.env.DOCKER_HOST) return docker.env.DOCKER_HOST;
  const argv = ["docker", "context", "inspect", "--format", "{{.Endpoints.docker.Host}}"];
  const { code, stdout } = await runDocker(docker, argv, { signal, timeout: 20 });
  return (code === 0 && stdout.trim()) || "unix:///var/run/docker.sock";
}

/**
 * Pulls an image that is no service's.
 *
 * @throws SteelyardError (environment) when that fails
 */
export async function pull(docker: Docker, image: string, call: Call): Promise<void> {
  const remedy = "pull or build it by hand, or check its name and the network";
  mustSucceed(await runDocker(docker, ["docker", "pull", image], call), `${image} cannot be pulled`, {
    remedy,
  });
}

async function runDocker(docker: Docker, argv: readonly string[], call: Call): Promise<Finished> {
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

/**
 * @throws SteelyardError (environment, or user where it is about the Compose files) for a call that failed, with
 *   what it said last
 */
export function mustSucceed(
  done: Finished,
  what: string,
  advice: { where?: string; remedy?: string; fault?: "user" },
): void {
  if (done.code === 0) return;
  const lines = done.stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  const said = lines.slice(-12).map((line) => `\n  | ${line.trim()}`);
  const how = done.timedOut ? `${what}: it took too long` : what;
  const { fault, ...rest } = advice;
  throw (fault === "user" ? userError : environmentError)(`${how}.${said.join("")}`, rest);
}
