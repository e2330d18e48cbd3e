import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runGit } from "../testing/git.ts";
import { trackedIn } from "./tracked.ts";

let repo: string;
const sh = (...args: string[]) => runGit({ cwd: repo }, ...args).trim();
const tracked = (folder: string, cwd = repo, env: NodeJS.ProcessEnv = process.env) =>
  trackedIn({ cwd, env, signal: new AbortController().signal }, join(repo, folder));

beforeEach(() => {
  repo = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-tracked-")));
});
afterEach(() => rmSync(repo, { recursive: true }));

test("committed files are tracked, also where the folder cannot be read; data that git ignores is not", async () => {
  sh("init", "-q", "-b", "main");
  for (const folder of ["redis", "pgdata", "shop/[db]"]) mkdirSync(join(repo, folder), { recursive: true });
  writeFileSync(join(repo, ".gitignore"), "pgdata\n");
  for (const file of ["redis/dump.rdb", "pgdata/PG_VERSION", "shop/[db]/a b"])
    writeFileSync(join(repo, file), "");
  sh("add", "-A");
  chmodSync(join(repo, "redis"), 0);
  expect(await tracked("redis")).toEqual(["redis/dump.rdb"]);
  chmodSync(join(repo, "redis"), 0o700);
  expect(await tracked("pgdata")).toEqual([]);
  expect(await tracked("missing")).toEqual([]);
  expect(await tracked("shop/[db]", join(repo, "shop"))).toEqual(["[db]/a b"]);
  expect(await tracked("shop", join(repo, "shop"))).toEqual(["[db]/a b"]);
});

test("outside of a repository, and without git, nothing is known", async () => {
  mkdirSync(join(repo, "redis"));
  expect(await tracked("redis")).toBeNull();
  sh("init", "-q", "-b", "main");
  expect(await tracked("redis")).toEqual([]);
  expect(await tracked("redis", repo, { PATH: join(repo, "redis") })).toBeNull();
});
