import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Baseline } from "../model/baseline.ts";
import type { Run } from "../model/run.ts";
import { trialsAt } from "../testing/comparing.ts";
import { GithubDouble } from "../testing/github/server.ts";
import type { State } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { aBaseline, aRun, CLASS } from "../testing/runs.ts";
import { zip } from "../testing/zip.ts";
import { refreshStep } from "./refresh.ts";
import { targetStep } from "./target.ts";

// The steps that look up a target and propose a baseline, against GitHub's own description of its API.
const MAIN = "1".repeat(40);
const HEAD = "2".repeat(40);
const PATH = `baselines/${CLASS}/browse.json`;
const BRANCH = `steelyard/baseline-${CLASS}`;
const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
`;
const STORED = aBaseline({
  workload: "browse",
  sessions: [0.012, 0.0121, 0.0119, 0.012].map((p50) => ({ trials: trialsAt(p50) })),
});
const runOf = (id: string, p50 = 0.012, began = "2026-11-21T10:00:00Z"): Run =>
  aRun({
    workloads: { browse: { trials: trialsAt(p50) } },
    commit: { sha: MAIN, subject: "Faster search", dirty: false },
    id,
    began,
  });
const artifact = (run: Run, of = 7) => ({
  id: 70 + of,
  run: of,
  name: "steelyard",
  archive: zip([{ name: "run.json", data: JSON.stringify(run) }]),
});

let double: GithubDouble;
const started = async (state: Partial<State>) => {
  double = await GithubDouble.start({
    branches: { main: MAIN },
    trees: {
      [MAIN]: { ".github/steelyard.yml": CONFIG, [PATH]: JSON.stringify(STORED), "README.md": "Shop" },
    },
    mergeBases: { [`main...${MAIN}`]: MAIN },
    ...state,
  });
};
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

/** One step as a runner would start it, and what it said. */
async function step(
  which: "target" | "refresh",
  given: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const { code, runner } = await runStep(which === "target" ? targetStep : refreshStep, double, {
    action: which,
    event: "workflow_dispatch",
    given,
    env: { GITHUB_SHA: MAIN, GITHUB_ACTOR: "will", ...env },
  });
  const remarks = runner.remarks.map(({ title, message }) => `${title}: ${message}`);
  return { code, outputs: runner.outputs, remarks, summary: runner.markdown, log: runner.text };
}

const writes = () => double.seen.filter(({ method }) => method !== "GET").map(({ operation }) => operation);

describe("the target of a run by hand", () => {
  const pull = (number: number, repository: string) => ({
    number,
    state: "open" as const,
    base: "main",
    head: { sha: HEAD, ref: "faster", repository },
  });
  beforeEach(() =>
    started({
      pulls: [pull(12, "octo/shop"), pull(13, "stranger/shop")],
      permissions: { will: "write", rita: "read" },
    }),
  );

  test("is the head of a pull request, nothing is written", async () => {
    const { code, outputs } = await step("target", { "pull-request": "12" });
    expect([code, outputs]).toEqual([0, { sha: HEAD, "pull-request": "12", base: "main" }]);
    expect(writes()).toEqual([]);
  });
  test("is a ref, or what the workflow was started at", async () => {
    double.state.branches.feature = HEAD;
    double.state.trees[HEAD] = {};
    expect((await step("target", { ref: "feature" })).outputs.sha).toBe(HEAD);
    expect((await step("target")).outputs).toEqual({ sha: MAIN, "pull-request": "", base: "" });
    expect(await step("target", { ref: "nowhere" })).toMatchObject({ code: 2, outputs: {} });
  });
  test("is a fork's commit where somebody who may write named it", async () => {
    const named = { "pull-request": "13", sha: HEAD };
    expect((await step("target", named)).outputs.sha).toBe(HEAD);
    expect(await step("target", named, { GITHUB_ACTOR: "rita" })).toMatchObject({ code: 2, outputs: {} });
    // Started again by somebody else, it is they who ask.
    expect(await step("target", named, { GITHUB_TRIGGERING_ACTOR: "stranger" })).toMatchObject({ code: 2 });
    expect(await step("target", { "pull-request": "13" })).toMatchObject({ code: 2, outputs: {} });
  });
  test("that moved on is refused, with what it is at now", async () => {
    const { code, outputs, summary } = await step("target", { "pull-request": "12", sha: MAIN });
    expect([code, outputs]).toEqual([2, {}]);
    expect(summary).toMatch(/This is not measured[\s\S]*has moved on[\s\S]*sha: 2222/);
  });
  test("with inputs that are none is refused before anything is asked", async () => {
    for (const given of [
      { "pull-request": "x" },
      { sha: "abc" },
      { ref: "--upload-pack=x" },
      { ref: "a b" },
    ]) {
      expect(await step("target", given)).toMatchObject({ code: 2, outputs: {} });
    }
    expect(double.seen).toEqual([]);
  });
});

describe("a baseline", () => {
  const sessions = () => {
    const tree = double.state.trees[double.state.branches[BRANCH]!]!;
    return Baseline.parse(JSON.parse(tree[PATH]!)).sessions.map(({ run }) => run);
  };
  const known = STORED.sessions.map(({ run }) => run);

  test("is proposed on a branch with a pull request, which the next run brings up to date", async () => {
    await started({ artifacts: [artifact(runOf("first"))] });
    const { code, outputs, summary, log } = await step("refresh");
    const [pull] = double.state.pulls;
    expect([code, outputs.outcome, outputs["pull-request"]]).toEqual([0, "opened", String(pull!.number)]);
    expect(pull).toMatchObject({
      base: "main",
      head: { ref: BRANCH },
      title: `Baseline of ${CLASS}: 1 more session`,
    });
    expect(summary).toContain(`https://github.test/octo/shop/pull/${pull!.number}`);
    expect(log).toMatch(/starts no checks/);
    expect(sessions()).toEqual([...known, "first"]);
    expect(double.state.trees[double.state.branches[BRANCH]!]!["README.md"]).toBe("Shop");
    expect(double.state.branches.main).toBe(MAIN);
    expect(writes()).toEqual(["git/create-tree", "git/create-commit", "git/create-ref", "pulls/create"]);

    double.state.artifacts.push(artifact(runOf("second", 0.012, "2026-11-21T11:00:00Z"), 8));
    expect((await step("refresh", {}, { GITHUB_RUN_ID: "8" })).outputs.outcome).toBe("updated");
    expect(sessions()).toEqual([...known, "first", "second"]);
    expect(double.state.pulls).toHaveLength(1);
    expect(double.state.pulls[0]!.title).toMatch(/2 more sessions/);
  });

  test("of a run that did not pass is not: it is said why, and nothing is written", async () => {
    await started({ artifacts: [artifact(runOf("slow", 0.018))] });
    const { code, outputs, remarks, summary } = await step("refresh");
    expect([code, outputs]).toEqual([0, { outcome: "refused" }]);
    expect(remarks.join("\n")).toMatch(/http_req_duration\.p50 is regressed/);
    expect(summary).toMatch(/No baseline is proposed/);
    expect(writes()).toEqual([]);
  });

  test("of a commit that is not on the default branch is not", async () => {
    await started({ artifacts: [artifact(runOf("first"))], mergeBases: { [`main...${MAIN}`]: HEAD } });
    expect((await step("refresh")).remarks.join()).toMatch(/no commit of main/);
    expect(writes()).toEqual([]);
  });

  test("where the token may not write fails with what to do, and where the server stumbles is proposed all the same", async () => {
    await started({ artifacts: [artifact(runOf("first"))], readOnly: true });
    const { code, outputs, summary } = await step("refresh");
    expect([code, outputs]).toEqual([3, {}]);
    expect(summary).toMatch(/HTTP 403[\s\S]*contents: write/);
    double.state.readOnly = false;
    double.fail("git/create-tree", { status: 502, body: { message: "Bad gateway" }, times: 2 });
    expect((await step("refresh")).outputs.outcome).toBe("opened");
  });

  test("without figures is an error that says which", async () => {
    await started({});
    const { code, summary } = await step("refresh");
    expect(code).toBe(2);
    expect(summary).toMatch(/has no artifact/);
  });

  test("whose branch is there already, with nobody's pull request, begins anew", async () => {
    await started({ artifacts: [artifact(runOf("first"))], branches: { main: MAIN, [BRANCH]: MAIN } });
    expect((await step("refresh")).outputs.outcome).toBe("opened");
    expect(writes()).toEqual(["git/create-tree", "git/create-commit", "git/update-ref", "pulls/create"]);
  });
});
