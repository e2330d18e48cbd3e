import { join } from "node:path";
import { userError } from "../../base/errors.ts";
import { allowed } from "../../exec/env.ts";
import { readBytes } from "../../exec/linkless.ts";
import { type Finished, run } from "../../exec/run.ts";
import type { Execution } from "../process.ts";
import type { Scratch } from "../scratch.ts";
import { archiveArgv } from "./argv.ts";
import { logParser } from "./log.ts";
import type { Options } from "./options.ts";
import { untar } from "./tar.ts";
import { type Source, sources } from "./workloaddigest.ts";

/** k6 and where it works. */
export interface K6 extends Execution {
  readonly binary: string;
}

/** Seconds that reading a script may take: its init code may open large files. */
const READING = 60;

/** What k6 knows of a script before it runs. */
export interface Script {
  readonly options: Options;
  /** Every file it consists of. */
  readonly files: readonly Source[];
  /** Its own path in the archive, absolute; k6 writes `nobody` in place of a user's name there. */
  readonly path: string;
}

/**
 * Reads a script under an environment, by letting k6 pack it: that runs its init code, validates its options,
 * and finds every file it imports or opens, however their names come about.
 *
 * @throws SteelyardError (user) when k6 cannot run it
 */
export async function readScript(
  { binary, cwd, env: own }: K6,
  script: string,
  env: Readonly<Record<string, string>>,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Script> {
  const into = join(scratch.path, "script.tar");
  const argv = archiveArgv(binary, scratch.config, script, into);
  const done = await run(argv, { cwd, env: allowed(own, env), signal, timeout: READING });
  if (done.code !== 0) throw unreadable(script, done);
  const entries = untar(readBytes(into));
  const metadata = entries.find(({ path }) => path === "metadata.json");
  if (!metadata) throw new Error("k6 archive wrote no metadata.json");
  const { options } = JSON.parse(metadata.content.toString("utf8")) as { options: Options };
  const path = entries.find(({ link }) => link === "data")?.path.replace(/^file/, "") ?? script;
  return { options, files: sources(entries), path };
}

function unreadable(script: string, done: Finished): Error {
  const log = logParser(() => {});
  for (const line of done.stderr.split("\n")) log.line(line);
  const complaint = log.result().errors.join("\n") || done.stderr.trim().slice(-1_500);
  return userError("k6 cannot run this script.", {
    where: place(complaint, script) ?? script,
    remedy: remedy(complaint),
    cause: done.timedOut ? `its init code took longer than ${READING} s` : complaint,
  });
}

/** What lets k6 read a script that it refused with these words. */
export function remedy(complaint: string): string {
  const [, modules] = /unknown modules \[([^\]]+)\]/.exec(complaint) ?? [];
  if (modules !== undefined)
    return `put a k6 that is built with ${modules.replaceAll('"', "")} on the PATH, which is used before any other`;
  const [, host] = /couldn't be retrieved from the resolved url "https:\/\/([^/"]+)/.exec(complaint) ?? [];
  if (host !== undefined)
    return `let this machine reach ${host}, or keep the module in the repository and import it from there`;
  return "mend the script, until `k6 inspect` prints its options";
}

/** `file:line:column` out of one of k6's messages: the first place it names within a file of the user's. */
function place(message: string, script: string): string | undefined {
  const [, file, line, column] =
    /file:\/\/(\/[^\s:()']+):(\d+):(\d+)/.exec(message) ??
    /file:\/\/(\/[^\s:()']+): Line (\d+):(\d+)/.exec(message) ??
    [];
  return file === undefined ? undefined : `${decodeURI(file) === script ? script : file}:${line}:${column}`;
}
