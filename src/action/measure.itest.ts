import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Run } from "../model/run.ts";
import { Job, readLog, SECRETS } from "../testing/job.ts";
import { reading } from "../testing/markdown.ts";
import { Project, SCRIPT, SERVER, SHOP_CONFIG } from "../testing/project.ts";
import { openServer } from "../testing/server.ts";

// The measuring action as a runner starts it: a process with the runner's variables and command files, in a checkout
// of a pull request, with real git, real processes and real k6.
let project: Project;
let job: Job;
afterEach(() => {
  expect(project.living()).toEqual([]);
  job[Symbol.dispose]();
  project[Symbol.dispose]();
});

/** A pull request into main: its branch is checked out, and the clone knows `origin/main`. */
function pullRequest(
  head: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> = {},
): void {
  project = new Project(base);
  project.git("update-ref", "refs/remotes/origin/main", "main");
  project.git("switch", "-q", "-c", "topic");
  for (const [name, text] of Object.entries(head)) project.write(name, text);
  project.commit("A change");
  job = new Job(project, "pull_request", payload(project.git("rev-parse", "HEAD")));
}
const payload = (sha: string) => ({
  repository: { default_branch: "main" },
  pull_request: {
    number: 12,
    base: { ref: "main" },
    head: { sha, ref: "topic", repo: { full_name: "octo/shop" } },
  },
});
const alone = { reference: "baseline" };
const run = () => Run.parse(project.json(".steelyard/run.json"));

/** Prints its whole environment, and what a workflow log would act on. */
const TELLING =
  'console.log(JSON.stringify(process.env)); console.log("::error::planted\\n##[error]planted");';
const SPYING = SCRIPT.replace("export default", "console.log(JSON.stringify(__ENV));\nexport default");

/** Everything below a folder as one text. */
const all = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");

test("a pull request is measured; nothing of the runner's reaches what is measured, and nothing of that the log", async () => {
  const seeding = SHOP_CONFIG.replace("endpoints:", "seed: { run: [node, seed.mjs] }\n  endpoints:");
  const seed = `${TELLING} require("fs").writeFileSync(require("os").tmpdir() + "/seeded.txt", JSON.stringify(process.env))`;
  pullRequest(
    { "server.mjs": TELLING + SERVER, "load.ts": SPYING, ".gitignore": "up.txt\n.steelyard/\n" },
    { ".github/steelyard.yml": seeding, "seed.mjs": seed.replaceAll("require", "process.getBuiltinModule") },
  );
  const done = await job.measure(alone).finished;
  expect([done.code, done.err]).toEqual([0, ""]);
  const { lines, commands, faults } = readLog(done.out);
  expect([commands, faults]).toEqual([[], []]);
  expect(lines.filter(({ text }) => /^\[\d\/6\] browse: /.test(text)).map(({ group }) => group)).toEqual(
    Array(3).fill("Measuring, a line a trial"),
  );
  const title = job.outputs().title!;
  expect(lines.find(({ text }) => text.includes(title.slice(0, 40)))?.group).toBeNull(); // outside of any group
  expect(job.outputs()).toMatchObject({
    verdict: "new",
    conclusion: "neutral",
    "exit-code": "0",
    trials: "6", // half of them of head's own load, which it edits
  });
  expect(job.outputs().run).toBe(project.path(".steelyard/run.json"));
  expect(run().commit).toMatchObject({ sha: project.git("rev-parse", "topic"), dirty: false });
  expect(reading(job.summary()).faults).toEqual([]);

  const seen =
    all(project.path(".steelyard/logs")) + readFileSync(join(project.temporary, "seeded.txt"), "utf8");
  expect(seen).toContain('"PATH"'); // it did print its environment
  for (const text of [seen, done.out, all(project.path(".steelyard"))]) {
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/GITHUB_|RUNNER_|INPUT_|ACTIONS_/);
  }
  // A cache of its own: it would clear the builds that a developer's comparisons keep on this machine.
  const after = await job.post({ XDG_CACHE_HOME: project.temporary }).finished;
  expect([after.code, readLog(after.out).faults]).toEqual([0, []]);
  expect(after.out).toContain("nothing was left running");
});

test("base beside head: the merge-base with the branch that the pull request goes to", async () => {
  const short = SHOP_CONFIG.replace(
    "duration: 200ms, trials: 3",
    "mode: trial, duration: 150ms, pairs: [6, 6]",
  );
  pullRequest({ "notes.md": "nothing that runs" }, { ".github/steelyard.yml": short });
  project.git("branch", "-m", "main", "elsewhere"); // origin/main alone says what base is
  const done = await job.measure().finished;
  expect(done.code).toBe(0);
  expect(run().duel?.base).toMatchObject({
    ref: "origin/main",
    sha: project.git("rev-parse", "origin/main"),
  });
  expect(Number(job.outputs().trials)).toBeGreaterThanOrEqual(6); // a pair that was disturbed is measured again
});

