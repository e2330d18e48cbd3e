import { matchesTag } from "../../base/tags.ts";
import type { Forge } from "../../github/forge.ts";
import type { Rules } from "./rules.ts";

/** The commit that a run names as its base, and the name that it gives it. */
export interface ClaimedBase {
  readonly sha: string | null;
  readonly ref: string;
}

/**
 * The rules of a comparison with a release: head is held against the release that the run names, once the forge confirms
 * it. It has to be a tag that the rules' `policy.release` matches, of a commit before head.
 */
export async function againstRelease(
  rules: Rules,
  head: string,
  claimed: ClaimedBase | null,
  forge: Pick<Forge, "tags" | "mergeBase">,
): Promise<Rules> {
  if (rules.kind !== "reviewed") return rules;
  const { release: pattern } = rules.config.policy;
  const { sha = null, ref } = claimed ?? {};
  const tag = (await forge.tags()).find((one) => one.name === ref && one.sha === sha);
  const isBefore = tag !== undefined && (await forge.mergeBase(tag.sha, head)) === tag.sha;
  if (isBefore && tag.sha !== head && matchesTag(pattern, tag.name)) return { ...rules, release: tag };
  return {
    kind: "none",
    why: {
      code: "no-release",
      message: `Head was measured beside ${sha?.slice(0, 9) ?? "no commit"}, which is no release before it: a tag "${pattern}".`,
      remedy: "Measure again.",
    },
  };
}
