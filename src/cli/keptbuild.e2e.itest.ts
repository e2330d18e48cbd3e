import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endProject } from "../testing/endproject.ts";
import { Project, SERVER, SHOP_CONFIG } from "../testing/project.ts";

// Base's build on a laptop, through the command line: made once for all comparisons with the same commit.
let project: Project;
/** Outside of the checkout: a cache of its own, and a list of the folders in which a build ran. */
let outside: string;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), "steelyard-outside-"));
});
afterEach(async () => {
  await endProject(project);
  rmSync(outside, { recursive: true, force: true });
});

/** Counts itself, and takes long enough in base's tree to be worth keeping. */
const BUILD = (list: string) => `
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
appendFileSync(${JSON.stringify(list)}, process.cwd() + "\\n");
mkdirSync("dist", { recursive: true });
writeFileSync("dist/made.txt", process.cwd());
if (process.cwd().includes("steelyard-base-")) setTimeout(() => {}, 2_100);
`;
/** In base's tree, starts only once on what a build made in this very folder. */
const BUILT = `
import { appendFileSync, existsSync, readFileSync as made } from "node:fs";
if (process.cwd().includes("steelyard-base-")) {
  if (made("dist/made.txt", "utf8") !== process.cwd()) process.exit(5);
  if (existsSync(process.env.BROKEN)) process.exit(6);
  appendFileSync("dist/made.txt", "spoilt");
}
`;

test("it is used again where nothing it depends on has changed, and not in CI; `down` and a base that does not start forget it", async () => {
  const list = join(outside, "built");
  const broken = join(outside, "broken");
  const config = SHOP_CONFIG.replace("duration: 200ms, trials: 3", "mode: trial, duration: 150ms")
    .replace("process:", "process:\n    build: [[node, build.mjs]]")
    .replace("ports:", `env: { BROKEN: ${broken} }\n        ports:`);
  const files = { ".github/steelyard.yml": config, "build.mjs": BUILD(list), "server.mjs": BUILT + SERVER };
  project = Project.branch({ ...files, ".gitignore": "dist\n.steelyard\nup.txt\n" }, { "notes.md": "" });
  /** Measures, and returns what it said and how often base was built meanwhile. */
  const measured = async (env: Record<string, string> = {}, ...more: string[]) => {
    writeFileSync(list, "");
    rmSync(project.path("dist"), { recursive: true, force: true });
    const done = await project.run(["measure", "--base", "main", "--trials", "1", ...more], {
      XDG_CACHE_HOME: outside,
      ...env,
    });
    const folders = readFileSync(list, "utf8").split("\n").slice(0, -1);
    expect(folders[0]).toBe(project.folder); // head's tree is its owner's, and built as ever
    const { duel, fallback } = project.json(".steelyard/run.json");
    return { err: done.err, builds: folders.length - 1, paired: duel !== undefined, fallback };
  };
  const again = /base: the build of \d+ min ago is used again; `steelyard down` forgets it/;

  const first = await measured();
  expect([first.builds, first.paired]).toEqual([1, true]);
  expect(first.err).not.toMatch(again);
  expect(project.left()).toEqual([]);
  const second = await measured();
  expect([second.builds, second.paired]).toEqual([0, true]);
  expect(second.err).toMatch(again);

  expect(await measured({ CI: "true" })).toMatchObject({ builds: 1, paired: true });
  expect(await measured({ LANG: "C" })).toMatchObject({ builds: 1, paired: true });

  appendFileSync(broken, "");
  const unable = await measured({ LANG: "C" });
  expect([unable.builds, unable.fallback]).toEqual([0, expect.stringMatching(/^it does not start/)]);
  expect(unable.err).toMatch(/measure again: its build was an earlier measurement's, and is forgotten/);
  rmSync(broken);
  expect(await measured({ LANG: "C" })).toMatchObject({ builds: 1, paired: true });

  const down = await project.run(["down"], { XDG_CACHE_HOME: outside });
  expect(down.err).toContain("removed 1 kept build of base");
  expect(await measured({ LANG: "C" })).toMatchObject({ builds: 1, paired: true });
  expect(await measured({ LANG: "C" })).toMatchObject({ builds: 0, paired: true });

  project.git("switch", "-q", "main");
  project.write(".github/steelyard.yml", config.replace("build:", "keep_build: false\n    build:"));
  project.commit("Its migrations have to run");
  project.git("switch", "-q", "-c", "next");
  project.write("more.md", "");
  project.commit("Next");
  for (let n = 0; n < 2; n++)
    expect(await measured({ LANG: "C" })).toMatchObject({ builds: 1, paired: true });
});
