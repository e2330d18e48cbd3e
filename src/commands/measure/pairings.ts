import { SteelyardError } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { modeOf } from "../../measure/duel/mode.ts";
import { type Duelist, settings } from "../../measure/duel/plan.ts";
import type { DuelSide, Sides } from "../../measure/duel/sides.ts";
import { demandOrigin } from "../../measure/origin.ts";
import type { Config, Workload } from "../../model/config.ts";
import type { WorkloadFacts } from "../../model/run.ts";
import { slotsIn, workloadsIn } from "../../model/schedule.ts";
import type { Harness } from "./harness.ts";
import { noDuetOn } from "./stacks.ts";

/** Both sides, and what each one's config says. */
export interface BothSides {
  readonly sides: Sides<DuelSide>;
  readonly configs: Sides<Config>;
}

export interface PairingPlan {
  readonly duelists: readonly Duelist[];
  /** Workloads of which head is measured alone as well, or only. */
  readonly alone: readonly string[];
  readonly facts: Readonly<Record<string, WorkloadFacts>>;
  /** Workloads that base's config has and head's has not. */
  readonly gone: readonly string[];
}

/** Decides which workloads are paired with base and how, and which run alone. Reads every script before any start. */
export async function pairingPlan({ sides, configs }: BothSides, harness: Harness): Promise<PairingPlan> {
  const { schedule, options, world, config, log } = harness;
  const facts: Record<string, WorkloadFacts> = {};
  const alone = new Set<string>();
  const duelists: Duelist[] = [];
  const noDuet = noDuetOn(sides.head.stacks.kind);
  const slots = slotsIn(schedule);
  for (const name of workloadsIn(slots).sort()) {
    const workload = own(config.workloads, name)!;
    demandOrigin(name, workload, sides.head.stacks.kind);
    const fact = await sides.head.generator.facts(name, workload, world.signal);
    facts[name] = fact;
    const theirs = own(configs.base.workloads, name);
    const cold = slots.some((slot) => slot.workload === name && slot.cold);
    if (limited(name, workload, sides.head) || theirs === undefined || cold) alone.add(name);
    if (theirs === undefined || cold) {
      const why = cold ? "is measured cold, which pairs are not" : "is not in base's config";
      log.info(`${name} ${why}: head is measured alone`);
      continue;
    }
    const digest = await digestOf(name, theirs, sides.base, world.signal);
    const script = digest === fact.digest ? "base" : "head";
    const driven = script === "base" ? theirs : workload;
    const { mode, why, notes = [] } = await modeOf(name, driven, sides[script].pairs, noDuet, world.signal);
    for (const note of notes) log.info(`${name}: ${note}`);
    demandOrigin(name, driven, sides.head.stacks.kind);
    const size = settings(config, driven, options.profile ?? null);
    const variants = [...new Set(slots.flatMap((slot) => (slot.workload === name ? [slot.variant] : [])))];
    for (const variant of variants.sort()) {
      if (variant !== null && !Object.hasOwn(theirs.variants, variant)) {
        alone.add(name);
        continue;
      }
      const block = mode === "trial" || mode === "duet" ? size.duration : workload.measure.block;
      const { pairs } = workload.measure;
      duelists.push({
        ...{ workload: name, variant, config: driven, ...size },
        stackEnv: variant === null ? {} : (own(workload.variants, variant)?.stack_env ?? {}),
        pairing: {
          workload: name,
          variant,
          mode,
          why,
          block,
          pairs: [pairs[0], pairs[1]],
          script,
          ...(notes.length > 0 && { notes: [...notes] }),
        },
      });
    }
  }
  return { duelists, alone: [...alone], facts, gone: goneFrom(configs, harness) };
}

/** Workloads that were left out by name or by a profile do not count as missing. */
function goneFrom({ head, base }: Sides<Config>, { options }: Harness): string[] {
  const profile = options.profile === undefined ? undefined : own(head.profiles, options.profile);
  const only = options.only ?? profile?.only;
  return Object.keys(base.workloads)
    .filter((name) => !Object.hasOwn(head.workloads, name) && (only?.includes(name) ?? true))
    .sort();
}

/** Whether head is held to something under its own load. */
const limited = (name: string, { budgets, expect }: Workload, { generator }: DuelSide) =>
  Object.keys(budgets).length + Object.keys(expect).length > 0 || (generator.limits?.(name) ?? false);

/** The digest of base's script; null where base has none that can be read: head's drives both then. */
async function digestOf(
  name: string,
  workload: Workload,
  { generator }: DuelSide,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await generator.facts(name, workload, signal)).digest;
  } catch (error) {
    if (error instanceof SteelyardError && error.fault === "user") return null;
    throw error;
  }
}
