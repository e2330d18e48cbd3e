import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { commitOf, firstParents, parentOf } from "./history.ts";
import { gitTree } from "./tree.ts";

let repo: string;
const checkout = () => ({ cwd: repo, env: process.env, signal: new AbortController().signal });

const git = (...args: string[]) => runGit({ cwd: repo }, ...args).trim();
function commit(name: string): string {
  writeFileSync(join(repo, `${name}.txt`), name);
  git("add", "-A");
  git("commit", "-q", "-m", name);
  return git("rev-parse", "HEAD");
}
/** main: a ─ b ─ m ─ c, where m merges topic: a ─ t ─ u. */
let sha: Record<"a" | "b" | "t" | "u" | "m" | "c", string>;

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-history-"));
  git("init", "-q", "-b", "main");
  const a = commit("a");
  git("switch", "-q", "-c", "topic");
  const [t, u] = [commit("t"), commit("u")];
  git("switch", "-q", "main");
  const b = commit("b");
  git("merge", "-q", "--no-ff", "-m", "m", "topic");
  const m = git("rev-parse", "HEAD");
  sha = { a, b, t, u, m, c: commit("c") };
});
afterEach(() => rmSync(repo, { recursive: true }));

const listed = async (good: string, bad: string) =>
  firstParents(checkout(), await commitOf(checkout(), good), await commitOf(checkout(), bad));

test("lists first parents, oldest first: a merge is one commit, also from a side branch on", async () => {
  expect(await listed(sha.a, "main")).toEqual([sha.b, sha.m, sha.c]);
  expect(await listed(sha.t, "main")).toEqual([sha.b, sha.m, sha.c]);
  expect(await listed(sha.a, "topic")).toEqual([sha.t, sha.u]);
});

test("rejects two commits without a history between them", async () => {
  await expect(listed("main", sha.a)).rejects.toMatchObject({
    remedy: expect.stringContaining("other way round"),
  });
  await expect(listed("topic", sha.b)).rejects.toMatchObject({
    remedy: expect.stringContaining("earlier commit"),
  });
  await expect(listed("main", "main")).rejects.toThrow("the same commit");
  await expect(listed("main", "nowhere")).rejects.toThrow('no commit "nowhere"');
  await expect(listed("--all", "main")).rejects.toThrow('no commit "--all"'); // never an option
});

test("a commit, its first parent, and a file of it", async () => {
  const { subject, authored } = await commitOf(checkout(), "topic");
  expect([subject, Number.isNaN(Date.parse(authored))]).toEqual(["u", false]);
  expect((await parentOf(checkout(), sha.m)).sha).toBe(sha.b);
  await expect(parentOf(checkout(), sha.a)).rejects.toThrow("no commit");
  const fileAt = (commit: string) => gitTree(checkout(), commit).file("b.txt");
  expect([await fileAt(sha.b), await fileAt(sha.a)]).toEqual(["b", null]);
});
