import { readFileSync } from "node:fs";
import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { environmentError, userError } from "../../base/errors.ts";
import { lines } from "../../exec/lines.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Time limit of an answer, in milliseconds. A removal may wait for the end of a container. */
const TIMEOUT = 30_000;

/** Longest line of a streamed answer. Labels make events long. */
const LONGEST = 2 ** 20;

/** The parts of the engine's HTTP interface that are used. */
export interface Engine {
  /** In the form of `DOCKER_HOST`. */
  readonly address: string;
  /** @throws SteelyardError (environment) when the engine does not answer, or reports an error */
  get(path: string): Promise<unknown>;
  /** The same; undefined where the engine has nothing of this name, or nothing could have it. */
  find(path: string): Promise<unknown>;
  /** The body of the answer. */
  bytes(path: string): Promise<Buffer>;
  /** Returns the status. 404 (gone) and 409 (busy) are normal answers. @throws as `get` */
  send(method: "POST" | "DELETE", path: string): Promise<number>;
  /** Calls `line` for each line of a streamed answer, until the signal aborts. Resolves when the answer begins. */
  follow(path: string, line: (text: string) => void, signal: AbortSignal): Promise<void>;
}

/**
 * The engine at an address such as `unix:///var/run/docker.sock` or `tcp://127.0.0.1:2375`.
 *
 * @param env `DOCKER_TLS_VERIFY` and `DOCKER_CERT_PATH` apply to tcp
 * @throws SteelyardError (user) for another kind of address
 */
export function engineAt(address: string, env: Env): Engine {
  const target = connection(address, env);
  const send = (method: string, path: string) => answer(address, target, method, path);
  const bytes = async (path: string) => {
    const { status, body } = await send("GET", path);
    if (status < 400) return body;
    throw refused(address, path, status, body);
  };
  return {
    address,
    bytes,
    get: async (path) => JSON.parse((await bytes(path)).toString()),
    async find(path) {
      const { status, body } = await send("GET", path);
      if (status < 400) return JSON.parse(body.toString());
      if (status === 404 || status === 400) return undefined;
      throw refused(address, path, status, body);
    },
    async send(method, path) {
      const { status, body } = await send(method, path);
      if (status < 400 || status === 404 || status === 409) return status;
      throw refused(address, path, status, body);
    },
    follow: (path, line, signal) => stream(address, target, path, line, signal),
  };
}

/**
 * The engine's description of an image; undefined if it has none of this name. The engine reads the name as for a start: also with
 * a registry, and with a digest after the tag.
 */
export const findImage = (engine: Engine, name: string): Promise<unknown> =>
  engine.find(`/images/${encodeURIComponent(name)}/json`);

/** Whether the engine is on another machine, on whose loopback it would publish ports. */
export function isFar(address: string): boolean {
  const [, host] = /^(?:tcp|https?|ssh):\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^:/]*)/.exec(address) ?? [];
  if (host === undefined) return false;
  return !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}

/**
 * Rejects an engine on another machine: its published ports are out of reach, and its counters are not files here.
 *
 * @throws SteelyardError (environment)
 */
export function demandNear(address: string): void {
  if (!isFar(address)) return;
  throw environmentError(
    "Docker Engine is on another machine. A stack must be measured on the machine that it runs on.",
    { where: address, remedy: FAR },
  );
}
export const FAR =
  "measure on the engine's own machine (unset DOCKER_HOST, or docker context use default): ports are published on its loopback, out of reach from here";

type Target = RequestOptions & { readonly secure: boolean };

function connection(address: string, env: Env): Target {
  const [, scheme = "", rest = ""] = /^(\w+):\/\/(.+)$/.exec(address) ?? [];
  if (scheme === "unix" || scheme === "npipe") return { socketPath: rest, secure: false };
  if (scheme !== "tcp" && scheme !== "http" && scheme !== "https") {
    throw userError(`The engine's address "${address}" cannot be used.`, {
      where: "DOCKER_HOST, or the context in use",
      remedy: "use unix:///path/to/docker.sock or tcp://127.0.0.1:2375",
    });
  }
  const url = new URL(`http://${rest}`);
  const at = { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port || 2375 };
  const folder = env.DOCKER_CERT_PATH;
  if (!env.DOCKER_TLS_VERIFY || folder === undefined) return { ...at, secure: scheme === "https" };
  const file = (name: string) => readFileSync(join(folder, name));
  return { ...at, secure: true, ca: file("ca.pem"), cert: file("cert.pem"), key: file("key.pem") } as Target;
}

function answer(address: string, { secure, ...target }: Target, method: string, path: string) {
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const ask = secure ? httpsRequest : httpRequest;
    const failed = (cause: unknown) => reject(silent(address, cause));
    const request = ask({ ...target, method, path, agent: false, timeout: TIMEOUT }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on("error", failed);
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)));
    request.on("error", failed);
    request.end();
  });
}

function stream(
  address: string,
  { secure, ...target }: Target,
  path: string,
  line: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ask = secure ? httpsRequest : httpRequest;
    const request = ask({ ...target, path, agent: false, signal }, (response) => {
      const cut = lines(line, LONGEST);
      response.on("data", (chunk) => cut.write(chunk));
      response.on("error", () => {}); // the signal, or the engine ended; the next request reports it
      resolve();
    });
    request.on("error", (cause) => reject(silent(address, cause)));
    request.end();
  });
}

const silent = (address: string, cause: unknown) =>
  environmentError("Docker Engine does not answer.", {
    where: address,
    remedy: "start it, or give this user access to it (group docker); steelyard doctor checks it",
    cause,
  });

function refused(address: string, path: string, status: number, body: Buffer) {
  let complaint = body.toString("utf8", 0, 500);
  try {
    complaint = String((JSON.parse(body.toString()) as { message?: unknown }).message ?? complaint);
  } catch {
    // not JSON: print the text unchanged
  }
  return environmentError(`Docker Engine refused (status ${status}): ${complaint}`, {
    where: `${address} ${path.split("?")[0]}`,
  });
}
