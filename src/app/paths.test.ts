import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareOutput, setAside, typed } from "./paths.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "paths-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));
const ignore = (folder: string) => readFileSync(join(cwd, folder, ".gitignore"), "utf8");

test("a new output folder is ignored by git, one of ours stays so", async () => {
  await prepareOutput(cwd, ".steelyard");
  writeFileSync(join(cwd, ".steelyard/run.json"), "{}");
  await prepareOutput(cwd, ".steelyard");
  expect(ignore(".steelyard")).toBe("*\n");
});

test("the .gitignore of somebody else is left alone, and none is put among other files", async () => {
  mkdirSync(join(cwd, "docs"));
  writeFileSync(join(cwd, "docs/page.md"), "");
  await prepareOutput(cwd, "docs");
  expect(readdirSync(join(cwd, "docs"))).toEqual(["page.md"]);
  writeFileSync(join(cwd, "docs/.gitignore"), "node_modules\n");
  await prepareOutput(cwd, "docs");
  expect(ignore("docs")).toBe("node_modules\n");
});

test.each([".", "..", "/"])(
  "the output folder %j is refused, because it holds the checkout",
  async (folder) => {
    await expect(prepareOutput(cwd, folder)).rejects.toMatchObject({
      fault: "user",
      where: `--out ${folder}`,
    });
  },
);

test("earlier results are set aside, and nothing else is touched", async () => {
  const out = await prepareOutput(cwd, "out");
  for (const name of ["run.json", "comment.md", "notes.txt"]) writeFileSync(join(out, name), name);
  await setAside(out);
  expect(readdirSync(out).sort()).toEqual([".gitignore", "notes.txt", "previous"]);
  expect(readdirSync(join(out, "previous")).sort()).toEqual(["comment.md", "run.json"]);
  await setAside(out); // nothing new: what is aside stays
  expect(readdirSync(join(out, "previous")).sort()).toEqual(["comment.md", "run.json"]);
});

test("paths are shown as people would type them", () => {
  expect(typed("/a/b", "/a/b/c/d.json")).toBe("c/d.json");
  expect(typed("/a/b", "/a/x.json")).toBe("/a/x.json");
});
