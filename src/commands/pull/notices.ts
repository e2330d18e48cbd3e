import { WAIVERS_PATH } from "../../config/waivers.ts";
import { type Forge, ForgeError } from "../../github/forge.ts";
import type { Origin, Subject } from "../../github/subject.ts";
import type { Warning } from "../../model/comparison.ts";
import { guessesOf, guessWarnings } from "../guesses.ts";
import type { Asked } from "./demands.ts";
import type { Places, Rules } from "./rules.ts";

/** Notices for the reviewer about the sources of figures and rules. */
export async function notices(
  subject: Subject,
  sha: string,
  { selfReported }: Origin,
  places: Places,
  rules: Rules,
  here: string,
  forge: Forge,
): Promise<Warning[]> {
  const found: Warning[] = selfReported ? [SELF_REPORTED] : [];
  if (subject.kind === "commit") return found;
  const { head, base } = subject.pull;
  const ours = head.repository?.toLowerCase() === here.toLowerCase();
  if (!ours && !selfReported) found.push(FORK_MEASURED);
  return [
    ...found,
    ...(await changedRules(sha, base, places, rules, forge)),
    ...(await unconfirmed(places, rules, forge)),
  ];
}

/** A warning where the rules still hold guesses of `init`; none where the forge does not give the files. */
async function unconfirmed({ config }: Places, rules: Rules, forge: Forge): Promise<Warning[]> {
  if (rules.kind !== "reviewed") return [];
  const tree = forge.tree(rules.base);
  try {
    return guessWarnings(await guessesOf(config, (path) => tree.file(path)));
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return [];
  }
}

/** The rules that head has otherwise than the merge-base. Both trees are asked: a list of changed files has an end. */
async function changedRules(
  sha: string,
  branch: string,
  { config, baselines }: Places,
  rules: Rules,
  forge: Forge,
): Promise<Warning[]> {
  const parts = [
    ["the config", config, "the merge-base"],
    ["the baselines", baselines, "the merge-base"],
    ["the waivers", WAIVERS_PATH, "the tip of the base branch"],
  ] as const;
  try {
    const base = rules.kind === "reviewed" ? rules.base : await forge.mergeBase(branch, sha);
    if (base === null) return [];
    const [before, after] = [forge.tree(base), forge.tree(sha)];
    const changed: Warning[] = [];
    for (const [what, path, where] of parts) {
      if ((await before.id(path)) === (await after.id(path))) continue;
      changed.push({
        code: "rules-changed",
        message: `This pull request changes ${what}; it is judged by what ${where} has.`,
        remedy: "Review that change as such: it counts for those that come after it.",
      });
    }
    return changed;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return [{ code: "rules-unknown", message: UNKNOWN, remedy: "Report again." }];
  }
}

const UNKNOWN = "Whether this pull request changes the rules it is judged by could not be looked up.";

const SELF_REPORTED = {
  code: "self-reported",
  message:
    "These figures were made by the fork's own run, on a machine that nobody here controls: they pass no check.",
  remedy: "A maintainer measures this very commit by starting the workflow by hand.",
};

const FORK_MEASURED = {
  code: "fork-measured",
  message: "This is a fork's commit, measured here because somebody who may write started it by hand.",
  remedy: null,
};

/** The same as a paragraph under the verdict. */
export const selfReportedNotice = `**Self-reported:** ${SELF_REPORTED.message} ${SELF_REPORTED.remedy}`;

/** The inputs by which less is measured than the rules ask for, or otherwise; empty where everything was asked for. */
export const narrowings = ({ only, variants, trials, scale, stack, stackEnv, base }: Asked): string[] => [
  ...(only === undefined ? [] : [`only ${only.join(", ")}`]),
  ...(variants === undefined ? [] : [`variants ${variants.join(", ")}`]),
  ...(trials === undefined ? [] : [`${trials} trials`]),
  ...(scale === undefined ? [] : [`${scale} of all lengths`]),
  ...(stack === undefined ? [] : [`stack ${stack}`]),
  ...(Object.keys(stackEnv).length === 0 ? [] : ["another environment of the services"]),
  ...(base === false ? ["without base"] : []),
];
