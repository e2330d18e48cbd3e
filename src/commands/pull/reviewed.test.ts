import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { World } from "../../base/world.ts";
import type { Tree } from "../../model/tree.ts";
import { reviewedBaselines } from "./reviewed.ts";

const world = { env: { RUNNER_TEMP: tmpdir() } } as unknown as World;
const tree = (files: Record<string, string>): Tree => ({
  name: "base",
  file: async (path) => files[path] ?? null,
  id: async (path) => files[path] ?? null,
  async folder(path) {
    const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
    return below.length === 0
      ? null
      : [...new Set(below.map((file) => file.slice(path.length + 1).split("/")[0]!))];
  },
});

test("what the merge-base has is there until it is disposed of; nothing else is", async () => {
  const base = tree({
    "perf/README.md": "no class",
    "perf/linux/browse.json": "{}",
    "perf/linux/notes.txt": "none",
    "perf/../evil.json": "{}",
    "elsewhere/linux/browse.json": "other",
  });
  const reviewed = await reviewedBaselines(world, base, "perf");
  expect(readdirSync(reviewed.folder, { recursive: true })).toEqual(["linux", join("linux", "browse.json")]);
  expect(readFileSync(join(reviewed.folder, "linux/browse.json"), "utf8")).toBe("{}");
  reviewed[Symbol.dispose]();
  expect(existsSync(reviewed.folder)).toBe(false);
});

test("an empty baseline is there as well: it is a damaged one, and no missing one", async () => {
  using reviewed = await reviewedBaselines(world, tree({ "perf/linux/browse.json": "" }), "perf");
  expect(readFileSync(join(reviewed.folder, "linux/browse.json"), "utf8")).toBe("");
});

test.each([
  ["no merge-base", null],
  ["a merge-base without any", tree({})],
])("with %s the folder is empty", async (_, base) => {
  using reviewed = await reviewedBaselines(world, base, "perf");
  expect(readdirSync(reviewed.folder)).toEqual([]);
});
