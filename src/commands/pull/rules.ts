import { isExpected } from "../../base/errors.ts";
import type { Waivers } from "../../compare/waivers.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Warning } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Tree } from "../../model/tree.ts";
import { baselinesAt } from "../../store/records.ts";
import { configAt, waiversAt } from "../rulefiles.ts";

/** The rules that a change is judged by, and where they were read. */
export type Rules =
  | {
      readonly kind: "reviewed";
      readonly config: Config;
      /** By workload, of one runner class. */
      readonly baselines: ReadonlyMap<string, Baseline>;
      readonly classes: readonly string[];
      /** Of the tip: a row that is merged there counts at the next report. Absent where there are none. */
      readonly waivers?: Pick<Waivers, "from" | "rows" | "loads"> | undefined;
      /** The commit that they are from. */
      readonly base: string;
      /** The release that head is compared with, where that was asked for. It may have no config. */
      readonly release?:
        | { readonly name: string; readonly sha: string; readonly config: Config | null }
        | undefined;
      /** Workloads that the change cannot affect, and why in words: found by whoever judges, never the run's word. */
      readonly unaffected?: Readonly<Record<string, string>> | undefined;
      /** Whether the default branch's own run of that commit could neither build nor start it. */
      readonly unable?: boolean;
    }
  /** Nobody reviewed any yet: the change brings the first. */
  | { readonly kind: "adoption" }
  | { readonly kind: "none"; readonly why: Warning };

/** Where config and baselines are in a repository. */
export interface Places {
  readonly config: string;
  readonly baselines: string;
}

/**
 * The rules of the base branch: config and baselines at the merge-base, waivers at its tip, none of them the change's own.
 *
 * @param base the merge-base; null where there is none
 * @param tip  of the branch that the change goes to
 * @param main of the default branch, where that is another one
 */
export async function rulesAt(
  base: Tree | null,
  tip: Tree,
  places: Places,
  runnerClass: string,
  main: Tree | null = null,
): Promise<Rules> {
  if (base === null)
    return { kind: "none", why: outdated("it has no commit in common with the base branch") };
  try {
    const config = await configAt(base, places.config);
    if (config !== null) {
      const top = (await base.folder(places.baselines)) ?? [];
      const baselines = await baselinesAt(base, places.baselines, runnerClass);
      const classes = top.filter((name) => !name.includes(".") || name === runnerClass); // a README is none
      const accepted = await waiversAt(tip);
      const waivers = accepted === null ? undefined : { from: tip.name, ...accepted };
      return { kind: "reviewed", config, base: base.name, baselines, classes, waivers };
    }
    if ((await tip.file(places.config)) !== null)
      return { kind: "none", why: outdated(`it left the base branch before that had a ${places.config}`) };
    // A check belongs to a commit: excused here, it would count for a pull request into the default branch as well.
    if (main === null || (await main.file(places.config)) === null) return { kind: "adoption" };
    return { kind: "none", why: unconfigured(places.config) };
  } catch (error) {
    if (!isExpected(error)) throw error;
    const message = `The base branch's own rules cannot be used: ${error.message.slice(0, 1_000)}`;
    return {
      kind: "none",
      why: { code: "base-rules", message, remedy: "Mend them on the base branch first." },
    };
  }
}

const unconfigured = (config: string): Warning => ({
  code: "base-rules",
  message: `The base branch has no ${config}, but the default branch has one: this is not the repository's first.`,
  remedy: "Add the default branch's config to the base branch, and measure again.",
});

const outdated = (why: string): Warning => ({
  code: "outdated",
  message: `This change cannot be judged by the base branch's rules: ${why}.`,
  remedy: "Update the branch: merge the base branch into it, and measure again.",
});
