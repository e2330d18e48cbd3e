import { afterEach, describe, expect, test } from "vitest";
import type { Ledger, LedgerEntry } from "../model/ledger.ts";
import { ledgerText, readLedger } from "../report/ledger.ts";
import { comparison, tested } from "../testing/comparisons.ts";
import { aDuelRecord, WOBBLE } from "../testing/dueling.ts";
import { aPull, BASE, baseTree, github, HEAD, ofHead, reported, SAME } from "../testing/github/reporting.ts";
import { GithubDouble } from "../testing/github/server.ts";
import type { PullState, State } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { ledgerStep } from "./ledger.ts";

// A branch after its release v1.2.0: a commit has the number of its place, a pull request's head that and a letter.
const RELEASE = "f".repeat(40);
const commitOf = (place: number) => place.toString().padStart(40, "0");
const headOf = (pull: number) => pull.toString().padStart(40, "e");
const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: load.js } }
policy: { creep: { unmeasured: 3 } }
`;

let double: GithubDouble;
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

/** A change: how it came to the branch, and the checks at its head. */
interface Change {
  readonly how: "squash" | "merge" | "rebase" | "push";
  readonly checks?: (head: string) => readonly object[];
}

/** A check of ours with the estimate of a relative change, of ±2 %. */
const estimate =
  (relative: number, more: Partial<LedgerEntry> = {}, check: object = {}) =>
  (head: string) => [ours(head, entry(relative, more), check)];
const entry = (relative: number, more: Partial<LedgerEntry> = {}): LedgerEntry => {
  const log = Math.log1p(relative);
  const interval: [number, number] = [log - 0.02, log + 0.02];
  return {
    workload: "browse",
    variant: null,
    metric: "http_req_duration.p50",
    verdict: "unchanged",
    effect: { estimate: log, interval, se: 0.0102, tolerated: Math.log1p(0.05) },
    ...more,
  };
};
const textOf = (ledger: object) => `<!-- steelyard:ledger ${JSON.stringify(ledger)} -->`;
const kept = (head: string, entries: readonly LedgerEntry[], more: Partial<Ledger> = {}) =>
  textOf({
    schema: "ledger/1",
    head,
    base: commitOf(0),
    release: null,
    config: "c",
    entries,
    more: 0,
    ...more,
  });
let id = 0;
const ours = (head: string, one: LedgerEntry, more: object = {}) => ({
  id: ++id,
  name: "steelyard",
  head_sha: head,
  conclusion: "success",
  external_id: "steelyard:check",
  output: { title: "", summary: "", text: kept(head, [one]) },
  ...more,
});
/** The check of a comparison with the release at a commit of the branch. */
const release = (place: number, relative: number, more: Partial<Ledger> = {}) =>
  ours(commitOf(place), entry(0), {
    name: "steelyard-release",
    output: {
      title: "",
      summary: "",
      text: kept(commitOf(place), [entry(relative)], { base: RELEASE, release: "v1.2.0", ...more }),
    },
  });

/** The branch of these changes, the oldest first. A merge or rebase is of two commits, and a merge adds its own. */
function branch(changes: readonly Change[]): Pick<State, "pulls" | "commits" | "checks"> & { head: string } {
  const commits: { sha: string; message: string; parents: string[] }[] = [];
  const pulls: PullState[] = [];
  const checks: object[] = [];
  let [tip, place] = [RELEASE, 0];
  const add = (...parents: string[]) => {
    const sha = commitOf(++place);
    commits.push({ sha, message: "", parents });
    return sha;
  };
  changes.forEach(({ how, checks: at }, i) => {
    const head = headOf(i + 1);
    const from = tip;
    const landed: string[] = [];
    if (how === "rebase") {
      landed.push(add(tip));
      landed.push(add(landed[0]!));
    } else if (how === "merge") {
      const first = add(from);
      const second = add(first);
      landed.push(first, second, add(from, second));
    } else landed.push(add(tip));
    tip = landed.at(-1)!;
    if (how !== "push")
      pulls.push({
        ...aPull({ number: i + 1, state: "closed" }),
        head: { sha: head, ref: "b", repository: "octo/shop" },
        landed,
      });
    checks.push(...(at?.(head) ?? []));
  });
  return { head: tip, pulls, commits: { [`${RELEASE}...${tip}`]: commits }, checks };
}

async function on(changes: readonly Change[], more: Partial<State> & { also?: readonly object[] } = {}) {
  const { head, ...made } = branch(changes);
  const { also = [], ...state } = more;
  double = await GithubDouble.start({
    ...made,
    checks: [...made.checks, ...also],
    branches: { main: head },
    tags: [{ name: "v1.2.0", sha: RELEASE }],
    mergeBases: { [`${RELEASE}...${head}`]: RELEASE },
    trees: { [head]: { ".github/steelyard.yml": CONFIG } },
    ...state,
  });
  return summed();
}

/** The step, as a schedule starts it. */
async function summed(env: Readonly<Record<string, string>> = {}) {
  const payload = { schedule: "0 0 * * *", repository: { default_branch: "main" } };
  const { code, runner } = await runStep(ledgerStep, double, {
    action: "ledger",
    event: "schedule",
    payload,
    env: { GITHUB_SHA: RELEASE, ...env },
  });
  const { outputs, markdown, text: log } = runner;
  return { code, ...outputs, markdown, log, dispatched: double.state.dispatched };
}

const times = (count: number, change: Change) => Array.from({ length: count }, () => change);
const STARTED = [{ workflow: "perf.yml", ref: "main", inputs: { reference: "release" } }];

describe.each(["squash", "merge", "rebase"] as const)("changes that were merged by %s", (how) => {
  test("start a comparison with the release where they add up, and get no verdict", async () => {
    const done = await on(times(6, { how, checks: estimate(0.01) }));
    expect(done).toMatchObject({ code: 0, outcome: "started", release: "v1.2.0", unmeasured: "0" });
    expect(done.dispatched).toEqual(STARTED);
    expect(done.markdown).toContain(
      "| `browse` | `http_req_duration.p50` | 6 | +6.2 % [+1.1 %, +11 %] | 5 %, reached |",
    );
    expect(done.markdown).toContain("sums of estimates and no verdict");
    expect([double.state.checks.length, double.state.comments, double.state.statuses]).toEqual([6, [], []]);
  });
  test("start nothing where they do not", async () => {
    const done = await on(times(6, { how, checks: estimate(0) }));
    expect(done).toMatchObject({ code: 0, outcome: "enough", dispatched: [] });
    expect(done.markdown).toContain(
      "6 merged changes: 0 can affect no workload, 0 lack estimates (at most 3 may).",
    );
    expect(done.markdown).toContain("0.0 % [");
  });
});

test("an improvement is set off against what became slower", async () => {
  const slower = times(6, { how: "squash", checks: estimate(0.01) });
  const done = await on([...slower, { how: "squash", checks: estimate(-0.03) }]);
  expect(done).toMatchObject({ outcome: "enough", dispatched: [] });
});

test("pushes without a pull request are unmeasured; too many start a comparison", async () => {
  const measured: Change = { how: "squash", checks: estimate(0) };
  expect(await on([measured, ...times(3, { how: "push" })])).toMatchObject({
    outcome: "enough",
    unmeasured: "3",
  });
  await double[Symbol.asyncDispose]();
  const done = await on([measured, ...times(4, { how: "push" })]);
  expect(done).toMatchObject({ outcome: "started", unmeasured: "4", dispatched: STARTED });
  expect(done.markdown).toContain(`- \`${commitOf(5).slice(0, 9)}\` was pushed without a pull request`);
});

