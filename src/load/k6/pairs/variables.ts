import type { PairsRequest } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";
import { addressVariables, withAddresses } from "../../environment.ts";
import { NOWHERE } from "../../script.ts";
import { scriptEnv } from "../argv.ts";

/** The variables of one side for a script; the object may inherit its properties. */
export const world = (
  { targets, headers }: PairsRequest["sides"][Side],
  env: Readonly<Record<string, string>>,
  seed: number,
) => scriptEnv({ targets, headers, env, seed });

/** The variables of each side for a script. One that only the other side has is null, so that no value stays behind. */
export function variables(
  sides: PairsRequest["sides"],
  env: Readonly<Record<string, string>>,
  seed: number,
): Record<Side, Record<string, string | null>> {
  const of = (side: Side) => world(sides[side], addressVariables(env), seed);
  const none = Object.fromEntries(Object.keys({ ...of("base"), ...of("head") }).map((name) => [name, null]));
  return {
    base: { ...none, ...of("base"), STEELYARD_SIDE: "base" },
    head: { ...none, ...of("head"), STEELYARD_SIDE: "head" },
  };
}

/** Dead addresses in place of the targets that a script must not request outside its sides. */
export const nowhere = (env: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>) => ({
  ...withAddresses(addressVariables(own), () => NOWHERE),
  ...Object.fromEntries(
    Object.keys(env)
      .filter((name) => name.startsWith("STEELYARD_TARGET_"))
      .map((name) => [name, NOWHERE]),
  ),
});
