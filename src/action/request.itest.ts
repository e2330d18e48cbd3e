import { afterEach, describe, expect, test } from "vitest";
import { GithubDouble } from "../testing/github/server.ts";
import type { State } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { requestStep } from "./request.ts";

const HEAD = "2".repeat(40);
const OLD = "3".repeat(40);
const WRITTEN = "2026-11-21T11:59:00Z";
let double: GithubDouble;
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

const config = (...workloads: readonly string[]) =>
  `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { ${workloads.map((name) => `${name}: { k6: load.js }`).join(", ")} }
`;

/** A repository with a pull request of its own (12), one of a fork (13) and a closed one (14). */
async function github(more: Partial<State> = {}) {
  const pull = (number: number, repository: string, state: "open" | "closed" = "open") => ({
    number,
    state,
    base: "main",
    head: { sha: HEAD, ref: "faster", repository },
  });
  double = await GithubDouble.start({
    pulls: [pull(12, "octo/shop"), pull(13, "stranger/shop"), pull(14, "octo/shop", "closed")],
    permissions: { ann: "admin", will: "write", rita: "read" },
    pushes: [
      { ref: "refs/heads/faster", after: HEAD, timestamp: "2026-11-21T11:00:00Z" },
      { ref: "refs/heads/faster", after: OLD, timestamp: "2026-11-21T10:00:00Z" },
    ],
    labels: { 12: ["perf", "bug"] },
    trees: { [HEAD]: { ".github/steelyard.yml": config("search", "checkout") }, main: {} },
    ...more,
  });
}

const says = (body: string, number = 12, login = "will", more: object = {}) => ({
  action: "created",
  issue: { number, pull_request: { url: "https://github.test" } },
  comment: { id: 500, body, created_at: WRITTEN, user: { login } },
  repository: { default_branch: "main" },
  ...more,
});
const labels = (name: string, login = "will", sha = HEAD) => ({
  action: "labeled",
  label: { name },
  sender: { login },
  pull_request: {
    number: 12,
    base: { ref: "main" },
    head: { sha, ref: "faster", repo: { full_name: "octo/shop" } },
    labels: [{ name }],
  },
  repository: { default_branch: "main" },
});

/** The step, as it is started by an event. */
async function on(payload: object, given: Readonly<Record<string, string>> = {}) {
  const labelled = "action" in payload && payload.action === "labeled";
  const { code, runner } = await runStep(requestStep, double, {
    action: "request",
    event: labelled ? "pull_request" : "issue_comment",
    payload,
    given,
    env: { GITHUB_SHA: OLD },
  });
  const { dispatched, reactions } = double.state;
  const answers = double.state.comments.map(({ body }) => body);
  return { code, outcome: runner.outputs.outcome, dispatched, reactions, answers, log: runner.text };
}
const started = (more: object = {}, number = 12) => [
  { workflow: "perf.yml", ref: "main", inputs: { "pull-request": String(number), sha: HEAD, ...more } },
];

describe("a measurement is started", () => {
  test.each<[string, string, object?]>([
    ["/perf", "by the bare command"],
    ["/perf\n\nplease, `rm -rf /`", "whatever follows in further lines"],
    [`/perf ${HEAD}`, "of a named commit"],
    [`/perf ${HEAD.slice(0, 7)}`, "of a commit that is named in short"],
    ["/perf search, checkout", "of some workloads", { workloads: "search,checkout" }],
    [`/perf ${HEAD} search --budget 8m`, "with everything", { workloads: "search", budget: "8m" }],
  ])("%j: %s", async (body, _, more) => {
    await github();
    const done = await on(says(body));
    expect(done).toMatchObject({
      code: 0,
      outcome: "started",
      reactions: ["500 eyes", "500 rocket"],
      answers: [],
    });
    expect(done.dispatched).toEqual(started(more));
    expect(double.seen.find(({ method }) => method !== "GET")?.operation).toBe(
      "reactions/create-for-issue-comment",
    );
  });

  test("of a fork's head that somebody who may write names in full", async () => {
    await github();
    expect((await on(says(`/perf ${HEAD}`, 13))).dispatched).toEqual(started({}, 13));
  });

  test("by a label, which is taken away first", async () => {
    await github();
    const done = await on(labels("perf"));
    expect(done).toMatchObject({ code: 0, outcome: "started", reactions: [], answers: [] });
    expect([done.dispatched, double.state.labels]).toEqual([started(), { 12: ["bug"] }]);
    const writes = double.seen.filter(({ method }) => method !== "GET").map(({ operation }) => operation);
    expect(writes).toEqual(["issues/remove-label", "actions/create-workflow-dispatch"]);
  });

  test("of another workflow by another label, where the inputs say so", async () => {
    await github({ labels: { 12: ["measure"] } });
    const done = await on(labels("measure"), { workflow: "speed.yaml", label: "measure" });
    expect(done.dispatched).toMatchObject([{ workflow: "speed.yaml" }]);
  });
});

