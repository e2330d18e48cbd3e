import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { VERSION } from "../base/version.ts";
import { github, ofHead, payloads, SLOWER } from "../testing/github/reporting.ts";
import { stepEnvironment } from "../testing/github/step.ts";
import { Job } from "../testing/job.ts";
import { Project, SHOP_CONFIG } from "../testing/project.ts";
import { chartsIn } from "../testing/publishing.ts";
import { loadedBy } from "./chunks.ts";
import { ROOT } from "./command.ts";
import { bundledPackages } from "./packages.ts";
import { nodes } from "./tools.ts";

// All that a workflow checks out is `action/`, without our node_modules above it. So the bundles run from a copy.
const checkout = mkdtempSync(join(tmpdir(), "steelyard-bundle-"));
cpSync(join(ROOT, "action"), join(checkout, "action"), { recursive: true });
afterAll(() => rmSync(checkout, { recursive: true }));
const DIST = join(checkout, "action/dist");
const BUNDLE = join(DIST, "cli.mjs");
const STEPS = ["measure", "post", "report", "target", "request", "watch", "refresh", "track", "ledger"];
const { oldest, actions } = nodes();
const RUNTIMES = [
  ["Node 20", oldest],
  ["Node 24", actions],
] as const;

function bundled(node: string, args: string[], cwd: string) {
  return spawnSync(node, [BUNDLE, ...args], { cwd, encoding: "utf8", timeout: 100_000 });
}

test.each(RUNTIMES)("the bundle starts on %s", (name, node) => {
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout;
  expect(version).toMatch(new RegExp(`^v${name.split(" ")[1]}\\.`));
  using project = new Project();
  expect(bundled(node, ["--version"], project.folder)).toMatchObject({
    status: 0,
    stdout: `${VERSION}\n`,
    stderr: "",
  });
});

test.each(RUNTIMES)("the bundle measures, keeps a baseline and judges on %s", (_, node) => {
  using project = new Project();
  expect(bundled(node, ["measure"], project.folder)).toMatchObject({ status: 0 });
  expect(bundled(node, ["baseline"], project.folder)).toMatchObject({ status: 0 });
  const judged = bundled(node, ["compare", "--format", "json"], project.folder);
  expect(judged).toMatchObject({ status: 0 });
  expect(JSON.parse(judged.stdout)).toMatchObject({
    schema: "comparison/1",
    overall: expect.stringMatching(/new|unchanged|inconclusive/),
  });
  expect(project.living()).toEqual([]);
});

test.each(RUNTIMES)("waiting for a port that stays closed says nothing else on %s", (_, node) => {
  const config = SHOP_CONFIG.replace("ready: { http: /health, within: 10s }", "ready: { within: 2s }");
  using project = new Project({
    ".github/steelyard.yml": config,
    "server.mjs": "setInterval(() => {}, 1000);",
  });
  const done = bundled(node, ["measure"], project.folder);
  expect(done).toMatchObject({ status: 3, stderr: expect.stringContaining("connection refused") });
  expect(done.stderr).not.toContain("Warning");
});

test.each(RUNTIMES)("the bundle finds the trend page beside it on %s", (_, node) => {
  using project = new Project();
  expect(bundled(node, ["site"], project.folder)).toMatchObject({ status: 0 });
  expect(chartsIn(project.read(".steelyard/site/index.html"))).toMatchObject({ runs: [], series: [] });
});

test.each(RUNTIMES)("the actions' bundles start on %s, and say what is missing", (_, node) => {
  using project = new Project();
  const started = (name: string) =>
    spawnSync(node, [join(DIST, `${name}.mjs`)], {
      cwd: project.folder,
      encoding: "utf8",
      timeout: 100_000,
      env: { PATH: process.env.PATH },
    });
  expect(started("measure")).toMatchObject({
    status: 2,
    stderr: "",
    stdout: expect.stringContaining("config: "),
  });
  for (const name of STEPS.slice(2)) {
    expect(started(name), name).toMatchObject({
      status: 2,
      stderr: "",
      stdout: expect.stringContaining("token: "),
    });
  }
  expect(started("post")).toMatchObject({ status: 0, stderr: "", stdout: "" });
});

test.each(RUNTIMES)("the actions' bundles measure and clean up on %s", async (_, node) => {
  using project = new Project();
  using job = new Job(project, "push", {}, (step) => [node, join(DIST, `${step}.mjs`)]);
  const measured = await job.measure().finished;
  expect([measured.code, measured.err, job.outputs().verdict]).toEqual([0, "", "new"]);
  expect((await job.post().finished).code).toBe(0);
  expect(project.living()).toEqual([]);
});

test.each(RUNTIMES)("the report's bundle fetches, judges and posts on %s", async (_, node) => {
  await using double = await github({}, ofHead(SLOWER));
  const folder = mkdtempSync(join(tmpdir(), "steelyard-bundle-"));
  writeFileSync(join(folder, "event.json"), JSON.stringify(payloads.pull()));
  const child = spawn(node, [join(DIST, "report.mjs")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...stepEnvironment(double, folder, { action: "report", event: "pull_request" }),
    },
  });
  const code = await new Promise((done) => child.on("close", done));
  rmSync(folder, { recursive: true, force: true });
  expect([code, double.violations]).toEqual([1, []]);
  expect([double.state.comments.length, double.state.checks.length]).toEqual([1, 1]);
});

