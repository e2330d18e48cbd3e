// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows are written this way
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "./command.ts";
import { actionlint, zizmor } from "./programs.ts";
import { ownRepository } from "./repository.ts";

// The workflows as the linters see them: clean, and by linters that look.
const programs = { actionlint: actionlint(), zizmor: zizmor() };
const PEDANTIC = ["--offline", "--persona=pedantic", "--no-progress", "--color=never"];

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "steelyard-workflows-"));
  mkdirSync(join(copy, ".git")); // what actionlint takes for the top
  for (const name of ["workflows", "actionlint.yaml", "zizmor.yml"])
    cpSync(join(ROOT, ".github", name), join(copy, ".github", name), { recursive: true });
  cpSync(join(ROOT, "action"), join(copy, "action"), {
    recursive: true,
    filter: (path) => !path.endsWith("dist"),
  });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function linted(name: keyof typeof programs) {
  const args = name === "actionlint" ? ["-no-color", "-shellcheck=", "-pyflakes="] : [...PEDANTIC, "."];
  const done = spawnSync(programs[name] ?? name, args, { cwd: copy, encoding: "utf8" });
  return { code: done.status, text: `${done.stdout}${done.stderr}` };
}

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(copy, ".github/workflows", file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

describe("actionlint", () => {
  test("has nothing to say", () => expect(linted("actionlint")).toEqual({ code: 0, text: "" }));
  test("takes the workflow that action/README.md shows", () => {
    const readme = readFileSync(join(ROOT, "action/README.md"), "utf8");
    const [, shown = ""] = /<!-- workflow -->\n```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(shown).toContain(`${ownRepository()}/action/report@v1`);
    writeFileSync(join(copy, ".github/workflows/shown.yml"), shown);
    expect(linted("actionlint")).toEqual({ code: 0, text: "" });
  });
  test("takes the workflow that README.md shows, which calls perf.yml with inputs and permissions that it has", () => {
    const [, shown = ""] =
      /<!-- workflow -->\n```yaml\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
    const local = shown.replace(
      `${ownRepository()}/.github/workflows/perf.yml@v1`,
      "./.github/workflows/perf.yml",
    );
    expect(local).not.toBe(shown);
    writeFileSync(join(copy, ".github/workflows/shown.yml"), local);
    expect(linted("actionlint")).toEqual({ code: 0, text: "" });
  });
  test("would say that there is no such input", () => {
    edit("perf.yml", "inputs.budget }}", "inputs.bugdet }}");
    expect(linted("actionlint")).toMatchObject({
      code: 1,
      text: expect.stringMatching(/"bugdet" is not defined/),
    });
  });
  test("would say that there is no such runner", () => {
    edit("ci.yml", "ubuntu-24.04", "ubuntu-1.04");
    expect(linted("actionlint").text).toMatch(/label "ubuntu-1\.04" is unknown/);
  });
});

describe("zizmor, pedantic", () => {
  test("has nothing to say", () => {
    const { code, text } = linted("zizmor");
    expect(text).toMatch(/No findings to report/);
    expect(text.match(/completed/g)!.length).toBeGreaterThanOrEqual(4);
    expect(code).toBe(0);
  });
  test.each([
    [
      "an action that is not pinned",
      "ci.yml",
      /actions\/checkout@\w+ # \S+/,
      "actions/checkout@v7",
      /unpinned-uses/,
    ],
    [
      "a token that may do anything",
      "ci.yml",
      "permissions: {}",
      "permissions: write-all",
      /excessive-permissions/,
    ],
    [
      "an expression in a command",
      "perf.yml",
      "run: echo /.steelyard-action/",
      "run: echo ${{ github.event.pull_request.title }}",
      /template-injection/,
    ],
    [
      "an event that is dangerous",
      "perf.yml",
      "  pull_request:\n",
      "  pull_request_target:\n",
      /dangerous-triggers/,
    ],
  ])("would find %s", (_, file, from, to, finding) => {
    edit(file, from, to);
    const { code, text } = linted("zizmor");
    expect(text).toMatch(finding);
    expect(code).not.toBe(0);
  });
  test("every exception has its reason beside it", () => {
    const own = ["ci", "perf", "perf-fork", "perf-request", "release"].map((name) =>
      readFileSync(join(copy, `.github/workflows/${name}.yml`), "utf8"),
    );
    const inline = own.join("\n").match(/zizmor: ignore\[[\w-]+\].*/g) ?? [];
    expect(inline.length).toBeGreaterThan(0);
    for (const line of inline) expect(line).toMatch(/\] \w+ \w+/);
    const rules = readFileSync(join(copy, ".github/zizmor.yml"), "utf8");
    expect(rules.match(/disable: true/g)).toHaveLength(rules.match(/# .*\n {4}disable: true/g)!.length);
  });
});
