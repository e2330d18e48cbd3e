import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { DESCRIPTION } from "./dev/chunks.ts";

/** Which folder may import which, besides itself. DESIGN: every arrow a function, every value a JSON file. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  stats: [],
  kinds: ["model", "base"],
  model: ["kinds", "base"],
  config: ["kinds", "model", "base"],
  compare: ["model", "stats", "base"],
  init: ["kinds", "model", "base"],
  report: ["model", "base"],
  trend: ["compare", "model", "stats", "base"],
  site: ["model"],
  measure: ["model", "base"],
  affected: ["model", "base"],
  exec: ["base"],
  stack: ["exec", "model", "base"],
  load: ["kinds", "exec", "model", "base"],
  scrape: ["model", "base"],
  explain: ["exec", "model", "base"],
  store: ["exec", "model", "base"],
  git: ["exec", "model", "base"],
  github: ["model", "report", "base"],
  gitlab: ["github", "model", "base"],
  artifact: ["model", "base"],
  commands: [
    "base",
    "stats",
    "model",
    "config",
    "compare",
    "report",
    "trend",
    "measure",
    "affected",
    "exec",
    "stack",
    "load",
    "scrape",
    "explain",
    "store",
    "git",
    "github",
    "gitlab",
    "artifact",
    "init",
  ],
  cli: ["commands", "base"],
  action: ["commands", "github", "store", "report", "config", "model", "base"],
};
/** Which use case may build on which, below `commands`; files next to the folders are for all of them. */
const USE_CASES: Readonly<Record<string, readonly string[]>> = {
  measure: [],
  check: ["measure"],
  proofs: ["measure", "check"],
  bisect: ["measure", "check", "proofs"],
  pull: ["measure", "check"],
  history: ["check"],
  setup: ["measure", "check"],
};
/** Packages a folder may import; everything else from npm is refused. `node:` modules are listed in the same way. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  base: ["fastest-levenshtein"],
  kinds: ["zod"],
  model: ["yaml", "zod"],
  config: ["zod", "yaml"],
  init: ["yaml"],
  load: ["zod"],
  explain: ["pprof-format", "zod"],
  affected: ["picomatch", "yaml"],
  site: ["pprof-format", "uplot"],
  stack: ["yaml", "zod"],
  artifact: ["yauzl"],
  github: [
    "zod",
    "@actions/github/lib/utils",
    "@actions/http-client",
    "@octokit/plugin-retry",
    "@octokit/plugin-throttling",
  ],
  gitlab: ["@actions/http-client"],
  action: ["zod", "@actions/core"],
};
/** Folders that are pure: no `node:` module at all. */
const PURE = ["base", "stats", "kinds", "model", "config", "compare", "report", "trend", "site", "init"];
/** Folders for developers: they may import anything, and nothing imports them. */
const TOOLS = ["testing", "bench", "dev"];

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file) && file.includes(sep))
  .map((file) => join(root, file));
const known = new Set(files);

/** Specifiers of static imports and re-exports, and of dynamic imports. */
const imports = (file: string) => {
  const text = readFileSync(file, "utf8");
  const fixed = text.matchAll(/^(?:import|export)\s(?:[\w\s{},*]*?\sfrom\s+)?["']([^"'\n]+)["']/gm);
  const dynamic = text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']/g);
  // Imports of k6's own modules stand in texts that k6 runs.
  return [...fixed, ...dynamic].map((match) => match[1]!).filter((name) => !/^k6\b|^\$/.test(name));
};
/** Descriptions of generators lie in the generators' folders; they are pure, and a layer of their own. */
const folder = (file: string) => {
  const path = relative(root, file);
  return DESCRIPTION.test(path.replaceAll(sep, "/")) ? "kinds" : path.split(sep)[0]!;
};
/** The files of ours that a file imports. */
const local = (file: string) =>
  imports(file)
    .filter((target) => target.startsWith("."))
    .map((target) => resolve(dirname(file), target))
    .filter((target) => known.has(target));

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

test("use cases build on each other in one direction", () => {
  const useCase = (file: string) => relative(join(root, "commands"), file).split(sep).slice(0, -1)[0];
  const own = files.filter((file) => folder(file) === "commands");
  expect(Object.keys(USE_CASES).sort()).toEqual(
    [...new Set(own.flatMap((file) => useCase(file) ?? []))].sort(),
  );
  const strays = own.flatMap((file) =>
    local(file)
      .filter((target) => folder(target) === "commands")
      .filter((target) => {
        const [from, to] = [useCase(file), useCase(target)];
        return to !== undefined && to !== from && !(from !== undefined && USE_CASES[from]?.includes(to));
      })
      .map((target) => `${relative(root, file)} imports ${relative(root, target)}`),
  );
  expect(strays).toEqual([]);
});

test("no file imports itself by way of others, not even its types", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const again = path.indexOf(file);
    if (again !== -1)
      circles.push([...path.slice(again), file].map((one) => relative(root, one)).join(" → "));
    if (again !== -1 || done.has(file)) return;
    for (const target of local(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

/** Files that a program loads when it starts, and the packages that they load. Types are gone by then. */
function loadedBy(entry: string) {
  const values = (file: string) => {
    const text = readFileSync(file, "utf8");
    const fixed = text.matchAll(
      /^(?:import|export)\s(?!type\s)(?:[\w\s{},*]*?\sfrom\s+)?["']([^"'\n]+)["']/gm,
    );
    return [...fixed].map((match) => match[1]!);
  };
  const loaded = new Set<string>([join(root, entry)]);
  const packages: { readonly by: string; readonly name: string }[] = [];
  for (const file of loaded) {
    for (const target of values(file)) {
      if (target.startsWith(".")) loaded.add(resolve(dirname(file), target));
      else if (!target.startsWith("node:")) packages.push({ by: relative(root, file), name: target });
    }
  }
  return { loaded, packages };
}

test("the command line loads no package before a verb needs one", () => {
  // A package takes longer to load than help takes to print.
  const { loaded, packages } = loadedBy("cli/main.ts");
  expect(loaded.size).toBeGreaterThan(5);
  expect(packages.map(({ by, name }) => `${by} loads ${name}`)).toEqual([]);
});

test("the post step, which cleans up after every measurement, loads what it needs alone", () => {
  const { loaded, packages } = loadedBy("action/entries/post.ts");
  expect([...new Set(packages.map(({ name }) => name))].sort()).toEqual(["@actions/core", "zod"]);
  const folders = new Set([...loaded].map((file) => relative(root, file).split(sep)[0]));
  for (const name of ["config", "compare", "measure"]) expect(folders).not.toContain(name);
});

test("files stay small", () => {
  const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 330);
  expect(long.map((file) => relative(root, file))).toEqual([]);
});

test("keys are written where they belong, not spread from a literal to keep a line short", () => {
  const spread = files.filter((file) => /\.\.\.\{\s*[\w"']/.test(readFileSync(file, "utf8")));
  expect(spread.map((file) => relative(root, file))).toEqual([]);
});

function allowed(file: string, target: string): boolean {
  const from = folder(file);
  if (target.startsWith("node:")) return !PURE.includes(from);
  if (!target.startsWith(".")) return PACKAGES[from]?.includes(target) ?? false;
  const to = folder(resolve(dirname(file), target));
  return to === from || (MAY_IMPORT[from]?.includes(to) ?? false);
}
