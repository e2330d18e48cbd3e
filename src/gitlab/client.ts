import { setTimeout as pass } from "node:timers/promises";
import { HttpClient } from "@actions/http-client";
import { interruption } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { download, receivedBytes } from "../github/download.ts";
import { ForgeError } from "../github/forge.ts";

export interface GitlabOptions {
  /** Root of the API, `CI_API_V4_URL`: a server of one's own may have it below a path. */
  readonly api: string;
  readonly token: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Length of a second, in milliseconds: real, except in tests. */
  readonly second?: number;
}

/** Parameters of a query; a list is sent as `name[]`. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** GitLab's REST API. Every method throws `ForgeError`. */
export interface GitlabClient {
  get<T>(path: string, query?: Query): Promise<T>;
  /** Every page of a list; null where there are more pages than `most`. */
  pages<T>(path: string, query?: Query, most?: number): Promise<T[] | null>;
  send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<T>;
  /** A file, up to a number of bytes. */
  bytes(path: string, query: Query, most: number): Promise<Uint8Array>;
}

/** Retries after a rate limit, and after a server error or no answer. */
const LIMIT_RETRIES = 4;
const SERVER_RETRIES = 4;
/** Longest wait for a limit, in seconds. After it, the figures are kept and the job can be run again. */
const LONGEST_WAIT = 15 * 60;
/** Wait for a limit that names none, in seconds: GitLab counts requests by the minute. */
const USUAL_WAIT = 60;
/** Bytes of a JSON answer, at most. A page of a hundred notes of a million characters is larger, and is refused. */
const MOST_JSON = 64 * 2 ** 20;

/** The remedies for a refusal. GitLab answers 404 for everything that a token may not see. */
const ADVICE: Readonly<Record<number, string>> = {
  401: "the token expired, was revoked or is of another server: put a new project access token into STEELYARD_GITLAB_TOKEN",
  403: "give the project access token in STEELYARD_GITLAB_TOKEN the scope `api` and the role Reporter",
  404: "make STEELYARD_GITLAB_TOKEN a project access token of this very project: GitLab hides from a token what it may not see",
};

/** An answer, its body not yet read. */
type Answer = Awaited<ReturnType<HttpClient["request"]>>["message"];

interface Request {
  readonly method: string;
  readonly path: string;
  readonly query?: Query;
  readonly body?: object | undefined;
}

/**
 * GitLab's API with a token. It waits as long as a limit demands, retries after server errors, and logs both. Proxies are
 * those of the environment. The token is sent to the API alone, and never along with a redirect.
 */
export function gitlabClient(options: GitlabOptions): GitlabClient {
  const ask = <T>(request: Request, read: (answer: Answer) => Promise<T>) => answered(request, read, options);
  return {
    get: <T>(path: string, query: Query = {}) => ask({ method: "GET", path, query }, json<T>),
    send: <T>(method: string, path: string, body?: object) => ask({ method, path, body }, json<T>),
    async pages<T>(path: string, query: Query = {}, most = Number.POSITIVE_INFINITY) {
      const all: T[] = [];
      let next: Query | null = { ...query, per_page: 100 };
      for (let page = 0; next !== null; page++) {
        if (page >= most) return null;
        const read = async (answer: Answer) => ({ list: await json<T[]>(answer), next: nextOf(answer) });
        const found: { list: T[]; next: Query | null } = await ask(
          { method: "GET", path, query: next },
          read,
        );
        all.push(...found.list);
        next = found.next && { ...query, ...found.next };
      }
      return all;
    },
    async bytes(path, query, most) {
      const read = async (answer: Answer) => {
        const elsewhere = answer.headers.location;
        if (elsewhere === undefined) return { bytes: await receivedBytes(answer, most, "artifact") };
        answer.resume();
        return { elsewhere };
      };
      const found = await ask<{ bytes?: Uint8Array; elsewhere?: string }>(
        { method: "GET", path, query },
        read,
      );
      return found.bytes ?? (await download(found.elsewhere!, most));
    },
  };
}

