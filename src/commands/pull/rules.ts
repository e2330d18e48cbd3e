import { SteelyardError } from "../../base/errors.ts";
import { VERSION } from "../../base/version.ts";
import { firstAdoption, unjudgeable } from "../../compare/adoption.ts";
import { compare } from "../../compare/compare.ts";
import { unlikeRules } from "../../compare/demand.ts";
import type { Waivers } from "../../compare/waivers.ts";
import { readConfig } from "../../config/read.ts";
import { readWaivers, WAIVERS_PATH } from "../../config/waivers.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Comparison, Warning } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Run } from "../../model/run.ts";
import type { Tree } from "../../model/tree.ts";
import { baselineIn } from "../../store/records.ts";
import { type Asked, demandsBy, unknownClass } from "./demands.ts";
import { replay } from "../check/compare.ts";
import { rowsIn } from "../check/waivers.ts";

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
 */
export async function rulesAt(
  base: Tree | null,
  tip: Tree,
  places: Places,
  runnerClass: string,
): Promise<Rules> {
  if (base === null)
    return { kind: "none", why: outdated("it has no commit in common with the base branch") };
  try {
    const text = await base.file(places.config);
    if (text !== null) {
      const config = readConfig(text, places.config);
      const stored = await baselinesAt(base, places, runnerClass);
      return { kind: "reviewed", config, base: base.name, ...stored, waivers: await waiversAt(tip) };
    }
    if ((await tip.file(places.config)) === null) return { kind: "adoption" };
    return { kind: "none", why: outdated(`it left the base branch before that had a ${places.config}`) };
  } catch (error) {
    if (!(error instanceof SteelyardError) || error.fault === "bug") throw error;
    const message = `The base branch's own rules cannot be used: ${error.message.slice(0, 1_000)}`;
    return {
      kind: "none",
      why: { code: "base-rules", message, remedy: "Mend them on the base branch first." },
    };
  }
}

const outdated = (why: string): Warning => ({
  code: "outdated",
  message: `This change cannot be judged by the base branch's rules: ${why}.`,
  remedy: "Update the branch: merge the base branch into it, and measure again.",
});

async function baselinesAt(tree: Tree, { baselines: folder }: Places, runnerClass: string) {
  const top = (await tree.folder(folder)) ?? [];
  const classes = top.filter((name) => !name.includes(".") || name === runnerClass);
  const baselines = new Map<string, Baseline>();
  if (!top.includes(runnerClass)) return { baselines, classes };
  for (const name of (await tree.folder(`${folder}/${runnerClass}`)) ?? []) {
    if (!name.endsWith(".json")) continue;
    const path = `${folder}/${runnerClass}/${name}`;
    const text = await tree.file(path);
    if (text === null) continue;
    const baseline = baselineIn(text, path);
    baselines.set(baseline.workload, baseline);
  }
  return { baselines, classes };
}

async function waiversAt(tip: Tree): Promise<Pick<Waivers, "from" | "rows" | "loads"> | undefined> {
  const text = await tip.file(WAIVERS_PATH);
  return text === null ? undefined : { from: tip.name, ...rowsIn(readWaivers(text, WAIVERS_PATH)) };
}

/**
 * The judgement of a run by these rules: pure, so that whoever has the same files has the same verdict.
 *
 * @param at when waivers are held against their last days: by the clock of whoever judges, never the run's own word
 * @param asked what was to be measured, as the judge was told; never the run's own word
 */
export function judgement(run: Run, rules: Rules, at: string, asked: Asked): Comparison {
  const input = { run, at: run.ended, steelyard: VERSION, replay: replay(run) };
  // The change's own config names no address that a report would link to.
  const { site: _, ...ownConfig } = run.config.resolved;
  const own = () => compare({ ...input, config: ownConfig, baselines: new Map(), classes: [] });
  if (rules.kind === "adoption") return firstAdoption(own());
  if (rules.kind === "none") return unjudgeable(own(), rules.why);
  const { baselines, classes, base } = rules;
  const found = demandsBy(rules, run, asked);
  if ("why" in found) return unjudgeable(own(), found.why);
  const { config, demands } = found;
  // Whether the change edits them is told with its other edits of rules.
  const waivers = rules.waivers && { ...rules.waivers, changed: false, at };
  const comparison = compare({ ...input, config, baselines, classes, waivers, demands });
  const unlike = unlikeRules(run, demands) ?? unknownClass(run, rules, demands);
  if (unlike !== null) return unjudgeable(comparison, unlike);
  const measured = run.duel?.base.sha;
  if (measured === undefined || measured === null || measured === base) return comparison;
  return unjudgeable(comparison, {
    code: "other-base",
    message: `Head was measured beside ${measured.slice(0, 9)}, and the merge-base is ${base.slice(0, 9)}.`,
    remedy: "Measure again.",
  });
}
