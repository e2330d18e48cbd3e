import { afterEach, beforeEach, expect, test } from "vitest";
import { COMMENT_LIMIT, comment } from "../report/comment.ts";
import {
  BASE,
  baseTree,
  CONFIG,
  HEAD,
  KEY,
  OTHER,
  ofHead,
  SAME,
  SLOWER,
} from "../testing/github/reporting.ts";
import { TOKEN_USER } from "../testing/gitlab/project.ts";
import {
  figures,
  gitlab,
  gitlabReported,
  gitlabVariables,
  measuredJob,
  TIP,
  theRequest,
} from "../testing/gitlab/reporting.ts";
import { GITLAB_TOKEN, type GitlabDouble } from "../testing/gitlab/server.ts";
import { hostile } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
import { zip } from "../testing/zip.ts";
import { gitlabClient } from "./client.ts";
import { gitlabForge } from "./forge.ts";
import { gitlabJob } from "./job.ts";

let double: GitlabDouble;
beforeEach(async () => {
  double = await gitlab();
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  expect(double.project.actions).toEqual([]); // no text of ours is ever a quick action
  await double[Symbol.asyncDispose]();
});

const NOTES = "MergeRequestsNoteableIdNotes";
const POST = `postApiV4ProjectsId${NOTES}`;
const PUT = `putApiV4ProjectsId${NOTES}NoteId`;
const LIST = `getApiV4ProjectsId${NOTES}`;
const count = (operation: string) => double.seen.filter((one) => one === operation).length;
const measured = (p50: number, more: Parameters<typeof ofHead>[1] = {}) =>
  double.project.jobs.splice(0, 1, measuredJob(ofHead(p50, more)));
const ours = () => double.project.notes.filter(({ author }) => author === TOKEN_USER);

test("a merge request that is as fast gets one note, JUnit, and success", async () => {
  const { code, out, err, files, junit } = await gitlabReported(double);
  expect(code, err).toBe(0);
  const [note, ...more] = double.project.notes;
  expect([note!.iid, note!.body.split("\n")[0], more]).toEqual([12, KEY, []]);
  expect(note!.body).toContain(
    "[Data of this run](https://gitlab.test/octo/group/shop/-/pipelines/7#artifacts)",
  );
  expect(err).toContain(
    `note: created, https://gitlab.test/octo/group/shop/-/merge_requests/12#note_${note!.id}`,
  );
  expect(out).toContain("No regression found");
  expect(junit).toContain("<testsuite");
  expect(files).toEqual(expect.arrayContaining(["comment.md", "comparison.json", "junit.xml"]));
});

test("the next pipeline, and the same one again, update that note in place", async () => {
  await gitlabReported(double);
  const [{ id, body } = { id: 0, body: "" }] = double.project.notes;
  measured(SLOWER);
  expect((await gitlabReported(double)).code).toBe(1);
  expect((await gitlabReported(double)).code).toBe(1);
  expect(double.project.notes.map((one) => one.id)).toEqual([id]);
  expect(double.project.notes[0]!.body).not.toBe(body);
  expect([count(POST), count(PUT)]).toEqual([1, 2]);
});

test("our note is found behind two pages of others", async () => {
  await gitlabReported(double);
  const [note] = double.project.notes.splice(0);
  const others = Array.from({ length: 205 }, (_, i) => ({ id: i + 1, iid: 12, body: `${i}`, author: "kim" }));
  double.project.notes.push(...others, note!);
  double.seen.length = 0;
  await gitlabReported(double);
  expect(count(LIST)).toBe(3);
  expect([count(POST), count(PUT), ours().length]).toEqual([0, 1, 1]);
});

test.each([
  ["somebody else's note with our hidden lines", { author: "kim" }],
  ["a note that GitLab wrote", { author: TOKEN_USER, system: true }],
])("%s is left alone", async (_, more) => {
  const body = `${KEY}\n<!-- steelyard:verdict:unchanged -->\nold`;
  double.project.notes.push({ id: 1, iid: 12, body, ...more });
  await gitlabReported(double);
  expect(double.project.notes.map((one) => one.body === body)).toEqual([true, false]);
});

test("a note that was deleted meanwhile is written again", async () => {
  await gitlabReported(double);
  double.fail(PUT, { status: 404, body: { message: "404 Note Not Found" }, times: 1 });
  await gitlabReported(double);
  expect(count(POST)).toBe(2);
});

test("two names keep two notes", async () => {
  await gitlabReported(double);
  await gitlabReported(double, {}, { name: "night" });
  expect(double.project.notes.map(({ body }) => body.split("\n")[0])).toEqual([
    KEY,
    "<!-- steelyard:comment:night -->",
  ]);
});

test("without a note, the verdict is the same", async () => {
  measured(SLOWER);
  expect((await gitlabReported(double, {}, { comment: "off" })).code).toBe(1);
  expect([count(LIST), double.project.notes]).toEqual([0, []]);
});