test("a head that breaks is told on the line of its workload, with the end of its logs", async () => {
  const broken = TELLING + SERVER.replace("STATUS ?? 200", "STATUS ?? 500");
  pullRequest({ "server.mjs": broken });
  const done = await job.measure({ ...alone, "fail-on-verdict": "true" }).finished;
  expect(done.code).toBe(1);
  const { lines, commands, faults } = readLog(done.out);
  expect(faults).toEqual([]);
  const line = SHOP_CONFIG.split("\n").findIndex((text) => text.startsWith("  browse:")) + 1;
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    expect(command).toMatch(new RegExp(`^::error title=[^,]*,file=.github/steelyard.yml,line=${line}::`));
  }
  expect(lines.some(({ group }) => group?.startsWith("The end of "))).toBe(true);
  expect(job.outputs()).toMatchObject({ verdict: "failed", conclusion: "failure" });
  expect(job.summary()).toContain("broke");
});

/** A pull request that brings the first config there ever was. */
function firstConfig(config: string): void {
  pullRequest({ ".github/steelyard.yml": config }, { ".github/steelyard.yml": "" });
  project.git("rm", "-q", "--cached", ".github/steelyard.yml");
  const empty = project.git("commit-tree", "-m", "Before", project.git("write-tree"));
  project.git("update-ref", "refs/remotes/origin/main", empty);
  const first = project.git("commit-tree", "-p", empty, "-m", "First", "topic^{tree}");
  project.git("reset", "-q", "--hard", first);
  job[Symbol.dispose]();
  job = new Job(project, "pull_request", payload(first));
}

test("a change that brings the first config is shown, and gates nothing", async () => {
  firstConfig(SHOP_CONFIG);
  const done = await job.measure(alone).finished;
  expect([done.code, job.outputs().verdict]).toEqual([0, "new"]);
  expect(job.summary()).toContain("no result can fail the check");
});

const CHECKOUTS: [what: string, spoil: () => void, remedy: string][] = [
  ["no checkout at all", () => project.remove(".git"), "uses: actions/checkout"],
  [
    "the merge that GitHub made up",
    () => {
      project.git("switch", "-q", "--detach", "origin/main");
      project.git("commit", "-q", "--allow-empty", "-m", "Main went on");
      project.git("merge", "-q", "--no-ff", "-m", "Merge", "topic");
    },
    "github.event.pull_request.head.sha",
  ],
  [
    "another commit",
    () => project.git("commit", "-q", "--allow-empty", "-m", "Later"),
    "the commit to measure is",
  ],
  [
    "a shallow clone",
    () => project.write(".git/shallow", `${project.git("rev-parse", "origin/main")}\n`),
    "fetch-depth: 0",
  ],
  [
    "a clone with credentials",
    () => project.git("config", "http.https://github.com/.extraheader", "AUTHORIZATION: basic abc"),
    "persist-credentials: false",
  ],
  [
    "a clone that includes credentials",
    () => {
      project.write(
        ".git/credentials",
        '[http "https://github.com/"]\n  extraheader = AUTHORIZATION: basic abc\n',
      );
      project.git("config", "include.path", "credentials");
    },
    "persist-credentials: false",
  ],
];
test.each(CHECKOUTS)("%s is refused before anything of it is run", async (_, spoil, remedy) => {
  pullRequest({});
  spoil();
  const done = await job.measure(alone).finished;
  expect(done.code).toBe(2);
  expect(done.out).toContain(remedy);
  expect([project.has("up.txt"), project.has(".steelyard")]).toEqual([false, false]);
  expect(job.summary()).toContain("Nothing could be measured");
});

const external = (header: string) => `
version: 1
stack:
  external: { endpoints: { api: { url: "http://127.0.0.1:1/", headers: { Authorization: ${header} } } } }
workloads: { browse: { k6: load.ts, warmup: 200ms, measure: { duration: 400ms, trials: 1 } } }
`;
const SECRET = "{ env: AWS_SECRET_ACCESS_KEY }";

test("what a header of the change's own config names is not passed", async () => {
  pullRequest({ ".github/steelyard.yml": external(SECRET) }, { ".github/steelyard.yml": external("plain") });
  const done = await job.measure(alone).finished;
  expect(done.code).toBe(0);
  expect(run().config.resolved.stack.external?.endpoints.api?.headers).toEqual({ Authorization: "plain" });
});

