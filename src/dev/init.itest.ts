import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { initialize } from "../commands/setup/init.ts";
import { bundle } from "../testing/bundles.ts";
import { aWorld } from "../testing/world.ts";
import { actionlint, zizmor } from "./programs.ts";

// `steelyard init` in repositories of different shapes: Steelyard and GitHub accept its files.
const lint = actionlint();
const audit = zizmor();
const FROM = `octo/steelyard@${"a".repeat(40)}`;
const K6 = 'import http from "k6/http";\nexport default function () { http.get(__ENV.BASE_URL); }\n';
const SHAPES: Record<string, Record<string, string>> = {
  "a composed service with k6": {
    "compose.yaml": `services:
  gateway:
    image: nginx
    ports: ["127.0.0.1::8080"]
    healthcheck: { test: ["CMD", "curl", "-f", "http://localhost:8080/health"] }
  db: { image: "postgres:16", ports: ["5432"] }
  seed: { image: nginx, command: ["true"] }
`,
    "load/browse.js": K6,
    "load/lib/http.js": 'import http from "k6/http";\nexport const get = http.get;\n',
  },
  "a Node package, TypeScript for k6, nothing composed": {
    "package.json": '{ "name": "shop", "scripts": { "start": "node server.mjs" } }',
    "package-lock.json": "{}",
    "server.mjs": "process.exit(1);\n",
    "perf/search.ts": 'import { check } from "k6";\nexport default () => check(1, { ok: () => true });\n',
  },
  "several parts, wrk, and Compose below the top": {
    "deploy/docker-compose.yml": 'services: { web: { image: nginx, ports: ["8080:80"] } }\n',
    "deploy/docker-compose.dev.yml": "services: { web: { environment: { DEBUG: 1 } } }\n",
    "bench/wrk/script.lua": 'wrk.method = "POST"\n',
    "bench/read.lua": "request = function() return wrk.format() end\n",
    Makefile: "all:\n",
  },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-init-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function repository(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  run("git", "init", "-q", "-b", "trunk");
  run("git", "remote", "add", "origin", "git@github.com:octo/shop.git");
  run("git", "add", "-A");
  run("git", "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "First");
}

function run(program: string, ...args: string[]) {
  const env = { ...process.env, CI: "", GIT_CONFIG_GLOBAL: "/dev/null", TMPDIR: folder };
  const done = spawnSync(program, args, { cwd: folder, encoding: "utf8", env });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
const steelyard = (...args: string[]) => run(process.execPath, bundle("cli"), ...args);

/** Every file but git's own, with its text. */
const texts = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) =>
          entry.isFile() && !entry.parentPath.includes("/.git/") && !entry.parentPath.endsWith("/.git"),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );

test.each(Object.entries(SHAPES))("%s", (_, files) => {
  repository(files);
  const before = texts();
  const first = steelyard("init", "--from", FROM);
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(/^wrote {2}\.github\/steelyard\.yml$/m);
  expect(first.out).toContain("octo/shop/actions/workflows/perf.yml/badge.svg?branch=trunk");
  expect(first.out).not.toMatch(/OWNER/);
  const after = texts();
  expect(after).toMatchObject(before); // nothing was overwritten
  expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 4);

  // The config is one that doctor reads, and its scripts are there.
  const { out } = steelyard("doctor");
  expect(out).toMatch(/^ok {4}config: \.github\/steelyard\.yml: (?:1 workload|[2-9] workloads)$/m);
  expect(out).toMatch(/^ok {4}scripts: \d found$/m);

  // Workflows that GitHub takes.
  const workflows = readdirSync(join(folder, ".github/workflows"));
  expect(workflows.sort()).toEqual(["perf-fork.yml", "perf-request.yml", "perf.yml"]);
  expect(run(lint ?? "actionlint", "-no-color")).toEqual({ code: 0, out: "", err: "" });
  const audited = run(audit ?? "zizmor", "--offline", "--persona=pedantic", "--no-progress", ".");
  expect([audited.code, `${audited.out}${audited.err}`]).toEqual([0, expect.stringMatching(/No findings/)]);

  // Again, it does nothing, and says so.
  const second = steelyard("init", "--from", FROM);
  expect(second.code).toBe(0);
  expect(second.out).not.toMatch(/^wrote|Look at these/m);
  expect(second.out.match(/^kept/gm)).toHaveLength(4);
  expect(texts()).toEqual({ ...after, ...onlyOutput() });
});

/** The folder that doctor tried to write to. */
const onlyOutput = () =>
  Object.fromEntries(Object.entries(texts()).filter(([path]) => path.includes("/.steelyard/")));

