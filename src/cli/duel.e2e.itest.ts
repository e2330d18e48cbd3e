import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { looks } from "../compare/duel/looks.ts";
import { freePorts } from "../stack/port.ts";
import { endProject } from "../testing/endproject.ts";
import { Project, SCRIPT, SERVER, SHOP_CONFIG } from "../testing/project.ts";
import { openServer } from "../testing/server.ts";

// Paired runs through the command line, with real git, real processes and real k6, in the `trial` mode.
let project: Project;
afterEach(() => endProject(project));

const SHORT = SHOP_CONFIG.replace(
  "duration: 200ms, trials: 3",
  "mode: trial, duration: 150ms, pairs: [6, 8]",
).replace("starts: 1", "starts: 3");
/** With so many pairs that a change is shown on a busy machine, too: on any other the first look does. */
const LONGER = SHORT.replace("pairs: [6, 8]", "pairs: [6, 24]");
/** Three milliseconds of CPU a request, where there were none. */
const SLOW = SERVER.replace("BURN ?? 0", "BURN ?? 3000");

const branch = (head: Readonly<Record<string, string>>, base: Readonly<Record<string, string>> = {}) =>
  Project.branch({ ".github/steelyard.yml": SHORT, ...base }, head);

test("a slower head is regressed, and nothing of base is left", async () => {
  project = branch({ "server.mjs": SLOW }, { ".github/steelyard.yml": LONGER });
  const done = await project.run(["check", "--base", "--seed", "1"]);
  expect(done.err).toMatch(/base is [0-9a-f]{12} "A shop", the merge-base with main/);
  const run = project.json(".steelyard/run.json");
  expect(run.duel).toMatchObject({
    base: { sha: project.git("rev-parse", "main"), ref: "main" },
    pairings: [{ workload: "browse", mode: "trial", script: "base", block: 0.15 }],
    looks: looks(24),
    seen: expect.any(Array),
  });
  expect([run.trials, run.schedule.starts]).toEqual([[], []]); // no limits: head alone was not asked for
  const { load, total, measured, build, start } = run.spent;
  expect([build >= 0, start > 0, measured > 1, measured < load]).toEqual([true, true, true, true]);
  expect(load + start + build).toBeLessThan(total);
  expect(done.err).toMatch(/took \d+ s: \d+ load, \d+ warm-up/);
  // more than three only where a neighbour disturbed the first look
  expect(new Set(run.duel.pairs.map(({ start }: { start: number }) => start)).size).toBeGreaterThanOrEqual(3);
  const comparison = project.json(".steelyard/comparison.json");
  expect([done.code, comparison.overall, comparison.reference.kind]).toEqual([1, "regressed", "base"]);
  expect(comparison.commit.dirty).toBe(false);
  expect(comparison.replay).toEqual(["check", "--base", run.duel.base.sha, "--seed", "1"]);
});

test("an unchanged head is not regressed; limits are judged on head alone", async () => {
  // A wide band: how often a harmless change of a few percent is called one is simulated, not tried here.
  const limits = SHORT.replace("pairs: [6, 8]", "pairs: [6, 6]")
    .replace("k6: load.ts,", 'k6: load.ts, budgets: { http_req_failed.rate: "< 50%" },')
    .replace("starts: 3", "starts: 3, band: 50%");
  project = branch({ "notes.md": "nothing that runs" }, { ".github/steelyard.yml": limits });
  const done = await project.run(["check", "--base", "main"]);
  const { rows, exit } = project.json(".steelyard/comparison.json");
  const verdicts = new Set(rows.map(({ verdict }: { verdict: string }) => verdict));
  expect([verdicts.has("regressed"), verdicts.has("failed"), exit, done.code]).toEqual([false, false, 0, 0]);
  expect(rows).toContainEqual(expect.objectContaining({ kind: "budget", verdict: "unchanged" }));
  expect(project.json(".steelyard/run.json").trials).toHaveLength(3);
});

