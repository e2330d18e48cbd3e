import { WAIVERS_PATH } from "../config/waivers.ts";
import { type Forge, ForgeError } from "../github/forge.ts";
import type { Origin, Subject } from "../github/subject.ts";
import type { Warning } from "../model/comparison.ts";
import type { Places } from "./rules.ts";

/** What a reviewer should know of where figures and rules come from. */
export async function notices(
  subject: Subject,
  { selfReported }: Origin,
  { config, baselines }: Places,
  forge: Forge,
): Promise<Warning[]> {
  const found: Warning[] = selfReported ? [SELF_REPORTED] : [];
  if (subject.kind === "commit") return found;
  const paths = await changedPaths(subject.pull.number, forge);
  const changes = (what: string, touched: boolean, where = "the merge-base"): Warning[] =>
    touched
      ? [
          {
            code: "rules-changed",
            message: `This pull request changes ${what}; it is judged by what ${where} has.`,
            remedy: "Review that change as such: it counts for those that come after it.",
          },
        ]
      : [];
  return [
    ...found,
    ...changes("the config", paths.includes(config)),
    ...changes(
      "the baselines",
      paths.some((path) => path.startsWith(`${baselines}/`)),
    ),
    ...changes("the waivers", paths.includes(WAIVERS_PATH), "the tip of the base branch"),
  ];
}

/** Where that cannot be asked, nothing is said of it. */
async function changedPaths(pull: number, forge: Forge): Promise<readonly string[]> {
  try {
    return await forge.changed(pull);
  } catch (error) {
    if (error instanceof ForgeError) return [];
    throw error;
  }
}

const SELF_REPORTED = {
  code: "self-reported",
  message:
    "These figures were made by the fork's own run, on a machine that nobody here controls: they pass no check.",
  remedy: "A maintainer measures this very commit by starting the workflow by hand.",
};

/** The same as a paragraph under the verdict. */
export const selfReportedNotice = `**Self-reported:** ${SELF_REPORTED.message} ${SELF_REPORTED.remedy}`;
