import { afterEach, describe, expect, test } from "vitest";
import {
  aPull,
  archived,
  BASE,
  baseTree,
  github,
  HEAD,
  OTHER,
  ofHead,
  ours,
  payloads,
  posted,
  remark,
  reported,
  SAME,
  SLOWER,
  theirRun,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import type { State } from "../testing/github/state.ts";
import { reading } from "../testing/markdown.ts";

let double: GithubDouble;
afterEach(async () => {
  expect(double.violations).toEqual([]); // every request and answer is as GitHub describes them
  await double[Symbol.asyncDispose]();
});

/** A run that says it met this base, in no pair at all. */
const dueled = (sha: string) => ({
  ...ofHead(SAME),
  duel: {
    base: { sha, subject: "Before", ref: "origin/main" },
    starts: 3,
    pairings: [],
    looks: [6],
    seen: [],
    cut: null,
    budget: null,
    pairs: [],
  },
});

/** A pull request whose head is on its base branch now, and merge-bases as they are then. */
const MERGED = { state: "closed", base: "next", baseSha: BASE } as const;
const AFTER = { [`main...${HEAD}`]: HEAD, [`next...${HEAD}`]: HEAD, [`${BASE}...${HEAD}`]: BASE };

const check = () => double.state.checks[0] as Record<string, unknown> & { output: Record<string, unknown> };

describe("workflow_run", () => {
  const asked = {
    event: "workflow_run",
    payload: payloads.triggered,
    inputs: { workflow: ".github/workflows/perf.yml" },
  };
  const fork = { sha: HEAD, branch: "faster", repository: "mallory/shop" };
  const from = (head: State["runs"][number]["head"], run = ofHead(SAME)): Partial<State> => ({
    runs: [theirRun({ head })],
    pulls: [aPull({ head: { sha: head.sha, ref: head.branch, repository: head.repository } })],
    artifacts: [{ id: 80, run: 8, name: "steelyard", archive: archived(run) }],
  });

  test("reports on a fork's pull request, and its figures pass no check", async () => {
    double = await github(from(fork));
    const { code, outputs } = await reported(double, asked);
    expect([code, outputs.conclusion]).toEqual([0, "action_required"]);
    expect(check()).toMatchObject({ conclusion: "action_required", head_sha: HEAD });
    expect(posted(double.state)[0]!.body).toMatch(/\*\*Self-reported:\*\*[^\n]*pass no check/);
  });

  test("of a fork fails what is worse, and is pending where there are only statuses", async () => {
    double = await github(from(fork, ofHead(SLOWER)));
    expect((await reported(double, asked)).outputs.conclusion).toBe("failure");
    double.without("checks/");
    double.state.artifacts[0]!.archive = archived(ofHead(SAME));
    await reported(double, asked);
    expect(double.state.statuses).toMatchObject([{ state: "pending" }]);
  });

  test("reports on Dependabot's as on any branch of ours", async () => {
    double = await github(from({ sha: HEAD, branch: "dependabot/npm", repository: "octo/shop" }));
    const { outputs } = await reported(double, asked);
    expect([outputs.conclusion, outputs["pull-request"]]).toEqual(["success", "12"]);
    expect(posted(double.state)[0]!.body).not.toContain("Self-reported");
  });

  test("gets no comment where two pull requests have the same head", async () => {
    const head = { sha: HEAD, ref: "faster", repository: "mallory/shop" };
    double = await github({
      ...from(fork),
      pulls: [aPull({ head }), aPull({ number: 13, base: "next", head })],
    });
    expect((await reported(double, asked)).outputs.delivered).toContain("2 open pull requests");
  });

  test("reports on one that was merged meanwhile by the rules from before that", async () => {
    const dependabot = from({ sha: HEAD, branch: "dependabot/npm", repository: "octo/shop" }, ofHead(SLOWER));
    const pulls = dependabot.pulls!.map((pull) => ({ ...pull, ...MERGED }));
    double = await github({ ...dependabot, pulls, mergeBases: AFTER });
    const { outputs } = await reported(double, asked);
    expect([outputs.verdict, double.state.comments]).toEqual(["regressed", []]);
  });

  test.each([
    ["another workflow", { path: ".github/workflows/evil.yml" }, /its workflow is/],
    ["the same name elsewhere", { path: "docs/.github/workflows/perf.yml" }, /its workflow is/],
    ["another event", { event: "push" }, /triggered by push/],
    ["another repository", { repository: "mallory/shop" }, /another repository/],
  ])("of %s is refused", async (_, run, why) => {
    double = await github({ ...from(fork), runs: [theirRun({ head: fork, ...run })] });
    const { code, text, markdown } = await reported(double, asked);
    expect([code, double.state.checks, double.state.comments]).toEqual([2, [], []]);
    expect(text).toMatch(why);
    expect(markdown).toContain("There is no report");
  });

  test("without the path of its workflow is refused", async () => {
    double = await github(from(fork));
    const { code, text } = await reported(double, { ...asked, inputs: {} });
    expect([code, double.state.checks]).toEqual([2, []]);
    expect(text).toContain("workflow: .github/workflows/perf.yml");
  });

  test("whose figures are of another commit than the run is refused, and fails the check", async () => {
    double = await github(from({ ...fork, sha: OTHER }));
    const { code } = await reported(double, asked);
    expect(code).toBe(2);
    expect(check()).toMatchObject({ head_sha: OTHER, conclusion: "failure" });
  });
});

describe("a pull request that was merged while it was measured", () => {
  const merged = { pulls: [aPull(MERGED)], mergeBases: AFTER };

  test("is judged by the rules from before that, and gets a check alone", async () => {
    double = await github(merged, ofHead(SLOWER));
    const { outputs } = await reported(double);
    expect([outputs.verdict, outputs["pull-request"], double.state.comments]).toEqual(["regressed", "", []]);
    expect(outputs.delivered).toContain("pull request 12 is closed");
    expect(check()).toMatchObject({ head_sha: HEAD, conclusion: "failure" });
  });

  test("may be paired with the commit from before that", async () => {
    double = await github(merged, dueled(BASE));
    expect((await reported(double)).markdown).not.toContain("the merge-base is");
  });
});

describe("other events", () => {
  test("pull_request_target is refused, with the reason", async () => {
    double = await github();
    const { code, text } = await reported(double, { event: "pull_request_target" });
    expect([code, double.seen]).toEqual([2, []]);
    expect(text).toContain("fork's code with this repository's token");
  });

  test("a fork's own pull_request event is self-reported as well", async () => {
    double = await github({
      readOnly: true,
      pulls: [aPull({ head: { sha: HEAD, ref: "faster", repository: "mallory/shop" } })],
    });
    const { outputs, markdown } = await reported(double, { payload: payloads.pull("mallory/shop") });
    expect(outputs.conclusion).toBe("action_required");
    expect(markdown).toContain("Self-reported");
  });

  test("a push has a check by its own rules, and no comment", async () => {
    const mergeBases = { [`main...${HEAD}`]: HEAD }; // it is on main
    double = await github({ trees: { [HEAD]: baseTree() }, mergeBases });
    const { outputs } = await reported(double, { event: "push", payload: payloads.plain });
    expect([outputs.conclusion, double.state.comments]).toEqual(["success", []]);
    expect(check().head_sha).toBe(HEAD);
  });

  test("a push to another branch is judged by where it left the default one", async () => {
    double = await github({ trees: { main: {}, [BASE]: baseTree(), [HEAD]: {} } }, ofHead(SLOWER));
    expect((await reported(double, { event: "push", payload: payloads.plain })).outputs.verdict).toBe(
      "regressed",
    );
  });

  const dispatch = { event: "workflow_dispatch", payload: payloads.plain };
  test("a dispatch updates the pull request that it names", async () => {
    double = await github({ comments: [remark(1, ours("new"))] });
    const { outputs } = await reported(double, { ...dispatch, inputs: { "pull-request": "12" } });
    expect(outputs["comment-url"]).toContain("issuecomment-1");
  });

  test("a dispatch for a part leaves the check as it is, unless the part is worse", async () => {
    const part = { ...dispatch, inputs: { "pull-request": "12", sha: HEAD, only: "browse" } };
    double = await github();
    const { outputs } = await reported(double, part);
    expect([outputs.conclusion, double.state.checks]).toEqual(["success", []]);
    expect(outputs.delivered).toContain("only a part was asked for by hand (only browse)");
    await double[Symbol.asyncDispose]();
    double = await github({}, ofHead(SLOWER));
    await reported(double, part);
    expect(check()).toMatchObject({ head_sha: HEAD, conclusion: "failure" });
  });

  test("a dispatch for a fork's commit says whose commit was measured here", async () => {
    const head = { sha: HEAD, ref: "faster", repository: "stranger/shop" };
    double = await github({ pulls: [aPull({ head })] });
    const asked = { ...dispatch, inputs: { "pull-request": "12", sha: HEAD } };
    const { markdown } = await reported(double, asked);
    expect(markdown).toContain("This is a fork's commit, measured here because somebody who may write");
    expect(check().conclusion).toBe("success");
  });

  test.each([
    ["moved on", aPull({ head: { sha: OTHER, ref: "faster", repository: "octo/shop" } }), "has moved on"],
    ["was closed", aPull({ state: "closed" }), "is closed"],
    ["is not there", aPull({ number: 99 }), "there is no pull request 12"],
  ])(
    "a dispatch for a pull request that %s gets a summary only, and a check on a commit that was named",
    async (_, pull, why) => {
      double = await github({ pulls: [pull] });
      const { outputs, markdown } = await reported(double, { ...dispatch, inputs: { "pull-request": "12" } });
      expect([outputs["pull-request"], double.state.comments, double.state.checks]).toEqual(["", [], []]);
      expect(outputs.delivered).toContain(why);
      expect(markdown).toContain("### ");
      await reported(double, { ...dispatch, inputs: { "pull-request": "12", sha: HEAD } });
      expect([double.state.comments, check().head_sha]).toEqual([[], HEAD]);
    },
  );

  test("a dispatch for nothing in particular is about the commit that it was started on", async () => {
    double = await github();
    const { code } = await reported(double, { ...dispatch, env: { GITHUB_SHA: OTHER } });
    expect([code, check().head_sha, check().conclusion]).toEqual([2, OTHER, "failure"]); // not what the figures say
  });

  test("a duel against another base than the merge-base is not judged", async () => {
    double = await github({ mergeBases: { [`main...${HEAD}`]: BASE } }, dueled(OTHER));
    const { outputs, markdown } = await reported(double);
    expect(outputs.verdict).toBe("invalid");
    expect(markdown).toContain("the merge-base is `bbbbbbbbb`");
  });

  test("a dispatch for a commit refuses figures of another one", async () => {
    double = await github();
    const { code } = await reported(double, { ...dispatch, inputs: { sha: OTHER } });
    expect([code, check().head_sha, check().conclusion]).toEqual([2, OTHER, "failure"]);
  });
});

describe("the artifact", () => {
  test("is the newest of its name, as reruns leave several", async () => {
    double = await github();
    double.state.artifacts.unshift(
      { id: 60, run: 7, name: "steelyard", archive: Buffer.from("old"), created: "2026-11-20T10:00:00Z" },
      { id: 61, run: 7, name: "other", archive: Buffer.from("other"), created: "2026-11-23T10:00:00Z" },
    );
    expect((await reported(double)).code).toBe(0);
  });

  describe("of an earlier attempt", () => {
    // The artifact of run 7 is from 10:00.
    const jobs = (again: readonly string[]) =>
      [
        ["measure", "09:55", "10:01"],
        ["report", "10:02", "10:03"],
      ].flatMap(([name, from, to]) => [
        {
          run: 7,
          name: name!,
          attempt: 1,
          started: `2026-11-21T${from}:00Z`,
          completed: `2026-11-21T${to}:00Z`,
        },
        ...(again.includes(name!)
          ? [{ run: 7, name: name!, attempt: 2, started: "2026-11-21T11:00:00Z", completed: null }]
          : []),
      ]);
    const rerun = { env: { GITHUB_RUN_ATTEMPT: "2" } };

    test("is refused where the measuring job was run again, and fails the check", async () => {
      double = await github({ jobs: jobs(["measure", "report"]) });
      const { code, text } = await reported(double, rerun);
      expect([code, double.state.comments, check().conclusion]).toEqual([2, [], "failure"]);
      expect(text).toContain("is from an earlier attempt of the workflow run 7");
      expect(double.operations()).not.toContain("actions/download-artifact");
    });

    test("is judged where only the report was run again", async () => {
      double = await github({ jobs: jobs(["report"]) });
      expect((await reported(double, rerun)).outputs.conclusion).toBe("success");
    });

    test("is refused where another run, which a report follows, was run again", async () => {
      const theirs = jobs(["measure", "report"]).map((job) => ({ ...job, run: 8 }));
      double = await github({
        jobs: theirs,
        runs: [theirRun({ attempt: 2 })],
        artifacts: [{ id: 80, run: 8, name: "steelyard", archive: archived(ofHead(SAME)) }],
      });
      const inputs = { workflow: ".github/workflows/perf.yml" };
      const { code, text } = await reported(double, {
        event: "workflow_run",
        payload: payloads.triggered,
        inputs,
      });
      expect([code, check().conclusion]).toEqual([2, "failure"]);
      expect(text).toContain("an earlier attempt of the workflow run 8");
    });

    test("is judged where the forge does not list jobs", async () => {
      double = await github();
      double.without("actions/list-jobs");
      expect((await reported(double, rerun)).outputs.conclusion).toBe("success");
    });
  });

  test("that says it is small and is not is not downloaded to its end", async () => {
    double = await github();
    Object.assign(double.state.artifacts[0]!, { archive: Buffer.alloc(65 * 2 ** 20), size: 10 });
    const { code, text } = await reported(double);
    expect([code, check().conclusion]).toEqual([3, "failure"]);
    expect(text).toContain("the artifact has more than 67108864 bytes");
  });

  const artifact = (archive: Uint8Array, more: object = {}) => ({
    artifacts: [{ id: 70, run: 7, name: "steelyard", archive, ...more }],
  });
  test.each([
    ["is not there", { artifacts: [] }, /no artifact "steelyard"/],
    ["expired", artifact(archived(ofHead(SAME)), { expired: true }), /expired/],
    ["claims to be a gigabyte", artifact(archived(ofHead(SAME)), { size: 2 ** 30 }), /1073741824 bytes/],
    [
      "holds a link",
      artifact(archived(ofHead(SAME), [{ name: "a.json", data: "x", mode: 0o120777 }])),
      /link/,
    ],
    [
      "leads elsewhere",
      artifact(archived(ofHead(SAME), [{ name: "../a.json", data: "x" }])),
      /relative path/,
    ],
    ["is no archive", artifact(Buffer.from("no")), /not an archive/],
    ["is of another commit", artifact(archived(ofHead(SAME, { commit: null }))), /which commit/],
  ])("that %s is refused, and fails the check", async (_, state, why) => {
    double = await github(state);
    const { code, text, markdown } = await reported(double);
    expect([code, double.state.comments, check().conclusion]).toEqual([2, [], "failure"]);
    expect(text).toMatch(why);
    expect(reading(markdown).faults).toEqual([]);
    if (String(why).includes("1073741824"))
      expect(double.operations()).not.toContain("actions/download-artifact");
  });
});