test("--pairs takes the place of the config's most pairs, in both directions, and stands in the replay", async () => {
  project = branch({ "notes.md": "nothing that runs" });
  const measured = async (pairs: string) => {
    const done = await project.run(["check", "--base", "main", "--pairs", pairs, "--seed", "1"]);
    const { duel } = project.json(".steelyard/run.json");
    const { replay } = project.json(".steelyard/comparison.json");
    return { looks: duel.looks, replay: replay.join(" "), said: done.err };
  };
  const few = await measured("6"); // the config has 6 to 8
  expect([few.looks, few.replay]).toEqual([[6], expect.stringContaining("check --pairs 6 --base")]);
  const many = await measured("12");
  expect([many.looks, many.replay]).toEqual([[6, 10, 12], expect.stringContaining("--pairs 12 --base")]);
  const own = await measured("8");
  expect([own.looks, own.replay]).toEqual([[6, 8], expect.not.stringContaining("--pairs")]);
});

test.each([
  ["hold in the first trial, so there is no other", "p(95)<60000", 1, 0],
  ["are crossed in most of three trials", "p(95)<0.001", 3, 1],
])("thresholds of the script %s", async (_, limit, trials, exit) => {
  const wide = SHORT.replace("pairs: [6, 8]", "pairs: [6, 6]").replace("starts: 3", "starts: 3, band: 50%");
  const limited = SCRIPT.replace(
    "options = {",
    `options = { thresholds: { http_req_duration: ["${limit}"] },`,
  );
  project = branch(
    { "notes.md": "nothing that runs" },
    { ".github/steelyard.yml": wide, "load.ts": limited },
  );
  const done = await project.run(["check", "--base", "main"]);
  const run = project.json(".steelyard/run.json");
  expect([run.trials.length, run.schedule.starts[0].slots.length]).toEqual([trials, trials]);
  const { rows } = project.json(".steelyard/comparison.json");
  const verdict = exit === 0 ? "unchanged" : "budget";
  expect(rows).toContainEqual(expect.objectContaining({ metric: `http_req_duration: ${limit}`, verdict }));
  expect(done.code).toBe(exit);
});

test("a load that asks for what base does not have is to blame first, and its first request is told at once", async () => {
  const absent = SERVER.replace("STATUS ?? 200", "STATUS ?? 404");
  const interleaved = SHORT.replace("mode: trial, duration: 150ms", "block: 150ms");
  project = branch({ "notes.md": "" }, { ".github/steelyard.yml": interleaved, "server.mjs": absent });
  const done = await project.run(["check", "--base"]);
  expect(done.err.match(/every request of a short run .*/g)).toEqual([
    "every request of a short run against base and head failed: GET items answered 404",
  ]);
  expect([done.code, project.json(".steelyard/comparison.json").overall]).toEqual([3, "invalid"]);
  expect(done.out).toMatch(
    /100 % of the base's requests failed[\s\S]*Check the paths and logins of the load first/,
  );
});

test("a course of minutes is shortened where thresholds or budgets ask for it, which is told", async () => {
  const stages = `stages: [{ duration: "1m", target: 2 }, { duration: "1m", target: 2 }]`;
  const script = `import http from "k6/http";
    export const options = { ${stages}, thresholds: { http_req_duration: ["p(95)<500"] } };
    export default function () { http.get(__ENV.STEELYARD_TARGET_API); }`;
  const auto = SHORT.replace("mode: trial, ", "");
  project = branch({ "notes.md": "" }, { ".github/steelyard.yml": auto, "load.ts": script });
  const explain = () => project.run(["measure", "--explain", "--base", "main"]);
  expect((await explain()).out).toContain("its thresholds are judged in 15 s of its course of 2 min");
  const limited = (limits: string) =>
    project.write(".github/steelyard.yml", auto.replace("k6: load.ts,", `k6: load.ts, ${limits},`));
  limited('budgets: { http_req_failed.rate: "< 1%" }');
  expect((await explain()).out).toContain("its budgets are judged in 15 s of its course of 2 min");
  for (const whole of [
    'budgets: { http_reqs.count: "> 9" }',
    "expect: { http_reqs.rate: { between: [1, 9], because: x } }",
  ]) {
    limited(whole);
    const { code, out } = await explain();
    expect([code, out.includes("are judged in")]).toEqual([0, false]);
  }
  project.write(".github/steelyard.yml", auto.replace("duration: 150ms", "duration: 150ms, stages: 1"));
  expect((await explain()).out).not.toContain("are judged in");
});

