import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { lock } from "../exec/lock.ts";
import { aDuelRecord } from "../testing/dueling.ts";
import { Project, SCRIPT, SERVER, SHOP_CONFIG } from "../testing/project.ts";
import { aRun, SHA } from "../testing/runs.ts";
import { openServer } from "../testing/server.ts";

let project: Project;
afterEach(() => {
  expect(project.living()).toEqual([]);
  expect(project.leftovers()).toEqual([]);
  project[Symbol.dispose]();
});

/** What a person gets for a mistake: the exit code, a message that says what and where, and no run file. */
async function refused(argv: string[], code: number, ...messages: RegExp[]) {
  const done = await project.run(argv);
  for (const message of messages) expect(done.err).toMatch(message);
  expect(done.err).not.toMatch(/This is a bug|\n\s+at (async )?\w+ \(/);
  expect({ code: done.code, out: done.out, run: project.has(".steelyard/run.json") }).toEqual({
    code,
    out: "",
    run: false,
  });
}

test.each([
  ["broken YAML", "version: 1\nstack: [", /steelyard\.yml:\d+:\d+/],
  [
    "an unknown key",
    SHOP_CONFIG.replace("warmup:", "warmpu:"),
    /"?warmpu"?[\s\S]*steelyard\.yml:\d+:\d+[\s\S]*warmup/,
  ],
  [
    "a wrong value",
    SHOP_CONFIG.replace("200ms", "soon"),
    /"soon"[\s\S]*steelyard\.yml:\d+:\d+[\s\S]*duration/,
  ],
  ["an empty file", "", /steelyard\.yml/],
])("%s in the config", async (_, config, message) => {
  project = new Project({ ".github/steelyard.yml": config });
  await refused(["measure"], 2, message);
});

test("a script that does not exist, before anything is started", async () => {
  project = new Project({ ".github/steelyard.yml": SHOP_CONFIG.replace("load.ts", "lod.ts") });
  await refused(["measure"], 2, /lod\.ts/, /fix:/);
  expect(project.has("up.txt")).toBe(false);
});

test("a script with a syntax error, before anything is started", async () => {
  project = new Project({ "load.ts": "export default function ( {" });
  await refused(["measure"], 2, /load\.ts/);
  expect(project.has("up.txt")).toBe(false);
});

const withEnv = (env: string) => SHOP_CONFIG.replace("ready:", `env: { ${env} }\n        ready:`);

test("a process that dies says how, with the end of its log", async () => {
  project = new Project({ ".github/steelyard.yml": withEnv("DIE: 1") });
  await refused(["measure"], 3, /shop/, /7/, /no database/);
});

test("a process that never gets ready", async () => {
  project = new Project({ ".github/steelyard.yml": withEnv("NEVER_READY: 1").replace("10s", "1s") });
  await refused(["measure"], 3, /shop/, /ready/, /fix:/);
});

test("a program that does not exist", async () => {
  project = new Project({
    ".github/steelyard.yml": SHOP_CONFIG.replace('"node", "server.mjs"', '"no-such-program"'),
  });
  await refused(["measure"], 2, /no-such-program/);
});

test("a fixed port that is taken", async () => {
  await using squatter = await openServer();
  const fixed = SHOP_CONFIG.replace("8080: PORT", `8080: { env: PORT, fixed: ${squatter.port} }`);
  project = new Project({ ".github/steelyard.yml": fixed });
  await refused(["measure"], 3, new RegExp(String(squatter.port)), /taken|in use/);
});

test("a seed that fails stops the run before any load", async () => {
  const seed = 'seed: { run: ["node", "-e", "console.error(\'no table\'); process.exit(4)"] }\n  endpoints:';
  project = new Project({ ".github/steelyard.yml": SHOP_CONFIG.replace("endpoints:", seed) });
  await refused(["measure"], 3, /seed/, /4/, /no table/);
});

test("an external stack's token that is not set", async () => {
  const external = `
version: 1
stack:
  external:
    endpoints: { api: { url: "http://127.0.0.1:9", headers: { authorization: { env: SHOP_TOKEN, prefix: "Bearer " } } } }
workloads: { browse: { k6: load.ts } }
`;
  project = new Project({ ".github/steelyard.yml": external });
  await refused(["measure"], 2, /SHOP_TOKEN/);
});

/** Broken workloads are data: the run is written, and the verdict is `failed` or `invalid`. */
async function verdictOf(code: number, overall: string, message: RegExp) {
  const done = await project.run(["check"]);
  expect(done.err).toMatch(message);
  expect([done.code, project.json(".steelyard/comparison.json").overall]).toEqual([code, overall]);
  expect(project.has(".steelyard/comment.md")).toBe(true);
}

test("a dead target, which looks superb to k6, is failed", async () => {
  project = new Project({
    ".github/steelyard.yml": `
version: 1
stack: { external: { endpoints: { api: { url: "http://127.0.0.1:9" } } } }
workloads: { browse: { k6: load.ts, warmup: 0s, measure: { duration: 300ms, trials: 3 } } }
policy: { starts: 1 }
`,
  });
  await verdictOf(1, "failed", /dead-target/);
});

test("a script that throws in every iteration is invalid, though k6 exits with 0", async () => {
  project = new Project({ "load.ts": SCRIPT.replace("sleep(0.005)", 'throw new Error("my mistake")') });
  await verdictOf(3, "invalid", /my mistake/);
});

test("a script that sends nothing", async () => {
  project = new Project({
    "load.ts": "import { sleep } from 'k6';\nexport default function () { sleep(1); }",
  });
  const done = await project.run(["check", "--trials", "1"]); // whose iteration is longer than the trial
  expect(["failed", "invalid"]).toContain(project.json(".steelyard/comparison.json").overall);
  expect([1, 3]).toContain(done.code);
});

test("a service that dies in every trial is failed, and what it said is kept", async () => {
  project = new Project({ ".github/steelyard.yml": withEnv("DIE_AFTER: 20") });
  await verdictOf(1, "failed", /service-died/);
});

test("a service that answers every request with 500 is failed, not fast", async () => {
  project = new Project({ ".github/steelyard.yml": withEnv("STATUS: 500") });
  const done = await project.run(["check"]);
  expect(done.code).toBe(1);
  expect(project.json(".steelyard/comparison.json").overall).toBe("failed");
});

test.each([
  ["truncated", (text: string) => text.slice(0, 500), /cut off or damaged/],
  [
    "of a newer version",
    (text: string) => text.replace('"run/1"', '"run/9"'),
    /newer steelyard[\s\S]*update/,
  ],
  ["of another format", (text: string) => text.replace('"run/1"', '"invoice/1"'), /not a run file/],
  [
    "with a number that is none",
    (text: string) => text.replace(/"seconds":[\d.]+/, '"seconds":"fast"'),
    /does not have the shape/,
  ],
])("a run file that is %s", async (_, spoil, message) => {
  project = new Project();
  const text = await goodRun();
  project.write("spoilt.json", spoil(text));
  const done = await project.run(["compare", "spoilt.json"]);
  expect(done.err).toMatch(message);
  expect(done.err).toMatch(/spoilt\.json[\s\S]*fix:/);
  expect([done.code, done.out]).toEqual([2, ""]);
  expect(project.has(".steelyard/comparison.json")).toBe(false);
});

let kept: string | undefined;
/** A run file of a real run, measured once for all tests here. */
async function goodRun(): Promise<string> {
  if (kept === undefined) {
    using scratch = new Project();
    const done = await scratch.run(["measure"]);
    expect(done.code).toBe(0);
    kept = JSON.stringify(scratch.json(".steelyard/run.json"));
  }
  return kept;
}

test("a baseline that is damaged stops the comparison and is left as it is", async () => {
  project = new Project();
  project.write("run.json", await goodRun());
  const runnerClass = project.json("run.json").runnerClass as string;
  const path = `baselines/${runnerClass}/browse.json`;
  project.write(path, '{"schema":"baseline/1","sess');
  for (const verb of ["compare", "baseline"]) {
    const done = await project.run([verb, "run.json", ...(verb === "baseline" ? ["--allow", "dirty"] : [])]);
    expect(done.err).toMatch(/baseline file is not JSON[\s\S]*browse\.json[\s\S]*fix: restore it/);
    expect(done.code).toBe(2);
  }
  expect(project.has(path)).toBe(true);
});

test("a baseline of another machine class is not used, one of another workload version is incomparable", async () => {
  project = new Project();
  project.write("run.json", await goodRun());
  const run = project.json("run.json");
  for (let i = 0; i < 3; i++) {
    project.write(`run-${i}.json`, JSON.stringify({ ...run, id: `${run.id}-${i}` }));
    expect((await project.run(["baseline", `run-${i}.json`])).code).toBe(0);
  }
  project.write("other.json", JSON.stringify({ ...run, runnerClass: "elsewhere" }));
  await project.run(["compare", "other.json"]);
  expect(project.json(".steelyard/comparison.json").overall).toBe("new");
  const changed = { browse: { ...run.workloads.browse, digest: "another" } };
  project.write("changed.json", JSON.stringify({ ...run, workloads: changed }));
  await project.run(["compare", "changed.json"]);
  expect(project.json(".steelyard/comparison.json").overall).toBe("incomparable");
});

test("a tree with changes, or a failed run, does not become a baseline unless allowed by name", async () => {
  project = new Project();
  const run = JSON.parse(await goodRun());
  project.write("run.json", JSON.stringify({ ...run, commit: { ...run.commit, dirty: true } }));
  const refusal = await project.run(["baseline", "run.json"]);
  expect(refusal.err).toMatch(/should not become a baseline[\s\S]*uncommitted[\s\S]*--allow dirty/);
  expect([refusal.code, project.has("baselines")]).toEqual([2, false]);
  expect((await project.run(["baseline", "run.json", "--allow", "dirty"])).code).toBe(0);
  const again = await project.run(["baseline", "run.json", "--allow", "dirty"]);
  expect(again.err).toMatch(/already in it/);
});

/** Runs what follows where `folder` is a small or locked file system of its own. */
const mounted = (folder: string, options: string) => [
  "unshare",
  "-rm",
  "sh",
  "-c",
  `mkdir -p ${folder} && mount -t tmpfs -o ${options} tmpfs ${folder} && exec "$@"`,
  "sh",
];

test("a read-only folder is found out before anything is measured", async () => {
  project = new Project();
  const done = await project.run(["measure", "--out", "full"], {}, mounted("full", "ro"));
  expect(done.err).toMatch(
    /Cannot write this file: the file system is read-only\.[\s\S]*fix: choose another directory/,
  );
  expect([done.code, project.has("up.txt")]).toEqual([3, false]);
});

test("a disk that fills up: what was measured is kept elsewhere and named", async () => {
  // One MB for everything: the service, after its twentieth answer, takes what is left of it.
  const hungry = SERVER.replace(
    "const until",
    "if (++answered === 20) { try { appendFileSync('out/ballast', Buffer.alloc(2e6)); } catch {} }\n  const until",
  )
    .replace("let seen = 0;", "let seen = 0, answered = 0;")
    .replace("{ writeFileSync }", "{ appendFileSync, writeFileSync }");
  project = new Project({ "server.mjs": hungry });
  const wrap = mounted("out", "size=1m");
  const done = await project.run(["measure", "--out", "out"], { TMPDIR: project.folder }, wrap);
  expect(done.err).toMatch(/the disk is full\./);
  expect([done.code, /This is a bug/.test(done.err)]).toEqual([3, false]);
  const [, rescued] = /it is kept at (\S+)/.exec(done.err) ?? [];
  if (rescued === undefined)
    expect(done.err).not.toMatch(/\[1\/3\]/); // nothing was measured yet
  else expect(JSON.parse(readFileSync(rescued, "utf8"))).toMatchObject({ schema: "run/1" });
});

test("a reader that goes away does not end the measurement", async () => {
  project = new Project();
  const gone = await project.run(["measure"], {}, ["sh", "-c", 'exec "$@" 2>&1 | head -1', "sh"]);
  expect(gone.out).toMatch(/trials planned/);
  expect(project.json(".steelyard/run.json").state).toBe("complete");
});

test("two measurements never write into one folder", async () => {
  project = new Project({ ".github/steelyard.yml": SHOP_CONFIG.replace("200ms", "1s") });
  const first = project.start(["measure"]);
  await first.until("the first trial", () => /trials planned/.test(first.err));
  const second = await project.run(["measure"]);
  expect(second.err).toMatch(/Another measurement is writing into this folder[\s\S]*process \d+/);
  expect(second.code).toBe(3);
  expect((await first.finished).code).toBe(0);
});

test("why refuses another checkout than the run's before it waits for the machine", async () => {
  project = Project.branch({}, { "server.mjs": `${SERVER}// faster` });
  using _held = lock(join(realpathSync(project.temporary), "steelyard-host.lock"), "busy");
  const duel = aDuelRecord({ pairs: [] });
  const base = { ...duel.base, sha: project.git("rev-parse", "main") };
  const run = aRun({ workloads: { browse: {} }, commit: { sha: SHA, subject: "Faster", dirty: false } });
  const text = JSON.stringify({ ...run, stack: { ...run.stack, kind: "process" }, duel: { ...duel, base } });
  project.write(".steelyard/run.json", text);
  const done = await project.run(["why", "--no-wait"]);
  expect(done.err).toMatch(/This run measured 1{12}, and the checkout is at [0-9a-f]{12}\./);
  expect([done.code, project.read(".steelyard/run.json")]).toEqual([2, text]);
});

test("results of an earlier run are not left beside a run that did not start", async () => {
  project = new Project();
  expect((await project.run(["check"])).code).toBe(0);
  project.write("server.mjs", "process.exit(1)");
  expect((await project.run(["check"])).code).toBe(3);
  for (const name of ["run.json", "comparison.json", "comment.md"]) {
    expect([project.has(`.steelyard/${name}`), project.has(`.steelyard/previous/${name}`)]).toEqual([
      false,
      true,
    ]);
  }
  expect((await project.run(["report"])).code).toBe(2);
});

test("the help's recipe: three sessions of a clean tree, one after another", async () => {
  project = new Project();
  for (let session = 1; session <= 3; session++) {
    expect((await project.run(["measure"])).code).toBe(0);
    const kept = await project.run(["baseline"]);
    expect([session, kept.code, kept.err]).toEqual([
      session,
      0,
      expect.stringContaining(`session ${session}`),
    ]);
  }
});

test("a folder of baselines that does not exist, and a class without any, are told", async () => {
  project = new Project();
  project.write("run.json", await goodRun());
  const typo = await project.run(["compare", "run.json", "--baselines", "baselins"]);
  expect([typo.code, typo.err]).toEqual([2, expect.stringContaining("--baselines baselins")]);
  const run = project.json("run.json");
  project.write("other.json", JSON.stringify({ ...run, runnerClass: "elsewhere" }));
  expect((await project.run(["baseline", "other.json"])).code).toBe(0);
  expect((await project.run(["baseline", "run.json", "--baselines", "made/here"])).code).toBe(0);
  expect(project.has("made/here")).toBe(true);
  const alone = await project.run(["compare", "run.json"]);
  expect(alone.out).toMatch(/Baselines exist\s+for\s+elsewhere/);
});

test("a gate that no trial can answer is told when it was measured, with the metric that was probably meant", async () => {
  const gate = "gate: [http_req_duraton.p95, http_req_duration.p50]";
  project = new Project({ ".github/steelyard.yml": SHOP_CONFIG.replace("{ k6:", `{ ${gate}, k6:`) });
  const done = await project.run(["measure"]);
  expect(done.code).toBe(0);
  expect(done.err).toContain(
    "browse: the config asks for `http_req_duraton.p95`, which no trial has; there is `http_req_duration.p95`",
  );
});

test("a measurement in which every trial failed exits with 3, and its reasons are kept", async () => {
  project = new Project({ "load.ts": "export default function () { throw new Error('no order'); }" });
  const done = await project.run(["measure"]);
  expect([done.code, done.err]).toEqual([
    3,
    expect.stringContaining("every trial failed, so there are no figures"),
  ]);
  const { trials } = project.json(".steelyard/run.json");
  expect(trials.map((trial: { outcome: string }) => trial.outcome)).not.toContain("ok");
  expect(trials.length).toBeGreaterThan(0);
});
