import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOf, explain } from "../../base/errors.ts";
import { type GitlabReportOptions, reportMergeRequest } from "../../commands/pull/gitlab.ts";
import { TOKEN_NAME } from "../../gitlab/job.ts";
import type { Run } from "../../model/run.ts";
import { BASE, baseTree, HEAD, ofHead, SAME } from "../github/reporting.ts";
import { RecordingRunner } from "../runner.ts";
import { aWorld } from "../world.ts";
import { zip } from "../zip.ts";
import type { Project } from "./project.ts";
import { GITLAB_TOKEN, GitlabDouble } from "./server.ts";

/** Merge request 12 of the project 31, its figures as the artifact of job 70 in pipeline 7, and the job that reports. */

/** As GitLab's runner packs it. */
export const figures = (run: Run) => zip([{ name: "steelyard-run/run.json", data: JSON.stringify(run) }]);

export const measuredJob = (run: Run = ofHead(SAME), more: Partial<Project["jobs"][number]> = {}) => ({
  id: 70,
  pipeline: 7,
  name: "steelyard:measure",
  archive: figures(run),
  ...more,
});

export const theRequest = (more: Partial<Project["mergeRequests"][number]> = {}) =>
  ({ iid: 12, state: "opened", sha: HEAD, branch: "faster", target: "main", source: 31, ...more }) as const;

export const TIP = "d".repeat(40);

export function gitlab(more: Partial<Project> = {}): Promise<GitlabDouble> {
  const tree = baseTree();
  return GitlabDouble.start({
    mergeRequests: [theRequest()],
    jobs: [measuredJob()],
    branches: { main: TIP },
    trees: { [TIP]: tree, [BASE]: tree, [HEAD]: tree },
    mergeBases: { [`${TIP} ${HEAD}`]: BASE },
    ...more,
  });
}

/** GitLab's predefined variables in a job of the merge request's pipeline. */
export const gitlabVariables = (api: string): Record<string, string> => ({
  CI: "true",
  GITLAB_CI: "true",
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_API_V4_URL: api,
  CI_SERVER_URL: "https://gitlab.test",
  CI_PROJECT_PATH: "octo/group/shop",
  CI_DEFAULT_BRANCH: "main",
  CI_PIPELINE_ID: "7",
  CI_PIPELINE_URL: "https://gitlab.test/octo/group/shop/-/pipelines/7",
  CI_COMMIT_SHA: HEAD,
  CI_MERGE_REQUEST_IID: "12",
  CI_MERGE_REQUEST_PROJECT_ID: "31",
  CI_MERGE_REQUEST_PROJECT_PATH: "octo/group/shop",
  CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.test/octo/group/shop",
  CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "octo/group/shop",
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "faster",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
});

/** The reporting job, once, in this process; a second of its waits is 20 ms. */
export async function gitlabReported(
  { url }: GitlabDouble,
  env: Readonly<Record<string, string | undefined>> = {},
  options: Partial<GitlabReportOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-gitlab-"));
  const [out, err] = [new RecordingRunner(), new RecordingRunner()];
  const world = aWorld({
    cwd: folder,
    out: out.log,
    err: err.log,
    env: { PATH: process.env.PATH, ...gitlabVariables(url), [TOKEN_NAME]: GITLAB_TOKEN, ...env },
  });
  const usual = { config: ".github/steelyard.yml", baselines: "baselines", out: "report" };
  const asked = {
    ...usual,
    job: "steelyard:measure",
    comment: "update",
    name: "steelyard",
    trend: undefined,
  };
  try {
    const { exit: code } = await reportMergeRequest(
      world,
      { ...asked, ...options } as GitlabReportOptions,
      20,
    );
    const files = readdirSync(join(folder, "report")).sort();
    const junit = readFileSync(join(folder, "report/junit.xml"), "utf8");
    return { code, out: out.text, err: err.text, files, junit };
  } catch (error) {
    return { code: exitOf(error), out: out.text, err: err.text + explain(error), files: [], junit: "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
