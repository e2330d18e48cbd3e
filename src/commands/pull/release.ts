import { matches } from "../../base/pattern.ts";
import type { Forge } from "../../github/forge.ts";
import { findConfig } from "../rulefiles.ts";
import type { Places, Rules } from "./rules.ts";

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
  { config: path }: Pick<Places, "config">,
  claimed: ClaimedBase | null,
  forge: Pick<Forge, "tags" | "mergeBase" | "tree">,
): Promise<Rules> {
  if (rules.kind !== "reviewed") return rules;
  const { release: pattern } = rules.config.policy;
  const { sha = null, ref } = claimed ?? {};
  const tag = (await forge.tags()).find((one) => one.name === ref && one.sha === sha);
  const isBefore = tag !== undefined && (await forge.mergeBase(tag.sha, head)) === tag.sha;
  if (isBefore && tag.sha !== head && matches(pattern, tag.name)) {
    const { config } = await findConfig(forge.tree(tag.sha), path); // null: it is measured by head's, or not at all
    return { ...rules, release: { ...tag, config } };
  }
  return {
    kind: "none",
    why: {
      code: "no-release",
      message: `Head was paired with ${sha?.slice(0, 9) ?? "no commit"}, which is no release before it: a tag "${pattern}".`,
      remedy: "Measure again.",
    },
  };
}
