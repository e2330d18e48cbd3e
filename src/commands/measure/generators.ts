import { join } from "node:path";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { generators } from "../../load/generators.ts";
import { PROGRAMS } from "../../load/programs.ts";
import type { Generator } from "../../model/ports.ts";
import { ledger } from "./down.ts";

/**
 * The generators of a run: each is looked for, or fetched, when a workload needs it.
 *
 * @param cpus cores that they may use, as `2,3`; all where undefined
 */
export function generatorOf({ env, cwd, signal }: World, out: string, log: Log, cpus?: string): Generator {
  const place = { cwd, env, scratch: join(out, "scratch"), ledger: ledger(out), cpus };
  return generators((kind) => PROGRAMS[kind].open({ ...place, log, signal }));
}
