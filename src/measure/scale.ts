import { userError } from "../base/errors.ts";
import type { Config, Workload } from "../model/config.ts";
import { isLevelled } from "../model/levels.ts";

/** Seconds that a trial keeps, where it had them: generators that count whole seconds run no shorter. */
const SHORTEST = 1;
/** The variable that gives the share to scripts with lengths and counts of their own. */
const SHARE = "SCALE";

type Env = Readonly<Record<string, string>>;

/**
 * The config with every load shortened to a share of its length, for a quick try or for a machine without hours to
 * spare. Load shapes, warm-ups, rates and users stay. So do workloads at levels: a level needs its number of requests
 * to be decided.
 *
 * Measured times are multiplied by the share. So is the variable `SCALE` where the environment of a workload has it:
 * its script then scales its lengths and counts. Stages of all other scripts are multiplied as well. A number of
 * iterations without `SCALE` stays, because it is part of the measured work.
 *
 * Settings that shape the load are part of a workload's digest, so scaled figures are never compared with full ones.
 *
 * @param scale a share of 1 at most, above 0; the caller checks it
 * @throws SteelyardError (user) for a `SCALE` that is not a positive number
 */
export function scaledTo(config: Config, scale: number): Config {
  const workloads = Object.entries(config.workloads).map(([name, workload]) => [
    name,
    isLevelled(workload) ? workload : scaledWorkload(name, workload, scale),
  ]);
  const profiles = Object.entries(config.profiles).map(([name, profile]) => [
    name,
    { ...profile, ...(profile.duration !== undefined && { duration: shorter(profile.duration, scale) }) },
  ]);
  return { ...config, workloads: Object.fromEntries(workloads), profiles: Object.fromEntries(profiles) };
}

function scaledWorkload(name: string, workload: Workload, scale: number): Workload {
  const { env, variants, measure } = workload;
  const own = [env, ...Object.values(variants).map((variant) => variant.env)].some((one) => SHARE in one);
  const shared = (of: Env, where: string) => scaledEnv(of, scale, `workloads.${name}.${where}.${SHARE}`);
  return {
    ...workload,
    env: shared(env, "env"),
    variants: Object.fromEntries(
      Object.entries(variants).map(([variant, of]) => [
        variant,
        { ...of, env: shared(of.env, `variants.${variant}.env`) },
      ]),
    ),
    measure: {
      ...measure,
      duration: shorter(measure.duration, scale),
      stages: own ? measure.stages : decimal((measure.stages ?? 1) * scale),
    },
  };
}

function scaledEnv(env: Env, scale: number, where: string): Record<string, string> {
  const text = env[SHARE];
  if (text === undefined) return { ...env };
  const own = Number(text);
  if (text.trim() === "" || !Number.isFinite(own) || own <= 0) {
    throw userError(`${SHARE} is "${text.slice(0, 80)}", which --scale cannot multiply.`, {
      where,
      remedy: `set it to a positive number, such as "1", or rename the variable`,
    });
  }
  return { ...env, [SHARE]: String(decimal(own * scale)) };
}

const shorter = (seconds: number, scale: number) =>
  decimal(Math.max(Math.min(seconds, SHORTEST), seconds * scale));

/** 0.1 × 0.3 is 0.03, as people write it. */
const decimal = (product: number) => Number(product.toPrecision(12));
