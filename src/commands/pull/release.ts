import { isExpected } from "../../base/errors.ts";
import { matchesTag } from "../../base/tags.ts";
import { readConfig } from "../../config/read.ts";
import type { Forge } from "../../github/forge.ts";
import type { Config } from "../../model/config.ts";
import type { Tree } from "../../model/tree.ts";
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
  if (isBefore && tag.sha !== head && matchesTag(pattern, tag.name)) {
    return { ...rules, release: { ...tag, config: await configAt(forge.tree(tag.sha), path) } };
  }
  return {
    kind: "none",
    why: {
      code: "no-release",
      message: `Head was measured beside ${sha?.slice(0, 9) ?? "no commit"}, which is no release before it: a tag "${pattern}".`,
      remedy: "Measure again.",
    },
  };
}

/** A release's config; null where it has none that can be read, which is then measured by head's or not at all. */
async function configAt(tree: Tree, path: string): Promise<Config | null> {
  const text = await tree.file(path);
  try {
    return text === null ? null : readConfig(text, path);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return null;
  }
}
