import { readdirSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { endProject } from "../testing/endproject.ts";
import { Project, SHOP_CONFIG } from "../testing/project.ts";

// A commit paired with itself through the command line, with real processes and real k6, in the `trial` mode.
let project: Project;
afterEach(() => endProject(project));

/** With a band as wide as what a busy machine adds: how small a change is found is simulated, not tried here. */
const SHORT = SHOP_CONFIG.replace(
  "duration: 200ms, trials: 3",
  "mode: trial, duration: 150ms, pairs: [6, 24]",
).replace("starts: 1", "starts: 1, band: 50%");
const shop = (files: Readonly<Record<string, string>> = {}) =>
  new Project({ ".github/steelyard.yml": SHORT, ...files });

test("calibrate measures a commit beside itself to the end, and leaves its noise in the baselines when asked", async () => {
  project = shop();
  const early = await project.run(["calibrate", "--write"]);
  expect([early.code, early.err]).toEqual([
    2,
    expect.stringMatching(/No baseline on runner class .* for: browse/),
  ]);
  await project.run(["measure", "--trials", "3"]);
  expect((await project.run(["baseline", "--allow", "invalid"])).code).toBe(0);
  const done = await project.run(["calibrate", "--write", "--sessions", "4", "--pairs", "6", "--seed", "1"]);
  const report = project.json(".steelyard/calibration.json");
  expect(report).toMatchObject({
    schema: "calibration/1",
    pairs: 6,
    alarms: { sessions: 4 },
    commit: { sha: project.git("rev-parse", "HEAD"), dirty: false },
    workloads: [{ workload: "browse", mode: "trial", block: 0.15, pairs: 24, lost: 0, fault: null }],
  });
  expect(report.workloads[0].metrics.map(({ metric }: { metric: string }) => metric)).toEqual([
    "http_req_duration.p50",
    "cpu_per_request",
  ]);
  // A false alarm in both sessions of a noisy machine is possible, and the exit code then says so.
  expect(done.code).toBe(report.alarms.interval[0] > report.level ? 1 : 0);
  expect(done.out).toMatch(/browse: mode trial, 24 pairs of 150 ms\n {2}metric +one pair +per start/);
  const [folder = ""] = readdirSync(project.path("baselines"));
  const baseline = project.json(`baselines/${folder}/browse.json`);
  expect([baseline.sessions.length, baseline.noise.map(({ run }: { run: string }) => run)]).toEqual([
    1,
    report.runs,
  ]);
  expect(report.written).toEqual([`baselines/${folder}/browse.json`]);
  // A duel knows it from now on, before its first pair: four sessions are enough. It would also be refused where they
  // were so noisy that it could tell nothing; another calibration never is.
  await project.run(["calibrate", "--pairs", "6"]);
  const [again] = project.json(".steelyard/calibration.json").workloads;
  expect(again.metrics.map(({ assumed }: { assumed: { learned: boolean } }) => assumed.learned)).toEqual([
    true,
    true,
  ]);
});

test("an interrupted calibration leaves the sessions that it has, in its report and in the baselines", async () => {
  project = shop();
  await project.run(["measure", "--trials", "3"]);
  expect((await project.run(["baseline", "--allow", "invalid"])).code).toBe(0);
  const started = project.start(["calibrate", "--write", "--sessions", "9", "--pairs", "6"]);
  await started.until("a second session", () => /session 2 of 9: /.test(started.err));
  started.kill("SIGINT");
  expect((await started.finished).code).toBe(130);
  const report = project.json(".steelyard/calibration.json");
  const [file = ""] = report.written;
  expect(report).toMatchObject({ alarms: { sessions: 1 }, workloads: [{ workload: "browse", pairs: 6 }] });
  expect(project.json(file).noise.map(({ run }: { run: string }) => run)).toEqual(report.runs);
});

test("calibrate cannot judge a service that dies, and says so", async () => {
  project = shop();
  const done = await project.run(["calibrate", "--pairs", "6", "--stack-env", "DIE_AFTER=5"]);
  expect([done.code, done.out]).toEqual([3, expect.stringMatching(/cannot be judged here: .* died/)]);
});

test("self-test proves that the gate fails for a slowdown of head's environment, and not without it", async () => {
  project = shop();
  const done = await project.run(["self-test", "--stack-env", "BURN=3000"]);
  const report = project.json(".steelyard/selftest.json");
  expect(report).toMatchObject({
    schema: "selftest/1",
    slowdown: { stackEnv: { BURN: "3000" } },
    slowed: { overall: "regressed", exit: 1 },
    unslowed: { exit: 0 },
    outcome: "proved",
  });
  expect(done.out).toMatch(/^✅ proved: The gate fails/);
  expect(done.code).toBe(0);
});

test("self-test with a patch: run in a worktree of head, the checkout untouched", async () => {
  project = shop({ "slow.sh": "sed -i 's/BURN ?? 0/BURN ?? 3000/' server.mjs" });
  const done = await project.run(["self-test", "--patch", "sh slow.sh"]);
  expect(project.json(".steelyard/selftest.json")).toMatchObject({
    slowdown: { patch: "sh slow.sh" },
    slowed: { overall: "regressed" },
    outcome: "proved",
  });
  expect([done.code, project.git("status", "--porcelain")]).toEqual([0, ""]);
});

test("a slowdown that does not slow is no proof; neither is one that breaks head, or none at all", async () => {
  project = shop();
  const ask = async (...args: string[]) => {
    const { code, out, err } = await project.run(["self-test", ...args]);
    return { code, text: out + err };
  };
  expect(await ask("--stack-env", "UNREAD=1")).toMatchObject({
    code: 1,
    text: expect.stringMatching(/❌ not proved: The (?:slowdown had no effect|gate did not fail)/),
  });
  expect(await ask("--stack-env", "DIE_AFTER=5")).toMatchObject({
    code: 3,
    text: expect.stringContaining("Head broke instead of getting slower"),
  });
  expect(await ask("--stack-env", "DIE=1")).toMatchObject({
    code: 3,
    text: expect.stringContaining("no database"),
  });
  expect(await ask("--patch", "true")).toMatchObject({
    code: 2,
    text: expect.stringContaining("changed nothing"),
  });
  expect(await ask("--patch", "echo no; exit 4")).toMatchObject({
    code: 2,
    text: expect.stringMatching(/The patch failed: exit code 4[\s\S]*because no/),
  });
  expect(await ask()).toMatchObject({ code: 2, text: expect.stringContaining("Nothing says how") });
});

test("a gate that is blind to the slowdown is found out", async () => {
  const blind = "gate: [http_req_duration.p50], metrics: { http_req_duration.p50: { floor: 10s } }";
  project = shop({ ".github/steelyard.yml": SHORT.replace("k6: load.ts,", `k6: load.ts, ${blind},`) });
  const done = await project.run(["self-test", "--stack-env", "BURN=3000"]);
  const { outcome, slowed, why } = project.json(".steelyard/selftest.json");
  expect([done.code, outcome, slowed.gates.length]).toEqual([1, "refuted", 1]);
  expect(why.join(" ")).toMatch(/did not fail|had no effect/);
});
