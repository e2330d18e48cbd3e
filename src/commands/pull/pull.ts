import type { Log } from "../../base/log.ts";
import { warned } from "../../compare/adoption.ts";
import { isNews } from "../../compare/news.ts";
import { workloadLines } from "../../config/lines.ts";
import { sha256 } from "../../exec/digest.ts";
import { type CheckMode, hasChecks, postCheck } from "../../github/check.ts";
import { type CommentMode, postComment } from "../../github/comment.ts";
import type { Context } from "../../github/context.ts";
import {
  type CheckAnnotation,
  type CheckRecord,
  type CheckRun,
  type Forge,
  ForgeError,
  type Pull,
} from "../../github/forge.ts";
import { isGiteaApi } from "../../github/gitea.ts";
import { type Origin, originOf, type Subject, subjectOf } from "../../github/subject.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { Delivery } from "../../model/delivery.ts";
import type { WhyPage } from "../../model/why.ts";
import { annotations, checkText } from "../../report/check.ts";
import { comment, type Links } from "../../report/comment.ts";
import { codeSpan } from "../../report/escape.ts";
import { type LedgerAbout, ledgerText } from "../../report/ledger.ts";
import { summary } from "../../report/summary.ts";
import { pageOrNone } from "../check/why.ts";
import type { Asked } from "./demands.ts";
import { fetchFigures, measuredCommit, type Whereabouts } from "./figures.ts";
import type { Judging, Opened } from "./judging.ts";
import { narrowings, notices, selfReportedNotice } from "./notices.ts";
import { refusedCheck } from "./refused.ts";
import { againstRelease } from "./release.ts";
import { type Places, type Rules, rulesAt } from "./rules.ts";
import { withUnaffected } from "./unaffected.ts";

export interface PullReportOptions extends Places, Whereabouts {
  /** How the measurement was asked for, by the workflow's own word. */
  readonly asked: Asked;
  /** When it is judged, ISO 8601: by our clock, since waivers expire. */
  readonly at: string;
  readonly run?: number | undefined;
  readonly workflow?: string | undefined;
  readonly pull?: number | undefined;
  readonly sha?: string | undefined;
  readonly comment: CommentMode;
  readonly check: CheckMode;
  /** Name of the check, and key of the comment. */
  readonly name: string;
  readonly trend?: string | undefined;
  /** File name of the workflow that measures again. */
  readonly rerun?: string | undefined;
}

/** The judged comparison and its deliveries, or why nothing could be judged, which is posted as well. */
export type PullReport =
  | {
      readonly kind: "judged";
      readonly comparison: Comparison;
      readonly conclusion: CheckRun["conclusion"];
      readonly subject: Subject;
      readonly deliveries: readonly Delivery[];
      readonly comment: string;
      readonly summary: string;
      /** What explains the verdict; null where nothing was profiled. */
      readonly why: WhyPage | null;
    }
  | { readonly kind: "refused"; readonly why: unknown; readonly deliveries: readonly Delivery[] };

/**
 * Fetches the figures of a measurement, judges them by the base branch's rules and posts what came out. Nothing but
 * measurements is taken from the artifact: which commit, pull request, config and baselines count is what the API says.
 *
 * A failed delivery is listed in the deliveries, and nothing is lost.
 *
 * @throws SteelyardError (user) for a run that must not be taken figures from; ForgeError where the API does not answer
 */
export async function reportPull(
  context: Context,
  options: PullReportOptions,
  forge: Forge,
  log: Log,
  judging: Judging,
): Promise<PullReport> {
  const origin = await originOf(context, options, forge);
  try {
    const run = await judging.open(await fetchFigures(origin, options, forge));
    const sha = measuredCommit(run, origin, options.sha);
    log.info(`${run.trials} trials and pairs of ${sha.slice(0, 9)}`);
    const subject = await instead(
      () => subjectOf(options.pull, sha, origin, context, forge),
      (why): Subject => ({ kind: "commit", why: `pull requests cannot be asked for: ${why}`, pull: null }),
    );
    log.info(subject.kind === "pull" ? `pull request ${subject.pull.number}` : `no comment: ${subject.why}`);
    const rules = await rulesOf(run, sha, subject, context, options, forge);
    const judged = await judging.judge(rules, options.at, options.asked);
    const here = `${context.repository.owner}/${context.repository.repo}`;
    const complete = warned(judged, await notices(subject, sha, origin, options, rules, here, forge));
    const why = await pageOrNone(() => judging.explain(), log);
    const unable = run.unable && !origin.selfReported && rules.kind === "reviewed" && rules.base === sha;
    const done = { comparison: complete, why, subject, unable, about: { head: sha, ...judgedBy(rules) } };
    return await delivered(done, origin, context, options, forge);
  } catch (error) {
    if (origin.sha === null) throw error;
    const check = refusedCheck(error, origin.sha, context, options);
    return { kind: "refused", why: error, deliveries: [await postCheck(forge, check, options.check)] };
  }
}