/** The answer to a request, after retries: success or a redirect. */
async function answered<T>(
  request: Request,
  read: (answer: Answer) => Promise<T>,
  options: GitlabOptions,
): Promise<T> {
  const { log, signal, second = 1000 } = options;
  const retries = new Retries();
  for (;;) {
    if (signal.aborted) throw interruption(signal);
    const tried = await attempt(request, read, options);
    if ("value" in tried) return tried.value;
    const { failure } = tried;
    const wait = retries.wait(failure.status, tried.retryAfter);
    if (wait === null) throw failure;
    const goes = wait >= 0 && wait <= LONGEST_WAIT;
    const what = `${failure.message} (${request.method} ${request.path})`;
    log.warn(`${what}: ${goes ? `waiting ${wait} s` : "giving up"}`);
    if (!goes) throw failure;
    await pass(wait * second, undefined, { signal }).catch(() => {
      throw interruption(signal);
    });
  }
}

/** How often a request is sent again. */
class Retries {
  #limits = 0;
  #failures = 0;

  /** Seconds until the next attempt; null for none. @param retryAfter the header of the answer */
  wait(status: number, retryAfter: string | undefined): number | null {
    if (status === 429 && this.#limits < LIMIT_RETRIES) {
      this.#limits += 1;
      return Number(retryAfter ?? USUAL_WAIT);
    }
    if ((status === 0 || status >= 500) && this.#failures < SERVER_RETRIES) {
      this.#failures += 1;
      return this.#failures ** 2;
    }
    return null;
  }
}

type Attempt<T> = { readonly value: T } | { readonly failure: ForgeError; readonly retryAfter?: string };

/** One attempt. A success that cannot be read is thrown: another attempt would not help. */
async function attempt<T>(
  { method, path, query = {}, body }: Request,
  read: (answer: Answer) => Promise<T>,
  { api, token }: GitlabOptions,
): Promise<Attempt<T>> {
  const client = new HttpClient("steelyard", [], {
    allowRedirects: false,
    allowRetries: false,
    socketTimeout: 60_000,
  });
  const headers = { "private-token": token, ...(body && { "content-type": "application/json" }) };
  const data = body === undefined ? null : JSON.stringify(body);
  const address = `${api.replace(/\/+$/, "")}${path}${written(query)}`;
  try {
    const { message } = await client.request(method, address, data, headers);
    const status = message.statusCode ?? 0;
    if (status >= 200 && status < 400) return { value: await read(message) };
    const retryAfter = message.headers["retry-after"];
    return { failure: await refused(message, status), ...(retryAfter !== undefined && { retryAfter }) };
  } catch (error) {
    if (error instanceof ForgeError || error instanceof TypeError) throw error; // the answer's fault, or ours
    return { failure: new ForgeError(0, unanswered(error)) };
  } finally {
    client.dispose();
  }
}

async function json<T>(answer: Answer): Promise<T> {
  const text = (await receivedBytes(answer, MOST_JSON, "answer")).toString("utf8");
  if (text === "") return undefined as T; // 204
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ForgeError(answer.statusCode ?? 0, "the answer is not JSON: this is no API of GitLab");
  }
}

/** "?a=1&refs[]=x&refs[]=y" */
function written(query: Query): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "object") for (const one of value) all.append(`${name}[]`, one);
    else all.append(name, String(value));
  }
  return all.size === 0 ? "" : `?${all}`;
}

/**
 * The query of the next page, from the header `Link`; null for the last one. Only its parameters count: the address may
 * be one by which this machine does not reach the server.
 */
function nextOf({ headers }: Answer): Query | null {
  const [, address] = /<([^<>]*)>\s*;\s*rel="next"/.exec(String(headers.link ?? "")) ?? [];
  return address === undefined ? null : Object.fromEntries(new URL(address).searchParams);
}

async function refused(answer: Answer, status: number): Promise<ForgeError> {
  const text = (await receivedBytes(answer, 10_000, "answer").catch(() => Buffer.alloc(0))).toString("utf8");
  return new ForgeError(status, `GitLab answers ${status}${messageIn(text)}`, ADVICE[status]);
}

/** The message in an error answer: a text, or texts by field. */
function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    const what = message ?? error;
    if (what === undefined) return "";
    return `: ${(typeof what === "string" ? what : JSON.stringify(what)).slice(0, 300)}`;
  } catch {
    return "";
  }
}

function unanswered(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return `no answer from GitLab: ${[code, message]
    .filter((one) => typeof one === "string")
    .join(": ")
    .slice(0, 300)}`;
}
