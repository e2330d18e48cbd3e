import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NOWHERE } from "../init/source.ts";
import { ROOT } from "./command.ts";
import { NAMING, repositoryIn } from "./repository.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each([
  [undefined, "OWNER/REPO"],
  ["github:acme/steelyard", "acme/steelyard"],
  ["https://github.com/acme/steelyard", "acme/steelyard"],
  [{ type: "git", url: "git+https://github.com/acme/steelyard.git" }, "acme/steelyard"],
  ["gitlab:acme/steelyard", "OWNER/REPO"],
])("the repository %j of a package is %s", (repository, want) => {
  expect(repositoryIn(JSON.stringify({ name: "steelyard", repository }))).toBe(want);
});

test("every page with the placeholder gets the name", () => {
  const explaining = [".github/CHANGELOG.md", ".github/CONTRIBUTING.md"].map((page) => `:!${page}`);
  const listed = execFileSync("git", ["ls-files", "--", "*.md", ...explaining], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const pages = listed
    .trim()
    .split("\n")
    .filter((page) => read(page).includes(NOWHERE.repository));
  expect(pages.filter((page) => !NAMING.includes(page))).toEqual([]);
});
