import { afterEach, describe, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import {
  archived,
  BASE,
  baseTree,
  CONFIG,
  github,
  HEAD,
  posted,
  reported,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import { Job } from "../testing/job.ts";
import { Project, SHOP_CONFIG as SHOP } from "../testing/project.ts";
import { aRun } from "../testing/runs.ts";

// A change that touches nothing that a workload depends on, by `paths` of the base branch's config.

describe("the measuring step", () => {
  let project: Project;
  let job: Job;
  afterEach(() => {
    expect(project.living()).toEqual([]);
    expect(project.leftovers()).toEqual([]);
    job[Symbol.dispose]();
    project[Symbol.dispose]();
  });

  async function measured(event: "pull_request" | "push", edits: Readonly<Record<string, string>>) {
    const config = SHOP.replace(
      "k6: load.ts",
      'k6: load.ts, paths: ["!docs/**", "!*.md"], gate: [http_req_duration.p50]',
    )
      .replace("duration: 200ms, trials: 3", "mode: trial, duration: 150ms, trials: 2, pairs: [6, 6]")
      .replace("starts: 1", "starts: 1, band: 100%");
    project = new Project({ ".github/steelyard.yml": config });
    project.git("update-ref", "refs/remotes/origin/main", "main");
    project.git("switch", "-q", "-c", "topic");
    for (const [name, text] of Object.entries(edits)) project.write(name, text);
    project.commit("A change");
    const head = { sha: project.git("rev-parse", "HEAD"), ref: "topic", repo: { full_name: "octo/shop" } };
    const pull = { pull_request: { number: 12, base: { ref: "main" }, head } };
    const payload = { repository: { default_branch: "main" }, ...(event === "pull_request" && pull) };
    job = new Job(project, event, payload);
    const done = await job.measure().finished;
    expect([done.code, done.err]).toEqual([0, ""]);
    const run = Run.parse(project.json(".steelyard/run.json"));
    return { done, run, comparison: Comparison.parse(project.json(".steelyard/comparison.json")) };
  }

  test("starts nothing where the change cannot affect anything, and passes", async () => {
    const { done, run, comparison } = await measured("pull_request", {
      "docs/a.html": "1",
      "README.md": "2",
    });
    expect([run.trials, run.schedule.starts, run.duel]).toEqual([[], [], undefined]);
    expect(run.unaffected).toEqual({ browse: "none of the 2 changed files can affect it, by its `paths`" });
    expect(job.outputs()).toMatchObject({ verdict: "unaffected", conclusion: "success", "exit-code": "0" });
    expect([comparison.warnings, comparison.replay]).toEqual([[], []]);
    expect(done.out).toContain("browse is not measured: none of the 2 changed files can affect it");
    expect(done.out).toContain("Not affected: the change touches nothing that the workload depends on");
    expect(project.has("up.txt")).toBe(false);
  });

  test("measures where one file can, and names it", async () => {
    const { done, run } = await measured("pull_request", { "docs/a.html": "1", "lib/new.mjs": "2" });
    expect([run.unaffected, run.duel!.pairs.length > 5]).toEqual([undefined, true]);
    expect(done.out).toContain("browse: lib/new.mjs can affect it (the folder of the service shop)");
  });

  test("measures everything that is no pull request", async () => {
    const { run } = await measured("push", { "docs/a.html": "1" });
    expect([run.unaffected, run.duel!.pairs.length > 5]).toEqual([undefined, true]);
  });
});

describe("the report", () => {
  let double: GithubDouble;
  afterEach(async () => {
    expect(double.violations).toEqual([]);
    await double[Symbol.asyncDispose]();
  });

  const config = CONFIG.replace("    gate:", '    paths: ["!docs/**"]\n    gate:');
  const left = aRun({
    workloads: { browse: { config: { gate: ["http_req_duration.p50"] } } },
    commit: { sha: HEAD, subject: "Words", dirty: false },
    unaffected: { browse: "nothing to see here" },
  });
  /** The report on a run that left the workload out, where head's files are these. */
  async function ofFiles(files: Readonly<Record<string, string>>, of = config, cutTrees = false) {
    const base = { ...baseTree(), ".github/steelyard.yml": of, "docs/a.html": "1", "src/main.go": "1" };
    const trees = { main: base, [BASE]: base, [HEAD]: { ...base, ...files } };
    double = await github({
      trees,
      cutTrees,
      artifacts: [{ id: 70, run: 7, name: "steelyard", archive: archived(left) }],
    });
    return await reported(double, { inputs: { comment: "update" } });
  }
  const checks = () => double.state.checks as { conclusion: string; output: { title: string } }[];

  test("finds it confirmed by both trees", async () => {
    const { outputs } = await ofFiles({ "docs/a.html": "2" });
    expect(outputs).toMatchObject({ verdict: "unaffected", conclusion: "success" });
    expect(checks()).toMatchObject([
      {
        conclusion: "success",
        output: { title: expect.stringMatching(/Not affected: the change touches nothing/) },
      },
    ]);
    const [comment] = posted(double.state);
    expect(comment?.body).toContain("the changed file cannot affect it");
    expect(comment?.body).not.toContain("nothing to see here");
  });

  test.each<[what: string, ...Parameters<typeof ofFiles>]>([
    ["a file that matters is changed", { "src/main.go": "2" }],
    ["only the change's own config says so", { ".github/steelyard.yml": config, "docs/a.html": "2" }, CONFIG],
    ["the list of files is cut off", { "docs/a.html": "2" }, config, true],
  ])("fails where %s, whatever the run says", async (_, ...args) => {
    const { outputs } = await ofFiles(...args);
    expect(outputs).toMatchObject({ verdict: "missing", conclusion: "failure" });
    expect(checks()).toMatchObject([{ conclusion: "failure" }]);
    expect(posted(double.state)[0]?.body).toContain("which the report does not find confirmed");
  });

  test("needs no new comment where only news are posted", async () => {
    const base = { ...baseTree(), ".github/steelyard.yml": config, "docs/a.html": "1" };
    const trees = { main: base, [BASE]: base, [HEAD]: { ...base, "docs/a.html": "2" } };
    double = await github({
      trees,
      artifacts: [{ id: 70, run: 7, name: "steelyard", archive: archived(left) }],
    });
    const { outputs } = await reported(double, { inputs: { comment: "relevant" } });
    expect([outputs.verdict, posted(double.state)]).toEqual(["unaffected", []]);
  });
});
