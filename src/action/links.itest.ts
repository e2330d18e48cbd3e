import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { start } from "../exec/child.ts";
import { ROOT } from "../testing/checkout.ts";
import { Job } from "../testing/job.ts";
import { Project } from "../testing/project.ts";

// Links that a change could commit, or that measured code could leave: what they lead to is somebody else's.
const SECRET = "a-line-of-somebody-else";
let project: Project;
let job: Job;
let victim: string;
beforeEach(() => {
  victim = mkdtempSync(join(tmpdir(), "steelyard-victim-"));
  for (const name of ["run.json", "shop.log", ".bashrc"]) writeFileSync(join(victim, name), `${SECRET}\n`);
  // A child that was noted down by a process that is gone: whatever runs now under that pid.
  writeFileSync(join(victim, "1-1.json"), `${SECRET}\n`);
  project = new Project();
  project.git("branch", "-q", "base");
});
afterEach(() => {
  expect(project.living()).toEqual([]);
  expect(readdirSync(victim).sort()).toEqual([".bashrc", "1-1.json", "run.json", "shop.log"]);
  for (const name of readdirSync(victim)) {
    expect(readFileSync(join(victim, name), "utf8")).toBe(`${SECRET}\n`);
  }
  job?.[Symbol.dispose]();
  project[Symbol.dispose]();
  rmSync(victim, { recursive: true });
});

/** A pull request that commits a link at a path. */
function pullRequest(link: string | null, target = victim): void {
  project.git("update-ref", "refs/remotes/origin/main", "HEAD");
  project.git("add", "-A");
  if (link !== null) {
    project.write(`${dirname(link)}/.keep`, "");
    symlinkSync(target, project.path(link));
    project.git("add", "-A", "-f");
  }
  project.git("commit", "-q", "--allow-empty", "-m", "Harmless");
  const sha = project.git("rev-parse", "HEAD");
  job = new Job(project, "pull_request", {
    repository: { default_branch: "main" },
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { sha, ref: "topic", repo: { full_name: "octo/shop" } },
    },
  });
}

const LINKS: [link: string, target: string][] = [
  [".steelyard", ""],
  [".steelyard/logs", ""],
  [".steelyard/previous", ""],
  [".steelyard/running", ""],
  [".steelyard/scratch", ""],
  [".steelyard/run.json", "/.bashrc"],
  [".steelyard/schedule.json", "/.bashrc"],
  [".steelyard/lock", "/.bashrc"],
  [".steelyard/.gitignore", "/.bashrc"],
];
test.each(LINKS)(
  "a change that commits a link at %s is refused, and its target is left alone",
  async (link, target) => {
    pullRequest(link, `${victim}${target}`);
    const done = await job.measure({ reference: "baseline" }).finished;
    expect(done.out).toMatch(/symbolic link|Git tracks files in the output folder/);
    expect(done.out).not.toContain(SECRET);
    expect([done.code, project.has("up.txt")]).toEqual([2, false]);
    const post = await job.post().finished;
    expect(post.out).not.toContain(SECRET);
    expect(lstatSync(project.path(link)).isSymbolicLink()).toBe(true);
  },
);

test("the end of logs is not printed through links that measured code left", async () => {
  project.write(
    "server.mjs",
    `import { symlinkSync, writeFileSync } from "node:fs";
     symlinkSync(${JSON.stringify(victim)}, ".steelyard/logs/more");
     symlinkSync(${JSON.stringify(join(victim, "shop.log"))}, ".steelyard/logs/a.log");
     writeFileSync(".steelyard/logs/own.log", "what it printed\\n");
     process.exit(7);`,
  );
  pullRequest(null);
  const done = await job.measure({ reference: "baseline" }).finished;
  expect(done.out).toContain("what it printed");
  expect(done.out).not.toContain(SECRET);
  expect(done.code).not.toBe(0);
});