/** The rules, and why there are none where the forge does not give them. */
async function rulesOf(
  run: Opened,
  sha: string,
  subject: Subject,
  context: Context,
  options: Places & Pick<PullReportOptions, "name" | "asked">,
  forge: Forge,
): Promise<Rules> {
  const unknown = (why: string): Rules => ({
    kind: "none",
    why: { code: "base-rules", message: `The base branch cannot be read: ${why}.`, remedy: "Report again." },
  });
  const found = await instead(() => rulesFor(run, sha, subject, context, options, forge), unknown);
  if (options.asked.release) {
    return await instead(() => againstRelease(found, sha, options, run.base, forge), unknown);
  }
  const isExcused = run.lacksUnaffected && (subject.pull !== null || context.group !== null);
  const rules = isExcused ? await withUnaffected(found, sha, options, forge.listing) : found;
  if (rules.kind !== "reviewed" || !run.headOnly) return rules;
  const records = await instead(
    () => forge.records(rules.base, options.name),
    () => null,
  );
  return { ...rules, unable: records?.some(({ kind }) => kind === "unable") ?? false };
}

async function rulesFor(
  { runnerClass }: Opened,
  sha: string,
  subject: Subject,
  { defaultBranch, group }: Context,
  places: Places,
  forge: Forge,
): Promise<Rules> {
  const main = defaultBranch ?? (await forge.defaultBranch());
  const branch = subject.pull?.base ?? group?.base ?? main;
  const base = await mergeBaseOf(branch, sha, subject, forge);
  const at = base === null ? null : forge.tree(base);
  return rulesAt(at, forge.tree(branch), places, runnerClass, branch === main ? null : forge.tree(main));
}

/** The merge-base with a branch; of a pull request that is merged already, the one from before that. */
async function mergeBaseOf(branch: string, sha: string, { pull }: Subject, forge: Forge) {
  const base = await forge.mergeBase(branch, sha); // of what was merged: the commit itself
  if (base !== sha || pull?.baseSha === undefined) return base;
  return (await forge.mergeBase(pull.baseSha, sha)) ?? base;
}

/** The forge's answer, or a substitute made from the reason where it refuses: a measurement is never lost. */
async function instead<T>(ask: () => Promise<T>, otherwise: (why: string) => T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ForgeError) return otherwise(error.message);
    throw error;
  }
}

/** A judged run. */
interface Judged {
  readonly comparison: Comparison;
  readonly why: WhyPage | null;
  readonly subject: Subject;
  /** Whether it is the default branch's own, and could be neither built nor started: later reports look that up. */
  readonly unable: boolean;
  readonly about: LedgerAbout;
}

const judgedBy = (rules: Rules): Pick<LedgerAbout, "config" | "rules"> =>
  rules.kind === "reviewed"
    ? { config: sha256(JSON.stringify(rules.config)).slice(0, 16), rules: rules.base }
    : { config: null };

