import { userError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { groundedPath } from "../../exec/grounded.ts";
import type { Issue, Issues, Regression } from "../../model/regression.ts";
import type { Tree } from "../../model/tree.ts";
import { regressionBody, regressionTitle, remarked } from "../../report/regression.ts";
import { readHistory } from "../../store/history.ts";
import { chartsOf } from "../../trend/charts.ts";
import { regressionsOf } from "../../trend/regressions.ts";
import { configAt, waiversAt } from "../rulefiles.ts";
import { planned, type Step } from "./issueplan.ts";

export interface TrackOptions {
  readonly regressions: readonly Regression[];
  /** Path of the config, from the top of the repository. */
  readonly config: string;
  /** Address of the repository. */
  readonly repository: string;
  readonly now: Date;
  /** Days: an older change point gets no issue. */
  readonly days: number;
}

/** The result: issues by action, and how many more will be opened next time. */
export interface Tracked {
  readonly opened: readonly Issue[];
  readonly updated: readonly Issue[];
  readonly reopened: readonly Issue[];
  readonly closed: readonly Issue[];
  readonly postponed: number;
}

/** Most issues opened at once: what makes more of them is one cause, and a page of issues about it helps nobody. */
const MOST = 10;
const DAY = 86_400_000;
/** Days by which issues are looked for further back than change points: a place may move. */
const MARGIN = 30;

/**
 * The change points for the worse that a history holds.
 *
 * @param name of the trend page's folder, as the pages branch has it
 * @throws SteelyardError (user) where it holds none, or it cannot be read: no history is no reason to close anything
 */
export async function regressionsIn(cwd: string, name: string): Promise<Regression[]> {
  const folder = groundedPath(cwd, name);
  const history = (await readHistory(folder)).map(({ entry }) => entry);
  if (history.length === 0) {
    throw userError("There is no history here.", {
      where: folder,
      remedy: "check the pages branch out first, and name the folder of the trend page in it",
    });
  }
  return regressionsOf(chartsOf(history, { title: "", repository: null, generated: "", steelyard: "" }));
}

/**
 * Brings the issues about change points of the default branch up to date: config and waivers are those at its tip.
 *
 * @throws SteelyardError (user) for a config or waivers that cannot be read; ForgeError where the forge refuses
 */
export async function track(options: TrackOptions, forge: Issues, tip: Tree, log: Log): Promise<Tracked> {
  const { regressions, now, days } = options;
  const site = (await configAt(tip, options.config))?.site;
  const waivers = (await waiversAt(tip))?.rows ?? [];
  const border = now.getTime() - days * DAY;
  const self = await forge.self();
  const plan = async () =>
    planned(regressions, await forge.issues(new Date(border - MARGIN * DAY).toISOString()), waivers, {
      self,
      now,
      border,
    });
  const { done, carryOut } = steps(options, forge, site);

  const all = await plan();
  for (const step of all) if (step.kind !== "open") await carryOut(step);
  const fresh = all.filter((step) => step.kind === "open").sort((a, b) => a.regression.p - b.regression.p);
  for (const step of fresh.slice(0, MOST)) await carryOut(step);
  // Somebody who did the same meanwhile opened the same: the older one stays.
  if (done.opened.length > 0) {
    for (const step of await plan())
      if (step.kind === "close" && step.why === "duplicate") await carryOut(step);
  }
  const postponed = Math.max(0, fresh.length - MOST);
  log.info(
    `${regressions.length} change points for the worse: ${done.opened.length} issues opened, ${done.updated.length} updated, ${done.reopened.length} reopened, ${done.closed.length} closed`,
  );
  return { ...done, postponed };
}

const DONE = { open: "opened", update: "updated", reopen: "reopened", close: "closed" } as const;
const AGAIN = "The change is there again, and nothing accepts it any more.";

/** Carries out steps of a plan, and lists the issues by action. */
function steps({ repository }: TrackOptions, forge: Issues, site: string | undefined) {
  const done: Record<Exclude<keyof Tracked, "postponed">, Issue[]> = {
    opened: [],
    updated: [],
    reopened: [],
    closed: [],
  };
  const written = async ({ regression, mark }: Exclude<Step, { kind: "close" }>) => {
    const { good, bad } = regression;
    const known = good.sha !== null && bad.sha !== null && good.sha !== bad.sha;
    const commits = known ? await forge.between(good.sha, bad.sha) : null;
    return {
      title: regressionTitle(regression),
      body: regressionBody({ regression, mark, commits, repository, site }),
    };
  };
  const carryOut = async (step: Step): Promise<void> => {
    if (step.kind === "open") {
      const { title, body } = await written(step);
      done.opened.push(await forge.open(title, body));
      return;
    }
    // In one request, so that an issue that we closed always says so; and then the words. An update sets no state: who
    // closes the issue meanwhile has closed it.
    const change =
      step.kind === "close"
        ? ({ body: remarked(step.issue.body, step.mark), state: "closed" } as const)
        : { ...(await written(step)), ...(step.kind === "reopen" && ({ state: "open" } as const)) };
    const edited = await forge.edit(step.issue.number, change);
    if (edited === null) return;
    const words = step.kind === "close" ? step.remark : step.kind === "reopen" ? AGAIN : null;
    if (words !== null) await forge.remark(edited.number, words);
    done[DONE[step.kind]].push(edited);
  };
  return { done, carryOut };
}
