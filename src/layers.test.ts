import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, test } from "vitest";

/** Which folder may import which, besides itself. DESIGN: every arrow a function, every value a JSON file. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  stats: [],
  model: ["base"],
  config: ["model", "base"],
  compare: ["model", "stats", "base"],
  init: [],
  report: ["model", "base"],
  trend: ["compare", "model", "stats", "base"],
  site: ["model"],
  measure: ["model", "base"],
  exec: ["base"],
  stack: ["exec", "model", "base"],
  load: ["exec", "model", "base"],
  scrape: ["model", "base"],
  store: ["exec", "model", "base"],
  git: ["exec", "model", "base"],
  github: ["model", "report", "base"],
  artifact: ["model", "base"],
  app: [
    "base",
    "stats",
    "model",
    "config",
    "compare",
    "report",
    "trend",
    "measure",
    "exec",
    "stack",
    "load",
    "scrape",
    "store",
    "git",
    "github",
    "artifact",
    "init",
  ],
  cli: ["app", "base"],
  action: ["app", "github", "store", "report", "config", "model", "base"],
};
/** Packages a folder may import; everything else from npm is refused. `node:` modules are listed likewise. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  model: ["zod"],
  config: ["zod", "yaml", "fastest-levenshtein"],
  load: ["zod"],
  measure: ["fastest-levenshtein"],
  site: ["uplot"],
  stack: ["yaml"],
  init: ["yaml"],
  artifact: ["yauzl"],
  github: [
    "zod",
    "@actions/github/lib/utils",
    "@actions/http-client",
    "@octokit/plugin-retry",
    "@octokit/plugin-throttling",
  ],
  action: ["zod", "@actions/core"],
};
/** Folders that are pure: no `node:` module at all. */
const PURE = ["base", "stats", "model", "config", "compare", "report", "trend", "site", "init"];
/** Folders for developers: they may import anything, and nothing imports them. */
const TOOLS = ["testing", "bench", "dev"];

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file) && file.includes(sep))
  .map((file) => join(root, file));

/** Specifiers of static imports and re-exports, and of dynamic imports. */
const imports = (file: string) => {
  const text = readFileSync(file, "utf8");
  const fixed = text.matchAll(/^(?:import|export)\s(?:[\w\s{},*]*?\sfrom\s+)?["']([^"'\n]+)["']/gm);
  const dynamic = text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']/g);
  return [...fixed, ...dynamic].map((match) => match[1]!);
};
const folder = (file: string) => relative(root, file).split(sep)[0]!;

test("the layers were looked at", () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(imports).length).toBeGreaterThan(20);
});

test("every folder is in the table", () => {
  const unlisted = [...new Set(files.map(folder))].filter(
    (name) => !(name in MAY_IMPORT) && !TOOLS.includes(name),
  );
  expect(unlisted).toEqual([]);
});

test("nothing imports across the layers", () => {
  const strays = files
    .filter((file) => !TOOLS.includes(folder(file)))
    .flatMap((file) =>
      imports(file)
        .filter((target) => !allowed(file, target))
        .map((target) => `${relative(root, file)} imports ${target}`),
    );
  expect(strays).toEqual([]);
});

test("files stay small", () => {
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 330);
  expect(long.map((file) => relative(root, file))).toEqual([]);
});

function allowed(file: string, target: string): boolean {
  const from = folder(file);
  if (target.startsWith("node:")) return !PURE.includes(from);
  if (!target.startsWith(".")) return PACKAGES[from]?.includes(target) ?? false;
  const to = folder(resolve(dirname(file), target));
  return to === from || (MAY_IMPORT[from]?.includes(to) ?? false);
}
