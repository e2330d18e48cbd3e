import { afterEach, expect, test } from "vitest";
import { Project, SCRIPT, SERVER, SHOP_CONFIG } from "../testing/project.ts";

let project: Project;
afterEach(() => {
  expect([project.living(), project.leftovers(), project.left()]).toEqual([[], [], []]);
  project[Symbol.dispose]();
});

const SHORT = SHOP_CONFIG.replace(
  "duration: 200ms, trials: 3",
  "mode: trial, duration: 150ms, pairs: [6, 24]",
);
const SLOW = SERVER.replace("BURN ?? 0", "BURN ?? 3000");

test("--release compares with the last release, and names it", async () => {
  project = new Project({
    ".github/steelyard.yml": SHORT.replace("starts: 1", 'starts: 3, release: "shop-*"'),
  });
  project.git("tag", "shop-1.0");
  project.write("server.mjs", SLOW);
  project.commit("Slower");
  project.write("notes.md", "a note");
  project.commit("Nothing that runs");
  project.git("tag", "v9"); // of another pattern
  expect((await project.run(["measure", "--explain", "--release"])).out).toMatch(/with shop-1\.0/);
  const done = await project.run(["check", "--release"]);
  const { duel } = project.json(".steelyard/run.json");
  const sha = project.git("rev-parse", "shop-1.0");
  expect(duel.base).toEqual({ sha, subject: "A shop", ref: "shop-1.0", release: true });
  const { overall, replay } = project.json(".steelyard/comparison.json");
  expect([done.code, overall]).toEqual([1, "regressed"]);
  expect(replay).toContain("--release");
  expect(done.out).toContain("compared with the release shop-1.0, side by side");
});

test("a release from before there was a config is built and started by head's", async () => {
  project = new Project({ "notes.md": "" });
  project.git("rm", "-q", ".github/steelyard.yml", "load.ts");
  project.commit("Before anybody measured");
  project.git("tag", "v1");
  project.write("server.mjs", SLOW);
  project.write("load.ts", SCRIPT);
  project.write(".github/steelyard.yml", SHORT.replace("starts: 1", "starts: 3"));
  project.commit("The first config");
  const done = await project.run(["check", "--release"]);
  expect([done.code, project.json(".steelyard/comparison.json").overall]).toEqual([1, "regressed"]);
  expect(project.json(".steelyard/run.json").duel.pairings).toMatchObject([{ script: "head" }]);
  expect(done.err).not.toContain("first adoption");
  expect(done.out).not.toContain("edits the script");
});

test("without a release, or with another base as well, nothing is started", async () => {
  project = new Project({ ".github/steelyard.yml": SHORT });
  project.write("notes.md", "more");
  project.commit("More");
  const none = await project.run(["check", "--release"]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('"v*"')]);
  const two = await project.run(["check", "--release", "--base", "main"]);
  expect([two.code, two.err]).toEqual([2, expect.stringContaining("--release")]);
});
