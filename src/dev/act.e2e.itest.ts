import { afterAll, beforeAll, expect, test } from "vitest";
import { session, withSession } from "../compare/session.ts";
import type { Baseline } from "../model/baseline.ts";
import { type Acted, MEASURED, type Opened, Workflows } from "../testing/act/act.ts";
import { SHOP_CONFIG } from "../testing/project.ts";
import { act } from "./programs.ts";
import { k6 } from "./tools.ts";

// The real workflows on this machine: real k6, a stack of processes, the bundles, and a GitHub double. Later
// tests build on the posts of earlier ones, as on a pull request.
const ALONE = SHOP_CONFIG.replace(
  "policy: { starts: 1,",
  "profiles: { pr: {} }\npolicy: { reference: baseline, starts: 1,",
).replace("trials: 3", "trials: 6"); // as many as a verdict needs
const MOST = 120_000;

let flows: Workflows;
let base: string;
let head: string;
let pullRequest: Opened["event"];
beforeAll(async () => {
  flows = await Workflows.start(ALONE, { act: act() ?? "act", k6: (await k6()).binary });
  ({ base, head, event: pullRequest } = flows.opened(ALONE, { "note.txt": "a harmless change" }));
}, MOST);
afterAll(async () => {
  expect(flows.double.violations).toEqual([]);
  expect(flows.project.living()).toEqual([]);
  await flows[Symbol.asyncDispose]();
});

const repository = { full_name: "octo/shop", default_branch: "main" };
const byHand = (inputs: Record<string, string>) =>
  flows.run("workflow_dispatch", "perf.yml", { repository, inputs });
const comments = () => flows.double.state.comments.map(({ body }) => body);
const checks = () => flows.double.state.checks as { head_sha: string; conclusion: string }[];
/** Jobs that ran; the end of what act said, where it is not what was expected. */
const ended = ({ jobs, text }: Acted, want: Record<string, string>) =>
  expect({ jobs, said: JSON.stringify(jobs) === JSON.stringify(want) ? "" : text.slice(-6_000) }).toEqual({
    jobs: want,
    said: "",
  });

