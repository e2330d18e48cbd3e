import { explain, SteelyardError, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { type Base, mergeBase } from "../../git/base.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import type { MeasureOptions } from "../options.ts";

/** What head is measured beside: a base; or nothing, and why where one was wanted. */
export type Reference =
  | {
      readonly kind: "base";
      readonly base: Base;
      /** Whether stored sessions may settle what they can: not where base was asked for. */
      readonly screen: boolean;
    }
  | { readonly kind: "alone"; readonly fallback: string | null };

const ALONE: Reference = { kind: "alone", fallback: null };

/**
 * Whether there is a base to be measured beside head, and which.
 *
 * `--base` and `reference: base` ask for one, and then its absence is an error. `reference: auto` asks for one in CI
 * alone, where a change is what is checked out; whoever types `steelyard measure` at a laptop gets what they always
 * got, in the time it always took. A commit that is its own base (the default branch) has nothing to be compared
 * with, unless there is work under way on it and base was asked for.
 *
 * @throws SteelyardError (user) where base was asked for and cannot be found
 */
export async function referenceOf(
  world: World,
  options: Pick<MeasureOptions, "base" | "branch" | "shard">,
  config: Config,
  commit: Run["commit"],
  log: Log,
): Promise<Reference> {
  const { reference } = config.policy;
  const typed = typeof options.base === "string";
  const asked = typed || (reference === "base" && options.base !== false);
  const automatic = reference === "auto" && options.base === undefined && inCI(world.env);
  if (!asked && !automatic) return ALONE;
  if (options.shard !== undefined) {
    if (!asked) return { kind: "alone", fallback: "shards are measured without base" };
    throw userError("A duel cannot be measured in shards.", {
      where: "--shard",
      remedy: "name some of the workloads on each machine instead: --only A,B",
    });
  }
  try {
    const base = await mergeBase(world, options.base || options.branch);
    if (!base.same || typed) return { kind: "base", base, screen: !asked };
    if (asked && commit?.dirty) return { kind: "base", base, screen: false };
    if (asked) log.info(`this commit is its own merge-base with ${base.ref}: head is measured alone`);
    return ALONE;
  } catch (error) {
    if (asked || !(error instanceof SteelyardError) || error.fault === "bug") throw error;
    log.warn(`base is not measured: ${explain(error)}`);
    return { kind: "alone", fallback: error.message.replace(/\.$/, "") };
  }
}

/** As CI services say it; "false" and "0" are how people say that they are not one. */
const inCI = ({ CI }: World["env"]) => CI !== undefined && !["", "0", "false"].includes(CI);
