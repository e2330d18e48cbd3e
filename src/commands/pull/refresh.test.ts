import { describe, expect, test } from "vitest";
import { silent } from "../../base/log.ts";
import { Baseline } from "../../model/baseline.ts";
import { Run } from "../../model/run.ts";
import { trialsAt } from "../../testing/comparing.ts";
import { aDuelRecord } from "../../testing/dueling.ts";
import { reading } from "../../testing/markdown.ts";
import { Repository } from "../../testing/repository.ts";
import { aBaseline, aRun, CLASS, type RunSpec } from "../../testing/runs.ts";
import { proposalBranch, type RefreshOptions, refresh } from "./refresh.ts";

const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
`;
const PATH = `baselines/${CLASS}/browse.json`;
const BRANCH = `steelyard/baseline-${CLASS}`;
const STORED = aBaseline({
  workload: "browse",
  sessions: [0.012, 0.0121, 0.0119, 0.012].map((p50) => ({ trials: trialsAt(p50) })),
});

const repository = (more: Record<string, string> = {}) =>
  new Repository({ ".github/steelyard.yml": CONFIG, [PATH]: JSON.stringify(STORED), ...more });

/** A run of a commit of main, its id and time from the hour of the day. */
function runAt(forge: Repository, hour: number, more: Partial<RunSpec> = {}, p50 = 0.012): Run {
  return aRun({
    workloads: { browse: { trials: trialsAt(p50) } },
    commit: { sha: forge.branches.get("main")!, subject: "Faster search", dirty: false },
    id: `run-${hour}`,
    began: `2026-11-21T${String(hour).padStart(2, "0")}:00:00Z`,
    ...more,
  });
}

const refreshed = (forge: Repository, run: Run, more: Partial<RefreshOptions> = {}) =>
  refresh(
    {
      run,
      config: ".github/steelyard.yml",
      baselines: "baselines",
      defaultBranch: "main",
      at: "2026-11-21T23:00:00Z",
      page: "https://example.test/runs/1",
      ...more,
    },
    forge,
    silent,
  );

/** Ids of the runs whose sessions a branch has. */
async function sessions(forge: Repository, branch: string): Promise<string[]> {
  const text = await forge.file((await forge.tip(branch))!, PATH);
  return Baseline.parse(JSON.parse(text!)).sessions.map(({ run }) => run);
}
const KNOWN = STORED.sessions.map(({ run }) => run);

describe("a run that passed", () => {
  test("is proposed as a session, on a branch that is the default branch and it", async () => {
    const forge = repository({ "README.md": "The shop" });
    const main = forge.branches.get("main");
    expect(await refreshed(forge, runAt(forge, 10))).toMatchObject({ kind: "opened", branch: BRANCH });
    expect(await sessions(forge, BRANCH)).toEqual([...KNOWN, "run-10"]);
    expect(forge.branches.get("main")).toBe(main);
    const { parent, files } = forge.commits.get(forge.branches.get(BRANCH)!)!;
    expect([parent, files.get("README.md")]).toEqual([main, "The shop"]);
    const [pull] = forge.pulls;
    expect(pull).toMatchObject({
      branch: BRANCH,
      onto: "main",
      title: `Baseline of ${CLASS}: 1 more session`,
    });
    expect(reading(pull!.body).faults).toEqual([]);
    await expect(pull!.body).toMatchFileSnapshot("../../report/__goldens__/proposal.md");
  });

  test("joins what waits for a merge, and the pull request is brought up to date", async () => {
    const forge = repository();
    await refreshed(forge, runAt(forge, 10));
    expect(await refreshed(forge, runAt(forge, 11))).toMatchObject({ kind: "updated" });
    expect(await sessions(forge, BRANCH)).toEqual([...KNOWN, "run-10", "run-11"]);
    expect(forge.pulls).toHaveLength(1);
    expect(forge.pulls[0]!.title).toMatch(/2 more sessions/);
  });

  test("twice changes nothing, before a merge and after", async () => {
    const forge = repository();
    const run = runAt(forge, 10);
    await refreshed(forge, run);
    const commits = forge.commits.size;
    expect(await refreshed(forge, run)).toEqual({ kind: "current" });
    forge.close(1, true);
    expect(await refreshed(forge, run)).toEqual({ kind: "current" });
    expect(forge.commits.size).toBe(commits);
  });

  test("starts the file where there is none", async () => {
    const forge = new Repository({ ".github/steelyard.yml": CONFIG });
    await refreshed(forge, runAt(forge, 10));
    expect(await sessions(forge, BRANCH)).toEqual(["run-10"]);
    expect(forge.pulls[0]!.body).toMatch(/\| 0 → 1 \|/);
  });

  test("after one that was turned down starts from the default branch, whatever branch was left", async () => {
    const forge = repository();
    await refreshed(forge, runAt(forge, 10));
    forge.pulls[0]!.open = false; // closed, its branch left
    expect(await refreshed(forge, runAt(forge, 11))).toMatchObject({ kind: "opened" });
    expect(await sessions(forge, BRANCH)).toEqual([...KNOWN, "run-11"]);
  });

  test("does not bring back what the default branch dropped meanwhile", async () => {
    const forge = repository();
    await refreshed(forge, runAt(forge, 10));
    forge.push("main", { [PATH]: JSON.stringify({ ...STORED, sessions: STORED.sessions.slice(2) }) });
    await refreshed(forge, runAt(forge, 11));
    expect(await sessions(forge, BRANCH)).toEqual([...KNOWN.slice(2), "run-10", "run-11"]);
  });
});

describe("somebody was faster", () => {
  test("and it is made again, with what they added", async () => {
    const forge = repository();
    const run = runAt(forge, 11);
    await refreshed(forge, runAt(forge, 9));
    const theirs = {
      ...STORED,
      sessions: [
        ...STORED.sessions,
        ...aBaseline({
          workload: "browse",
          sessions: [{ run: "theirs", at: "2026-11-21T10:00:00Z", trials: [0.012] }],
        }).sessions,
      ],
    };
    forge.meanwhile = () => {
      forge.push(BRANCH, { [PATH]: JSON.stringify(theirs) });
      forge.meanwhile = () => {};
    };
    expect(await refreshed(forge, run)).toMatchObject({ kind: "updated" });
    expect(await sessions(forge, BRANCH)).toEqual([...KNOWN, "theirs", "run-11"]);
  });

  test("each time, and it is given up, their work untouched", async () => {
    const forge = repository();
    forge.meanwhile = () => void forge.push(BRANCH, { note: String(forge.commits.size) });
    const done = await refreshed(forge, runAt(forge, 10));
    expect(done).toEqual({ kind: "refused", why: [expect.stringMatching(/moved each time/)] });
    expect(forge.pulls).toEqual([]);
  });
});

const SLOW = 0.018;
test.each<[string, (forge: Repository) => Run, RegExp]>([
  ["dirty", (f) => runAt(f, 10, { commit: { ...runAt(f, 10).commit!, dirty: true } }), /uncommitted changes/],
  ["interrupted", (f) => runAt(f, 10, { state: "interrupted" }), /interrupted/],
  ["regressed", (f) => runAt(f, 10, {}, SLOW), /http_req_duration\.p50 is regressed/],
  [
    "failed",
    (f) => runAt(f, 10, { workloads: { browse: { trials: Array(10).fill({ failure: "dead-target" }) } } }),
    /browse is failed/,
  ],
  [
    "invalid",
    (f) =>
      runAt(f, 10, {
        workloads: { browse: { trials: trialsAt(0.012).map((t) => ({ ...t, dropped: 200 })) } },
      }),
    /browse .*is invalid/,
  ],
  [
    "without a metric that is gated",
    (f) =>
      runAt(f, 10, {
        workloads: {
          browse: { trials: trialsAt(0.012).map((t) => ({ ...t, without: ["cpu_per_request"] })) },
        },
      }),
    /cpu_per_request is missing/,
  ],
  ["of some variants only", (f) => ({ ...runAt(f, 10), variants: ["a"] }), /only some variants/],
  ["of no commit", (f) => runAt(f, 10, { commit: null }), /no commit is known/],
  [
    "of another branch",
    (f) => runAt(f, 10, { commit: { sha: f.push("change", {}), subject: "", dirty: false } }),
    /is no commit of main/,
  ],
  [
    "with base beside it",
    (f) => Run.parse({ ...runAt(f, 10), duel: aDuelRecord({ pairs: [] }) }),
    /head alone/,
  ],
])("a run that is %s is never proposed", async (_, run, why) => {
  const forge = repository();
  forge.branches.set("change", forge.branches.get("main")!);
  const measured = run(forge);
  const before = [new Map(forge.branches), forge.commits.size];
  expect(await refreshed(forge, measured)).toEqual({
    kind: "refused",
    why: expect.arrayContaining([expect.stringMatching(why)]),
  });
  expect([forge.branches, forge.commits.size, forge.pulls]).toEqual([...before, []]);
});

test("a regression that a waiver of the default branch accepts may become the new baseline", async () => {
  const waivers = `version: 1
