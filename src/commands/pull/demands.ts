import { isExpected } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import { demandsOf } from "../../measure/demand.ts";
import type { Warning } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import type { Demands } from "../../model/demand.ts";
import type { Item } from "../../model/item.ts";
import type { Run } from "../../model/run.ts";
import { pairedStarts } from "../measure/contest.ts";
import { loadedAs } from "../measure/side.ts";
import { kindOf } from "../measure/stacks.ts";
import type { MeasureOptions } from "../options.ts";
import type { Rules } from "./rules.ts";

/**
 * The inputs of a measurement, from the workflow or from whoever started it by hand. The judge gets them from the
 * workflow itself; a run's own copy is only compared with them.
 */
export type Asked = Pick<
  MeasureOptions,
  | "profile"
  | "only"
  | "variants"
  | "trials"
  | "scale"
  | "stack"
  | "stackEnv"
  | "budget"
  | "runnerClass"
  | "base"
  | "release"
  | "shard"
> & {
  /** Machines that the workloads are shared out among, where all of their figures are judged; one where undefined. */
  readonly shards?: number | undefined;
};

/** Nothing in particular: everything that the rules ask for. */
export const AS_THE_RULES_SAY: Asked = { stackEnv: {} };

type Reviewed = Extract<Rules, { kind: "reviewed" }>;

/**
 * The rules' demands on a run and the config by which it was requested, or why the rules have no answer to the request.
 *
 * The profile is the requested one, else the rules' own for pull requests, else that of the run where the rules have it:
 * a workflow may name it for the measurement only.
 */
export function demandsBy(
  { config: rules, base, release, unaffected = {} }: Reviewed,
  run: Run,
  asked: Asked,
): { readonly config: Config; readonly demands: Demands } | { readonly why: Warning } {
  const measured =
    run.profile !== null && Object.hasOwn(rules.profiles, run.profile) ? run.profile : undefined;
  const profile = asked.profile ?? usualProfile(rules, asked) ?? measured;
  try {
    const config = loadedAs(rules, rules, { profile, scale: asked.scale });
    const stack = kindOf(config, asked.stack);
    const all = demandsOf(config, { ...asked, profile });
    const demands: Demands = {
      base: release?.sha ?? base,
      release: asked.release ? all.filter((one) => lacks(release?.config ?? null, one)) : null,
      all,
      paired: isPaired(config, asked) && (stack !== "external" || config.stack.external?.base !== undefined),
      shards: asked.shard?.of ?? asked.shards ?? 1,
      starts: pairedStarts(config, profile),
      profile: profile ?? null,
      stack,
      stackEnv: asked.stackEnv,
      scale: asked.scale ?? 1,
      budget: asked.budget ?? null,
      unaffected,
      runnerClass: asked.runnerClass ?? config.policy.runner_class ?? null,
    };
    return { config, demands };
  } catch (error) {
    if (!isExpected(error)) throw error;
    const message = `Base's rules have no answer to what was asked for: ${error.message.slice(0, 1_000)}`;
    return { why: { code: "asked", message, remedy: error.remedy ?? "Ask for what base's config has." } };
  }
}

/** Whether a release's config lacks a workload or a variant; one without a config is measured by head's. */
function lacks(released: Config | null, { workload, variant }: Item): boolean {
  if (released === null) return false;
  const theirs = own(released.workloads, workload);
  return theirs === undefined || (variant !== null && own(theirs.variants, variant) === undefined);
}

/** The rules' own profile, where nothing else was picked. */
export const usualProfile = (
  { policy }: Config,
  { only, variants }: Pick<Asked, "only" | "variants">,
): string | undefined => (only === undefined && variants === undefined ? policy.profile : undefined);

/** Whether base is to be measured with head: asked for, or by the rules. */
const isPaired = ({ policy }: Config, { base, release }: Asked): boolean =>
  release === true || (base === undefined ? policy.reference !== "baseline" : base !== false);

/**
 * Why a machine's class cannot be judged by: only stored sessions count, and the rules have them of other classes alone.
 * Null where that is not so.
 */
export function unknownClass(
  { runnerClass, commit }: Run,
  { baselines, classes, base }: Reviewed,
  { paired }: Demands,
): Warning | null {
  if (paired || baselines.size > 0 || classes.length === 0 || commit?.sha === base) return null;
  return {
    code: "unknown-class",
    message: `Base's rules compare with stored sessions, and have none of runner class ${runnerClass}, only of ${classes.slice(0, 5).join(", ")}.`,
    remedy: "Measure on such a machine, record sessions on this one first, or set policy.reference: auto.",
  };
}
