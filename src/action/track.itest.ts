import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entryPath, writeEntry } from "../store/history.ts";
import { GithubDouble } from "../testing/github/server.ts";
import { BOT } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { anEntry, sha } from "../testing/histories.ts";
import { trackStep } from "./track.ts";

// The step that keeps issues about change points, against GitHub's own description of its API.
const CONFIG = `version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:8080" } } } }
workloads: { browse: { k6: workloads/browse.ts } }
site: https://octo.github.io/shop/steelyard
`;
const WAIVERS = `version: 1
waivers:
  - { workload: browse, metric: http_req_duration.p50, ceiling: 60%, expires: 2026-12-31, because: exact scores }
`;
const NOW = new Date("2026-11-21T12:00:00Z");
const RANGE = `${sha(9)}...${sha(10)}`;
const NOISE = [0, 0.006, -0.004, 0.009, -0.008, 0.003, -0.002, 0.007, -0.006, 0.001];

let double: GithubDouble;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-track-"));
  double = await GithubDouble.start({
    trees: { main: { ".github/steelyard.yml": CONFIG } },
    mergeBases: { [RANGE]: sha(9) },
    commits: { [RANGE]: [{ sha: sha(10), message: "Rank by @octocat\n\nAt length." }] },
    // It is in the list of issues as well, and nobody's mark is looked for in it.
    pulls: [
      { number: 5, state: "open", base: "main", head: { sha: sha(1), ref: "x", repository: "octo/shop" } },
    ],
  });
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The run of the n-th of twenty days, or of those that follow. */
const entry = (n: number, value: number) =>
  anEntry({
    run: `run-${n}`,
    at: new Date(NOW.getTime() - (20 - n) * 86_400_000).toISOString(),
    commit: sha(n),
    results: { browse: { "http_req_duration.p50": value * (1 + NOISE[n % 10]!) } },
  });
/** A history in which the eleventh run is the first that is a fifth slower. */
async function history(): Promise<void> {
  for (let n = 0; n < 20; n++) await writeEntry(join(folder, "steelyard"), entry(n, n < 10 ? 0.01 : 0.012));
}

async function step(given: Readonly<Record<string, string>> = {}) {
  const { code, runner } = await runStep(trackStep, double, {
    action: "track",
    event: "push",
    given,
    env: { GITHUB_SHA: sha(19) },
    folder,
  });
  return { code, outputs: runner.outputs, summary: runner.markdown };
}
const NONE = { opened: "", updated: "", reopened: "", closed: "" };
const writes = () => double.seen.filter(({ method }) => method !== "GET").map(({ operation }) => operation);

test("a change point has one issue, however often it is looked at", async () => {
  await history();
  const first = await step();
  const [issue] = double.state.issues;
  expect(first).toMatchObject({ code: 0, outputs: { ...NONE, opened: String(issue!.number) } });
  expect(first.summary).toContain(`https://github.test/octo/shop/issues/${issue!.number}`);
  expect(issue!.title).toBe(`browse: http_req_duration.p50 is worse since ${sha(10).slice(0, 9)}`);
  expect(issue!.body).toContain(`steelyard bisect ${sha(9)} ${sha(10)} --only browse`);
  expect(issue!.body).toContain("`Rank by @octocat`");
  expect(issue!.body).toContain("(https://octo.github.io/shop/steelyard/#workload=browse&");
  expect(await step()).toMatchObject({ code: 0, outputs: NONE });
  expect(writes()).toEqual(["issues/create"]);
});

test("it is closed with a remark by a waiver, and opened again without", async () => {
  await history();
  const { opened } = (await step()).outputs;
  double.state.trees.main![".github/steelyard-waivers.yml"] = WAIVERS;
  expect((await step()).outputs).toEqual({ ...NONE, closed: opened });
  expect(double.state.issues).toMatchObject([{ state: "closed" }]);
  expect(double.state.comments).toMatchObject([
    { pull: Number(opened), body: "Accepted by a waiver until 2026-12-31: exact scores" },
  ]);
  expect((await step()).outputs).toEqual(NONE);
  delete double.state.trees.main![".github/steelyard-waivers.yml"];
  expect((await step()).outputs).toEqual({ ...NONE, reopened: opened });
  expect(double.state.issues).toMatchObject([{ state: "open" }]);
});

test("it is closed by later runs that are as good again, and stays closed by a person", async () => {
  await history();
  const { opened } = (await step()).outputs;
  for (let n = 20; n < 30; n++) await writeEntry(join(folder, "steelyard"), entry(n, 0.01));
  expect((await step()).outputs).toEqual({ ...NONE, closed: opened });
  expect(double.state.comments[0]!.body).toMatch(/^Undone/);

  double.state.issues.length = 0;
  for (let n = 20; n < 30; n++) rmSync(join(folder, "steelyard", entryPath(entry(n, 0.01))));
  await step();
  Object.assign(double.state.issues[0]!, { state: "closed" });
  expect((await step()).outputs).toEqual(NONE);
  expect(double.state.issues).toHaveLength(1);
});

test("one among hundreds is found, and another's mark is not taken for ours", async () => {
  await history();
  await step();
  const [ours] = double.state.issues.splice(0);
  const other = (number: number, body: string) => ({
    number,
    title: "Slow",
    body,
    state: "open" as const,
    updated: NOW.toISOString(),
    user: { login: "ada", type: "User" },
  });
  double.state.issues.push(...Array.from({ length: 230 }, (_, i) => other(2_000 + i, ours!.body)), {
    ...ours!,
    user: BOT,
  });
  expect(await step()).toMatchObject({ code: 0, outputs: NONE });
});

test("where the token may not write it says what to do, and where there is no history nothing is closed", async () => {
  await history();
  double.state.readOnly = true;
  const refused = await step();
  expect([refused.code, refused.outputs]).toEqual([3, {}]);
  expect(refused.summary).toMatch(/issues: write/);
  double.state.readOnly = false;
  await step();
  mkdirSync(join(folder, "empty"));
  const empty = await step({ history: "empty" });
  expect([empty.code, empty.outputs]).toEqual([2, {}]);
  expect(empty.summary).toMatch(/no history here/);
  expect(double.state.issues).toMatchObject([{ state: "open" }]);
});

test("inputs that are none are refused before anything is asked", async () => {
  for (const given of [{ days: "0" }, { days: "a month" }, { history: "../elsewhere" }, { token: "" }])
    expect(await step(given)).toMatchObject({ code: 2, outputs: {} });
  expect(double.seen).toEqual([]);
});
