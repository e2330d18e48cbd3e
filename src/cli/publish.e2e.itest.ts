import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Forge } from "../testing/branches.ts";
import { sha } from "../testing/histories.ts";
import { Project } from "../testing/project.ts";
import { chartsIn, dataJs, runOfMain } from "../testing/publishing.ts";

// The facts of a run come from the environment of a CI runner; here it is empty.
const ENV = {
  GITHUB_SERVER_URL: "",
  GITHUB_REPOSITORY: "",
  GITHUB_RUN_ID: "",
  GITHUB_RUN_ATTEMPT: "",
  GITHUB_TOKEN: "",
  STEELYARD_TOKEN: "",
};

const published = (forge: Forge) =>
  forge.files("gh-pages").filter((name) => name.startsWith("steelyard/runs/"));

test("page, badge and history come in one commit beside what others keep there, and nothing of theirs changes", async () => {
  using forge = new Forge();
  using project = new Project();
  const theirs = {
    "index.html": "my home page",
    "dev/bench/data.js": dataJs(),
    "dev/bench/index.html": "their chart",
  };
  forge.put("gh-pages", theirs);
  project.git("remote", "add", "origin", forge.remote);
  project.write("comparison.json", runOfMain(1));
  const done = await project.run(["publish", "comparison.json"], ENV);
  expect(done).toMatchObject({ code: 0 });
  expect(done.err).toContain("1 run added, 1 kept");
  expect(forge.commits("gh-pages")).toBe(2);
  for (const [path, text] of Object.entries(theirs)) expect(forge.read("gh-pages", path)).toBe(text);
  expect(
    forge
      .files("gh-pages")
      .filter((name) => name.startsWith("steelyard/"))
      .map((name) => name.replace(/runs\/.*/, "runs")),
  ).toEqual(["steelyard/badge.json", "steelyard/badge.svg", "steelyard/index.html", "steelyard/runs"]);
  const { series } = chartsIn(forge.read("gh-pages", "steelyard/index.html"));
  expect(
    series.map((one: { workload: string; values: number[] }) => [one.workload, one.values.length]),
  ).toEqual([
    ["recommend", 1],
    ["Parser", 3],
  ]);
  expect(JSON.parse(forge.read("gh-pages", "steelyard/badge.json"))).toMatchObject({ schemaVersion: 1 });
  expect(project.left()).toEqual([]);

  const before = published(forge);
  const again = await project.run(["publish", "comparison.json"], ENV);
  expect(again).toMatchObject({ code: 0 });
  expect(again.err).toContain("0 runs added (1 was there already), 1 kept");
  expect(published(forge)).toEqual(before);
});

/** Starts a publisher and kills it when it has come so far: five stages, from its clone to its push. */
async function killed(project: Project, n: number, stage: number): Promise<void> {
  const temporary = project.path(`tmp-${n}`);
  mkdirSync(temporary);
  const clone = (...path: string[]) => readdirSync(temporary).map((name) => join(temporary, name, ...path));
  const there = (...path: string[]) => clone(...path).some((one) => existsSync(one));
  const stages: readonly (() => boolean)[] = [
    () => there(),
    () => there(".git", "HEAD"),
    () => there("theirs.txt"),
    () => there("steelyard", "index.html"),
    () =>
      clone(".git", "logs", "HEAD").some(
        (log) => existsSync(log) && /commit/.test(readFileSync(log, "utf8")),
      ),
  ];
  const started = project.start(["publish", `run-${n}.json`], { ...ENV, TMPDIR: temporary });
  await started.until(`stage ${stage}`, stages[stage]!).catch(() => {}); // one that was faster has published
  started.kill("SIGKILL");
  await started.finished;
}

test("ten publishers at once, some of them killed and begun again, beside a racing pusher: nothing lost, nothing doubled", async () => {
  using forge = new Forge();
  using project = new Project();
  forge.put("gh-pages", { "theirs.txt": "0" });
  project.git("remote", "add", "origin", forge.remote);
  const COUNT = 10;
  for (let n = 0; n < COUNT; n++) project.write(`run-${n}.json`, runOfMain(n));
  // Whoever was published makes the racer push, which is in the way of all that are still under way.
  let pushes = 0;
  const push = () => {
    try {
      forge.put("gh-pages", { "theirs.txt": String(++pushes) });
    } catch {
      // a publisher was faster: that is what the race is about
    }
  };
  push();
  const again = async (n: number) => {
    const done = await project.run(["publish", `run-${n}.json`], ENV);
    expect(done, done.err).toMatchObject({ code: 0 });
    push();
  };
  await Promise.all(
    Array.from({ length: COUNT }, async (_, n) => {
      if (n % 2 === 0) await killed(project, n, n / 2);
      await again(n);
    }),
  );
  expect(published(forge)).toHaveLength(COUNT);
  const { runs, series } = chartsIn(forge.read("gh-pages", "steelyard/index.html"));
  expect(new Set(runs.map((run: { sha: string }) => run.sha))).toEqual(
    new Set(Array.from({ length: COUNT }, (_, n) => sha(n))),
  );
  expect(runs).toHaveLength(COUNT);
  expect(series[0].values).toHaveLength(COUNT);
  expect(Number(forge.read("gh-pages", "theirs.txt"))).toBeGreaterThan(0);
}, 300_000);

test.each([
  ["steelyard/runs/2026/11/bad.json", '{"schema":"entry/1"', "is not JSON"],
  ["dev/bench/data.js", "window.BENCHMARK_DATA = {", "is not JSON"],
  ["steelyard/index.html", "<h1>Mine</h1>", "a page here that is not ours"],
])("%s that cannot be read stops it loudly, and the branch stays as it was", async (path, text, message) => {
  using forge = new Forge();
  using project = new Project();
  forge.put("gh-pages", { [path]: text });
  project.git("remote", "add", "origin", forge.remote);
  project.write("comparison.json", runOfMain(1));
  const done = await project.run(["publish", "comparison.json"], ENV);
  expect(done.code).toBe(2);
  expect(done.err).toContain(message);
  expect(forge.commits("gh-pages")).toBe(1);
  expect(forge.read("gh-pages", path)).toBe(text);
});

test.each([
  [["--folder", "../x"], "outside of the branch"],
  [["--folder", ".git"], "outside of the branch"],
  [["--branch", "--force"], "--branch"],
  [["--remote", "https://user:secretword@example.com/x.git"], "contains credentials"],
])("%j is refused", async (args, message) => {
  using forge = new Forge();
  using project = new Project();
  project.git("remote", "add", "origin", forge.remote);
  project.write("comparison.json", runOfMain(1));
  const done = await project.run(["publish", "comparison.json", ...args], ENV);
  expect(done.code).toBe(2);
  expect(done.err).toContain(message);
  expect(done.err).not.toContain("secretword");
});