waivers:
  - { workload: browse, metric: http_req_duration.p50, ceiling: 60%, expires: 2026-12-31, because: exact scores }
`;
  const forge = repository({ ".github/steelyard-waivers.yml": waivers });
  const slow = runAt(forge, 10, {}, SLOW);
  expect(await refreshed(forge, slow)).toMatchObject({ kind: "opened" });
  expect(forge.pulls[0]!.body).toMatch(/🤝 accepted/);
  const late = { at: "2027-01-01T00:00:00Z" };
  expect(await refreshed(repository({ ".github/steelyard-waivers.yml": waivers }), slow, late)).toMatchObject(
    { kind: "refused" },
  );
});

test("rules come from the default branch, not from the run", async () => {
  const strict = `${CONFIG.replace("browse.ts }", 'browse.ts, budgets: { http_req_duration.p50: "< 10ms" } }')}`;
  const forge = repository({ ".github/steelyard.yml": strict });
  expect(await refreshed(forge, runAt(forge, 10))).toEqual({
    kind: "refused",
    why: [expect.stringMatching(/is budget/)],
  });
  const bare = new Repository({ [PATH]: JSON.stringify(STORED) });
  expect(await refreshed(bare, runAt(bare, 10))).toMatchObject({
    why: ["main has no .github/steelyard.yml"],
  });
});

test("a baseline that cannot be read is never overwritten", async () => {
  const forge = repository({ [PATH]: "{" });
  await expect(refreshed(forge, runAt(forge, 10))).rejects.toThrow(/baseline file is not JSON/);
  expect(forge.branches.has(BRANCH)).toBe(false);
});

test("a baseline of another workload at this one's path is never taken for its own", async () => {
  const forge = repository({ [PATH]: JSON.stringify({ ...STORED, workload: "search" }) });
  await expect(refreshed(forge, runAt(forge, 10))).rejects.toThrow(/does not match its path/);
  expect(forge.branches.has(BRANCH)).toBe(false);
});

test.each([
  ["linux-x64-8c", "steelyard/baseline-linux-x64-8c"],
  ["a..b", "steelyard/baseline-a.b"],
  ["a.lock", "steelyard/baseline-a"],
  ["a.", "steelyard/baseline-a"],
])("the runner class %s has the branch %s", (name, want) => expect(proposalBranch(name)).toBe(want));

test("hostile names in a run stay text", async () => {
  const forge = repository();
  const subject = "`x` @octocat #1 <img src=x> | </details> [y](https://evil.test)";
  const commit = { sha: forge.branches.get("main")!, subject, dirty: false };
  await refreshed(forge, runAt(forge, 10, { commit }));
  expect(reading(forge.pulls[0]!.body).faults).toEqual([]);
});
