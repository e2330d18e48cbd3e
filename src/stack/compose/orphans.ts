import { SteelyardError } from "../../base/errors.ts";
import { type Docker, engineAddress } from "./cli.ts";
import { type Engine, engineAt } from "./engine.ts";
import { remnants, removeProject } from "./remove.ts";

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

/** Removes every project whose maker no longer lives. `unknown`: those of which that cannot be said from here. */
export async function cleared(engine: Engine): Promise<{ removed: string[]; unknown: string[] }> {
  const found = await remnants(engine);
  const of = (owned: boolean | null) =>
    found.filter((one) => one.owned === owned).map(({ project }) => project);
  const removed = of(false);
  for (const project of removed) await removeProject(engine, project);
  return { removed, unknown: of(null) };
}
