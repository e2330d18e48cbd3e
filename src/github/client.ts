import { GitHub, getOctokitOptions } from "@actions/github/lib/utils";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import type { Log } from "../base/log.ts";

export interface ClientOptions {
  readonly token: string;
  /** Root of the REST API. On a GitHub Enterprise Server the runner gives its address. */
  readonly api: string;
  readonly log: Log;
  readonly pace?: Pace;
}

/** The time scale: real, except in tests. */
export interface Pace {
  /** Length of a second, in milliseconds, for the wait that a limit demands. */
  readonly second?: number;
  /** Options of the plugin that spaces writes. */
  readonly spacing?: object;
}

/** Retries after a rate limit and after a server error. */
const LIMIT_RETRIES = 4;
const SERVER_RETRIES = 4;
/** Longest wait for a limit, in seconds. After it, the figures are kept and the job can be run again. */
const LONGEST_WAIT = 15 * 60;
/** Statuses that a retry would only repeat, or for which the plugin for limits waits. */
const FINAL = [400, 401, 403, 404, 409, 410, 413, 422, 429, 451];

interface Refusal extends Error {
  readonly status?: number;
  readonly response?: { readonly headers: Readonly<Record<string, string | undefined>> };
}

/**
 * Treats an error answer with a waiting time as a rate limit, whatever its message. The plugin for limits
 * recognises them only by their message.
 */
const markRateLimits = (octokit: {
  hook: { error(name: "request", hook: (error: Error) => never): void };
}) => {
  octokit.hook.error("request", (error: Refusal) => {
    const limited = error.status === 429 || error.status === 403;
    if (
      limited &&
      error.response?.headers["retry-after"] !== undefined &&
      !/secondary rate/i.test(error.message)
    ) {
      error.message += " (treated as a secondary rate limit)";
    }
    throw error;
  });
};

const Octokit = GitHub.plugin(markRateLimits, retry, throttling);
export type Client = InstanceType<typeof Octokit>;

/**
 * GitHub's client. It waits as long as a limit demands, retries after server errors, and logs both. Proxies and
 * certificates are those of the runner.
 */
export function clientOf({ token, api, log, pace = {} }: ClientOptions): Client {
  const { second = 1000, spacing } = pace;
  const again =
    (what: string) => (after: number, asked: { method: string; url: string }, _: unknown, tries: number) => {
      const goes = tries < LIMIT_RETRIES && after <= LONGEST_WAIT;
      log.warn(`${what} for ${asked.method} ${asked.url}: ${goes ? `waiting ${after} s` : "giving up"}`);
      return goes;
    };
  const warn = (text: string) => log.warn(text);
  return new Octokit(
    getOctokitOptions(token, {
      baseUrl: api,
      userAgent: "steelyard",
      retry: { retries: SERVER_RETRIES, retryAfterBaseValue: second, doNotRetry: FINAL },
      throttle: {
        ...spacing,
        retryAfterBaseValue: second,
        onRateLimit: again("rate limit"),
        onSecondaryRateLimit: again("secondary rate limit"),
      },
      log: { debug() {}, info() {}, warn, error: () => {} }, // the caller reports the final error
    }),
  );
}