const files = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".mjs"),
);

test("the licence of everything in the bundle is beside it", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined(); // whoever installs it gets the bundles, and nothing else
  const text = readFileSync(join(DIST, "LICENCES.txt"), "utf8");
  // The chart library is in the trend page, and the bundler's helpers are in the chunks.
  const inside = bundledPackages();
  expect(inside).toEqual(expect.arrayContaining(["uplot", "zod", "yaml"]));
  for (const name of [...inside, "rolldown"]) expect(text).toContain(`${name} ${devDependencies[name]} (`);
  const licensed = [...text.matchAll(/^(\S+) \d\S* \(/gm)].map(([, name]) => name!);
  const chunks = files.filter((name) => dirname(name) === "chunks/npm");
  expect(chunks.length).toBeGreaterThan(10);
  const named = licensed.map((name) => `chunks/npm/${name.replace("@", "").replace("/", "-")}.mjs`);
  expect(named).toEqual(expect.arrayContaining(chunks));
});

const lazy = (file: string) => /\bimport\(/.test(readFileSync(join(DIST, file), "utf8"));

test("a step loads all of its code at its start; only the command line loads more later", () => {
  for (const name of STEPS) {
    const loaded = [...loadedBy(DIST, `${name}.mjs`)];
    expect(files, name).toEqual(expect.arrayContaining(loaded)); // none is outside of action/dist
    if (name === "post") expect(loaded).toEqual(["post.mjs"]);
    else expect(loaded.length, name).toBeGreaterThan(5);
    expect(loaded.filter(lazy), name).toEqual([]);
  }
  expect(files.filter(lazy)).toEqual(["cli.mjs"]);
  // No file is left over from an earlier build.
  const targets = [...readFileSync(BUNDLE, "utf8").matchAll(/\bimport\("\.\/([^"]+)"\)/g)].map(
    ([, to]) => to!,
  );
  expect(targets.length).toBeGreaterThan(15);
  const reached = ["cli.mjs", ...STEPS.map((name) => `${name}.mjs`), ...targets].flatMap((file) => [
    ...loadedBy(DIST, file),
  ]);
  expect([...new Set(reached)].sort()).toEqual([...files].sort());
});

test.each(RUNTIMES)("help and version on %s take little longer than an empty program", (_, node) => {
  // CPU seconds of ten runs: time on a busy machine would be that of other tests as well.
  const cpuOf = (...args: string[]) => {
    const ten = 'for i in 1 2 3 4 5 6 7 8 9 10; do "$@" > /dev/null || exit 1; done; times';
    const { status, stdout } = spawnSync("sh", ["-c", ten, "sh", node, ...args], {
      cwd: checkout,
      encoding: "utf8",
    });
    expect(status).toBe(0);
    const [, children = ""] = stdout.trim().split("\n");
    const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
    return times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  };
  const empty = cpuOf("-e", "");
  // A ratio, since an absolute is this machine's: an empty Node takes 20 to 50 ms, and 100 ms more is three times that.
  for (const args of [["--help"], ["measure", "--help"], ["--version"]]) {
    expect(cpuOf(BUNDLE, ...args) / empty, args.join(" ")).toBeLessThan(3);
  }
});

test("the package is one archive that runs without an installation", () => {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-package-"));
  try {
    const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const [{ filename, files: inside }] = JSON.parse(packed);
    const paths = inside.map(({ path }: { path: string }) => path);
    const kept = [
      "LICENSE",
      "README.md",
      "package.json",
      "action/dist/LICENCES.txt",
      "action/dist/page.html",
      "action/dist/why.html",
    ];
    expect(paths.sort()).toEqual([...kept, ...files.map((name) => `action/dist/${name}`)].sort());
    // As npx starts it, from a folder that has nothing of ours.
    const npx = spawnSync("npx", ["--yes", `./${filename}`, "--version"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status: npx.status, stdout: npx.stdout }).toEqual({ status: 0, stdout: `${VERSION}\n` });
    execFileSync("tar", ["-xzf", join(folder, filename), "-C", folder]);
    const entry = join(folder, "package", "action/dist/cli.mjs");
    expect(existsSync(entry)).toBe(true);
    expect(spawnSync(oldest, [entry, "--version"], { encoding: "utf8" }).stdout).toBe(`${VERSION}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// As with github:OWNER/REPO, npm clones the repository and packs it; only where it clones from is another place.
test("npx runs it from a repository, without building anything", () => {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-npx-"));
  try {
    const repository = join(folder, "steelyard.git");
    execFileSync("git", ["clone", "--quiet", "--bare", ROOT, repository]);
    const npx = spawnSync("npx", ["--yes", `git+file://${repository}`, "--version"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, npm_config_cache: join(folder, "cache") },
    });
    expect({ status: npx.status, stdout: npx.stdout }).toEqual({ status: 0, stdout: `${VERSION}\n` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
