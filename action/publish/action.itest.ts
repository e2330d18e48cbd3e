import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { Forge } from "../../src/testing/branches.ts";
import { Project } from "../../src/testing/project.ts";
import { dataJs, runOfMain } from "../../src/testing/publishing.ts";

// The steps of the action that are ours, run by bash as a runner does; those of the other action are looked at only.
interface Step {
  readonly name: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
const text = readFileSync(join(import.meta.dirname, "action.yml"), "utf8");
const { runs, inputs } = parse(text) as {
  runs: { steps: Step[] };
  inputs: Record<string, { default?: string }>;
};
const step = (name: string): Step => runs.steps.find((one) => one.name === name)!;

let forge: Forge;
let project: Project;
let temp: string;
beforeEach(() => {
  forge = new Forge();
  project = new Project();
  temp = mkdtempSync(join(tmpdir(), "steelyard-action-"));
});
afterEach(() => {
  forge[Symbol.dispose]();
  project[Symbol.dispose]();
  rmSync(temp, { recursive: true, force: true });
});

function ran(name: string, env: Record<string, string>) {
  const output = join(temp, "output");
  writeFileSync(output, "");
  const done = spawnSync("bash", ["-c", step(name).run!], {
    cwd: project.folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: temp,
      RUNNER_TEMP: temp,
      GITHUB_OUTPUT: output,
      GITHUB_ACTION_PATH: import.meta.dirname,
      FILES: "a.json\n\nb.json\n",
      BASELINES: "baselines",
      BRANCH: "gh-pages",
      FOLDER: "steelyard",
      BENCHMARKS: "dev/bench",
      TITLE: "",
      KEEP: "90",
      TOKEN: "ghs_secretword0123",
      GITHUB_TOKEN: "ghs_secretword0123",
      SERVER: "file://",
      REPOSITORY: forge.folder,
      ...env,
    },
  });
  return { code: done.status, err: done.stderr + done.stdout, output: readFileSync(output, "utf8") };
}

test("the steps, one after the other, on a branch that another tool keeps its data on", () => {
  project.write("a.json", runOfMain(1));
  project.write("b.json", runOfMain(2));
  forge.put("gh-pages", { "dev/bench/data.js": dataJs(), "index.html": "home" });
  const published = ran("Trend page, badge and history", {});
  expect(published, published.err).toMatchObject({ code: 0 });
  expect(forge.files("gh-pages").filter((path) => path.includes("/runs/"))).toHaveLength(2);
  expect(forge.read("gh-pages", "dev/bench/data.js")).toBe(dataJs());
  expect(forge.read("gh-pages", "index.html")).toBe("home");
  const series = ran("Series for github-action-benchmark", {});
  expect(series).toMatchObject({ code: 0 });
  const [, smaller] = /^smaller=(.*)$/m.exec(series.output) ?? [];
  expect(JSON.parse(readFileSync(smaller!, "utf8"))).toHaveLength(2);
  expect(series.output).not.toContain("bigger=");
  expect(series.err + published.err).not.toContain("secretword");
});

test("our page comes first, whatever becomes of the other tool, and begins the branch that it requires", () => {
  const names = runs.steps.map(({ name }) => name);
  expect(names.slice(1)).toEqual([
    "Trend page, badge and history",
    "Series for github-action-benchmark",
    "Smaller is better",
    "Bigger is better",
  ]);
  project.write("a.json", runOfMain(1));
  expect(ran("Trend page, badge and history", { FILES: "a.json", TITLE: "A $(shop)" })).toMatchObject({
    code: 0,
  });
  expect(forge.read("gh-pages", "steelyard/index.html")).toContain("A $(shop)");
});

test("the other tool gets no series where it is off", () => {
  project.write("a.json", runOfMain(1));
  const series = ran("Series for github-action-benchmark", { FILES: "a.json", BENCHMARKS: "off" });
  expect(series).toMatchObject({ code: 0, output: "" });
});

test.each([
  ["refs/heads/main", 0],
  ["refs/pull/7/merge", 1],
  ["refs/heads/other", 1],
])("on %s the first step ends with %i", (REF, code) => {
  expect(ran("Only the default branch has a history", { REF, MAIN: "main" })).toMatchObject({ code });
});

test("what others wrote is pinned, told nothing by text in a script, and its alerts are off", () => {
  const uses = runs.steps.flatMap((one) => (one.uses === undefined ? [] : [one]));
  expect(uses.map((one) => one.with?.tool)).toEqual(["customSmallerIsBetter", "customBiggerIsBetter"]);
  for (const one of uses) {
    expect(one.uses).toMatch(/@[0-9a-f]{40}$/);
    expect(one.with).toMatchObject({ "fail-on-alert": false, "comment-on-alert": false, "auto-push": true });
  }
  for (const { run = "" } of runs.steps) expect(run).not.toContain("${{");
  expect(inputs.benchmarks?.default).toBe("dev/bench");
  expect(existsSync(join(import.meta.dirname, "../dist/cli.mjs"))).toBe(true);
});