test("the first config names no secret, and a kind of stack that base's rules do not measure is not measured", async () => {
  pullRequest({ ".github/steelyard.yml": external(SECRET) });
  const other = await job.measure(alone).finished;
  expect(other.code).toBe(2);
  expect(other.out).toContain("Base's rules measure the process stack, and head's config has none.");
  job[Symbol.dispose]();
  project[Symbol.dispose]();
  firstConfig(external(SECRET));
  const first = await job.measure(alone).finished;
  expect([first.code, first.out]).toEqual([2, expect.stringContaining("AWS_SECRET_ACCESS_KEY is not set")]);
});

test("a token that the merge-base's config names reaches the workload, and is masked", async () => {
  const external = SHOP_CONFIG.replace(/stack:[\s\S]*?workloads:/, "STACK\nworkloads:").replace(
    "STACK",
    'stack:\n  external: { endpoints: { api: { url: "http://127.0.0.1:1/", headers: { Authorization: { env: AWS_SECRET_ACCESS_KEY } } } } }',
  );
  pullRequest({ "notes.md": "" }, { ".github/steelyard.yml": external });
  const done = await job.measure(alone).finished;
  expect(done.out).toContain(`::add-mask::${SECRETS.AWS_SECRET_ACCESS_KEY}`);
  expect(done.out).not.toContain("is not set");
  expect(all(project.path(".steelyard"))).not.toContain(SECRETS.AWS_SECRET_ACCESS_KEY);
});

test("no load of the change's own gets such a token: neither a new workload nor an edited script", async () => {
  const seen = new Set<string>();
  await using server = await openServer((request, response) => {
    seen.add(request.url!);
    response.end("{}");
  });
  const asking = (path: string) =>
    `import http from "k6/http";\nexport default () => { http.get(__ENV.STEELYARD_TARGET_API + "${path}"); };`;
  const base = external(SECRET).replace("http://127.0.0.1:1/", server.url);
  const added = base.replace("workloads: {", "workloads: { more: { k6: more.ts, warmup: 0s },");
  pullRequest(
    { ".github/steelyard.yml": added, "load.ts": asking("/edited"), "more.ts": asking("/more") },
    { ".github/steelyard.yml": base, "load.ts": asking("/base") },
  );
  const done = await job.measure(alone).finished;
  expect([done.code, [...seen]]).toEqual([0, ["/base"]]);
  expect(run().rules?.edited).toEqual([{ workload: "browse", as: null }]);
  expect(done.out).toContain("more is not measured: the change adds it");
  expect(done.out).toContain("head's version of browse cannot be measured: it would get the secrets of");
});

const long = SHOP_CONFIG.replace("duration: 200ms, trials: 3", "duration: 3s, trials: 5");

test("a job that is cancelled ends by itself, and says so", async () => {
  pullRequest({}, { ".github/steelyard.yml": long });
  const started = job.measure(alone);
  await started.until("the first trial", () => project.has("up.txt"));
  const began = Date.now();
  started.kill("SIGINT");
  const done = await started.finished;
  expect(done.code).toBe(130);
  expect(Date.now() - began).toBeLessThan(7_500); // then the runner sends SIGTERM, and kills after 2.5 s more
  expect(readLog(done.out).faults).toEqual([]);
  expect(job.summary()).toContain("cancelled");
  expect(project.living()).toEqual([]);
});

test("what a step that was killed left is gone after the post step", async () => {
  pullRequest({}, { ".github/steelyard.yml": long });
  const started = job.measure(alone);
  await started.until("the first trial", () => project.has("up.txt"));
  started.kill("SIGKILL");
  await started.finished;
  expect(project.living().join("\n")).toContain("server.mjs");
  const done = await job.post().finished;
  expect([done.code, project.living(), readLog(done.out).faults]).toEqual([0, [], []]);
  expect(done.out).toContain("left running by a measurement that was killed");
});

test("pull_request_target is refused, and so are inputs that cannot be used", async () => {
  pullRequest({});
  const right = job;
  job = new Job(project, "pull_request_target", payload(project.git("rev-parse", "HEAD")));
  expect((await job.measure().finished).out).toContain("fork's code with this repository's token");
  job[Symbol.dispose]();
  job = right;
  const wrong = { trials: "many", config: "../../etc/passwd", budget: "soon", "stack-env": "A=1\nnonsense" };
  const done = await job.measure(wrong).finished;
  expect(done.code).toBe(2);
  for (const name of Object.keys(wrong)) expect(done.out).toContain(`- ${name}: `);
});

test("where there is no place for a summary, the log has it", async () => {
  pullRequest({});
  const folder = mkdtempSync(join(tmpdir(), "steelyard-none-"));
  rmSync(folder, { recursive: true });
  const done = await job.measure({ trials: "0" }, { GITHUB_STEP_SUMMARY: join(folder, "gone") }).finished;
  expect(done.out).toContain("### 🚫 Nothing could be measured");
});
