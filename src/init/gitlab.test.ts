import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { GITLAB } from "../cli/gitlab.ts";
import { GITLAB_CI, GITLAB_PART, gitlabFiles, gitlabJobs } from "./gitlab.ts";
import { NOWHERE } from "./source.ts";

interface Job {
  readonly extends?: string;
  readonly image?: string;
  readonly tags?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly needs?: readonly { readonly job: string; readonly artifacts: boolean }[];
  readonly environment?: { readonly name: string; readonly action: string };
  readonly artifacts?: { readonly paths: readonly string[]; readonly reports?: { readonly junit: string } };
  readonly allow_failure?: { readonly exit_codes: readonly number[] };
}
const TEXT = gitlabJobs(NOWHERE);
const JOBS = parse(TEXT) as Readonly<Record<string, Job>>;
const [MEASURE, REPORT] = [JOBS["steelyard:measure"]!, JOBS["steelyard:report"]!];

const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, "../testing/gitlab/ci-schema.json"), "utf8"),
);
const fits = new Ajv({ strict: false, validateFormats: false }).compile(SCHEMA);

test("GitLab's own schema of its jobs takes the file", () => {
  expect(fits(JOBS), JSON.stringify(fits.errors)).toBe(true);
});
test.each([
  ["a misspelled key", { ...MEASURE, artefacts: {} }],
  ["an unknown action of an environment", { ...REPORT, environment: { name: "steelyard", action: "reach" } }],
  ["an exit code that is a text", { ...REPORT, allow_failure: { exit_codes: ["five"] } }],
])("that schema refuses %s", (_, job) => {
  expect(fits({ job })).toBe(false);
});

test("the token is for the reporting job alone, which runs nothing of the merge request", () => {
  expect(REPORT.environment).toEqual({ name: "steelyard", action: "access" });
  expect(REPORT.variables).toEqual({ GIT_STRATEGY: "none" });
  expect(REPORT.needs).toEqual([{ job: "steelyard:measure", artifacts: false }]);
  expect(REPORT.script![0]).toBe('cd "$(mktemp -d)"');
  expect(MEASURE.environment).toBeUndefined();
  expect(JSON.stringify(MEASURE)).not.toContain("TOKEN");
});
test("the measuring job has the history, the change's own commit, and a clone without the runner's token", () => {
  expect(MEASURE.variables).toEqual({ GIT_DEPTH: "0" });
  expect(MEASURE.tags).toEqual(["perf"]);
  expect(MEASURE.script!.slice(0, 2)).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    'git checkout --quiet --detach "${CI_MERGE_REQUEST_SOURCE_BRANCH_SHA:-$CI_COMMIT_SHA}"',
    'git remote set-url origin "$CI_PROJECT_URL.git"',
  ]);
  expect(MEASURE.artifacts!.paths).toEqual(["steelyard-run/run.json"]);
});
test.each([
  ["v1", "github:octo/steelyard#v1"],
  ["0123456789abcdef", "github:octo/steelyard#0123456789abcdef"],
  ["v1.2.3", "https://github.com/octo/steelyard/releases/download/v1.2.3/steelyard-1.2.3.tgz"],
])("the command line of %s is %s", (ref, want) => {
  const jobs = parse(gitlabJobs({ repository: "octo/steelyard", ref })) as typeof JOBS;
  expect(jobs[".steelyard"]!.variables).toEqual({ STEELYARD: want });
});
test("neither is run for forks, and the report also after a failed measurement", () => {
  const own =
    '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID';
  expect(JOBS[".steelyard"]!.rules).toEqual([{ if: own }]);
  expect(MEASURE.rules).toBeUndefined();
  expect(REPORT.rules).toEqual([{ if: own, when: "always" }]);
});
test("the command line takes every option of the jobs, and they name the same files", () => {
  const lines = [MEASURE, REPORT].flatMap(({ script, after_script }) => [
    ...script!,
    ...(after_script ?? []),
  ]);
  const used = lines.filter((line) => line.includes(" gitlab "));
  expect(used.map((line) => / gitlab (\w+)/.exec(line)![1])).toEqual(["measure", "report"]);
  const known = GITLAB.flags.map(({ name }) => `--${name}`);
  for (const line of used) {
    const [, after = ""] = line.split(" gitlab ");
    expect(known).toEqual(expect.arrayContaining(after.match(/--[\w-]+/g) ?? []));
  }
  expect(REPORT.artifacts!.reports!.junit).toBe("steelyard-report/junit.xml");
  expect(GITLAB.flags.find(({ name }) => name === "job")!.fallback).toBe(REPORT.needs![0]!.job);
});

test.each([
  ["no jobs yet", undefined, GITLAB_CI, 0],
  ["jobs of its own", "build: { script: [make] }\n", GITLAB_PART, 1],
  ["jobs of its own that include ours", `include: [{ local: ${GITLAB_PART} }]\n`, GITLAB_PART, 0],
  ["our jobs", TEXT, GITLAB_CI, 0],
])("a project with %s gets one file", (_, existing, path, open) => {
  const found = gitlabFiles(NOWHERE, existing);
  expect(found.files).toEqual({ [path]: TEXT });
  expect(found.open.length).toBe(open);
  if (open > 0) expect(found.open[0]).toContain(`include: [{ local: ${GITLAB_PART} }]`);
});
