import { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { gitlabJobs } from "../init/gitlab.ts";
import { NOWHERE } from "../init/source.ts";
import { Run } from "../model/run.ts";
import { bundle } from "../testing/bundles.ts";
import { KEY } from "../testing/github/reporting.ts";
import { figures, gitlabVariables, measuredJob, theRequest } from "../testing/gitlab/reporting.ts";
import { GITLAB_TOKEN, GitlabDouble } from "../testing/gitlab/server.ts";
import { type Finished, Project, SERVER, SHOP_CONFIG, Started, testEnv } from "../testing/project.ts";

// Both jobs as `steelyard init --forge gitlab` writes them: their own lines, run by a shell, in a clone as GitLab's runner
// leaves it for a pipeline of merged results. Real git, real processes, real k6; GitLab is a double.
interface Lines {
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}
const JOBS = parse(gitlabJobs(NOWHERE)) as Readonly<Record<string, Lines>>;
const CLI = `"${process.execPath}" "${bundle("cli")}"`;

const TREE = {
  ".github/steelyard.yml": SHOP_CONFIG.replace(
    "duration: 200ms, trials: 3 }",
    "mode: trial, duration: 300ms, pairs: [6, 24] }, gate: [http_req_duration.p50]",
  ),
  ".gitignore": "up.txt\nsteelyard-report/\n",
};
const SLOWER = { "server.mjs": SERVER.replace("BURN ?? 0", "BURN ?? 4000") };

let project: Project;
let commits: { readonly base: string; readonly head: string; readonly tip: string; readonly merged: string };
let double: GitlabDouble;
beforeEach(async () => {
  project = new Project(TREE);
  const base = project.git("rev-parse", "HEAD");
  project.git("switch", "-q", "-c", "faster");
  for (const [name, text] of Object.entries(SLOWER)) project.write(name, text);
  project.commit("A change");
  const head = project.git("rev-parse", "HEAD");
  project.git("switch", "-q", "main");
  project.commit("Another change, merged meanwhile");
  const tip = project.git("rev-parse", "HEAD");
  project.git("switch", "-q", "--detach");
  project.git("merge", "-q", "--no-ff", "faster", "-m", "Merged results");
  commits = { base, head, tip, merged: project.git("rev-parse", "HEAD") };
  project.git("update-ref", "refs/remotes/origin/main", tip);
  project.git("branch", "-q", "-D", "main", "faster"); // a runner's clone has none
  project.git("remote", "add", "origin", "https://gitlab-ci-token:glcbt-a@gitlab.test/octo/group/shop.git");
  double = await GitlabDouble.start({
    mergeRequests: [theRequest({ sha: head })],
    branches: { main: tip },
    trees: Object.fromEntries([base, tip, head].map((sha) => [sha, filesAt(sha)])),
    mergeBases: { [`${tip} ${head}`]: base },
  });
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  expect(project.living()).toEqual([]);
  await double[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

const filesAt = (sha: string) =>
  Object.fromEntries(
    project
      .git("ls-tree", "-r", "--name-only", sha)
      .split("\n")
      .map((path) => [path, project.git("show", `${sha}:${path}`)]),
  );

/** The lines of a job, in its variables. */
function executed(name: string, more: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const { variables, script = [] } = JOBS[name]!;
  const lines = [...JOBS[".steelyard"]!.before_script!, ...script].map((line) =>
    line.replace('npx --yes --package "$STEELYARD" steelyard', CLI),
  );
  const env = {
    ...testEnv(),
    NO_COLOR: "1",
    TMPDIR: project.temporary,
    CI_SERVER_TLS_CA_FILE: "",
    ...gitlabVariables(double.url),
    CI_COMMIT_SHA: commits.merged,
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commits.head,
    CI_PROJECT_URL: "https://gitlab.test/octo/group/shop",
    CI_PROJECT_DIR: project.folder,
    ...variables,
    ...more,
  };
  return new Started(spawn("sh", ["-euc", lines.join("\n")], { cwd: project.folder, env })).finished;
}

test("a slowed merge request is measured in one job, and failed by the other", async () => {
  const measured = await executed("steelyard:measure");
  expect(measured.code, measured.err).toBe(0);
  expect(project.git("remote", "get-url", "origin")).toBe("https://gitlab.test/octo/group/shop.git");
  const run = Run.parse(project.json("steelyard-run/run.json"));
  expect([run.commit?.sha, run.duel?.base.sha]).toEqual([commits.head, commits.base]);
  double.project.jobs.push(measuredJob(run, { archive: figures(run) }));

  const reported = await executed("steelyard:report", { STEELYARD_GITLAB_TOKEN: GITLAB_TOKEN });
  expect(reported.code, reported.err).toBe(1);
  expect(double.project.notes.map(({ body }) => body.split("\n")[0])).toEqual([KEY]);
  expect(double.project.notes[0]!.body).toMatch(/^### ❌ .*slower/m);
  expect(project.read("steelyard-report/junit.xml")).toContain("<failure");
  expect(reported.out + reported.err).not.toContain(GITLAB_TOKEN);
});

test("the measuring job does not begin on another commit, nor where the measured code could read a token", async () => {
  const alone = (more: Readonly<Record<string, string>> = {}) => {
    const variables = { ...gitlabVariables(double.url), CI_COMMIT_SHA: commits.merged, ...more };
    return new Started(
      spawn("sh", ["-euc", `${CLI} gitlab measure --out steelyard-run`], {
        cwd: project.folder,
        env: { ...testEnv(), TMPDIR: project.temporary, ...variables },
      }),
    ).finished;
  };
  const kept = await alone();
  expect([kept.code, kept.err]).toEqual([
    2,
    expect.stringMatching(/job's credentials[\s\S]*git remote set-url/),
  ]);
  const merge = await alone({ CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: commits.head });
  expect([merge.code, merge.err]).toEqual([
    2,
    expect.stringMatching(/forge's merge[\s\S]*git checkout --detach/),
  ]);
  const exposed = await executed("steelyard:measure", { STEELYARD_GITLAB_TOKEN: GITLAB_TOKEN });
  expect([exposed.code, exposed.err]).toEqual([2, expect.stringContaining("limit it to the environment")]);
  expect(project.has("steelyard-run/run.json")).toBe(false);
});
