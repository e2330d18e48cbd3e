import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { changedLines, isAsIn } from "./changes.ts";

let repo: string;
let base: string;
const sh = (...args: string[]) => runGit({ cwd: repo }, ...args);
const write = (path: string, text: string) => writeFileSync(join(repo, path), text);
const checkout = () => ({
  cwd: repo,
  env: { ...process.env, HOME: repo },
  signal: new AbortController().signal,
});
const same = (...paths: string[]) => isAsIn(checkout(), base, paths);

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-changes-"));
  sh("init", "-q", "-b", "main");
  mkdirSync(join(repo, "db"));
  write("db/init.sql", "one");
  write("server.js", "one");
  write(".gitignore", "dist\n");
  sh("add", "-A");
  sh("commit", "-q", "-m", "one");
  base = sh("rev-parse", "HEAD").trim();
});
afterEach(() => rmSync(repo, { recursive: true }));

describe("files and folders are as in a commit", () => {
  test("where only others were edited, committed or not", async () => {
    write("server.js", "two");
    expect(await same("db", "db/init.sql")).toBe(true);
    sh("commit", "-qam", "two");
    expect(await same("db")).toBe(true);
    expect(await same()).toBe(true);
  });

  test("not where one of them was edited, committed or not", async () => {
    write("db/init.sql", "two");
    expect(await same("db")).toBe(false);
    sh("commit", "-qam", "two");
    expect(await same("db/init.sql")).toBe(false);
    expect(await same("")).toBe(false);
    expect(await same("server.js")).toBe(true);
  });

  test("not where they have files that git does not track, ignored ones as well", async () => {
    write("dist", "built");
    expect(await same("")).toBe(false);
    write("db/more.sql", "new");
    expect(await same("db")).toBe(false);
    expect(await same("server.js")).toBe(true);
  });

  test("not where git does not know the commit", async () => {
    base = "0".repeat(40);
    expect(await same("db")).toBe(false);
  });
});

test("a line whose end alone changed is no changed line", async () => {
  write("server.js", "one\r\ntwo\r\n");
  sh("commit", "-qam", "two");
  write("server.js", "one\ntwo\nthree\n");
  const { added, removed } = await changedLines(checkout(), "HEAD");
  expect(added).toEqual([{ file: "server.js", from: 3, lines: ["three"] }]);
  expect(removed).toEqual([]);
});