async function delivered(
  { comparison, why, subject, unable, about }: Judged,
  origin: Origin,
  context: Context,
  options: PullReportOptions,
  forge: Forge,
): Promise<PullReport> {
  const { selfReported } = origin;
  const sha = about.head;
  // Which commit they are of, nobody but the figures may have said: then no commit gets a check by them.
  const vouched = origin.sha !== null || subject.kind === "pull";
  const links = linksOf(origin, context, options, why);
  const notice = selfReported ? selfReportedNotice : "";
  const around = { links, notice };
  const text = comment(comparison, { ...around, key: options.name });
  const conclusion =
    selfReported && comparison.conclusion !== "failure" ? "action_required" : comparison.conclusion;
  const check: CheckRun = {
    name: options.name,
    sha,
    conclusion,
    details: context.runUrl,
    compared: comparison.rows.some(({ evidence }) => evidence !== null),
    ...checkText(comparison, around),
    ...(!selfReported && { text: ledgerText(comparison, about) }),
    annotations: await placed(comparison, sha, options, forge),
  };
  const unchecked = vouched ? partial(comparison, context, options) : UNVOUCHED;
  const commentary: Delivery =
    subject.kind === "pull"
      ? await commented(subject.pull, { text, comparison, event: context.event, unchecked }, options, forge)
      : { outcome: "left", place: "comment", reason: subject.why };
  const checking: Delivery =
    unchecked === null
      ? await postCheck(
          forge,
          { ...check, record: unable ? { kind: "unable" } : recordOf(commentary) },
          options.check,
        )
      : { outcome: "left", place: "check", reason: unchecked };
  const deliveries = [commentary, checking];
  const full = summary(comparison, {
    ...around,
    notice: [notice, undelivered(deliveries)].filter(Boolean).join("\n\n"),
  });
  return { kind: "judged", comparison, conclusion, subject, deliveries, comment: text, summary: full, why };
}

/** The comment, so that later reports know it for ours; undefined where none was posted. */
const recordOf = (commentary: Delivery): CheckRecord | undefined =>
  "id" in commentary && commentary.id !== undefined ? { kind: "comment", id: commentary.id } : undefined;

const UNVOUCHED = "only the figures say which commit they are of";

/**
 * Why a measurement by hand leaves the check as it is: it covers only a part of the workloads. A worse result fails the
 * check nevertheless. Null where it covers everything, or where a workflow's file asks for the part.
 */
function partial(
  { conclusion }: Comparison,
  { event }: Context,
  { asked }: PullReportOptions,
): string | null {
  const parts = narrowings(asked);
  if (event !== "workflow_dispatch" || parts.length === 0 || conclusion === "failure") return null;
  return `only a part was asked for by hand (${parts.join(", ")}): the check stays as the whole measurement left it`;
}

/** The comment; not where the pull request moved on while all this was done: its next report has the word. */
async function commented(
  pull: Pull,
  {
    text,
    comparison,
    event,
    unchecked,
  }: { text: string; comparison: Comparison; event: string; unchecked: string | null },
  { name: key, comment: mode, check }: PullReportOptions,
  forge: Forge,
): Promise<Delivery> {
  const again = () => forge.pull(pull.number);
  const now = mode === "off" ? pull : await instead<Pull | null>(again, () => pull);
  if (now?.head.sha !== pull.head.sha) {
    return { outcome: "left", place: "comment", reason: "the pull request has moved on meanwhile" };
  }
  return postComment(forge, pull.number, {
    text,
    key,
    verdict: comparison.overall,
    mode,
    news: event === "workflow_dispatch" || isNews(comparison), // what was asked for by hand is
    check: { sha: pull.head.sha, name: key, posted: unchecked === null && hasChecks(check) },
  });
}

function linksOf(
  origin: Origin,
  { server, api, repository: { owner, repo }, runUrl }: Context,
  { trend, rerun }: PullReportOptions,
  why: WhyPage | null,
): Links {
  const repository = `${server}/${owner}/${repo}`;
  return {
    ...(why !== null && { why: `${runUrl}#artifacts` }),
    artifact: `${runUrl.replace(/\d+$/, String(origin.run))}#artifacts`,
    ...(trend && { trend }),
    ...(rerun && { rerun: repository + workflowPage(api, encodeURIComponent(rerun)) }),
  };
}

/** Path of the page on which a workflow is started. */
const workflowPage = (api: string, name: string) =>
  isGiteaApi(api) ? `/actions?workflow=${name}` : `/actions/workflows/${name}`;

/** Annotations on the lines of head's config. */
async function placed(
  comparison: Comparison,
  sha: string,
  { config: path }: Places,
  forge: Forge,
): Promise<CheckAnnotation[]> {
  const found = annotations(comparison);
  if (found.length === 0) return [];
  const text = await instead(
    () => forge.tree(sha).file(path),
    () => null,
  );
  const lines = workloadLines(text ?? "");
  return found.map(({ workload, ...rest }) => ({ path, line: lines.of(workload), ...rest }));
}

/** What could not be posted and why, for the summary; empty where everything could. */
export function undelivered(deliveries: readonly Delivery[]): string {
  return deliveries
    .flatMap((one) =>
      one.outcome === "refused" ? [`The ${one.place} could not be posted: ${codeSpan(one.reason, 400)}`] : [],
    )
    .join("\n\n");
}