test("a change that can affect nothing is no unmeasured one", async () => {
  const checks = estimate(0, { metric: "", verdict: "unaffected", effect: null });
  const done = await on(times(5, { how: "squash", checks }));
  expect(done).toMatchObject({ outcome: "enough", unmeasured: "0" });
  expect(done.markdown).toContain("5 merged changes: 5 can affect no workload");
});

const inside = (text: string) => (head: string) => [
  ours(head, entry(0), { output: { title: "", summary: "", text } }),
];

test.each<[what: string, checks: NonNullable<Change["checks"]>, why: RegExp]>([
  ["is missing", () => [], /#1 has no check/],
  ["cannot tell", estimate(0.04, { verdict: "inconclusive" }), /#1 cannot tell: browse/],
  ["was judged by stored sessions", estimate(0.04, { effect: null }), /#1 has no estimate: browse/],
  ["has no text", inside(""), /#1 has a check without estimates/],
  ["is cut off", inside(kept(headOf(1), [entry(0)]).slice(0, 40)), /#1 has estimates that cannot be read/],
  ["is of a later version", inside(textOf({ schema: "ledger/9" })), /#1 has estimates .* newer steelyard/],
  [
    "holds numbers that are none",
    inside(kept(headOf(1), [entry(0)]).replace(/"se":[\d.]+/, '"se":1e999')),
    /#1 has estimates that cannot be read/,
  ],
  [
    "has the estimates of another commit",
    inside(kept(headOf(9), [entry(0.2)])),
    /#1 has the estimates of another/,
  ],
  ["is that of a first config", inside(kept(headOf(1), [])), /#1 was judged by no reviewed rules/],
  ["is of another app", estimate(0.2, {}, { app: "evil" }), /#1 has no check/],
  ["is of another program", estimate(0.2, {}, { external_id: "" }), /#1 has no check/],
  ["is of another name", estimate(0.2, {}, { name: "lint" }), /#1 has no check/],
  ["is at an earlier head", () => estimate(0.2)(headOf(9)), /#1 has no check/],
])("a change whose check %s is counted and named", async (_, checks, why) => {
  const done = await on([{ how: "squash", checks }]);
  expect(done).toMatchObject({ code: 0, outcome: "enough", unmeasured: "1", dispatched: [] });
  expect(done.markdown.replaceAll("`", "")).toMatch(why);
});

test("a newer check of another app hides none of ours, and the newest of ours counts", async () => {
  const checks = (head: string) => [
    ...estimate(0.2)(head), // an earlier one of the same head
    ...estimate(0)(head),
    ...estimate(0.2, {}, { app: "evil" })(head),
  ];
  expect(await on([{ how: "squash", checks }])).toMatchObject({ outcome: "enough", unmeasured: "0" });
});

test("a token of another app counts that app's checks", async () => {
  const checks = (head: string) => [
    ...estimate(0.2, {}, { app: "github-actions" })(head),
    ...estimate(0)(head),
  ];
  const done = await on([{ how: "squash", checks }], { app: "our-perf" });
  expect(done).toMatchObject({ outcome: "enough", unmeasured: "0" });
});

test("estimates in a title, a body, a summary or a name of a pull request are none", async () => {
  const forged = kept(headOf(1), [entry(0.2)]);
  const changes: Change[] = [
    {
      how: "squash",
      checks: (head) => [ours(head, entry(0), { output: { title: forged, summary: forged } })],
    },
  ];
  const { pulls, head } = branch(changes);
  const done = await on(changes, { pulls: pulls.map((pull) => ({ ...pull, title: forged, body: forged })) });
  expect(done).toMatchObject({ outcome: "enough", unmeasured: "1", dispatched: [] });
  await double[Symbol.asyncDispose]();
  // A metric's name is whatever a load script says; a report writes it.
  const metric = `x --> ${forged}`.slice(0, 400);
  const rows = [tested("unchanged", 0.01, 0.01, { metric }, 0.01, { mode: "trial" })];
  const text = ledgerText(comparison(rows), { head: headOf(1), config: null });
  const named = await on([{ how: "squash", checks: inside(text) }]);
  expect(named).toMatchObject({ outcome: "enough", unmeasured: "0" });
  expect(named.markdown).not.toContain("<!--");
  expect(head).toBe(commitOf(1));
});

test("pull requests that were not merged, or into another branch, are none of a commit", async () => {
  const change: Change = { how: "squash", checks: estimate(0.2) };
  const [pull] = branch([change]).pulls;
  const { landed: _, ...open } = { ...pull!, head: { ...pull!.head, sha: commitOf(1) } };
  for (const other of [open, { ...pull!, base: "next" }]) {
    const done = await on([change], { pulls: [other] });
    expect(done).toMatchObject({ outcome: "enough", unmeasured: "1" });
    expect(done.markdown).toContain("was pushed without a pull request");
    if (other === open) await double[Symbol.asyncDispose]();
  }
});

describe("the last comparison with the release", () => {
  const creeping = times(6, { how: "squash", checks: estimate(0.01) } as Change);
  test("stands for everything before it", async () => {
    const done = await on([...times(9, { how: "push" }), ...creeping.slice(0, 3)], {
      also: [release(9, 0.01)],
    });
    expect(done).toMatchObject({ outcome: "enough", unmeasured: "0" });
    expect(done.markdown).toContain(`since the comparison with \`v1.2.0\` at \`${commitOf(9).slice(0, 9)}\``);
    expect(done.markdown).toMatch(/\+4\.1 % \[.*\], of which \+1\.0 % measured before/);
  });
  test("adds its own figure", async () => {
    const done = await on(creeping.slice(0, 4), { also: [release(1, 0.03)] });
    expect(done).toMatchObject({ outcome: "started", dispatched: STARTED });
  });
  test("does not ask again by what it reported", async () => {
    expect(await on(creeping.slice(0, 3), { also: [release(2, 0.09)] })).toMatchObject({ outcome: "enough" });
  });
  test.each([
    ["another release", { base: commitOf(0) }],
    ["a commit that is no release", { release: null }],
    ["another commit", { head: commitOf(8) }],
    [
      "a run that could not be judged",
      { entries: [entry(0, { metric: "", verdict: "invalid", effect: null })] },
    ],
  ])("does not stand where it was of %s", async (_, more) => {
    expect(await on(creeping, { also: [release(5, 0, more)] })).toMatchObject({ outcome: "started" });
  });
  test("does not stand where another app wrote it", async () => {
    const forged = { ...release(6, 0), app: "evil" };
    expect(await on(creeping, { also: [forged] })).toMatchObject({ outcome: "started" });
  });
  test("is not started again at a commit at which it had no figures", async () => {
    const refusal = { ...release(6, 0), conclusion: "failure", output: { title: "No figures", summary: "" } };
    expect(await on(creeping, { also: [refusal] })).toMatchObject({ outcome: "compared", dispatched: [] });
  });
  test.each([
    ["is under way", "in_progress", "perf against the last release", "active"],
    ["has ended", "completed", "perf against the last release", "started"],
    ["is something else", "in_progress", "perf of pull request 12", "started"],
  ])("that %s", async (_, status, title, outcome) => {
    const run = { workflow: "perf.yml", title, status, created: "2026-11-21T11:30:00Z" };
    const done = await on(creeping, { started: [run] });
    expect(done).toMatchObject({ outcome, dispatched: outcome === "started" ? STARTED : [] });
    if (outcome === "active") expect(done.markdown).toContain("[The run](https://github.test/runs/9)");
  });
});

describe("the release", () => {
  const change: Change = { how: "squash", checks: estimate(0) };
  const head = commitOf(1);
  test("is the tag that was made last, of those before the branch's tip that the pattern matches", async () => {
    const tags = [
      { name: "v1.2.0", sha: RELEASE, made: "2026-11-01T10:00:00Z", annotated: true as const },
      { name: "v1.10.0", sha: commitOf(90), made: "2026-10-01T10:00:00Z" }, // an older one
      { name: "nightly-v9", sha: commitOf(91), made: "2026-11-09T10:00:00Z" },
      { name: "v9.0.0", sha: commitOf(92), made: "2026-11-09T10:00:00Z" }, // of another line
      { name: "v1.3.0", sha: head, made: "2026-11-09T10:00:00Z" }, // the tip's own
    ];
    expect(await on([change], { tags })).toMatchObject({ code: 0, release: "v1.2.0" });
  });
  test("that does not exist is an error that names the pattern", async () => {
    const done = await on([change], { tags: [{ name: "1.0", sha: RELEASE }] });
    expect([done.code, done.dispatched]).toEqual([2, []]);
    expect(done.markdown.replaceAll("`", "")).toMatch(/There is no release before 000000000.*"v\*"/);
  });
});

test("what is beyond the limit of one reading counts as unmeasured, and costs no requests", async () => {
  const done = await on(times(104, { how: "squash", checks: estimate(0) }));
  expect(done).toMatchObject({ outcome: "started", unmeasured: "4" });
  expect(done.markdown).toContain("4 older commits were not looked up, and count as unmeasured.");
  expect(double.seen.length).toBeLessThan(320);
});

test("of many commits the newest are listed, and the others count as unmeasured", async () => {
  // Side branches count for the list, and not for the branch: 400 merges of two commits each.
  const done = await on(times(400, { how: "merge", checks: estimate(0) }));
  // 1,200 commits; of the 1,000 newest 334 are the branch's own, of which 100 were looked up.
  expect(done).toMatchObject({ outcome: "started", unmeasured: String(334 - 100 + 200) });
  const pages = double.seen.filter(({ operation }) => operation === "repos/compare-commits-with-basehead");
  expect(pages).toHaveLength(1 + 10); // the first says how many there are
});

test("where the forge refuses, the job says which permissions it needs", async () => {
  await on([{ how: "push" }]);
  double.fail("checks/list-for-ref", { status: 403, body: { message: "Resource not accessible" }, times: 1 });
  const done = await summed();
  expect(done.code).toBe(3);
  expect(done.log).toContain("actions: write, checks: read, contents: read, pull-requests: read");
});

test("a forge without checks ends it with a sentence", async () => {
  double = await GithubDouble.start();
  const done = await summed({ GITHUB_API_URL: "https://git.test/api/v1" });
  expect([done.code, double.seen]).toEqual([2, []]);
  expect(done.log).toContain("This forge has no checks");
});

test("the estimates that a report keeps are those that the ledger reads", async () => {
  const pairs = Array.from(
    { length: 10 },
    (_, i) => [{ p50: 0.01 }, { p50: 0.0106 * WOBBLE[i % WOBBLE.length]! }] as const,
  );
  const run = ofHead(SAME);
  const duel = { ...aDuelRecord({ pairs }), base: { sha: "b".repeat(40), subject: "", ref: "main" } };
  const tree = baseTree();
  const text = tree[".github/steelyard.yml"]!.replace(
    '8080" } } } }',
    '8080" } }, base: { endpoints: { api: { url: "http://127.0.0.1:8081" } } } } }',
  );
  const based = { ...tree, ".github/steelyard.yml": `${text}\npolicy: { band: 3% }\n` };
  const trees = { main: based, ["b".repeat(40)]: based, [HEAD]: based, [commitOf(1)]: based };
  double = await github({ trees }, { ...run, trials: [], schedule: { ...run.schedule, starts: [] }, duel });
  await reported(double);
  const [check] = double.state.checks as { output: { text: string } }[];
  expect(check!.output.text).toMatch(/^<!-- steelyard:ledger .*"metric":"http_req_duration.p50".* -->$/);
  expect(readLedger(check!.output.text, "the check").rules).toBe(BASE);
  // It is merged though it is slower.
  const merged = { ...double.state.pulls[0]!, state: "closed" as const, landed: [commitOf(1)] };
  double.state.pulls.splice(0, 1, merged);
  Object.assign(double.state.branches, { main: commitOf(1) });
  Object.assign(double.state.mergeBases, { [`${RELEASE}...${commitOf(1)}`]: RELEASE });
  Object.assign(double.state.commits, {
    [`${RELEASE}...${commitOf(1)}`]: [{ sha: commitOf(1), message: "", parents: [RELEASE] }],
  });
  double.state.tags.push({ name: "v1.2.0", sha: RELEASE });
  const done = await summed();
  expect(done).toMatchObject({ outcome: "started", unmeasured: "0", dispatched: STARTED });
  expect(done.markdown).toMatch(/\| `browse` \| `http_req_duration.p50` \| 1 \| \+[56]\.\d % /);
});