test("base that cannot be built is told, and head is measured alone; a build of one's own is run in both trees", async () => {
  const building = (program: string) =>
    SHORT.replace("process:", `process:\n    build: [["node", "-e", "${program}"]]`);
  project = branch(
    { ".github/steelyard.yml": building("require('fs').writeFileSync('.steelyard/built', process.cwd())") },
    { ".github/steelyard.yml": building("console.log('no compiler'); process.exit(3)") },
  );
  const done = await project.run(["check", "--base", "--trials", "3"]);
  expect(done.err).toMatch(/base [0-9a-f]{12} was not measured: The build failed: .*exit code 3/);
  expect(done.err).toContain("no compiler");
  const run = project.json(".steelyard/run.json");
  expect([run.duel, run.trials.length]).toEqual([undefined, 3]);
  expect(run.fallback).toMatch(/The build failed: .*exit code 3$/);
  expect(project.json(".steelyard/comparison.json")).toMatchObject({
    overall: "new",
    warnings: expect.arrayContaining([expect.objectContaining({ code: "only-head" })]),
  });
  expect(project.has(".steelyard/built")).toBe(true);
  expect(project.has(".steelyard/logs/base/build.log")).toBe(true);
});

test("without base and baselines, head is loaded only to see that it works", async () => {
  const script = `import http from "k6/http";
    export const options = { stages: [{ duration: "5m", target: 1 }] };
    export default function () { http.get(__ENV.STEELYARD_TARGET_API); }`;
  project = branch({ "server.mjs": SERVER, "load.ts": script }, { "server.mjs": "process.exit(4);" });
  const running = project.start(["check", "--base"]);
  await running.until("the plan", () => /trials planned/.test(running.err));
  running.kill("SIGINT");
  await running.finished;
  expect(running.err).toContain("15 s of its course of 5 min are run");
  expect(running.err).toMatch(/\n3 trials planned, about 0:4\d of load/);
});

test("a service that does not start is head's where base's does", async () => {
  project = branch({ "server.mjs": "process.exit(4);" });
  const broken = await project.run(["measure", "--base", "--trials", "1"]);
  expect(broken.code).toBe(3);
  expect(broken.err).toContain("head does not start, so that nothing is compared");
});

test("base that does not start is told too; base without a config is a first adoption in CI", async () => {
  project = branch({ "server.mjs": SERVER }, { "server.mjs": "process.exit(4);" });
  const broken = await project.run(["measure", "--base", "--trials", "1"]);
  expect([broken.code, project.json(".steelyard/run.json").fallback]).toEqual([
    0,
    expect.stringContaining("it does not start"),
  ]);
  project.git("switch", "-q", "main");
  project.git("rm", "-q", "-r", ".github");
  project.git("commit", "-q", "-m", "Before");
  project.git("switch", "-q", "-c", "adoption");
  project.write(".github/steelyard.yml", SHORT);
  project.write("server.mjs", SERVER);
  project.commit("Adopt");
  const first = await project.run(["measure", "--base", "--trials", "1"], { CI: "true" });
  expect([first.code, project.json(".steelyard/run.json").fallback]).toEqual([
    0,
    expect.stringContaining("first adoption"),
  ]);
});

