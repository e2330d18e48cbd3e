import type { Duelist } from "../measure/duel/plan.ts";
import { Config } from "../model/config.ts";
import type { Slot } from "../model/schedule.ts";

/** A slot with the fields a test does not care about filled in. */
export const slot = (part: Partial<Slot> = {}): Slot => ({
  index: 0,
  workload: "shop",
  variant: null,
  side: "head",
  trial: 0,
  warmup: 0,
  duration: 1,
  seed: 1,
  ...part,
});

/** A config of workloads given by name, over a stack of nothing. */
export const configOf = (
  workloads: Record<string, Record<string, unknown>>,
  rest: Record<string, unknown> = {},
): Config =>
  Config.parse({
    version: 1,
    stack: { process: { services: {} } },
    workloads: Object.fromEntries(
      Object.entries(workloads).map(([name, body]) => [name, { k6: `${name}.ts`, ...body }]),
    ),
    ...rest,
  });

/** A workload that is measured on both sides, in whole trials of so many seconds. */
export const aDuelist = (
  workload: string,
  duration: number,
  differs: Partial<Duelist["pairing"]> = {},
  stackEnv: Duelist["stackEnv"] = {},
): Duelist => ({
  workload,
  variant: null,
  config: configOf({ [workload]: {} }).workloads[workload]!,
  stackEnv,
  warmup: 2,
  settle: 0.5,
  duration,
  pairing: {
    workload,
    variant: null,
    mode: "trial",
    why: null,
    block: duration,
    pairs: [6, 30],
    script: "base",
    ...differs,
  },
  isBlockOpen: false,
  comparisonSize: 1,
});
