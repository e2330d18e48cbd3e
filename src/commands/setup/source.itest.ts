import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { World } from "../../base/world.ts";
import { NOWHERE } from "../../init/source.ts";
import { Project } from "../../testing/project.ts";
import { ownSource } from "./source.ts";

const SHA = "0123456789".repeat(4);
let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project[Symbol.dispose]());

/** What the package in this folder of the project says it is of. */
function sourceIn(folder: string) {
  const nowhere = { write() {}, isTerminal: false, columns: 80 };
  const world: World = {
    ...{ argv: [], env: process.env, cwd: project.folder, out: nowhere, err: nowhere },
    ...{ now: () => new Date(), random: () => 0.5, signal: new AbortController().signal },
  };
  return ownSource(world, pathToFileURL(`${project.path(folder)}/`));
}

test("npx installs from a commit, which the workflows then name", async () => {
  const lock = {
    packages: {
      "node_modules/steelyard": { resolved: `git+ssh://git@github.com/octo/steelyard.git#${SHA}` },
    },
  };
  project.write("node_modules/steelyard/package.json", "{}");
  project.write("node_modules/.package-lock.json", JSON.stringify(lock));
  expect(await sourceIn("node_modules/steelyard")).toEqual({ repository: "octo/steelyard", ref: SHA });
});

test("a checkout is of its remote, at its commit", async () => {
  expect(await sourceIn(".")).toEqual(NOWHERE);
  project.git("remote", "add", "origin", "https://github.com/octo/steelyard.git");
  expect(await sourceIn(".")).toEqual({
    repository: "octo/steelyard",
    ref: project.git("rev-parse", "HEAD"),
  });
});

test.each([
  ["no JSON", "{"],
  ["another format", "{}"],
  ["another place", JSON.stringify({ packages: { "node_modules/steelyard": { resolved: "file:x.tgz" } } })],
])("a package in a shop's node_modules is not the shop: a lock file with %s", async (_, lock) => {
  project.git("remote", "add", "origin", "https://github.com/octo/shop.git");
  project.write("node_modules/steelyard/package.json", "{}");
  project.write("node_modules/.package-lock.json", lock);
  expect(await sourceIn("node_modules/steelyard")).toEqual(NOWHERE);
});
