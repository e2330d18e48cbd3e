import { userError } from "../../base/errors.ts";
import type { World } from "../../base/world.ts";
import type { Config } from "../../model/config.ts";
import type { Fingerprint } from "../../model/run.ts";
import { runnerClass } from "../../stack/machine.ts";

/**
 * The runner class: asked for, else of the environment, else of the config, else os-arch-cores. Empty counts as
 * unset, because that is how a workflow passes a variable that nobody set.
 *
 * @throws SteelyardError (user) for a name that cannot be a folder's
 */
export function runnerClassOf(
  asked: string | undefined,
  env: World["env"],
  config: Config,
  fingerprint: Pick<Fingerprint, "os" | "arch" | "cores">,
): string {
  const named = asked || env.STEELYARD_RUNNER_CLASS || config.policy.runner_class;
  if (named === undefined) return runnerClass(fingerprint);
  if (/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/.test(named)) return named;
  throw userError(`"${named.slice(0, 80)}" cannot name a runner class.`, {
    where: asked ? "--runner-class" : "STEELYARD_RUNNER_CLASS",
    remedy: 'use letters, digits, "_", "." and "-", a letter or digit first',
  });
}
