import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../testing/project.ts";
import { ROOT } from "./command.ts";

// The README as a stranger reads it: its files are written to a fresh checkout and its commands are run there.
const README = readFileSync(join(ROOT, "README.md"), "utf8");

const files = Object.fromEntries(
  [...README.matchAll(/<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(([, name, text]) => [
    name!,
    text!,
  ]),
);
const [, commands = ""] = /<!-- run -->\n```sh\n([\s\S]*?)```/.exec(README) ?? [];
const verbs = commands
  .split("\n")
  .map((line) => line.replace(/#.*/, "").trim())
  .filter((line) => line !== "");

test("the README shows a config, a script and commands", () => {
  expect(Object.keys(files)).toEqual([
    ".github/steelyard.yml",
    "load/browse.ts",
    ".github/steelyard-waivers.yml",
  ]);
  expect(verbs.length).toBeGreaterThanOrEqual(4);
  expect(verbs.every((line) => line.startsWith("steelyard "))).toBe(true);
});

test("its commands work in a fresh checkout with its files", async () => {
  // Unchanged except for shorter lengths, so that this takes seconds.
  const config = files[".github/steelyard.yml"]!.replace(
    "duration: 5s, trials: 10",
    "duration: 300ms, trials: 6",
  );
  expect(config).not.toBe(files[".github/steelyard.yml"]);
  using project = new Project({ ...files, ".github/steelyard.yml": config });
  for (const line of verbs) {
    const done = await project.run(line.split(" ").slice(1));
    expect(done.err, line).not.toMatch(/bug in steelyard/);
    expect({ line, code: done.code }).toEqual({ line, code: 0 });
  }
  for (const name of ["run.json", "comparison.json", "comment.md"])
    expect(project.has(`.steelyard/${name}`)).toBe(true);
  expect(project.living()).toEqual([]);
});

test("every npm command of the README exists, and every link leads somewhere", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const [, name = ""] of README.matchAll(/^npm (?:run )?([\w:]+)/gm))
    expect(Object.keys(scripts)).toContain(name);
  const links = [...README.matchAll(/\]\((?!https?:|#|\.\.\/\.\.\/actions\/)([^)#]+)\)/g)].map(
    ([, path]) => path!,
  );
  expect(links.length).toBeGreaterThan(4);
  for (const path of links) expect(readFileSync(join(ROOT, path)).length, path).toBeGreaterThan(0);
});
