import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { VERBS } from "../cli/verbs.ts";
import { inputs as declared } from "../testing/github/step.ts";
import { inputsOf, jobOptions, MeasureInputs, ReportInputs, reportOptions } from "./inputs.ts";

const file = (path: string) => parse(readFileSync(join(import.meta.dirname, "../..", path), "utf8"));
const MEASURE = "action/action.yml";
const REPORT = "action/report/action.yml";
const measure = (given: Record<string, string>) => inputsOf(MeasureInputs, declared(MEASURE, given));
const report = (given: Record<string, string>) =>
  inputsOf(ReportInputs, declared(REPORT, { token: "ghs_token", ...given }));

test.each([
  [MEASURE, MeasureInputs],
  [REPORT, ReportInputs],
])("%s declares the inputs that are read, each with a description", (path, schema) => {
  const { inputs } = file(path);
  expect(Object.keys(inputs)).toEqual(Object.keys(schema.shape));
  for (const input of Object.values<{ description?: string }>(inputs)) {
    expect(input.description).toMatch(/^\S.*\.$/);
  }
});

test("every option of `steelyard check` is an input, and what is more is known", () => {
  const flags = VERBS.find(({ name }) => name === "check")!.flags.map(({ name }) => name);
  const inputs = Object.keys(MeasureInputs.shape);
  // A job has its own forms, and is always measured by base's rules, and for pull requests by its `paths`.
  const others = {
    "no-base": "reference",
    "base-rules": null,
    affected: null,
    format: null,
    json: null,
    quiet: null,
    waivers: null,
    release: null, // the input `reference`
    pairs: null, // of a pull request, the config says
  };
  const wanted = flags.flatMap((flag) => (flag in others ? (others[flag as "format"] ?? []) : [flag]));
  expect([...inputs].sort()).toEqual([...wanted, "sha", "fail-on-verdict"].sort());
});

describe("measuring", () => {
  test("with nothing given, the defaults of the command line", () => {
    expect(jobOptions(measure({}))).toEqual({
      config: ".github/steelyard.yml",
      out: ".steelyard",
      baselines: "baselines",
      stackEnv: {},
      wait: true,
    });
  });

  test.each([
    [{ reference: "baseline", base: "v1" }, { base: false }],
    [{ reference: "base" }, { base: "" }],
    [{ reference: "release" }, { release: true }],
    [
      { reference: "base", base: "v1.4" },
      { base: "", branch: "v1.4" },
    ],
    [{ base: "origin/next" }, { base: undefined, branch: "origin/next" }], // the config says whether base is measured
    [{ budget: "8m" }, { budget: 480 }],
    [{ only: "a, b" }, { only: ["a", "b"] }],
    [{ shard: "2/4" }, { shard: { index: 2, of: 4 } }],
    [{ "stack-env": "A=1\n\nB=x=y\r\n" }, { stackEnv: { A: "1", B: "x=y" } }],
    [{ "no-wait": "true" }, { wait: false }],
    [{ why: "auto" }, { why: "auto" }],
    [
      { trials: "200", seed: "0" },
      { trials: 200, seed: 0 },
    ],
    [
      { config: "./perf/steelyard.yml", baselines: "perf/baselines/" },
      { config: "perf/steelyard.yml", baselines: "perf/baselines" },
    ],
  ])("%j becomes %j", (given, wanted) => {
    expect(jobOptions(measure(given as Record<string, string>))).toMatchObject(wanted);
  });

  test.each([
    [{ config: "/etc/passwd" }],
    [{ config: "../elsewhere.yml" }],
    [{ config: "a/../../b.yml" }],
    [{ config: "" }],
    [{ out: ".." }],
    [{ base: "--upload-pack=evil" }],
    [{ base: "a b" }],
    [{ base: "main:evil" }],
    [{ trials: "0" }],
    [{ trials: "201" }],
    [{ trials: "1e3" }],
    [{ seed: "-1" }],
    [{ shard: "3/2" }],
    [{ budget: "-8m" }],
    [{ only: "a,,b" }],
    [{ only: "$(evil)" }],
    [{ stack: "docker" }],
    [{ "stack-env": "no value" }],
    [{ "runner-class": "../x" }],
    [{ sha: "main" }],
    [{ "fail-on-verdict": "yes" }],
    [{ reference: "head" }],
  ])("%j is refused by its name", (given) => {
    const [name] = Object.keys(given);
    expect(() => measure(given as unknown as Record<string, string>)).toThrow(`\n  - ${name}: `);
  });
});

describe("reporting", () => {
  test("with nothing given", () => {
    expect(reportOptions(report({}))).toEqual({
      asked: { stackEnv: {}, shards: 1 },
      artifact: "steelyard",
      shards: 1,
      comment: "update",
      check: "auto",
      name: "steelyard",
      config: ".github/steelyard.yml",
      baselines: "baselines",
    });
  });

  test.each([
    [{ token: "" }],
    [{ "run-id": "seven" }],
    [{ "pull-request": "0" }],
    [{ workflow: "perf.yml" }],
    [{ workflow: ".github/workflows/../evil.yml" }],
    [{ comment: "always" }],
    [{ check: "yes" }],
    [{ name: "a b" }],
    [{ trend: "javascript:alert(1)" }],
    [{ rerun: "../perf.yml" }],
    [{ shards: "0" }],
  ])("%j is refused by its name", (given) => {
    const [name] = Object.keys(given);
    expect(() => report(given as unknown as Record<string, string>)).toThrow(`\n  - ${name}: `);
  });
});
