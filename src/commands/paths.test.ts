import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
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
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareOutput, setAside, typedPath } from "./paths.ts";

let cwd: string;
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "paths-")));
});
afterEach(() => rmSync(cwd, { recursive: true }));
const world = () => ({ cwd, env: process.env, signal: new AbortController().signal });
const ignore = (folder: string) => readFileSync(join(cwd, folder, ".gitignore"), "utf8");

test("a new output folder is ignored by git, one of ours stays so", async () => {
  await prepareOutput(world(), ".steelyard");
  writeFileSync(join(cwd, ".steelyard/run.json"), "{}");
  await prepareOutput(world(), ".steelyard");
  expect(ignore(".steelyard")).toBe("*\n");
});

test("the .gitignore of somebody else is left alone, and none is put among other files", async () => {
  mkdirSync(join(cwd, "docs"));
  writeFileSync(join(cwd, "docs/page.md"), "");
  await prepareOutput(world(), "docs");
  expect(readdirSync(join(cwd, "docs"))).toEqual(["page.md"]);
  writeFileSync(join(cwd, "docs/.gitignore"), "node_modules\n");
  await prepareOutput(world(), "docs");
  expect(ignore("docs")).toBe("node_modules\n");
});

test.each([".", "..", "/"])(
  "the output folder %j is refused, because it holds the checkout",
  async (folder) => {
    await expect(prepareOutput(world(), folder)).rejects.toMatchObject({
      fault: "user",
      where: `--out ${folder}`,
    });
  },
);

test("earlier results are set aside, and nothing else is touched", async () => {
  const out = await prepareOutput(world(), "out");
  for (const name of ["run.json", "comment.md", "notes.txt"]) writeFileSync(join(out, name), name);
  setAside(out);
  expect(readdirSync(out).sort()).toEqual([".gitignore", "notes.txt", "previous"]);
  expect(readdirSync(join(out, "previous")).sort()).toEqual(["comment.md", "run.json"]);
  setAside(out); // nothing new: what is aside stays
  expect(readdirSync(join(out, "previous")).sort()).toEqual(["comment.md", "run.json"]);
});

test("the logs of an earlier run are set aside too, and those of the one that begins are made anew", async () => {
  const out = await prepareOutput(world(), "out");
  mkdirSync(join(out, "logs"));
  writeFileSync(join(out, "logs/old.log"), "old");
  setAside(out);
  expect(readdirSync(out).sort()).toEqual([".gitignore", "previous"]);
  expect(readdirSync(join(out, "previous/logs"))).toEqual(["old.log"]);
});

/** A checkout of which git knows these files, in which nothing else is. */
function checkout(files: Readonly<Record<string, string | { readonly link: string }>>): void {
  for (const [name, what] of Object.entries(files)) {
    mkdirSync(join(cwd, name, ".."), { recursive: true });
    if (typeof what === "string") writeFileSync(join(cwd, name), what);
    else symlinkSync(what.link, join(cwd, name));
  }
  for (const args of [
    ["init", "-q"],
    ["add", "-A", "-f"],
  ]) {
    expect(spawnSync("git", args, { cwd }).status).toBe(0);
  }
}

describe("what a change could have committed", () => {
  let victim: string;
  beforeEach(() => {
    victim = realpathSync(mkdtempSync(join(tmpdir(), "victim-")));
    writeFileSync(join(victim, "run.json"), "kept");
  });
  afterEach(() => {
    expect(readdirSync(victim)).toEqual(["run.json"]);
    expect(readFileSync(join(victim, "run.json"), "utf8")).toBe("kept");
    rmSync(victim, { recursive: true });
  });

  test.each([
    [".steelyard", ".steelyard"],
    ["build/out", "build"],
  ])("an output folder %j with a link at %j is refused, which is named", async (folder, link) => {
    checkout({ [link]: { link: victim } });
    await expect(prepareOutput(world(), folder)).rejects.toMatchObject({
      fault: "user",
      where: join(cwd, link),
    });
    expect(lstatSync(join(cwd, link)).isSymbolicLink()).toBe(true);
  });

  test.each(["logs", "previous", "running", "scratch", "lock", "run.json", ".gitignore", "a/deep/file"])(
    "an output folder that holds a committed link %j is refused, because git tracks it",
    async (name) => {
      checkout({ [`.steelyard/${name}`]: { link: join(victim, "run.json") } });
      await expect(prepareOutput(world(), ".steelyard")).rejects.toMatchObject({
        fault: "user",
        message: expect.stringContaining("Git tracks"),
        where: `--out .steelyard: .steelyard/${name}`,
      });
    },
  );

  test("a folder whose name git would take for a pattern is looked up by its name", async () => {
    checkout({ "out1/file": "" });
    await prepareOutput(world(), "out[1]");
    rmSync(join(cwd, "out1"), { recursive: true });
    checkout({ "out[1]/file": "" });
    await expect(prepareOutput(world(), "out[1]")).rejects.toThrow("Git tracks");
  });

  test("one below .git is refused", async () => {
    checkout({ file: "" });
    await expect(prepareOutput(world(), ".git/out")).rejects.toThrow("git's own");
  });

  test("links that came into it meanwhile are set aside as what they are", async () => {
    checkout({ file: "" });
    const out = await prepareOutput(world(), ".steelyard");
    symlinkSync(victim, join(out, "logs"));
    symlinkSync(victim, join(out, "previous"));
    setAside(out);
    expect(readdirSync(join(out, "previous"))).toEqual(["logs"]);
    expect(lstatSync(join(out, "previous/logs")).isSymbolicLink()).toBe(true);
  });
});

test("paths are shown as people would type them", () => {
  expect(typedPath("/a/b", "/a/b/c/d.json")).toBe("c/d.json");
  expect(typedPath("/a/b", "/a/x.json")).toBe("/a/x.json");
});
