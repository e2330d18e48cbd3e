import { accessSync, constants } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { environmentError, interruption } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { allowed } from "../../exec/env.ts";
import { run } from "../../exec/run.ts";
import { cachedK6, cacheFault, keepInCache } from "./cache.ts";
import { fetchRelease, PINNED, RELEASES } from "./download.ts";

/** A k6 that works. */
export interface ObtainedK6 {
  readonly binary: string;
  /** Such as "1.8.1". */
  readonly version: string;
  /** Where it comes from, for people. */
  readonly how: string;
}

export interface Obtaining {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** A folder of the checkout that is measured: no k6 is taken from there but by the PATH. */
  readonly checkout?: string;
  /** Only looks for one, and fetches and builds nothing. */
  readonly lookOnly?: boolean;
  /** Address of another release host. */
  readonly releases?: string;
  readonly platform?: { readonly platform: string; readonly arch: string };
}

/** Seconds that building k6 may take: 93 s on two cores. */
const BUILDING = 900;

/**
 * Finds a k6, or gets one: on the PATH, in our cache, the pinned release verified against its checksum file,
 * or built by Go. The program is put into the cache as a whole, so that several runs may try at once.
 *
 * @throws SteelyardError (environment) where none of that works, saying why not; Interrupted
 */
export async function obtainK6(options: Obtaining): Promise<ObtainedK6> {
  const { env, log, signal, lookOnly = false } = options;
  const refusals: string[] = [];
  const onOwn = await onPath(options, refusals);
  if (onOwn) return onOwn;
  const cached = cachedK6(env, options.checkout);
  const found = await inCache(cached, options, refusals);
  if (found) return found;
  if (!lookOnly) {
    const { releases = RELEASES, platform = { platform: process.platform, arch: process.arch } } = options;
    const ways: readonly (readonly [how: string, get: (file: string) => Promise<void>])[] = [
      ["the release", (file) => fetchRelease(file, releases, platform, signal)],
      ["a build with Go", (file) => build(file, env, signal)],
    ];
    for (const [what, get] of ways) {
      log.info(`getting ${what} of k6 ${PINNED} into ${dirname(cached)}`);
      try {
        await keepInCache(cached, async (file) => {
          await get(file);
          if ((await versionOf(file, options)) === undefined) throw new Error("what was got does not run");
        });
        return { binary: cached, version: PINNED, how: `${what}, now in the cache` };
      } catch (error) {
        if (signal.aborted) throw interruption(signal);
        const why = `${what}: ${error instanceof Error ? error.message : String(error)}`;
        log.info(`could not get ${why}`);
        refusals.push(why);
      }
    }
  }
  throw environmentError("There is no k6 on this machine.", {
    where: `PATH, ${cached}`,
    remedy: `install k6 ${PINNED} (https://grafana.com/docs/k6/latest/set-up/install-k6/) so that \`k6 version\` works`,
    ...(refusals.length > 0 ? { cause: refusals.join("; ") } : {}),
  });
}

/** The first k6 on the PATH, where it is new enough; an older one is named and passed over. */
async function onPath(options: Obtaining, refusals: string[]): Promise<ObtainedK6 | undefined> {
  const directories = (options.env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
  const binary = directories.map((directory) => join(directory, "k6")).find(executable);
  if (binary === undefined) return undefined;
  const version = await versionOf(binary, options);
  if (version !== undefined && Number(version.split(".")[0]) >= 1)
    return { binary, version, how: "on the PATH" };
  const what = version === undefined ? "does not say its version" : `is ${version}, and 1.0 is needed`;
  options.log.info(`${binary} ${what}: not used`);
  refusals.push(`${binary} ${what}`);
  return undefined;
}

/** The k6 in the cache, verified before it is started for the first time in a run. */
async function inCache(
  binary: string,
  options: Obtaining,
  refusals: string[],
): Promise<ObtainedK6 | undefined> {
  if (!executable(binary)) return undefined;
  const fault = cacheFault(binary);
  if (fault !== null) {
    options.log.warn(`the k6 in the cache is not used, and got anew: ${fault}`);
    refusals.push(`${binary}: ${fault}`);
    return undefined;
  }
  const version = await versionOf(binary, options);
  return version === undefined ? undefined : { binary, version, how: "in the cache" };
}

/** "1.8.1" of a program that prints "k6 v1.8.1 (go1.26, linux/amd64)", or of one with a suffix. */
async function versionOf(binary: string, { env, signal }: Obtaining): Promise<string | undefined> {
  const done = await run([binary, "version"], { cwd: "/", env: allowed(env), signal, timeout: 20 }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      return undefined; // not a program of this machine
    },
  );
  return done?.code === 0 ? /\bk6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(done.stdout)?.[1] : undefined;
}

/** Builds the pinned k6 with the Go of this machine, through the module proxy it is set up with. */
async function build(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<void> {
  const own = allowed(env, { GOBIN: dirname(file), CGO_ENABLED: "0" }, { go: true });
  const argv = ["go", "install", `go.k6.io/k6@v${PINNED}`];
  const done = await run(argv, { cwd: dirname(file), env: own, signal, timeout: BUILDING });
  if (done.code === 0) return;
  const why = done.timedOut ? `took longer than ${BUILDING} s` : done.stderr.trim().split("\n").at(-1);
  throw new Error(`${argv.join(" ")} failed: ${why || `exit code ${done.code}`}`);
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
