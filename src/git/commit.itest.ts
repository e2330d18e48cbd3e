import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { commitAt } from "./commit.ts";

let repo: string;
const sh = (...args: string[]) => runGit({ cwd: repo }, ...args).trim();
function write(path: string, text: string): void {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), text, { mode: 0o755 });
}
/** The commit as it is seen from a folder of the repository. */
const seen = (folder = "") =>
  commitAt(join(repo, folder), { ...process.env, HOME: repo }, new AbortController().signal, "baselines");

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "steelyard-commit-"));
  sh("init", "-q", "-b", "main");
  write("services/shop/server.js", "one");
  write("libraries/prices/index.js", "one");
  sh("add", "-A");
  sh("commit", "-q", "-m", "one");
});
afterEach(() => rmSync(repo, { recursive: true }));

test("in a folder of a monorepo, changes of its other folders count; the baselines of that folder do not", async () => {
  expect(await seen("services/shop")).toMatchObject({ subject: "one", dirty: false });
  write("services/shop/baselines/large/browse.json", "{}");
  expect(await seen("services/shop")).toMatchObject({ dirty: false });
  write("libraries/prices/index.js", "two");
  expect(await seen("services/shop")).toMatchObject({ dirty: true });
  sh("checkout", "-q", "libraries");
  write("libraries/taxes/index.js", "one");
  expect(await seen("services/shop")).toMatchObject({ dirty: true });
});
