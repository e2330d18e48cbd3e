import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { gitTags, lastRelease } from "./release.ts";

let repo: string;
let clock = 0;
const at = () => ({ cwd: repo, env: process.env, signal: new AbortController().signal });

function sh(...args: string[]): string {
  const date = `2026-11-01T00:00:${String(clock++).padStart(2, "0")}Z`;
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
  return runGit({ cwd: repo, env }, ...args).trim();
}
function commit(text: string, ...tags: string[]): string {
  writeFileSync(join(repo, "file.txt"), text);
  sh("add", "-A");
  sh("commit", "-q", "-m", text);
  for (const tag of tags) sh("tag", tag);
  return sh("rev-parse", "HEAD");
}
beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-release-"));
  clock = 0;
  sh("init", "-q", "-b", "main");
});
afterEach(() => rmSync(repo, { recursive: true }));

test("the last release is the newest tag of that pattern in head's history, without head's own", async () => {
  commit("one", "v1.9.0");
  commit("two", "v1.10.0", "nightly-7", "vendor/x");
  const side = sh("rev-parse", "HEAD");
  commit("three", "v2.0.0");
  expect(await lastRelease(at(), "v*.*.*")).toBe("v1.10.0"); // 2.0.0 is head
  commit("four");
  expect(await lastRelease(at(), "v*")).toBe("v2.0.0");
  expect(await lastRelease(at(), "v1.*")).toBe("v1.10.0");
  expect(await lastRelease(at(), "nightly-*")).toBe("nightly-7");
  sh("switch", "-q", "-c", "maintenance", side);
  commit("five");
  sh("tag", "-a", "v1.10.1", "-m", "A release");
  commit("six");
  expect(await lastRelease(at(), "v*")).toBe("v1.10.1");
  sh("switch", "-q", "main");
  expect(await lastRelease(at(), "v*")).toBe("v2.0.0"); // made later elsewhere is none of ours
});

test("of two tags at one commit the greater number counts", async () => {
  commit("one");
  sh("tag", "v1.9.0");
  clock--; // at the same time
  sh("tag", "v1.10.0");
  commit("two");
  expect(await lastRelease(at(), "v*")).toBe("v1.10.0");
});

test("no release is an error with the pattern and what to do", async () => {
  commit("one", "nightly-1");
  commit("two", "v1");
  await expect(lastRelease(at(), "v*")).rejects.toMatchObject({
    message: expect.stringContaining('"v*"'),
    remedy: expect.stringContaining("--base TAG"),
  });
});

test("tags name commits, also those with a message", async () => {
  const one = commit("one", "plain");
  sh("tag", "-a", "told", "-m", "A release");
  expect(await gitTags(at()).tags()).toEqual([
    { name: "plain", sha: one },
    { name: "told", sha: one },
  ]);
  const two = commit("two");
  expect(await gitTags(at()).mergeBase(one, two)).toBe(one);
});
