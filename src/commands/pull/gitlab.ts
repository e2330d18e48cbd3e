import { isExpected, SteelyardError, userError } from "../../base/errors.ts";
import { EXIT } from "../../base/exit.ts";
import { logTo } from "../../base/log.ts";
import { own } from "../../base/own.ts";
import { redactor } from "../../base/redact.ts";
import type { World } from "../../base/world.ts";
import type { CommentMode } from "../../github/comment.ts";
import { gitlabClient } from "../../gitlab/client.ts";
import { gitlabForge } from "../../gitlab/forge.ts";
import { gitlabJob, TOKEN_NAME } from "../../gitlab/job.ts";
import { writeText } from "../../store/files.ts";
import { writeComparison } from "../../store/records.ts";
import type { Answer } from "../answer.ts";
import { rendered, writeReports } from "../check/report.ts";
import { whyText } from "../check/why.ts";
import { inside } from "../paths.ts";
import { AS_THE_RULES_SAY } from "./demands.ts";
import { inspectCheckout, judgeHere, measureChange } from "./job.ts";
import { judging } from "./judging.ts";
import { type PullReport, reportPull } from "./pull.ts";
import type { Places } from "./rules.ts";

export { COMMENT_MODES } from "../../github/comment.ts";

/** Options of a measuring job. */
export interface GitlabMeasureOptions extends Places {
  readonly out: string;
  readonly wait: boolean;
}

/** Options of a reporting job. */
export interface GitlabReportOptions extends Places {
  readonly out: string;
  /** Name of the measuring job, whose artifact has the figures. */
  readonly job: string;
  readonly comment: CommentMode;
  /** Distinguishes several notes on one merge request. */
  readonly name: string;
  readonly trend: string | undefined;
}

/** Figures as such: a job that could measure has done its work, and the report judges. */
export async function measureMergeRequest(world: World, options: GitlabMeasureOptions): Promise<Answer> {
  if (own(world.env, TOKEN_NAME)) throw exposed();
  const { context } = gitlabJob(world.env);
  const asked = { ...AS_THE_RULES_SAY, ...options };
  const ready = await inspectCheckout(world, context, asked, logTo(world.err)).catch((error: unknown) => {
    throw inTermsOfGitlab(error);
  });
  const { run } = await measureChange(world, ready, asked, () => {});
  const comparison = await judgeHere(world, run, ready, asked);
  world.out.write(rendered(world, comparison, "terminal"));
  return { exit: EXIT.ok, json: comparison };
}

/**
 * Judges the figures of the measuring job by the rules of the target branch, keeps one note on the merge request, and
 * writes every form of the report. Nothing of the checkout is read: figures and rules come over the API.
 *
 * @returns the verdict as the exit code: a job has no other way to say it
 */
export async function reportMergeRequest(
  world: World,
  options: GitlabReportOptions,
  second?: number,
): Promise<Answer> {
  const job = gitlabJob(world.env);
  const token = own(world.env, TOKEN_NAME);
  if (!token) throw lacking();
  const log = logTo(world.err, redactor([token]));
  const { api } = job.context;
  const client = gitlabClient({ api, token, log, signal: world.signal, ...(second && { second }) });
  const { out, job: artifact, ...rest } = options;
  const asked = { ...rest, artifact, asked: AS_THE_RULES_SAY, at: world.now().toISOString() };
  const about = { pull: job.context.pull.number, check: "off" } as const;
  const forge = gitlabForge(client, job);
  const report = await reportPull(job.context, { ...asked, ...about }, forge, log, judging());
  if (report.kind === "refused") throw report.why;
  await writeResults(world, report, out);
  world.out.write(rendered(world, report.comparison, "terminal"));
  for (const one of report.deliveries.filter(({ place }) => place === "comment")) {
    const what = "url" in one ? `${one.outcome}, ${one.url}` : `${one.outcome}: ${one.reason}`;
    log.info(`note: ${what}`);
  }
  return { exit: resultOf(report), json: report.comparison };
}

type Judged = Extract<PullReport, { kind: "judged" }>;

/** A neutral job does not exist: whoever wants it allows this code to fail. One that waits for a person is undecided. */
function resultOf({ comparison, conclusion }: Judged): number {
  if (conclusion === "action_required") return EXIT.undecided;
  return conclusion === "neutral" ? EXIT.neutral : comparison.exit;
}

async function writeResults(world: World, { comparison, why }: Judged, out: string): Promise<void> {
  await writeReports(world, comparison, out);
  await writeComparison(inside(world.cwd, out, "comparison"), comparison);
  if (why !== null) await writeText(inside(world.cwd, out, "why"), await whyText(why));
}

/** A fault of a checkout, with a remedy for this forge. */
function inTermsOfGitlab(error: unknown): unknown {
  if (!isExpected(error) || error.fault !== "user") return error;
  const { message, where } = error;
  return new SteelyardError("user", message, {
    ...(where !== undefined && { where }),
    remedy: `GIT_DEPTH: "0" among the job's variables, and before this: git checkout --detach "\${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}" && git remote set-url origin "$CI_PROJECT_URL.git"`,
  });
}

const exposed = () =>
  userError("The token for notes reaches the measuring job, and the measured code could read it.", {
    where: `the variable ${TOKEN_NAME}`,
    remedy: "limit it to the environment `steelyard`: Settings, CI/CD, Variables, Environment scope",
  });

const lacking = () =>
  userError("There is no token to read the project and to write the note with.", {
    where: `the variable ${TOKEN_NAME}`,
    remedy:
      "make a project access token (scope api, role Reporter), and put it into this variable: masked, not protected, with the environment scope `steelyard`; the job needs environment: { name: steelyard, action: access }",
  });
