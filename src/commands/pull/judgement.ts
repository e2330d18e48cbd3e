import { VERSION } from "../../base/version.ts";
import { firstAdoption, notCompared, unjudgeable } from "../../compare/adoption.ts";
import { compare } from "../../compare/compare.ts";
import { unlikeRules, withoutBase } from "../../compare/demand.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Run } from "../../model/run.ts";
import { replay } from "../check/compare.ts";
import { type Asked, demandsBy, unknownClass } from "./demands.ts";
import type { Rules } from "./rules.ts";

/**
 * The judgement of a run by these rules: pure, so that whoever has the same files has the same verdict.
 *
 * @param at when waivers are held against their last days: by the clock of whoever judges, never the run's own word
 * @param asked the inputs of the measurement, from the judge's own workflow and never from the run
 */
export function judgement(run: Run, rules: Rules, at: string, asked: Asked): Comparison {
  const input = { run, at: run.ended, steelyard: VERSION, replay: replay(run) };
  // The change's own config names no address that a report would link to.
  const { site: _, ...ownConfig } = run.config.resolved;
  const own = () => compare({ ...input, config: ownConfig, baselines: new Map(), classes: [] });
  if (rules.kind === "adoption") return firstAdoption(own());
  if (rules.kind === "none") return unjudgeable(own(), rules.why);
  const { baselines, classes } = rules;
  const base = rules.release?.sha ?? rules.base;
  const found = demandsBy(rules, run, asked);
  if ("why" in found) return unjudgeable(own(), found.why);
  const { config, demands } = found;
  // The change's own edits of them are reported with its other edits of rules.
  const waivers = rules.waivers && { ...rules.waivers, changed: false, at };
  const comparison = compare({ ...input, config, baselines, classes, waivers, demands });
  const lacking = withoutBase(run, demands);
  if (lacking !== null && rules.unable === true) return notCompared(comparison, lacking, config);
  const unlike = lacking ?? unlikeRules(run, demands) ?? unknownClass(run, rules, demands);
  if (unlike !== null) return unjudgeable(comparison, unlike);
  const measured = run.duel?.base.sha;
  if (measured === undefined || measured === null || measured === base) return comparison;
  return unjudgeable(comparison, {
    code: "other-base",
    message: `Head was paired with ${measured.slice(0, 9)}, and ${rules.release ? `the release ${rules.release.name}` : "the merge-base"} is ${base.slice(0, 9)}.`,
    remedy: "Measure again.",
  });
}
