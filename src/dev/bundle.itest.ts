import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "../base/version.ts";
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

test("the licence of everything in the bundle is beside it", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const text = readFileSync(join(ROOT, "action/dist/LICENCES.txt"), "utf8");
  const inside = { ...dependencies, uplot: devDependencies.uplot }; // the chart library is in the trend page
  for (const [name, version] of Object.entries(inside)) expect(text).toContain(`${name} ${version} (`);
  expect(statSync(BUNDLE).size).toBeLessThan(3_000_000);
});