describe("a measurement is refused, with the reason in an answer,", () => {
  const run = {
    workflow: "perf.yml",
    title: "perf of pull request 12",
    status: "completed",
    created: WRITTEN,
  };
  const push = { ref: "refs/heads/faster", after: HEAD, timestamp: "2026-11-21T11:59:30Z" };
  test.each<[what: string, body: string, number: number, reason: RegExp, more?: Partial<State>]>([
    ["where another commit is named", `/perf ${OLD}`, 12, /head is 222222222, and 333333333 is named/],
    ["where a push is newer", "/perf", 12, /was pushed after the comment.*\/perf 2{40}/s, { pushes: [push] }],
    ["where it is not known when it was pushed", "/perf", 12, /not known when/, { pushes: [] }],
    ["for a fork without a commit", "/perf", 13, /fork's pull request.*\/perf 2{40}/s],
    [
      "for a fork with a short commit, which others can have",
      `/perf ${HEAD.slice(0, 12)}`,
      13,
      /not named in full/,
    ],
    ["for a closed pull request", "/perf", 14, /14 is not open/],
    [
      "for a workload that is mistyped",
      "/perf search chekout",
      12,
      /no workload "chekout".*one of: checkout, search/s,
    ],
    ["for a word that is no name", "/perf $(id)", 12, /does not know "\$\(id\)"/],
    ["for an option that it does not have", "/perf --seed 3", 12, /does not know "--seed"/],
    ["for words after the budget", "/perf --budget 8m x", 12, /does not know "x"/],
    ["for a budget that is none", "/perf --budget soon", 12, /needs a time/],
    [
      "while one is under way",
      "/perf",
      12,
      /under way.*runs\/9/s,
      { started: [{ ...run, status: "queued" }] },
    ],
    ["after many in an hour", "/perf", 12, /6 measurements .* last hour/, { started: Array(6).fill(run) }],
  ])("%s", async (_, body, number, reason, more) => {
    await github(more);
    const done = await on(says(body, number));
    expect(done).toMatchObject({ code: 0, outcome: "refused", dispatched: [] });
    expect(done.reactions).toEqual(["500 eyes", "500 -1"]);
    expect(done.answers).toEqual([expect.stringMatching(reason)]);
  });

  test("but not where only the base has the workload, or the config cannot be read", async () => {
    const path = ".github/steelyard.yml";
    await github({ trees: { [HEAD]: { [path]: config("a") }, main: { [path]: config("search") } } });
    expect((await on(says("/perf search"))).dispatched).toEqual(started({ workloads: "search" }));
    await double[Symbol.asyncDispose]();
    await github({ trees: { [HEAD]: { [path]: "version: 1" }, main: {} } });
    expect((await on(says("/perf search"))).dispatched).toEqual(started({ workloads: "search" }));
  });

  test("and those of another pull request, or of before, do not count", async () => {
    const others = [
      { ...run, title: "perf of pull request 121", status: "in_progress" },
      ...Array(8).fill({ ...run, created: "2026-11-21T10:00:00Z" }),
    ];
    await github({ started: others });
    expect((await on(says("/perf"))).dispatched).toEqual(started());
  });

  test("where the branch moved on after it was labelled", async () => {
    await github();
    const done = await on(labels("perf", "will", OLD));
    expect(done).toMatchObject({ outcome: "refused", dispatched: [] });
    expect([done.answers.length, double.state.labels]).toEqual([1, { 12: ["bug"] }]);
  });
});

describe("nothing is started", () => {
  test.each(["rita", "stranger"])(
    "by %s, who may not write: no answer, which anybody could provoke",
    async (login) => {
      await github();
      const done = await on(says(`/perf ${HEAD}`, 12, login));
      expect(done).toMatchObject({ code: 0, outcome: "refused", dispatched: [], answers: [] });
      expect(done.reactions).toEqual(["500 eyes", "500 -1"]);
      const label = await on(labels("perf", login));
      expect(label).toMatchObject({ outcome: "refused", dispatched: [], answers: [] });
    },
  );

  test.each([
    ["a comment that only mentions it", says("I would /perf this")],
    ["a longer word", says("/performance")],
    ["another label", labels("bug")],
  ])("by %s, and nothing is written", async (_, payload) => {
    await github();
    const done = await on(payload);
    expect(done).toMatchObject({ code: 0, outcome: undefined, dispatched: [], reactions: [] });
    expect(double.seen).toEqual([]);
  });

  test.each([
    ["an edited comment", says("/perf", 12, "will", { action: "edited" })],
    ["a comment on an issue", says("/perf", 12, "will", { issue: { number: 12 } })],
    ["a push", { ref: "refs/heads/main" }],
  ])("by %s, which is an error of the workflow", async (_, payload) => {
    await github();
    const done = await on(payload);
    expect([done.code, done.dispatched]).toEqual([3, []]);
    expect(done.log).toContain("neither a new comment on a pull request nor a new label");
  });

  test("where the token may not: the job says which permissions it needs", async () => {
    await github({ readOnly: true });
    const done = await on(says("/perf"));
    expect([done.code, done.dispatched]).toEqual([3, []]);
    expect(done.log).toContain("actions: write, contents: read, pull-requests: write");
  });
});
