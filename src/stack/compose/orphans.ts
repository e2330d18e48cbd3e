import { join } from "node:path";
import { SteelyardError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { namesIn, readWhole, removeFile } from "../../exec/linkless.ts";
import { ownerLives } from "../../exec/owner.ts";
import { type Docker, engineAddress } from "./cli.ts";
import { type Engine, engineAt } from "./engine.ts";
import { OWNER } from "./labels.ts";
import { remnants, removeProject } from "./remove.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** The engine in use; null where there is none, or it does not answer. @throws Interrupted */
export async function engineHere(docker: Docker, signal: AbortSignal): Promise<Engine | null> {
  try {
    const engine = engineAt(await engineAddress(docker, signal), docker.env);
    await engine.bytes("/_ping");
    return engine;
  } catch (error) {
    if (error instanceof SteelyardError) return null;
    throw error;
  }
}

/** Removes the files of projects whose maker no longer lives, and those cut off while they were being written. */
export function filesCleared(ledger: string): void {
  for (const name of names(ledger)) {
    const path = join(ledger, name);
    const owner = ownerIn(path);
    if (owner === undefined || ownerLives(owner) === false) removeFile(path);
  }
}

function names(folder: string): string[] {
  const files = namesIn(folder).filter(({ kind }) => kind === "file");
  return files.map(({ name }) => name).filter((name) => /^steelyard-[0-9a-f]+-\d+\.(json|env)$/.test(name));
}

/** The maker that a file names: a project's in a label, one of variables in its first line. Undefined where it is not whole. */
function ownerIn(path: string): string | undefined {
  try {
    const text = readWhole(path);
    if (path.endsWith(".env")) return /^# (.*)\n/.exec(text)?.[1];
    const { services } = JSON.parse(text) as Resolved;
    const [service] = Object.values(services ?? {});
    return String((service?.labels as Mapping | undefined)?.[OWNER] ?? "");
  } catch {
    return undefined;
  }
}

/** Removes every project whose maker no longer lives. `unknown`: those of which that cannot be said from here. */
export async function cleared(engine: Engine): Promise<{ removed: string[]; unknown: string[] }> {
  const found = await remnants(engine);
  const of = (owned: boolean | null) =>
    found.filter((one) => one.owned === owned).map(({ project }) => project);
  const removed = of(false);
  for (const project of removed) await removeProject(engine, project);
  return { removed, unknown: of(null) };
}

/** Removes what killed runs left, which would be measured as well, and says so. */
export async function sweepProjects(
  engine: Engine,
  { log, ledger }: { readonly log: Log; readonly ledger: string },
): Promise<void> {
  for (const project of (await cleared(engine)).removed) {
    log.warn(`removed ${project}, left behind by a run that was killed`);
  }
  filesCleared(ledger);
}
