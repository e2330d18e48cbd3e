import { join } from "node:path";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { generators } from "../../load/dispatch.ts";
import type { Workplace } from "../../load/program.ts";
import { PROGRAMS } from "../../load/programs.ts";
import type { Generator } from "../../model/ports.ts";
import { ledger } from "./down.ts";

/** The cores of the generators, as `2,3`, the addresses in scripts that stand for endpoints, and other machines. */
export type LoadPlace = Pick<Workplace, "cpus" | "literals" | "deployed" | "machines">;

/** Where the generators of a run work. */
export const workplace = ({ env, cwd }: World, out: string, at: LoadPlace) => ({
  cwd,
  env,
  scratch: join(out, "scratch"),
  ledger: ledger(out),
  ...at,
});

/** The generators of a run: each is looked for, or fetched, when a workload needs it. */
export function generatorOf(world: World, out: string, log: Log, at: LoadPlace): Generator {
  const place = { ...workplace(world, out, at), log, signal: world.signal };
  return generators((kind) => PROGRAMS[kind].open(place));
}
