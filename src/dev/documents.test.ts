import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ALLOWANCES } from "../model/config.ts";
import { ROOT } from "./command.ts";

test.each(["action/README.md", "action/runner.md", "baselines/README.md"])(
  "every link of %s leads somewhere",
  (path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)\)/g)].map(([, link]) => link!);
    for (const link of links) expect(existsSync(join(ROOT, dirname(path), link)), link).toBe(true);
  },
);

test("what an action starts is one of the bundles that are built", () => {
  const built = readFileSync(join(ROOT, "rolldown.config.ts"), "utf8");
  for (const folder of ["action", "action/report", "action/target", "action/refresh", "action/track"]) {
    const { runs } = parse(readFileSync(join(ROOT, folder, "action.yml"), "utf8"));
    const [, name] = /^(?:\.\.\/)?dist\/(\w+)\.mjs$/.exec(runs.main) ?? [];
    expect(dirname(join(folder, runs.main)), folder).toBe("action/dist");
    expect(built).toContain(`  ${name}: "src/action/entries/${name}.ts",`);
  }
});

test("the tables of action/README.md name every input and output", () => {
  const text = readFileSync(join(ROOT, "action/README.md"), "utf8");
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

test("action/runner.md explains every permission of Compose files, and the tests that it names exist", () => {
  const text = readFileSync(join(ROOT, "action/runner.md"), "utf8");
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
