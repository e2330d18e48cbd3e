import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { NOWHERE } from "../../init/source.ts";
import { ROOT } from "../../testing/checkout.ts";
import { Project } from "../../testing/project.ts";
import { aWorld } from "../../testing/world.ts";
import { ownSource } from "./source.ts";

const SHA = "0123456789".repeat(4);
const LOCK = {
  packages: { "node_modules/steelyard": { resolved: `git+ssh://git@github.com/octo/steelyard.git#${SHA}` } },
};
let project: Project;
beforeEach(() => {
  project = new Project();
});
afterEach(() => project[Symbol.dispose]());

/** What the package in this folder of the project says it is of. */
function sourceIn(folder: string) {
  const world = aWorld({ env: process.env, cwd: project.folder });
  return ownSource(world, pathToFileURL(`${project.path(folder)}/`));
}

test("npx installs from a commit, which the workflows then name", async () => {
  project.write("node_modules/steelyard/package.json", "{}");
  project.write("node_modules/.package-lock.json", JSON.stringify(LOCK));
  expect(await sourceIn("node_modules/steelyard")).toEqual({ repository: "octo/steelyard", ref: SHA });
});

test("who started it through npx reads commands that begin with npx; programs read the same as ever", async () => {
  cpSync(join(ROOT, "action/dist"), project.path("node_modules/steelyard/action/dist"), { recursive: true });
  project.write("node_modules/steelyard/package.json", "{}");
  project.write("node_modules/.package-lock.json", JSON.stringify(LOCK));
  const said = (env: Record<string, string>, ...argv: string[]) => {
    const program = project.path("node_modules/steelyard/action/dist/cli.mjs");
    return spawnSync(process.execPath, [program, ...argv], {
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
  };
  const npx = { npm_command: "exec" };
  expect(said(npx, "chek").stderr).toContain("did you mean check?");
  expect(said(npx, "check", "--nothing").stderr).toContain(
    "fix: npx --yes github:octo/steelyard check --help",
  );
  expect(said({ npm_command: "" }, "check", "--nothing").stderr).toContain("fix: steelyard check --help");
  expect(said(npx, "check", "--nothing", "--json").stdout).toContain('"steelyard check --help"');
  const help = said(npx, "check", "--help").stdout;
  expect(help).not.toMatch(/^ *steelyard (?:check|measure)/m);
  expect(help).toContain("npx --yes github:octo/steelyard check");
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
