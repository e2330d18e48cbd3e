import { explain, isExpected, userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { World } from "../../base/world.ts";
import { type Base, mergeBase } from "../../git/base.ts";
import { lastRelease } from "../../git/release.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import type { MeasureOptions } from "../options.ts";

/** The reference of head: a base, or nothing, with the reason where one was wanted. */
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
 * Finds the base to pair with head, if any.
 *
 * `--base`, `--release` and `reference: base` require one, and its absence is an error. `reference: auto` looks for one only in CI,
 * where a change is checked out; `steelyard measure` on a laptop stays as short as without a base. A commit that is its
 * own base (the default branch) has no reference, unless it has uncommitted work and a base was required; it is refused
 * where the base was named.
 *
 * @throws SteelyardError (user) where a base is required and cannot be found
 */
export async function referenceOf(
  world: World,
  options: Pick<MeasureOptions, "base" | "release" | "branch" | "shard">,
  config: Config,
  commit: Run["commit"],
  log: Log,
): Promise<Reference> {
  const { reference, release } = config.policy;
  const typed = typeof options.base === "string" || options.release === true;
  const asked = typed || (reference === "base" && options.base !== false);
  const automatic = reference === "auto" && options.base === undefined && inCI(world.env);
  if (!asked && !automatic) return ALONE;
  try {
    const ref = options.release ? await lastRelease(world, release) : options.base || options.branch;
    const found = await mergeBase(world, ref);
    const base: Base = options.release ? { ...found, release: true } : found;
    // Stored sessions are asked about workloads as a whole, and a shard may have some variants of one.
    if (!base.same) return { kind: "base", base, screen: !asked && options.shard === undefined };
    if (asked && commit?.dirty) return { kind: "base", base, screen: false };
    if (typed) {
      throw userError(
        "The base is the checked-out commit itself, and nothing in the checkout differs from it.",
        {
          where: `--base ${base.ref.slice(0, 200)}`,
          remedy:
            "check out the change, or name an earlier commit; `steelyard calibrate` pairs a commit with itself",
        },
      );
    }
    if (asked) log.info(`this commit is its own merge-base with ${base.ref}: head is measured alone`);
    return ALONE;
  } catch (error) {
    if (asked || !isExpected(error)) throw error;
    log.warn(`base is not measured: ${explain(error)}`);
    return { kind: "alone", fallback: error.message.replace(/\.$/, "") };
  }
}

/** As CI services say it; "false" and "0" are how people say that they are not one. */
export const inCI = ({ CI }: World["env"]) => CI !== undefined && !["", "0", "false"].includes(CI);