test.each([
  [401, "401 Unauthorized", "put a new project access token into STEELYARD_GITLAB_TOKEN"],
  [403, "403 Forbidden", "the scope `api` and the role Reporter"],
  [404, "404 Project Not Found", "a project access token of this very project"],
])(
  "a note that is refused with %d says what to do, and the verdict stands",
  async (status, message, remedy) => {
    measured(SLOWER);
    double.fail(POST, { status, body: { message }, times: 1 });
    const { code, err, junit } = await gitlabReported(double);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).toContain(remedy);
    expect(junit).toContain("<failure");
  },
);

test.each([
  ["is not GitLab's", { STEELYARD_GITLAB_TOKEN: "glpat-another" }, 3, "a new project access token"],
  ["is missing", { STEELYARD_GITLAB_TOKEN: "" }, 2, "masked, not protected, with the environment scope"],
  [
    "is of another project",
    { CI_MERGE_REQUEST_PROJECT_ID: "32" },
    3,
    "a project access token of this very project",
  ],
])("a token that %s ends the job with the remedy", async (_, env, want, remedy) => {
  const { code, err } = await gitlabReported(double, env);
  expect(code).toBe(want);
  expect(err).toContain(remedy);
  expect(err).not.toContain("glpat-another");
});

test("outside of a merge request's pipeline, and in a fork's, it says which rule is missing", async () => {
  const branch = await gitlabReported(double, {
    CI_MERGE_REQUEST_IID: undefined,
    CI_PIPELINE_SOURCE: "push",
  });
  expect([branch.code, branch.err]).toEqual([3, expect.stringContaining('"merge_request_event"')]);
  const fork = await gitlabReported(double, { CI_PROJECT_PATH: "kim/shop" });
  expect([fork.code, fork.err]).toEqual([2, expect.stringContaining("$CI_MERGE_REQUEST_SOURCE_PROJECT_ID")]);
  expect(double.seen).toEqual([]);
});

test("a fork's change that somebody ran in this project passes no job", async () => {
  double.project.mergeRequests.splice(0, 1, theRequest({ source: 99 }));
  const { code } = await gitlabReported(double, { CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "kim/shop" });
  expect(code).toBe(4);
  expect(double.project.notes[0]!.body).toContain("Self-reported");
});

test("a limit is waited for as long as GitLab says, and a failing server is asked again", async () => {
  double.fail(LIST, {
    status: 429,
    headers: { "retry-after": "2" },
    body: { message: "Too many" },
    times: 2,
  });
  double.fail("getApiV4User", { status: 502, body: "<html>", times: 1 });
  const { code, err } = await gitlabReported(double);
  expect(code).toBe(0);
  expect(err.match(/GitLab answers 429: Too many .*: waiting 2 s/g)).toHaveLength(2);
  expect(err).toContain("GitLab answers 502 (GET /user): waiting 1 s");
  expect(double.project.notes).toHaveLength(1);
});

test("a limit longer than a job may wait is given up, and the verdict stands", async () => {
  double.fail(LIST, { status: 429, headers: { "retry-after": "3600" }, body: { message: "x" }, times: 1 });
  const { code, err } = await gitlabReported(double);
  expect([code, count(LIST)]).toEqual([0, 1]);
  expect(err).toContain("giving up");
});

test("a note that was written although the answer was lost does not stay twice", async () => {
  const { notes } = double.project;
  const body = `${KEY}\n<!-- steelyard:verdict:unchanged -->\n<!-- steelyard:check:${HEAD} -->\nx`;
  double.fail(POST, { status: 502, body: "", times: 1 });
  // Between the lost answer and the next try, the note is there.
  const push = notes.push.bind(notes);
  notes.push = (...more) => {
    notes.push = push;
    return push({ id: 999, iid: 12, body, author: TOKEN_USER }, ...more);
  };
  await gitlabReported(double);
  expect(ours().map(({ id }) => id)).toEqual([999]);
  expect(ours()[0]!.body).not.toBe(body);
});

test("the artifact is fetched from where it is kept, without the token", async () => {
  double.project.jobs.splice(0, 1, measuredJob(ofHead(SAME), { stored: true }));
  expect((await gitlabReported(double)).code).toBe(0);
});

test("the artifact of an earlier execution of the job does not count", async () => {
  double.project.jobs.splice(0, 1, measuredJob(ofHead(SAME), { retried: true }));
  const { code, err } = await gitlabReported(double);
  expect([code, err]).toEqual([2, expect.stringContaining('has no artifact "steelyard:measure"')]);
  expect(double.project.notes).toEqual([]);
});

test("figures of another commit than the pipeline's are refused", async () => {
  measured(SAME, { commit: { sha: OTHER, subject: "x", dirty: false } });
  const { code, err } = await gitlabReported(double);
  expect([code, err]).toEqual([2, expect.stringContaining(`The figures are of ${OTHER.slice(0, 9)}`)]);
});

test("a pipeline of merged results is judged at the change's own commit", async () => {
  const env = { CI_COMMIT_SHA: OTHER, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: HEAD };
  expect((await gitlabReported(double, env)).code).toBe(0);
});

test("a merge request that moved on meanwhile gets no note", async () => {
  double.project.mergeRequests[0]!.sha = OTHER;
  const { code } = await gitlabReported(double);
  expect([code, double.project.notes]).toEqual([0, []]);
});

