import { isExpected } from "../../base/errors.ts";
import type { Listing } from "../../model/tree.ts";
import { hasPaths, unaffectedBy } from "../measure/unaffected.ts";
import type { Places, Rules } from "./rules.ts";

/**
 * The rules with the workloads that a change cannot affect. The judge asks both trees itself, because a run's own word
 * would let a change leave out what it makes slower. Where they cannot be listed, nothing is excused.
 */
export async function withUnaffected(
  rules: Rules,
  head: string,
  { config: path }: Pick<Places, "config">,
  listing: (sha: string) => Promise<Listing | null>,
): Promise<Rules> {
  if (rules.kind !== "reviewed" || !hasPaths(rules.config)) return rules;
  try {
    const [before, after] = [await listing(rules.base), await listing(head)];
    if (before === null || after === null) return rules;
    const change = { config: rules.config, path, base: before, head: after };
    return { ...rules, unaffected: await unaffectedBy(change) };
  } catch (error) {
    if (!isExpected(error)) throw error;
    return rules;
  }
}
