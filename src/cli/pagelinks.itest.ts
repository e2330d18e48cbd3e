import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { regressionsIn } from "../commands/history/track.ts";
import { Forge } from "../testing/branches.ts";
import { Project } from "../testing/project.ts";
import { dataJs, runOfMain } from "../testing/publishing.ts";

// Links on the branch that pages are published from: whoever may push there could have publishing write and read elsewhere.
const ENV = {
  GITHUB_SERVER_URL: "",
  GITHUB_REPOSITORY: "",
  GITHUB_RUN_ID: "",
  GITHUB_RUN_ATTEMPT: "",
  GITHUB_TOKEN: "",
  STEELYARD_TOKEN: "",
};
const SECRET = "a-line-of-somebody-else";
const DATA = dataJs("Stolen");
let victim: string;
let forge: Forge;
let project: Project;
beforeEach(() => {
  victim = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-victim-")));
  writeFileSync(join(victim, "secret.json"), SECRET);
  writeFileSync(join(victim, "data.js"), DATA);
  forge = new Forge();
  project = new Project();
  forge.put("gh-pages", { "kept.txt": "theirs" });
  project.git("remote", "add", "origin", forge.remote);
  project.write("comparison.json", runOfMain(1));
});
afterEach(() => {
  expect(readdirSync(victim).sort()).toEqual(["data.js", "secret.json"]);
  expect(readFileSync(join(victim, "secret.json"), "utf8")).toBe(SECRET);
  for (const one of [forge, project]) one[Symbol.dispose]();
  rmSync(victim, { recursive: true });
});

const LINKS: [path: string, target: () => string][] = [
  ["steelyard", () => victim],
  ["steelyard/index.html", () => join(victim, "secret.json")],
  ["steelyard/badge.json", () => join(victim, "secret.json")],
  ["steelyard/badge.svg", () => "../kept.txt"],
  ["steelyard/runs", () => victim],
  ["steelyard/runs/2026", () => victim],
  ["steelyard/runs/2026/01/x.json", () => join(victim, "secret.json")],
  ["dev/bench/data.js", () => join(victim, "data.js")],
  ["dev", () => victim],
];
test.each(LINKS)(
  "a link at %s is refused by its name: nothing is read, written or pushed through it",
  async (path, target) => {
    forge.put("gh-pages", { [path]: target() }, "A link", "120000");
    const done = await project.run(["publish", "comparison.json"], ENV);
    expect(done.err).toMatch(/symbolic link|leads out of its checkout/);
    expect(done.err).toContain(path);
    expect(`${done.out}${done.err}`).not.toContain(SECRET);
    expect([done.code, forge.commits("gh-pages"), project.left()]).toEqual([2, 2, []]);
  },
);

test("a site in a folder of one's own: the same", async () => {
  project.write("site/runs/.keep", "");
  symlinkSync(victim, project.path("site/runs/2026"));
  const done = await project.run(["site", "comparison.json", "--out", "site"], ENV);
  expect(done.err).toContain(project.path("site/runs/2026"));
  expect(done.code).toBe(2);
  await expect(regressionsIn(project.folder, "site")).rejects.toMatchObject({
    fault: "user",
    where: project.path("site/runs/2026"),
  });
});
