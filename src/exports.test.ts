import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// What is exported is used somewhere, at least in its own file, where it is part of another export: all else is dead.
const root = join(import.meta.dirname, "..");
const texts = new Map(
  ["src", "compose", "workloads", "action"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("dist"))
      .map((file) => {
        const path = join(folder, file);
        return [path, readFileSync(join(root, path), "utf8")] as const;
      }),
  ),
);
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/** Files by the words that they have. */
const words = new Map<string, Set<string>>();
for (const [path, text] of texts) {
  for (const word of new Set(text.match(/\w+/g))) words.set(word, (words.get(word) ?? new Set()).add(path));
}

/** Exported names of the product, with their files. Names of k6's scripts, which are texts in ours, are for k6. */
const exported = [...texts]
  .filter(([path]) => path.startsWith("src/"))
  .flatMap(([path, text]) => [...text.matchAll(EXPORT)].map(([, name]) => ({ path, name: name! })));

test("an exported name is told apart by its folder", () => {
  const forK6 = ["options", "handleSummary", "setup", "teardown"];
  const twice = exported.filter(({ path, name }) =>
    exported.some((one) => one.name === name && one.path < path && dirname(one.path) === dirname(path)),
  );
  expect(twice.filter(({ name }) => !forK6.includes(name))).toEqual([]);
});

test("every exported name is used", () => {
  expect(exported.length).toBeGreaterThan(1_000);
  const dead = exported.filter(({ path, name }) => {
    const elsewhere = [...words.get(name)!].some((other) => other !== path);
    const own = new RegExp(`^export \\w+ ${name}\\b`);
    const lines = texts
      .get(path)!
      .split("\n")
      .filter((line) => new RegExp(`\\b${name}\\b`).test(line));
    return !elsewhere && lines.every((line) => own.test(line));
  });
  expect(dead.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