test("what a person wrote is left alone, and the rest is added", () => {
  repository({ ".github/steelyard.yml": "version: 1 # mine\n", "load/a.js": K6 });
  const { out } = steelyard("init");
  expect(out).toMatch(
    /^kept {3}\.github\/steelyard\.yml: it is there already\nwrote {2}\.github\/workflows\/perf\.yml/,
  );
  // A hint where nothing says where steelyard is from, as in a checkout without a remote.
  const workflow = readFileSync(join(folder, ".github/workflows/perf.yml"), "utf8");
  expect(out.includes("OWNER/REPO")).toBe(workflow.includes("OWNER/REPO"));
  expect(readFileSync(join(folder, ".github/steelyard.yml"), "utf8")).toBe("version: 1 # mine\n");
});

test("workflows that still have the placeholder get the repository, those that were edited do not, and it is told again", () => {
  repository({ "load/a.js": K6 });
  const text = (name: string) => readFileSync(join(folder, `.github/workflows/${name}.yml`), "utf8");
  steelyard("init", "--from", "OWNER/REPO@v1");
  writeFileSync(join(folder, ".github/workflows/perf-fork.yml"), `${text("perf-fork")}# mine\n`);
  expect(steelyard("init").out).toContain("init --from acme/steelyard@v1 does it");
  const given = steelyard("init", "--from", FROM);
  expect(given.out.match(/^(?:wrote|kept).*/gm)).toEqual([
    "kept   .github/steelyard.yml: it is there already",
    "wrote  .github/workflows/perf.yml",
    "kept   .github/workflows/perf-fork.yml: it is there already",
    "wrote  .github/workflows/perf-request.yml",
  ]);
  expect([text("perf").includes("OWNER/REPO"), text("perf").includes(FROM.split("@")[0]!)]).toEqual([
    false,
    true,
  ]);
  expect(text("perf-fork")).toMatch(/OWNER\/REPO[\s\S]*# mine\n$/);
  expect(given.out).toContain("Replace OWNER/REPO");
  expect(steelyard("doctor").out).not.toContain("placeholder"); // perf.yml is the one that measures
  writeFileSync(join(folder, ".github/workflows/perf.yml"), "jobs: { a: { uses: OWNER/REPO/x@v1 } }\n");
  expect(steelyard("doctor").out).toMatch(
    /^warn {2}workflow: the workflow calls OWNER\/REPO, a placeholder/m,
  );
});

test("files that git ignores are named, with the command that adds them", () => {
  repository({ ".gitignore": ".*\n", "load/a.js": K6 });
  const command =
    /^ {2}- \.gitignore leaves these out: (git add --force (\S+ )*\.github\/steelyard\.yml.*)$/m;
  const [, add = ""] = command.exec(steelyard("init", "--from", FROM).out) ?? [];
  expect(run("sh", "-c", add).code).toBe(0);
  expect(run("git", "ls-files", ".github").out).toMatch(/^\.github\/steelyard\.yml$/m);
  expect(steelyard("init", "--from", FROM).out).not.toContain(".gitignore"); // git has them
});

test.each([
  ["", true],
  [".venv/\n", false],
])("with .gitignore %j, what the build makes is named: %j", (text, want) => {
  repository({
    ".gitignore": `x\n${text}`,
    "requirements.txt": "flask==3.0.0\ngunicorn==21.2.0\n",
    "app.py": "from flask import Flask\napp = Flask(__name__)\n",
    "load/a.js": K6,
  });
  const { out } = steelyard("init", "--from", FROM);
  expect(readFileSync(join(folder, ".github/steelyard.yml"), "utf8")).toContain('"venv", ".venv"');
  expect(/^ {2}- Add to \.gitignore what the build makes.*: \/\.venv\/$/m.test(out), out).toBe(want);
});

/** A server without dependencies, and a Dockerfile beside it. */
const SHOP = {
  "package.json": '{ "name": "shop", "scripts": { "start": "node server.mjs" } }',
  "server.mjs":
    'import { createServer } from "node:http";\ncreateServer((_, r) => r.end("ok")).listen(process.env.PORT ?? 3000);\n',
  Dockerfile: "FROM node\nEXPOSE 3000\n",
};

test("in a terminal it asks which service is started, and whether to measure", async () => {
  repository(SHOP);
  const asked: string[] = [];
  const answers = ["7", "2", "n"];
  const sink = () => {
    const written: string[] = [];
    return { written, write: (text: string) => void written.push(text), isTerminal: true, columns: 80 };
  };
  const [out, err] = [sink(), sink()];
  const ask = async (question: string) => {
    asked.push(question);
    return answers.shift() ?? "";
  };
  const world = aWorld({ env: process.env, cwd: folder, out, err, ask });
  const done = await initialize(world, { from: FROM, forge: "github", wanted: "any", yes: false });
  expect(done.exit).toBe(0);
  expect(out.written.join("")).toMatch(/1 {2}`npm run start` \(a process\)\n {2}2 {2}Dockerfile \(Compose\)/);
  expect(asked).toEqual([
    expect.stringMatching(/^Which one/),
    expect.stringMatching(/^Which one/), // there is no seventh
    expect.stringMatching(/^Measure once now/),
  ]);
  const config = readFileSync(join(folder, ".github/steelyard.yml"), "utf8");
  expect(config).toContain("files: [perf/compose.yaml]");
  expect(readFileSync(join(folder, "perf/compose.yaml"), "utf8")).toContain('dockerfile: "Dockerfile"');
});

test("with --yes it takes the first and measures; what stops that is said, with the next command", () => {
  repository({
    ...SHOP,
    "server.mjs": "createServer().listen(process.env.PORT);\n",
    "package-lock.json": "{",
  });
  const { code, out } = steelyard("init", "--yes");
  expect(code).toBe(3);
  expect(out).toMatch(
    /^The build failed: npm ci[\s\S]*\nMend that, then: steelyard check --no-base --trials 6\n$/m,
  );
  const again = steelyard("init", "--yes"); // the config is there: nothing is measured
  expect([again.code, again.out]).toEqual([0, expect.stringContaining("kept   .github/steelyard.yml")]);
});

test.each(["ghes", "gitea", "forgejo"])("workflows for %s are ones that a linter takes", (forge) => {
  repository({ "load/a.js": K6 });
  const { code, out } = steelyard("init", "--from", FROM, "--forge", forge);
  const workflows = `.${forge === "ghes" ? "github" : forge}/workflows`;
  const paths = ["perf.yml", "perf-request.yml"].map((name) => `${workflows}/${name}`);
  expect(code).toBe(0);
  for (const path of paths) expect(out).toContain(`wrote  ${path}`);
  expect(out).toContain("Give a runner the label `perf`");
  expect(run(lint ?? "actionlint", "-no-color", "-ignore", "label .* is unknown", ...paths)).toEqual({
    code: 0,
    out: "",
    err: "",
  });
  expect(steelyard("doctor").out).toMatch(/^warn {2}runner: /m); // it has seen the workflow
  expect(steelyard("init", "--forge", "svn")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/one of: github, ghes/),
  });
});

