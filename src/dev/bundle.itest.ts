import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "../base/version.ts";
import { github, ofHead, payloads, reportEnvironment, SLOWER } from "../testing/github/reporting.ts";
import { Job } from "../testing/job.ts";
import { Project } from "../testing/project.ts";
import { chartsIn } from "../testing/publishing.ts";
import { ROOT } from "./command.ts";
import { nodes } from "./tools.ts";

const BUNDLE = join(ROOT, "action/dist/cli.mjs");
const { oldest, actions } = nodes();
const RUNTIMES = [
  ["Node 20", oldest],
  ["Node 24", actions],
] as const;

/** The bundle, run outside this checkout, so that nothing can be found in its node_modules. */
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

test.each(RUNTIMES)("the bundle finds the trend page beside it on %s", (_, node) => {
  using project = new Project();
  expect(bundled(node, ["site"], project.folder)).toMatchObject({ status: 0 });
  expect(chartsIn(project.read(".steelyard/site/index.html"))).toMatchObject({ runs: [], series: [] });
});

test.each(RUNTIMES)("the actions' bundles start on %s, and say what is missing", (_, node) => {
  using project = new Project();
  const started = (name: string) =>
    spawnSync(node, [join(ROOT, `action/dist/${name}.mjs`)], {
      ...{ cwd: project.folder, encoding: "utf8", timeout: 100_000 },
      env: { PATH: process.env.PATH },
    });
  expect(started("measure")).toMatchObject({
    status: 2,
    stderr: "",
    stdout: expect.stringContaining("config: "),
  });
  for (const name of ["report", "target", "refresh"]) {
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
  using job = new Job(project, "push", {}, (step) => [node, join(ROOT, `action/dist/${step}.mjs`)]);
  const measured = await job.measure().finished;
  expect([measured.code, measured.err, job.outputs().verdict]).toEqual([0, "", "new"]);
  expect((await job.post().finished).code).toBe(0);
  expect(project.living()).toEqual([]);
});

test.each(RUNTIMES)("the report's bundle fetches, judges and posts on %s", async (_, node) => {
  await using double = await github({}, ofHead(SLOWER));
  const folder = mkdtempSync(join(tmpdir(), "steelyard-bundle-"));
  writeFileSync(join(folder, "event.json"), JSON.stringify(payloads.pull()));
  const child = spawn(node, [join(ROOT, "action/dist/report.mjs")], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...reportEnvironment(double, folder) },
  });
  const code = await new Promise((done) => child.on("close", done));
  rmSync(folder, { recursive: true, force: true });
  expect([code, double.violations]).toEqual([1, []]);
  expect([double.state.comments.length, double.state.checks.length]).toEqual([1, 1]);
});

test("the licence of everything in the bundle is beside it", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const text = readFileSync(join(ROOT, "action/dist/LICENCES.txt"), "utf8");
  const inside = { ...dependencies, uplot: devDependencies.uplot }; // the chart library is in the trend page
  for (const [name, version] of Object.entries(inside)) expect(text).toContain(`${name} ${version} (`);
  const bundles = readdirSync(join(ROOT, "action/dist")).filter((name) => name.endsWith(".mjs"));
  const wanted = ["cli", "measure", "post", "report", "target", "refresh"].map((name) => `${name}.mjs`);
  expect(bundles).toEqual(expect.arrayContaining(wanted));
  for (const name of bundles) expect(statSync(join(ROOT, "action/dist", name)).size).toBeLessThan(3_000_000);
});