test.each([
  ["a port that the config fixes", true],
  ["a second port that the program fixes", false],
])("%s: base and head take turns, and a slower head is found", async (_, isNamed) => {
  const [port] = await freePorts(1);
  const second = `import { createServer as second } from "node:http";\nsecond().listen(${port}, "127.0.0.1");\n`;
  const server = (text: string) => (isNamed ? text : `${second}${text}`);
  const config = isNamed
    ? LONGER.replace("mode: trial, ", "").replace("8080: PORT", `8080: { env: PORT, fixed: ${port} }`)
    : LONGER;
  project = branch(
    { "server.mjs": server(SLOW) },
    { "server.mjs": server(SERVER), ".github/steelyard.yml": config },
  );
  const done = await project.run(["check", "--base"]);
  const { duel, fallback } = project.json(".steelyard/run.json");
  expect([done.code, fallback, duel.pairings[0].mode]).toEqual([1, undefined, "turns"]);
  expect(done.err).toContain("which base and head cannot both have");
  expect(done.out).toContain("one after the other");
});

test("on a laptop, base without a config is measured by this branch's", async () => {
  project = new Project();
  project.git("rm", "-q", "-r", ".github", "load.ts");
  project.commit("Before anybody measured");
  project.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries({
    ".github/steelyard.yml": LONGER,
    "load.ts": SCRIPT,
    "server.mjs": SLOW,
  }))
    project.write(name, text); // not committed yet, as after `steelyard init`
  const done = await project.run(["check", "--base"]);
  const { overall, warnings } = project.json(".steelyard/comparison.json");
  expect([done.code, overall]).toEqual([1, "regressed"]);
  expect(project.json(".steelyard/run.json").duel.base).toMatchObject({ ref: "main", adopted: true });
  expect(warnings.map(({ code }: { code: string }) => code)).toContain("base-without-config");
  expect(done.out).toContain("Base has no config yet");
  expect(done.out).not.toContain("edits the script");
});

test("in CI a branch is measured beside base by itself, a laptop and the default branch are not; --explain starts nothing", async () => {
  project = branch({ "load.ts": "// changed\nexport * from './k6.ts'; export { default } from './k6.ts';" });
  const explain = (args: string[], env = {}) => project.run(["measure", "--explain", ...args], env);
  const none = /^base: none/;
  const main = /^base: [0-9a-f]{12} "A shop", the merge-base with main\n/;
  project.write("k6.ts", 'export const options = { vus: 1, duration: "1s" }; export default function () {}');
  const inCI = (await explain([], { CI: "true" })).out;
  expect(inCI).toMatch(main);
  expect(inCI).toMatch(/browse: trial; no finer mode: /);
  expect((await explain([])).out).toMatch(none);
  expect((await explain(["--no-base"], { CI: "true" })).out).toMatch(none);
  expect((await explain(["--base", "nowhere"])).err).toContain('There is no commit "nowhere"');
  project.git("checkout", "-q", "-f", "main");
  project.git("clean", "-q", "-f", "-d");
  expect((await explain([], { CI: "true" })).out).toMatch(none);
  const itself = await explain(["--base", "main"]);
  expect([itself.code, itself.err]).toEqual([
    2,
    expect.stringContaining("The base is the checked-out commit itself"),
  ]);
  expect(project.has("up.txt")).toBe(false);
});

test("a budget makes the last look early, and what it could not see is said", async () => {
  project = branch({ "notes.md": "nothing" });
  const done = await project.run(["check", "--base", "--budget", "3s"]);
  const { duel } = project.json(".steelyard/run.json");
  expect([duel.cut, duel.budget]).toEqual([duel.seen.length, 3]);
  expect(duel.pairs.length).toBeLessThan(8);
  expect([0, 3]).toContain(done.code); // unchanged, inconclusive, or too few pairs to say anything
});

test("kill -9 in the middle leaves what `down` removes: processes, and the worktree", async () => {
  project = branch({ "notes.md": "nothing" });
  const started = project.start(["measure", "--base"]);
  await started.until("a pair", () => /browse, pair 1:/.test(started.err));
  started.kill("SIGKILL");
  await started.finished;
  expect(project.living().join("\n")).toContain("server.mjs");
  expect(project.git("worktree", "list").split("\n")).toHaveLength(2);
  const down = await project.run(["down"]);
  expect(down.err).toMatch(/removed .*steelyard-base-\w+, left behind/);
  expect([down.code, project.living()]).toEqual([0, []]);
  for (const name of project.leftovers()) project.remove(name);
  expect(project.left()).toEqual(["steelyard-host.lock"]); // whose owner is gone: it holds nobody up
  const next = await project.run(["measure", "--no-wait", "--no-base", "--trials", "1"]);
  expect(next.code).toBe(0);
});

