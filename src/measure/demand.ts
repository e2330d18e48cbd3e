import { own } from "../base/own.ts";
import type { Config } from "../model/config.ts";
import type { Demand } from "../model/demand.ts";
import { byItem, itemKey } from "../model/item.ts";
import { slotsIn } from "../model/schedule.ts";
import { settings } from "./duel/plan.ts";
import { plan, type Wishes } from "./plan.ts";

/**
 * The measurements that a config requires for each workload and variant, derived from the plan that it makes.
 *
 * @throws SteelyardError (user) for wishes that the config cannot fulfil
 */
export function demandsOf(config: Config, wishes: Wishes): Demand[] {
  const { starts, levels = [] } = plan(config, wishes, 0);
  const slots = slotsIn({ starts });
  const slotsOf = byItem(slots);
  const found = new Map<string, Demand>();
  for (const item of [...slots, ...levels]) {
    const { workload, variant } = item;
    const key = itemKey(item);
    if (found.has(key)) continue;
    const of = own(config.workloads, workload)!;
    const mine = slotsOf(item);
    found.set(key, {
      workload,
      variant,
      kind: mine.length === 0 ? "levels" : mine[0]!.cold === true ? "cold" : "load",
      trials: mine.length,
      duration: item.duration,
      warmup: mine[0]?.cold ? 0 : warmupOf(config, workload, wishes),
      mode: of.measure.mode,
      pace: of.measure.pace,
      block: of.measure.block,
      pairs: of.measure.pairs,
    });
  }
  return [...found.values()];
}

const warmupOf = (config: Config, workload: string, { profile }: Pick<Wishes, "profile">) =>
  settings(config, own(config.workloads, workload)!, profile ?? null).warmup;
