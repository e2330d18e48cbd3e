import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { obtainK6 } from "../../load/k6/obtain.ts";
import { K6Pairs } from "../../load/k6/pairs/generator.ts";
import { loadOf } from "../../model/load.ts";
import type { PairGenerator } from "../../model/ports.ts";
import { type LoadPlace, workplace } from "./generators.ts";

/** What interleaves the pairs of workloads within a process: k6, looked for when a workload of it is asked about. */
export function pairsOf(world: World, out: string, log: Log, at: LoadPlace): PairGenerator {
  const { env, cwd, signal } = world;
  const place = workplace(world, out, at);
  let made: Promise<PairGenerator> | undefined;
  const k6 = async () => {
    made ??= obtainK6({ env, log, signal, checkout: cwd }).then(
      (found) => new K6Pairs({ ...found, ...place, log }),
    );
    return made;
  };
  return {
    async finest(name, workload, abort) {
      const { kind } = loadOf(workload);
      if (kind !== "k6") return { mode: "trial", why: `a load by ${kind} has one target` };
      return (await k6()).finest(name, workload, abort);
    },
    pairs: async (request, border, abort) => (await k6()).pairs(request, border, abort),
  };
}
