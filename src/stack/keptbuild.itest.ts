import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildKey, clearKeptBuilds, KeptBuild } from "./keptbuild.ts";

// Builds that are kept for the next comparison, with real files, `cp` and `du`.
const NOON = Date.parse("2026-11-21T12:00:00Z");
const HOUR = 3_600_000;
const { signal } = new AbortController();
let root: string;
let top: string;
let env: Record<string, string>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "steelyard-kept-"));
  top = join(root, "tree");
  env = { PATH: `${join(root, "bin")}:/usr/bin:/bin`, HOME: join(root, "home") };
  mkdirSync(join(root, "bin"));
  write("tree/.git", "gitdir: /somewhere/1");
  write("tree/package.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(join(root, name, ".."), { recursive: true });
  writeFileSync(join(root, name), text);
}
const kept = (name = "one") => new KeptBuild(env, name, top);
const key = (commands: readonly (readonly string[])[] = [["npm", "ci"]]) => buildKey(commands, env);
const builds = () => readdirSync(join(root, "home/.cache/steelyard/builds")).sort();
/** A fresh checkout of the same commit. */
function checkOut(): void {
  rmSync(top, { recursive: true });
  write("tree/.git", "gitdir: /somewhere/2");
  write("tree/package.json", "{ fresh }");
  write("tree/generated/by-checkout", "");
}

test("what a build left is there again, and nothing else: permissions, links and empty folders, but git's own file", async () => {
  write("tree/node_modules/a/cli.js", "#!/usr/bin/env node\n");
  chmodSync(join(top, "node_modules/a/cli.js"), 0o755);
  symlinkSync("../a/cli.js", join(top, "node_modules/a/link"));
  mkdirSync(join(top, "empty"));
  await kept().keep(key(), NOON, signal);
  checkOut();
  expect(await kept().restore(key(), NOON + 90_000, signal)).toBe(90);
  expect(readdirSync(top).sort()).toEqual([".git", "empty", "node_modules", "package.json"]);
  expect(readFileSync(join(top, ".git"), "utf8")).toBe("gitdir: /somewhere/2");
  expect(readFileSync(join(top, "package.json"), "utf8")).toBe("{}");
  expect(statSync(join(top, "node_modules/a/cli.js")).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(top, "node_modules/a/link"))).toBe("../a/cli.js");
  // A service writes into its tree, and not into what is kept.
  write("tree/package.json", "changed by a run");
  await kept().restore(key(), NOON, signal);
  expect(readFileSync(join(top, "package.json"), "utf8")).toBe("{}");
});

test("a build is made anew where anything differs that it may depend on", async () => {
  await kept().keep(key(), NOON, signal);
  const restored = () => kept().restore(key(), NOON, signal);
  expect(await restored()).toBe(0);
  expect(await kept("another").restore(key(), NOON, signal)).toBeNull();
  expect(await kept().restore(key([["npm", "install"]]), NOON, signal)).toBeNull();

  const known = env;
  for (const other of [{ LANG: "de_DE.UTF-8" }, { HTTPS_PROXY: "http://proxy" }]) {
    env = { ...known, ...other };
    expect(await restored()).toBeNull();
  }
  env = { ...known, TERM: "xterm", AWS_SECRET_ACCESS_KEY: "x" }; // no build sees these
  expect(await restored()).toBe(0);
  env = known;

  write("home/.npmrc", "registry=http://elsewhere\n"); // from now on packages come from elsewhere
  expect(await restored()).toBeNull();
  await kept().keep(key(), NOON, signal);
  expect(await restored()).toBe(0);
  write("bin/node", ""); // a program was installed
  utimesSync(join(root, "bin"), 1_000, 2_000);
  expect(await restored()).toBeNull();
});

test("a build is used for a day, by a clock that does not go back", async () => {
  await kept().keep(key(), NOON, signal);
  expect(await kept().restore(key(), NOON + 24 * HOUR, signal)).toBe(24 * 3600);
  expect(await kept().restore(key(), NOON + 24 * HOUR + 1, signal)).toBeNull();
  expect(await kept().restore(key(), NOON - 1, signal)).toBeNull();
});

test.each(["", "{", `{"key":1}`, "[]", "null"])(
  "a record that is no record (%o) is as none",
  async (text) => {
    await kept().keep(key(), NOON, signal);
    write("home/.cache/steelyard/builds/one/kept.json", text);
    expect(await kept().restore(key(), NOON, signal)).toBeNull();
    expect(readFileSync(join(top, "package.json"), "utf8")).toBe("{}");
    await kept().keep(key(), NOON, signal);
    expect(await kept().restore(key(), NOON, signal)).toBe(0);
  },
);

test("the latest builds are kept up to a size; old, damaged and unfinished ones go", async () => {
  const record = (name: string, built: number, gibibytes: number) =>
    write(
      `home/.cache/steelyard/builds/${name}/kept.json`,
      JSON.stringify({ key: "k", built, size: gibibytes * 2 ** 20 }),
    );
  record("large", NOON - HOUR, 6);
  record("larger", NOON - 2 * HOUR, 6);
  record("small", NOON - 3 * HOUR, 1);
  record("yesterday", NOON - 25 * HOUR, 1);
  write("home/.cache/steelyard/builds/unfinished.123/files/a", "");
  await kept().keep(key(), NOON, signal);
  // With the second large one it is too much, and older ones go with it.
  expect(builds()).toEqual(["large", "one"]);
  expect(clearKeptBuilds(env)).toBe(2);
  expect(existsSync(join(root, "home/.cache/steelyard/builds"))).toBe(false);
  expect(clearKeptBuilds(env)).toBe(0);
});

test("where a copy fails, nothing is kept, and an earlier build stays", async () => {
  await kept().keep(key(), NOON, signal);
  rmSync(top, { recursive: true });
  await expect(kept().keep(key(), NOON + HOUR, signal)).rejects.toThrow("cannot be copied");
  expect(builds()).toEqual(["one"]);
  mkdirSync(top);
  expect(await kept().restore(key(), NOON + HOUR, signal)).toBe(3600);
  rmSync(join(root, "home/.cache/steelyard/builds/one/files"), { recursive: true });
  await expect(kept().restore(key(), NOON + HOUR, signal)).rejects.toThrow("cannot be copied");
  expect(builds()).toEqual([]);
  await kept().keep(key(), NOON, signal);
  const stopped = AbortSignal.abort();
  await expect(kept().keep(key(), NOON, stopped)).rejects.toThrow("interrupted");
  expect(builds()).toEqual(["one"]);
});

test("a build that is removed while it is copied is no build", async () => {
  const folder = join(root, "home/.cache/steelyard/builds/one");
  write("bin/cp", `#!/bin/sh\n/bin/cp "$@" && rm -f ${folder}/kept.json\n`);
  chmodSync(join(root, "bin/cp"), 0o755);
  await kept().keep(key(), NOON, signal);
  await expect(kept().restore(key(), NOON, signal)).rejects.toThrow("removed while it was copied");
  expect(builds()).toEqual([]);
});
