import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ALLOWANCES } from "../model/config.ts";
import { ROOT } from "./command.ts";

const contributing = readFileSync(join(ROOT, ".github/CONTRIBUTING.md"), "utf8");

/** Every page of the project, apart from recorded texts. */
const pages = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    path.endsWith(".md") &&
    !/(?:^|\/)(?:node_modules|\.steelyard|__goldens__)\/|^action\/dist|^src\/testing/.test(path),
);
/** Records, which grow with what they record. */
const RECORDS = [".github/CHANGELOG.md", "baselines/BENCHMARKS.md"];

describe.each(pages)("%s", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  test("is short, and names npm commands that exist", () => {
    if (!RECORDS.includes(page)) expect(text.split("\n").length).toBeLessThanOrEqual(301);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    for (const [, name = ""] of text.matchAll(/^npm run ([\w:]+)/gm))
      expect(Object.keys(scripts)).toContain(name);
  });
  test("begins with what a reader can do after it", () => {
    // In src a page's title says what its folder is for.
    if (page.startsWith("src/") || RECORDS.includes(page) || page === "README.md") return;
    expect(text.split(/\n\n+/)[1]).toMatch(/^After this page\b/);
  });
  test("links to what is there", () => {
    const links = text.matchAll(/(?:\]\(|src="|srcset=")(?!https?:|#|\.\.\/\.\.\/actions\/)([^)#"\s]+)/g);
    for (const [, link = ""] of links) expect(existsSync(join(ROOT, dirname(page), link)), link).toBe(true);
  });
  test("names no package on npm that somebody else could take", () => {
    expect(text).not.toMatch(
      /\bnpx (?:--yes |-y )?steelyard\b|npm (?:install|i) (?:-g |--global )?steelyard\b/,
    );
  });
});

test("every action starts one of the built bundles", () => {
  const built = readFileSync(join(ROOT, "rolldown.config.ts"), "utf8");
  for (const folder of ["action", "action/report", "action/target", "action/refresh", "action/track"]) {
    const { runs } = parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8"));
    const [, name] = /^(?:\.\.\/)?dist\/(\w+)\.mjs$/.exec(runs.main) ?? [];
    expect(dirname(join(folder, runs.main)), folder).toBe("action/dist");
    expect(built).toContain(`  ${name}: "src/action/entries/${name}.ts",`);
  }
});

test("the tables of the pages on actions name every input and output", () => {
  const text = ["inputs", "trends"]
    .map((page) => readFileSync(join(ROOT, `action/${page}.md`), "utf8"))
    .join("");
  for (const folder of [
    "action",
    "action/report",
    "action/target",
    "action/refresh",
    "action/track",
    "action/publish",
  ]) {
    const { inputs, outputs = {} } = parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8"));
    const names = [...Object.keys(inputs), ...Object.keys(outputs)];
    expect(names.length).toBeGreaterThan(5);
    const from = text.indexOf(`<!-- generated: ${folder.replace("/", "_")} -->`);
    const part = text.slice(from, text.indexOf("<!-- /generated", from));
    for (const name of names) expect(part, folder).toContain(`| \`${name}\` |`);
  }
});

test("action/trust.md explains every permission of Compose files, and the tests that it names exist", () => {
  const text = readFileSync(join(ROOT, "action/trust.md"), "utf8");
  const part = text.slice(
    text.indexOf("## What Compose files may hold"),
    text.indexOf("## What only you can do"),
  );
  for (const name of ALLOWANCES) expect(part).toMatch(new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\|`, "m"));
  const tests = [...text.matchAll(/`([\w./]+\.i?test\.ts)`/g)].map(([, file]) => file!);
  expect(tests.length).toBeGreaterThan(35);
  const places = ["", "src", "src/stack/compose"];
  for (const file of tests) {
    expect(
      places.some((place) => existsSync(join(ROOT, place, file))),
      file,
    ).toBe(true);
  }
});

/** Exported names of source files under src, tests left out. */
const exported = new Map(
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(join(ROOT, "src", file), "utf8");
      const names = text.matchAll(
        /^export (?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm,
      );
      return [`src/${file}`, [...names].map(([, name]) => name!)] as const;
    }),
);

/** Rows of the table "Where do I find ...": behaviour, file (empty for a search by name), exported name. */
const finds = [...contributing.matchAll(/^\| ([^|`]+?) \|(?: `(src\/[\w./]+\.ts)`)? \| `(\w+)` \|$/gm)].map(
  ([, behaviour = "", file = "", name = ""]) => ({ behaviour, file, name }),
);

test("CONTRIBUTING.md answers where to find twenty behaviours and more, each once", () => {
  const part = contributing.slice(
    contributing.indexOf("## Where do I find"),
    contributing.indexOf("## Commands"),
  );
  expect(part.match(/^\| (?!behaviour)/gm)).toHaveLength(finds.length);
  expect(finds.length).toBeGreaterThanOrEqual(20);
  expect(new Set(finds.map(({ behaviour }) => behaviour)).size).toBe(finds.length);
});

test.each(finds)("$behaviour: $name", ({ file, name }) => {
  const all = [...exported].filter(([, names]) => names.includes(name)).map(([path]) => path);
  // A name that is searched for has to lead to one file.
  if (file === "") expect(all).toHaveLength(1);
  else expect(all).toContain(file);
});

test("the map of CONTRIBUTING.md has every folder of src, and no others", () => {
  const part = contributing.slice(
    contributing.indexOf("| folder of"),
    contributing.indexOf("## Where do I find"),
  );
  const named = [...part.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`(\w+)`/g)].map(([, folder]) => folder!),
  );
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
});