test("a folder that turned into a link while it was measured is refused, by the step after as well", async () => {
  project.write(
    "server.mjs",
    `import { renameSync, symlinkSync } from "node:fs";
     renameSync(".steelyard/logs", ".steelyard/old");
     symlinkSync(${JSON.stringify(victim)}, ".steelyard/logs");
     renameSync(".steelyard/running", ".steelyard/ran");
     symlinkSync(${JSON.stringify(victim)}, ".steelyard/running");
     process.exit(7);`,
  );
  pullRequest(null);
  const done = await job.measure({ reference: "baseline" }).finished;
  expect(done.out).not.toContain(SECRET);
  expect(done.code).not.toBe(0);
  const post = await job.post().finished;
  expect(post.out).toContain("symbolic link");
  expect(post.out).not.toContain(SECRET);
});

test("the step after ends no process that forged records name, but those that are its own to end", async () => {
  pullRequest(null);
  expect((await job.measure({ reference: "baseline" }).finished).code).toBe(0);
  const began = (pid: number) =>
    Number(readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]!.split(" ")[19]);
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const note = (pid: number, since: number) =>
    project.write(
      `.steelyard/running/${pid}-${since}.json`,
      JSON.stringify({ pid, began: since, boot, program: "node", owner: { pid: 4_194_305, began: 1 } }),
    );
  note(process.pid, began(process.pid)); // above the step, as the runner is
  note(1, began(1));
  const ordinary = spawn("sleep", ["1000"], { stdio: "ignore" }); // leads no session, so it is no child of ours
  note(ordinary.pid!, began(ordinary.pid!));
  await using other = await start(["sleep", "1000"], { cwd: "/", env: {} });
  note(other.pid, began(other.pid) + 1);
  const post = await job.post().finished;
  const lives = ordinary.exitCode === null && ordinary.signalCode === null;
  ordinary.kill("SIGKILL");
  expect([post.code, other.ended, lives]).toEqual([0, null, true]);
  expect(post.out).toContain("nothing was left running");
});

test("the step after refuses an output folder outside of the checkout", async () => {
  pullRequest(null);
  await job.measure({ reference: "baseline", trials: "1" }).finished;
  const post = await job.post({ STATE_out: "../elsewhere" }).finished;
  expect(post.out).toContain("none of the checkout's");
  expect(post.code).toBe(2);
});

test("the step after is one file, which loads no other of the folder that it lies in", () => {
  const bundle = readFileSync(join(ROOT, "action/dist/post.mjs"), "utf8");
  const named = [...bundle.matchAll(/\b(?:from|import)\s*\(?\s*["'`]([^"'`\n]{1,200})["'`]/g)].map(
    ([, name]) => name!,
  );
  expect(named.some((name) => isBuiltin(name))).toBe(true);
  expect(named.filter((name) => /^(?:\.{0,2}\/|file:)/.test(name))).toEqual([]);
  expect(bundle.match(/\bimport\((?!["'`])/g)).toBeNull();
});

test.each([
  ["run", ["compare"], ".steelyard/run.json"],
  ["config", ["measure"], ".github/steelyard.yml"],
  ["waivers", ["compare"], ".github/steelyard-waivers.yml"],
])("a linked file of the checkout is not read, nor quoted: the %s", async (_, verb, link) => {
  pullRequest(null);
  if (existsSync(project.path(link))) project.remove(link);
  project.write(`${dirname(link)}/.keep`, "");
  symlinkSync(join(victim, ".bashrc"), project.path(link));
  const done = await project.run(verb);
  expect(`${done.out}${done.err}`).not.toContain(SECRET);
  expect(done.code).toBe(2);
});

test("`baseline` writes through no link, and names it", async () => {
  pullRequest(null);
  expect((await project.run(["measure"])).code).toBe(0);
  symlinkSync(victim, project.path("baselines"));
  const done = await project.run(["baseline", "--allow", "dirty"]);
  expect(done.err).toContain(`symbolic link`);
  expect(done.err).toContain(project.path("baselines"));
  expect(done.code).toBe(2);
});