test("Ctrl-C keeps the pairs measured, marked and never judged; who waited for it says how long", async () => {
  project = branch({ "notes.md": "nothing" });
  const started = project.start(["measure", "--base"]);
  await started.until("a pair", () => /browse, pair 2:/.test(started.err));
  const other = await project.run(["measure", "--no-wait", "--out", "other"]);
  expect([other.code, other.err]).toEqual([
    3,
    expect.stringContaining("Another measurement is using this machine"),
  ]);
  const next = project.start(["measure", "--no-base", "--trials", "1", "--out", "next"]);
  await next.until("its wait", () => next.err.includes("waiting for its end"));
  const mistaken = project.run(["measure", "--base", "nothing", "--out", "other"]);
  await delay(1_500);
  started.kill("SIGINT");
  expect((await started.finished).code).toBe(130);
  expect((await next.finished).code, next.err).toBe(0);
  const { code, err } = await mistaken; // it does not wait
  expect([code, err]).toEqual([2, expect.stringMatching(/^There is no commit "nothing"/)]);
  const { wait, total } = project.json("next/run.json").spent;
  expect([wait >= 1, wait < total]).toEqual([true, true]);
  expect(next.err).toMatch(/took \d+ s: .*\d waiting for another measurement/);
  const run = project.json(".steelyard/run.json");
  expect([run.state, run.duel.seen.length, run.duel.pairs.length > 1]).toEqual(["interrupted", 0, true]);
  const judged = await project.run(["compare"]);
  expect([judged.code, project.json(".steelyard/comparison.json").overall]).toEqual([3, "invalid"]);
});

test("two deployed systems are loaded in turns, each at its own address; one that keeps people waiting is found", async () => {
  const deployed = (wait: number) =>
    openServer((_, response) => void setTimeout(() => response.end("{}"), wait));
  await using base = await deployed(1);
  await using head = await deployed(60);
  const config = `
version: 1
stack:
  external:
    endpoints: { api: { url: "${head.url}" } }
    base: { endpoints: { api: { url: "${base.url}" } } }
workloads:
  browse: { k6: load.ts, warmup: 100ms, settle: 0s, measure: { block: 300ms, pairs: [6, 24] }, gate: [http_req_duration.p50] }
policy: { starts: 2, why: never }
`;
  project = branch({ "notes.md": "nothing" }, { ".github/steelyard.yml": config });
  const done = await project.run(["check", "--base"]);
  const { overall, rows } = project.json(".steelyard/comparison.json");
  expect([done.code, overall]).toEqual([1, "regressed"]);
  const row = rows.find(({ kind }: { kind: string }) => kind === "gate");
  expect(row.head.center).toBeGreaterThan(5 * row.base.center);
});

test("in duet mode both share a core, and CPU is what is told", async () => {
  const duet = SHORT.replace(
    "mode: trial, duration: 150ms, pairs: [6, 8]",
    "mode: duet, duration: 300ms, pairs: [6, 24]",
  );
  // Two milliseconds of CPU a request, on top of the little that a request costs.
  project = branch(
    { "server.mjs": SERVER.replace("BURN ?? 0", "BURN ?? 2000") },
    { ".github/steelyard.yml": duet },
  );
  const done = await project.run(["check", "--base"]);
  const { overall, rows } = project.json(".steelyard/comparison.json");
  expect([done.code, overall], done.err).toEqual([1, "regressed"]);
  const gate = rows.filter(({ kind }: { kind: string }) => kind === "gate");
  expect(gate.map(({ metric, verdict }: Record<string, string>) => [metric, verdict])).toContainEqual([
    "cpu_per_request",
    "regressed",
  ]);
  const { pairs } = project.json(".steelyard/run.json").duel;
  for (const pair of pairs)
    expect(pair).toMatchObject({ outcome: "ok", base: { requests: expect.any(Number) } });
});
