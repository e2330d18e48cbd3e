import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SteelyardError } from "../../base/errors.ts";
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
    if (owner === undefined || ownerLives(owner) === false) rmSync(path, { force: true });
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^steelyard-[0-9a-f]+-\d+\.(json|env)$/.test(name));
  } catch {
    return []; // no folder, no project
  }
}

/** The maker that a file names: a project's in a label, one of variables in its first line. Undefined where it is not whole. */
function ownerIn(path: string): string | undefined {
  try {
    if (path.endsWith(".env")) return /^# (.*)\n/.exec(readFileSync(path, "utf8"))?.[1];
    const { services } = JSON.parse(readFileSync(path, "utf8")) as Resolved;
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
