import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stateOf } from "./folderstate.ts";

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "steelyard-folderstate-"));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** The state of a folder with files, of which git tracks some; null outside of a repository. */
function state(files: readonly string[], tracked: readonly string[] | null) {
  const folder = join(checkout, "data");
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file), "");
  return stateOf(folder, checkout, async () => tracked);
}

test.each<[string, readonly string[], readonly string[] | null, string]>([
  ["with a committed file", ["dump.rdb"], ["data/dump.rdb"], "own"],
  ["with a developer's data, which git ignores", ["PG_VERSION"], [], "foreign"],
  [
    "with such data next to a committed placeholder",
    ["PG_VERSION", ".gitkeep"],
    ["data/.gitkeep"],
    "foreign",
  ],
  ["with a placeholder alone", [".gitignore"], ["data/.gitignore"], "empty"],
  ["without files", [], [], "empty"],
  ["without files, outside of a repository", [], null, "empty"],
  ["with files, outside of a repository", ["dump.rdb"], null, "own"],
])("a folder %s", async (_, files, tracked, want) => {
  expect(await state(files, tracked)).toBe(want);
});

test("a missing folder is empty, unless git has files in it", async () => {
  const missing = join(checkout, "missing");
  expect(await stateOf(missing, checkout, async () => [])).toBe("empty");
  expect(await stateOf(missing, checkout, async () => ["missing/dump.rdb"])).toBe("own");
});

test("git decides about a folder that cannot be looked into, such as one of a database's user", async () => {
  const folder = join(checkout, "data");
  mkdirSync(folder);
  writeFileSync(join(folder, "dump.rdb"), "");
  chmodSync(folder, 0);
  const asked: string[][] = [];
  const git = (files: readonly string[]) => async (top: string, path: string) => {
    asked.push([top, path]);
    return files;
  };
  expect(await stateOf(folder, checkout, git(["data/dump.rdb"]))).toBe("own");
  expect(await stateOf(folder, checkout, git([]))).toBe("foreign");
  expect(asked).toEqual([1, 2].map(() => [checkout, folder]));
  chmodSync(folder, 0o700);
});
