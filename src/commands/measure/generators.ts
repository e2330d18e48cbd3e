import { join } from "node:path";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { commandGenerator } from "../../load/command/generator.ts";
import { generators } from "../../load/generators.ts";
import { k6Generator } from "../../load/k6/generator.ts";
import { obtainK6 } from "../../load/k6/obtain.ts";
import { wrkGenerator } from "../../load/wrk/generator.ts";
import { obtainWrk } from "../../load/wrk/obtain.ts";
import type { Generator } from "../../model/ports.ts";
import { ledger } from "./down.ts";

/**
 * The generators of a run: each is looked for, or fetched, when a workload needs it.
 *
 * @param cpus cores that they may use, as `2,3`; all where undefined
 */
export function generatorOf({ env, cwd, signal }: World, out: string, log: Log, cpus?: string): Generator {
  const place = { cwd, env, scratch: join(out, "scratch"), ledger: ledger(out), cpus };
  return generators({
    k6: async () => k6Generator({ ...(await obtainK6({ env, log, signal, checkout: cwd })), ...place, log }),
    wrk: async () => wrkGenerator({ ...(await obtainWrk(env, signal)), ...place, log }),
    command: async () => commandGenerator(place),
  });
}
