import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { editsAt, NO_EDITS } from "./edits.ts";

let repo: string;
const sh = (...args: string[]) => runGit({ cwd: repo }, ...args);
const write = (path: string, text: string | Buffer) => writeFileSync(join(repo, path), text);
const seen = () =>
  editsAt(
    { cwd: repo, env: { ...process.env, HOME: repo }, signal: new AbortController().signal },
    "baselines",
  );

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-edits-"));
  sh("init", "-q", "-b", "main");
  write("server.js", "one");
  write("logo.png", Buffer.from([0, 1, 2, 3]));
  write(".gitignore", "dist\n");
  sh("add", "-A");
  sh("commit", "-q", "-m", "one");
});
afterEach(() => rmSync(repo, { recursive: true }));

test("a tree that is its commit's has none; what git ignores counts for nothing", async () => {
  write("dist", "built");
  expect(await seen()).toEqual(NO_EDITS);
});

test("each edit of a file has a digest of its own, staged or not, and the same one when it is made again", async () => {
  write("server.js", "two");
  const two = await seen();
  write("server.js", "three");
  const three = await seen();
  sh("add", "-A");
  expect(await seen()).toEqual(three);
  write("server.js", "two");
  expect(await seen()).toEqual(two);
  write("logo.png", Buffer.from([0, 1, 2, 4]));
  const first = await seen();
  write("logo.png", Buffer.from([0, 1, 2, 5]));
  const all = [NO_EDITS, two, three, first, await seen()];
  expect(new Set(all.map(({ tracked }) => tracked)).size).toBe(5);
  expect(new Set(all.map(({ untracked }) => untracked)).size).toBe(1);
});

test("files that git does not track have a digest apart", async () => {
  write("new.js", "one");
  const one = await seen();
  write("new.js", "two");
  utimesSync(join(repo, "new.js"), 1, 1);
  const two = await seen();
  expect([one.tracked, two.tracked]).toEqual([NO_EDITS.tracked, NO_EDITS.tracked]);
  expect(new Set([NO_EDITS, one, two].map(({ untracked }) => untracked)).size).toBe(3);
});
