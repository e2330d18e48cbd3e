import { join } from "node:path";
import type { LoadResult } from "../../../model/ports.ts";
import { fail } from "../../failure.ts";
import { runLoad } from "../../process.ts";
import type { Scratch } from "../../scratch.ts";
import { runArgv } from "../argv.ts";
import { logParser } from "../log.ts";
import { type Options, setupSpan, teardownSpan } from "../options.ts";
import { broken } from "../outcome.ts";
import type { K6 } from "../source.ts";
import { mention, type Source } from "../workloaddigest.ts";
import { SHORTCUTS } from "../wrapper.ts";

/** The functions of a script that run before and after the load. */
export type Around = "setup" | "teardown";
type Failed = Extract<LoadResult, { ok: false }>;

/** A script whose load several processes share. */
export interface Sharing {
  readonly k6: K6;
  /** Address of the script. */
  readonly script: string;
  readonly files: readonly Source[];
  readonly options: Options;
  readonly env: Readonly<Record<string, string>>;
  readonly scratch: Scratch;
  /** A text of k6's with the script's own place. */
  original(text: string): string;
}

/** Seconds of a k6 that does nothing. */
const STARTING = 30;

/** Whether a script may have that function, and wants it called. */
export const hasAround = (what: Around, { files, options }: Pick<Sharing, "files" | "options">): boolean =>
  options[what === "setup" ? "noSetup" : "noTeardown"] !== true && mention(files, what);

/**
 * Runs `setup()` or `teardown()` of a script once, in a k6 of its own. k6 itself would run it in each process, and
 * `teardown()` while others still load. It always has a VU of its own, so that the script sees no difference.
 *
 * @param data of `setup()`, for `teardown()`
 * @returns the data of `setup()`, null where it has none; or its failure
 */
export async function runAround(
  what: Around,
  { k6, script, options, env, scratch, original }: Sharing,
  data: unknown,
  signal: AbortSignal,
): Promise<{ readonly data: unknown } | Failed> {
  const into = `${what}.json`;
  const file = scratch.write(`${what}.js`, aroundScript(what, script, data, join(scratch.path, into)));
  const argv = runArgv(k6.binary, { wrapper: file, config: scratch.config, points: null });
  const log = logParser(() => {});
  const timeout = STARTING + (what === "setup" ? setupSpan(options) : teardownSpan(options));
  const onLine = (line: string) => log.line(original(line));
  const done = await runLoad(k6, argv, env, { timeout, signal, onLine });
  if (done.timedOut) return fail("timeout", `${what}() of the script did not end within ${timeout} s`);
  if (done.code !== 0) return broken(done, log.result());
  const text = scratch.read(into);
  if (text === null) return fail("no-summary", `k6 ended without the data of ${what}()`);
  return { data: (JSON.parse(text) as { readonly data: unknown }).data ?? null };
}

/** A script with no load, and one of the functions of another. */
export function aroundScript(what: Around, script: string, data: unknown, into: string): string {
  const once = { executor: "per-vu-iterations", vus: 1, iterations: 1, exec: "nothing" };
  const call =
    what === "setup"
      ? "export function setup() { return user.setup ? user.setup() : undefined; }"
      : `export function setup() { return ${JSON.stringify(data)}; }
export function teardown(data) { return user.teardown ? user.teardown(data) : undefined; }`;
  return [
    `import * as user from ${JSON.stringify(script)};`,
    `const { ${SHORTCUTS.join(", ")}, noSetup, noTeardown, ...kept } = user.options || {};`,
    `export const options = Object.assign(kept, { scenarios: { nothing: ${JSON.stringify(once)} } });`,
    "export function nothing() {}",
    call,
    `export function handleSummary(of) { return { ${JSON.stringify(into)}: JSON.stringify({ data: of.setup_data }) }; }`,
    "",
  ].join("\n");
}
