import { GitHub, getOctokitOptions } from "@actions/github/lib/utils";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import type { Log } from "../base/log.ts";

export interface ClientOptions {
  readonly token: string;
  /** Root of the REST API: that of a GitHub Enterprise Server, where the runner says so. */
  readonly api: string;
  readonly log: Log;
  readonly pace?: Pace;
}

/** How time is counted: by the clock, but for tests. */
export interface Pace {
  /** Milliseconds that count as a second when a limit says how long to wait. */
  readonly second?: number;
  /** How writes are spaced, in the words of the plugin that spaces them. */
  readonly spacing?: object;
}

/** Tries again after a limit, and after an error of the server. */
const LIMIT_RETRIES = 4;
const SERVER_RETRIES = 4;
/** Seconds that are waited for at most when a limit says so: the figures are kept, and the job can be run again. */
const LONGEST_WAIT = 15 * 60;
/** Answers that another try would only repeat, or that the limits' plugin waits for. */
const FINAL = [400, 401, 403, 404, 409, 410, 413, 422, 429, 451];

interface Refusal extends Error {
  readonly status?: number;
  readonly response?: { readonly headers: Readonly<Record<string, string | undefined>> };
}

/**
 * A refusal that says how long to wait is a limit, whatever its words: the plugin for limits knows them by their
 * message only.
 */
const told = (octokit: { hook: { error(name: "request", hook: (error: Error) => never): void } }) => {
  octokit.hook.error("request", (error: Refusal) => {
    const limited = error.status === 429 || error.status === 403;
    if (
      limited &&
      error.response?.headers["retry-after"] !== undefined &&
      !/secondary rate/i.test(error.message)
    ) {
      error.message += " (taken for a secondary rate limit)";
    }
    throw error;
  });
};

const Octokit = GitHub.plugin(told, retry, throttling);
export type Client = InstanceType<typeof Octokit>;

/**
 * GitHub's client: waits as long as a limit says, tries again what the server could not do, and says so. Proxies and
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
      log: { debug() {}, info() {}, warn, error: () => {} }, // what fails in the end is told by who asked
    }),
  );
}