test("a project on GitLab gets jobs, and a second run changes nothing", () => {
  repository({ "load/a.js": K6 });
  const first = steelyard("init", "--from", FROM, "--forge", "gitlab");
  expect([first.code, first.out]).toEqual([0, expect.stringContaining("wrote  .gitlab-ci.yml")]);
  expect(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")).toContain(`github:${FROM.replace("@", "#")}`);
  const before = texts();
  expect(steelyard("init", "--from", FROM, "--forge", "gitlab").out).not.toMatch(/^wrote|include/m);
  expect(texts()).toEqual(before);
});

test("jobs that a project on GitLab has are left alone, and it is told what to include", () => {
  const own = "build: { script: [make] }\n";
  repository({ "load/a.js": K6, ".gitlab-ci.yml": own });
  const { out } = steelyard("init", "--from", FROM, "--forge", "gitlab");
  expect(out).toMatch(/^wrote {2}\.gitlab\/steelyard\.yml$/m);
  expect(out).toContain("Add to .gitlab-ci.yml: include: [{ local: .gitlab/steelyard.yml }]");
  expect(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")).toBe(own);
  expect(steelyard("init", "--from", FROM, "--forge", "gitlab").out).not.toMatch(/^wrote/m);
});

test("outside the top of a checkout it says where to go, and writes nothing", () => {
  expect(steelyard("init")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/no git checkout[\s\S]*git init/),
  });
  repository({ "a/b.txt": "" });
  const env = { ...process.env };
  const done = spawnSync(process.execPath, [bundle("cli"), "init"], {
    cwd: join(folder, "a"),
    encoding: "utf8",
    env,
  });
  expect([done.status, done.stderr]).toEqual([2, expect.stringMatching(/not the top[\s\S]*cd \.\.\//)]);
  expect(steelyard("init", "--from", "nowhere").code).toBe(2);
  expect(Object.keys(texts())).toHaveLength(1);
});