test("a pull request is measured at its head, and gets a comment and a check", {
  timeout: MOST,
}, async () => {
  const acted = await flows.run("pull_request", "perf.yml", pullRequest("octo/shop"));
  ended(acted, { measure: "success", report: "success" });
  expect(acted.code).toBe(0);
  expect(acted.checkouts).toEqual([
    { job: "measure", path: "", ref: head },
    expect.objectContaining({ job: "measure", path: ".steelyard-action" }),
    { job: "report", path: ".steelyard-action", ref: base }, // not what the pull request makes of it
  ]);
  expect(flows.uploaded?.commit).toMatchObject({ sha: head, dirty: false });
  expect(comments()).toEqual([
    expect.stringMatching(/^<!-- steelyard:comment:steelyard -->\n[\s\S]*^### 🆕/m),
  ]);
  expect(checks()).toMatchObject([{ head_sha: head, conclusion: "neutral" }]);
});

test("measured again by hand, worse than what is stored by now, it fails in the same comment", {
  timeout: MOST,
}, async () => {
  const run = flows.uploaded!;
  const one = session(run, run.config.resolved, "browse")!;
  const faster = (values: readonly number[]) => values.map((value) => value / 100); // told apart on the busiest machine
  const stored = [1, 2, 3, 4].reduce<Baseline | null>(
    (baseline, day) =>
      withSession(
        baseline,
        {
          ...one,
          run: `run-${day}`,
          at: `2026-01-0${day}T00:00:00Z`,
          variants: {
            "-": {
              ...one.variants["-"]!,
              values: Object.fromEntries(
                Object.entries(one.variants["-"]!.values).map(([name, all]) => [name, faster(all)]),
              ),
            },
          },
        },
        { workload: "browse", runnerClass: run.runnerClass },
      ),
    null,
  );
  flows.double.state.trees[base] = {
    ".github/steelyard.yml": ALONE,
    [`baselines/${run.runnerClass}/browse.json`]: JSON.stringify(stored),
  };
  const acted = await byHand({ "pull-request": "12", sha: head, reference: "auto" });
  ended(acted, { target: "success", measure: "success", report: "failure" });
  expect(acted.code).toBe(1);
  expect(comments()).toHaveLength(1);
  expect(comments()[0]).toMatch(/### ❌ `browse` .*slower|### ❌ `browse` .*higher/);
  expect(checks().at(-1)).toMatchObject({ head_sha: head, conclusion: "failure" });
});

test("by hand at a commit that it moved on from, nothing of it is checked out", {
  timeout: MOST,
}, async () => {
  const acted = await byHand({ "pull-request": "12", sha: base, reference: "auto" });
  expect(acted.jobs.target).toBe("failure");
  expect(acted.jobs).not.toMatchObject({ measure: "success" });
  expect(acted.checkouts.map(({ path }) => path)).toEqual([".steelyard-action"]);
  expect(acted.text).toMatch(/has moved on/);
  expect(comments()).toHaveLength(1);
});

test("the workflow that `steelyard init` writes calls it, with what was asked for by hand", {
  timeout: MOST,
}, async () => {
  const inputs = { "pull-request": "12", sha: head, trials: "7", reference: "baseline" };
  const acted = await flows.run("workflow_dispatch", "caller.yml", { repository, inputs });
  expect({ uploaded: flows.uploaded?.trials.length, said: acted.text.slice(-4_000) }).toMatchObject({
    uploaded: 7,
  });
  expect(flows.uploaded!.profile).toBeNull(); // which is this repository's own
  expect(comments()).toHaveLength(1);
  expect(checks().at(-1)).toMatchObject({ head_sha: head, conclusion: "failure" });
});

test("one of Dependabot is measured, and reported by the other workflow", { timeout: MOST }, async () => {
  const acted = await flows.run("pull_request", "perf.yml", pullRequest("octo/shop"), "dependabot[bot]");
  ended(acted, { measure: "success" });
  expect(checks()).toHaveLength(3);
});

test("of a fork: its own figures are reported by a run of ours, marked, and pass no check", {
  timeout: MOST,
}, async () => {
  const { state } = flows.double;
  state.pulls[0]!.head.repository = "stranger/shop";
  const measured = await flows.run("pull_request", "perf.yml", pullRequest("stranger/shop"));
  ended(measured, { measure: "success" });
  expect(measured.checkouts[0]).toMatchObject({ ref: head });

  const theirs = { sha: head, branch: "change", repository: "stranger/shop" };
  const workflow = { path: ".github/workflows/perf.yml", event: "pull_request", repository: "octo/shop" };
  state.runs.push({ id: MEASURED, ...workflow, head: theirs });
  const before = comments().length;
  const reported = await flows.run("workflow_run", "perf-fork.yml", {
    repository,
    workflow_run: {
      id: MEASURED,
      event: "pull_request",
      conclusion: "success",
      actor: { login: "stranger" },
      head_branch: "change",
      head_repository: { full_name: "stranger/shop" },
    },
  });
  expect(reported.jobs).toHaveProperty("report");
  expect(reported.checkouts).toEqual([expect.objectContaining({ job: "report", path: ".steelyard-action" })]);
  expect(comments()).toHaveLength(before);
  expect(comments()[0]).toMatch(/Self-reported/);
  expect(checks().at(-1)!.conclusion).not.toBe("success");
});

test("the default branch's figures are proposed as a baseline by hand, but not where they did not pass", {
  timeout: MOST,
}, async () => {
  flows.project.git("switch", "-q", "main");
  const { pulls, trees } = flows.double.state;
  const known = pulls.length;
  const worse = await byHand({ "refresh-baseline": "true", reference: "auto" });
  ended(worse, { target: "success", measure: "success", report: "failure" });
  expect(pulls).toHaveLength(known);

  trees[base] = { ".github/steelyard.yml": ALONE };
  const first = await byHand({ "refresh-baseline": "true", reference: "auto" });
  ended(first, { target: "success", measure: "success", report: "success", refresh: "success" });
  const title = expect.stringMatching(/^Baseline of .*: 1 more session$/);
  expect(pulls.slice(known)).toEqual([expect.objectContaining({ base: "main", title })]);
});

test("many merged changes without estimates start a comparison with the release", {
  timeout: MOST,
}, async () => {
  const { state } = flows.double;
  const [release, since] = ["f".repeat(40), 21]; // one more than is tolerated
  const shas = [...Array.from({ length: since - 1 }, (_, i) => `${i}`.padStart(40, "0")), base];
  const commits = shas.map((sha, i) => ({ sha, message: "", parents: [shas[i - 1] ?? release] }));
  Object.assign(state.commits, { [`${release}...${base}`]: commits });
  Object.assign(state.mergeBases, { [`${release}...${base}`]: release });
  state.tags.push({ name: "v1.0.0", sha: release });
  const acted = await flows.run("workflow_dispatch", "perf-request.yml", { repository });
  ended(acted, { ledger: "success" });
  expect(state.dispatched).toEqual([{ workflow: "perf.yml", ref: "main", inputs: { reference: "release" } }]);
});