test("a merge request that was merged meanwhile is judged by the rules from before that, without a note", async () => {
  measured(SLOWER);
  const { project } = double;
  project.mergeRequests.splice(0, 1, { ...theRequest(), state: "merged", baseSha: BASE });
  Object.assign(project.mergeBases, { [`${TIP} ${HEAD}`]: HEAD, [`${BASE} ${HEAD}`]: BASE });
  project.trees[HEAD] = {};
  const { code } = await gitlabReported(double);
  expect([code, project.notes]).toEqual([1, []]);
});

test("a merge request cannot pass by editing its config: the merge-base's counts, and the note says so", async () => {
  measured(SLOWER);
  const { trees } = double.project;
  trees[HEAD] = {
    ...baseTree(),
    ".github/steelyard.yml": CONFIG.replace("gate: [http_req_duration.p50]", "gate: []"),
  };
  expect((await gitlabReported(double)).code).toBe(1);
  expect(double.project.notes[0]!.body).toContain(
    "changes the config; it is judged by what the merge-base has",
  );
});

test("a waiver at the tip of the target branch counts, and a tag of the branch's name does not", async () => {
  measured(SLOWER);
  const { trees, tags } = double.project;
  const waivers =
    "waivers:\n  - { workload: browse, metric: http_req_duration.p50, ceiling: 400%, expires: 2026-12-31, because: agreed }\n";
  trees[OTHER] = { ...baseTree(), ".github/steelyard-waivers.yml": `version: 1\n${waivers}` };
  Object.assign(tags, { main: OTHER });
  expect((await gitlabReported(double)).code).toBe(1);
  trees[TIP] = trees[OTHER]!;
  expect((await gitlabReported(double)).code).toBe(0);
});

test("first adoption is neutral: its own exit code, which the job may allow", async () => {
  const { trees } = double.project;
  Object.assign(trees, { [TIP]: { "a.txt": "x" }, [BASE]: { "a.txt": "x" } });
  expect((await gitlabReported(double)).code).toBe(5);
  expect(double.project.notes).toHaveLength(1);
});

test("nothing that the measured code says is a quick action, a mention, a reference or HTML", async () => {
  const texts = [
    "/close",
    "\n/merge",
    "@all",
    "!1",
    "g/p!1",
    "#1",
    "%1",
    '%"a"',
    "<img src=x>",
    "~bug",
    "GL-3",
  ];
  const log = { info() {}, warn() {}, progress() {} };
  const signal = new AbortController().signal;
  const client = gitlabClient({ api: double.url, token: GITLAB_TOKEN, log, signal });
  const forge = gitlabForge(client, gitlabJob(gitlabVariables(double.url)));
  await forge.addComment(12, comment(hostile(texts)));
  expect(reading(double.project.notes[0]!.body).faults).toEqual([]);
  // Nor would it be if something did not escape it; the double takes a line in code and an indented one for an action, too.
  await forge.addComment(12, "/close\n```\n/merge\n```\n  /assign me\n1 / 2");
  expect(double.project.notes[1]!.body).toBe("\\/close\n```\n\\/merge\n```\n  \\/assign me\n1 / 2");
});

test("a note that is longer than GitLab takes would be refused, and ours never is", async () => {
  const ask = (body: string) =>
    fetch(`${double.url}/projects/31/merge_requests/12/notes`, {
      method: "POST",
      headers: { "private-token": GITLAB_TOKEN, "content-type": "application/json" },
      body: JSON.stringify({ body }),
    });
  expect((await ask("x".repeat(1_000_001))).status).toBe(400);
  expect((await ask("x".repeat(COMMENT_LIMIT + 1_000))).status).toBe(201);
});

test("the double notices what GitLab's description does not know", async () => {
  await fetch(`${double.url}/projects/31/merge_requests/12/notes`, {
    method: "POST",
    headers: { "private-token": GITLAB_TOKEN, "content-type": "application/json" },
    body: JSON.stringify({ text: "x" }),
  });
  expect(double.violations.splice(0)).toEqual([
    expect.stringContaining("must have required property 'body'"),
  ]);
  await fetch(`${double.url}/projects/31/merge_requests/12/notes?per=1`, {
    headers: { "private-token": GITLAB_TOKEN },
  });
  expect(double.violations.splice(0)).toHaveLength(1);
  await fetch(`${double.url}/projects/31/comments`, { headers: { "private-token": GITLAB_TOKEN } });
  expect(double.violations.splice(0)).toHaveLength(1);
});

test.each([
  ["is cut off", figures(ofHead(SAME)).subarray(0, 40)],
  ["holds more than the figures", zip([{ name: "steelyard-run/.npmrc", data: "x" }])],
])("an artifact that %s is refused", async (_, archive) => {
  double.project.jobs.splice(0, 1, measuredJob(ofHead(SAME), { archive }));
  const { code, err } = await gitlabReported(double);
  expect([code, err]).toEqual([2, expect.stringContaining("The artifact is rejected")]);
});
