import { environmentError, userError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import { own } from "../base/own.ts";
import { type Redact, SHORTEST_SECRET } from "../base/redact.ts";
import { withoutEnd } from "../base/text.ts";
import type { ExternalStack, SeedCommand, Stack } from "../model/config.ts";
import type { RunningStack, Stacks, StartupTime } from "../model/ports.ts";
import { AddressedDatabases } from "./databases/addressed.ts";
import { type Check, fail, ok } from "./machinechecks.ts";
import { accepts, answers, untilReady } from "./ready.ts";
import { runSeed } from "./seed.ts";

type Env = Readonly<Record<string, string | undefined>>;
type Headers = RunningStack["headers"];

export interface ExternalStacksOptions {
  readonly external: ExternalStack;
  readonly seed: SeedCommand | undefined;
  /** Working directory of the seed; `cwd` if undefined. */
  readonly seedCwd?: string | undefined;
  /** `stack.metrics` of the config; databases are asked. */
  readonly metrics?: Stack["metrics"];
  readonly cwd: string;
  readonly env: Env;
  readonly log: Log;
  readonly redact?: Redact;
}

/** All values that headers take from the environment, as they are sent. They must never be printed. */
export function secretsOf(external: ExternalStack, env: Env): string[] {
  const endpoints = [external.endpoints, external.base?.endpoints ?? {}].flatMap((all) => Object.values(all));
  const headers = endpoints.flatMap((endpoint) => Object.values(endpoint.headers));
  const values = headers.map((header) =>
    typeof header === "string" ? undefined : own(env, header.env)?.trim(),
  );
  return [...new Set(values.filter((value) => value !== undefined && value !== ""))] as string[];
}

/**
 * Headers by endpoint, with the values from the environment.
 *
 * @throws SteelyardError (user) that names a variable which is not set, is not a valid header value, or is too
 *   short to be hidden
 */
export function headersOf(external: ExternalStack, env: Env): Headers {
  return Object.fromEntries(
    Object.entries(external.endpoints).map(([endpoint, { headers }]) => [
      endpoint,
      Object.fromEntries(
        Object.entries(headers).map(([name, header]) => {
          if (typeof header === "string") return [name, header];
          const value = own(env, header.env)?.trim();
          const where = `stack.external.endpoints.${endpoint}.headers.${name}`;
          if (value === undefined || value === "") {
            throw userError(`The environment variable ${header.env} is not set.`, {
              where,
              remedy: `set ${header.env}; in a workflow: env: { ${header.env}: "\${{ secrets.${header.env} }}" }`,
            });
          }
          if (/[\u0000-\u001f\u007f]/.test(value)) {
            throw userError(`The environment variable ${header.env} holds control characters.`, {
              where,
              remedy: "set it to a single line",
            });
          }
          if (value.length < SHORTEST_SECRET) {
            throw userError(
              `The environment variable ${header.env} holds fewer than ${SHORTEST_SECRET} characters: hiding it would hide ordinary text too.`,
              {
                where,
                remedy: `set it to a longer secret, or, if it is not secret, write the header's value into the config`,
              },
            );
          }
          return [name, header.prefix + value];
        }),
      ),
    ]),
  );
}

/**
 * Stacks that are already deployed. Nothing is started or stopped, and there are no counters.
 *
 * @throws SteelyardError (user) for a header whose variable is not set
 */
export function externalStacks(options: ExternalStacksOptions): Stacks {
  const { external, seed, seedCwd, metrics = {}, cwd, env, log, redact = (text: string) => text } = options;
  const headers = headersOf(external, env);
  const targets = Object.fromEntries(
    Object.entries(external.endpoints).map(([name, { url }]) => [name, withoutEnd(url, "/")]),
  );
  return {
    kind: "external",
    labels: external.labels,
    async up(stackEnv, signal) {
      if (Object.keys(stackEnv).length > 0) {
        throw userError("A deployed stack's environment cannot be set.", {
          where: `stack_env: ${Object.keys(stackEnv).join(", ")}`,
          remedy:
            "measure such variants on a process stack, or deploy each one and declare it as an endpoint",
        });
      }
      const startupTimes = await allReady(external, targets, headers, log, signal);
      const seeding = { cwd: seedCwd ?? cwd, env, targets, addresses: new Map<string, string>(), redact };
      const digest = seed === undefined ? null : await runSeed(seed, seeding, signal);
      const databases = new AddressedDatabases(metrics, { cwd, env });
      await databases.open(new Map());
      const stack: RunningStack = {
        targets,
        headers,
        startupTimes,
        counters: async () => ({}),
        fault: () => null,
        statements: (name) => databases.counts(name),
        [Symbol.asyncDispose]: () => databases.close(),
      };
      return { stack, seed: digest };
    },
  };
}

/** Whether every deployed endpoint, base's too, accepts a connection now. Sends no request. Empty without any. */
export async function reachableChecks(
  external: ExternalStack | undefined,
  signal: AbortSignal,
): Promise<Check[]> {
  const sides = [external?.endpoints ?? {}, external?.base?.endpoints ?? {}];
  const urls = [...new Set(sides.flatMap((side) => Object.values(side).map(({ url }) => url)))];
  return Promise.all(
    urls.map(async (url) => {
      const { hostname, port, protocol } = new URL(url);
      const number = Number(port) || (protocol === "https:" ? 443 : 80);
      const found = await accepts(hostname.replace(/^\[|\]$/g, ""), number, signal);
      if (found.ready) return ok("address", `${url} accepts connections`);
      return fail("address", `${url}: ${found.seen}`, "start the service there, or correct its address");
    }),
  );
}

/** Waits for every endpoint. Returns how long each took to answer; the start itself cannot be observed. */
async function allReady(
  { ready }: ExternalStack,
  targets: Readonly<Record<string, string>>,
  headers: Headers,
  log: Log,
  signal: AbortSignal,
): Promise<Record<string, StartupTime>> {
  const startupTimes: Record<string, StartupTime> = {};
  if (ready === undefined) return startupTimes;
  for (const [name, target] of Object.entries(targets)) {
    log.progress(`waiting for ${name}`);
    const url = `${target}${ready.http}`;
    const look = (abort: AbortSignal) => answers(url, own(headers, name) ?? {}, abort);
    const began = Date.now();
    const result = await untilReady(look, ready.within, signal);
    startupTimes[name] = { began, ready: (Date.now() - began) / 1000 };
    if (result.outcome !== "late") continue;
    throw environmentError(`The endpoint "${name}" was not ready within ${ready.within} s: ${result.seen}.`, {
      where: url,
      remedy: "check that it is deployed and reachable from here, or raise stack.external.ready.within",
    });
  }
  return startupTimes;
}
