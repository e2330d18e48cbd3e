import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project, SERVER } from "../testing/project.ts";
import { ROOT } from "./command.ts";
import { ownRepository } from "./repository.ts";

// The documents as a stranger reads them: their files are written to a fresh checkout and their commands are run there.
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const README = read("README.md");
const LOADS = read("workloads/README.md");
const COMPARE = read("src/compare/README.md");
/** The program, as every document names it: an address that nobody else can take. */
const PROGRAM = `npx --yes github:${ownRepository()}`;

const filesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)```/g)].map(([, name, file]) => [
      name!,
      file!,
    ]),
  );
const lines = (block: string) =>
  block
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "");

test("the README is one screen for each question, and its words are few", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(120);
  const words = README.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const grade = readingGrade(README);
  console.log(
    `README.md: ${README.split("\n").length} lines, ${words} words, reading level ${grade.toFixed(1)}`,
  );
  expect(words).toBeLessThanOrEqual(900);
  expect(grade).toBeLessThanOrEqual(10);
});

/**
 * The grade of school from which a page's prose can be read: the Flesch-Kincaid formula (Kincaid et al., 1975). Syllables
 * are groups of vowels, without a last silent e.
 */
function readingGrade(page: string): number {
  const prose = page.replace(/```[\s\S]*?```|<[^>]*>|^[|#].*$/gm, "").replace(/\]\([^)]*\)/g, "]");
  const words = prose.match(/[A-Za-z][A-Za-z']*/g) ?? [];
  const sentences = prose.split(/[.?:!](?:\s|$)|\n\n/).filter((one) => /[A-Za-z]/.test(one)).length;
  const syllables = words
    .map((word) => word.replace(/(?<=[^aeiouy])e$/i, "").match(/[aeiouy]+/gi)?.length ?? 1)
    .reduce((sum, count) => sum + count, 0);
  return (0.39 * words.length) / sentences + (11.8 * syllables) / words.length - 15.59;
}

test("its commands work in a fresh checkout with its files, and a slower branch fails", async () => {
  const files = filesIn(README);
  expect(Object.keys(files)).toEqual([".github/steelyard.yml", "load/browse.ts"]);
  const [block = ""] = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);
  const commands = lines(block);
  expect(commands.every((line) => line.startsWith(`${PROGRAM} `))).toBe(true);
  expect(commands.map((line) => line.slice(PROGRAM.length + 1))).toEqual(["init", "check --base"]);

  using project = new Project(files);
  const before = project.read(".github/steelyard.yml");
  const init = await project.run(["init"]);
  expect({ code: init.code, said: init.err }).toMatchObject({ code: 0 });
  expect(project.read(".github/steelyard.yml")).toBe(before); // it overwrites nothing
  project.git("switch", "-q", "-c", "change");
  project.write("server.mjs", SERVER.replace("BURN ?? 0", "BURN ?? 3000"));
  project.commit("Slower");
  // Why it is slower costs as much again, and is asked elsewhere (why.e2e.itest.ts).
  const done = await project.run(["check", "--base", "--why", "never"]);
  expect({ code: done.code, said: done.err.slice(-2_000) }).toMatchObject({ code: 1 });
  expect(project.read(".steelyard/comment.md")).toMatch(/^### ❌ `browse` /m);
  expect(project.living()).toEqual([]);
}, 180_000);

test("the page on loads has a config that works, and its commands against stored sessions, too", async () => {
  const files = filesIn(LOADS);
  const [, block = ""] = /<!-- run -->\n```sh\n([\s\S]*?)```/.exec(LOADS) ?? [];
  const verbs = lines(block);
  expect(verbs.length).toBeGreaterThanOrEqual(3);
  // Unchanged except for shorter lengths, so that this takes seconds.
  const config = files[".github/steelyard.yml"]!.replace(
    "duration: 5s, trials: 10",
    "duration: 300ms, trials: 6",
  );
  expect(config).not.toBe(files[".github/steelyard.yml"]);
  const waivers = filesIn(COMPARE);
  expect(Object.keys(waivers)).toEqual([".github/steelyard-waivers.yml"]);
  using project = new Project({ ...files, ...waivers, ".github/steelyard.yml": config });
  for (const line of ["steelyard doctor", ...verbs]) {
    const done = await project.run(line.split(" ").slice(1));
    expect(done.err, line).not.toMatch(/bug in steelyard/);
    expect({ line, code: done.code }).toEqual({ line, code: 0 });
  }
  for (const name of ["run.json", "comparison.json", "comment.md"])
    expect(project.has(`.steelyard/${name}`)).toBe(true);
  expect(project.living()).toEqual([]);
});
