import { afterEach, expect, test } from "vitest";
import { marker } from "../report/comment.ts";
import { TEN } from "../testing/comparing.ts";
import { github, ofHead, payloads, reported, SAME } from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import { HOSTILE } from "../testing/hostile.ts";
import { readLog } from "../testing/job.ts";
import { reading } from "../testing/markdown.ts";
import { CLASS } from "../testing/runs.ts";

// Text of somebody who means harm, all the way from the artifact to what is posted: in every field of a run that takes
// any text. Names of workloads, variants, services and runner classes take none: such a run is refused.
let double: GithubDouble;
afterEach(() => double[Symbol.asyncDispose]());

/** A run that says this wherever it can. */
function saying(text: string) {
  const short = text.slice(0, 1_900);
  const name = text.slice(0, 300) || "nothing";
  const run = ofHead(SAME, {
    fingerprint: { cpu: short, kernel: short, generators: { [name]: short, k6: "k6 1.8.1" } },
    workloads: {
      browse: {
        trials: TEN.map((f) => ({
          p50: SAME * f,
          checks: [[short, 1, 3] as const],
          thresholds: [[short, short, false] as const],
        })),
      },
      broken: { trials: [{ failure: "script-error", message: text.slice(0, 7_900) }] },
    },
  });
  return {
    ...run,
    commit: { ...run.commit!, subject: short },
    steelyard: short,
    fallback: short,
    id: short,
    stack: { ...run.stack, labels: { [name]: short }, env: { [name]: short } },
  };
}

const texts = HOSTILE.map((text) => [text.slice(0, 40), text] as const);
test.each(texts)("%j is shown, and nothing more", async (_, text) => {
  double = await github({}, saying(text));
  const { outputs, markdown, outside, text: log, remarks } = await reported(double);
  expect(double.violations).toEqual([]);
  expect(outputs.verdict).toMatch(/failed|invalid|budget/);
  const [comment] = double.state.comments;
  const { output } = double.state.checks[0] as {
    output: { title: string; summary: string; annotations: [] };
  };
  const body = comment!.body.replace(/\n<!-- steelyard:(?:verdict|check):\w+ -->/g, "");
  for (const shown of [body, markdown, output.summary]) expect(reading(shown).faults).toEqual([]);
  expect(body.split("<!--")).toHaveLength(2);
  expect(body.startsWith(marker("steelyard"))).toBe(true);
  expect(comment!.body.length).toBeLessThan(60_100);
  for (const one of [output.title, JSON.stringify(output.annotations), JSON.stringify(remarks)]) {
    expect(one).not.toMatch(/\p{Cf}|<!--|##\[/u);
  }
  expect(readLog(log).commands).toEqual([]);
  expect(readLog(outside).commands).toEqual([]);
  expect(outside).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
});

test("three hundred workloads that broke, each in its own long words, make a comment that is taken", async () => {
  const broken = Array.from({ length: 300 }, (_, i) => [
    `workload-${i}`,
    { trials: [{ failure: "script-error" as const, message: `${i}: ${"it went wrong | ".repeat(400)}` }] },
  ]);
  double = await github({}, ofHead(SAME, { workloads: Object.fromEntries(broken) }));
  const { outputs } = await reported(double);
  expect(double.violations).toEqual([]);
  const [comment] = double.state.comments;
  expect(comment!.body.length).toBeLessThan(60_100);
  expect(comment!.body).toContain("Left out to fit");
  expect(outputs.verdict).toBe("missing"); // what the baseline has, and this run has not
  expect(JSON.parse(outputs.counts!).invalid).toBe(300);
  expect((double.state.checks[0] as { output: { annotations: [] } }).output.annotations).toHaveLength(50);
});

test.each(["../../etc", "a|b", "</details>", "@octocat", "x".repeat(100), "", "__proto__"])(
  "a workload called %j is refused",
  async (name) => {
    const run = JSON.parse(JSON.stringify(saying("x")));
    run.trials[0].workload = name;
    double = await github({}, run);
    const { code, markdown } = await reported(double);
    expect([code, double.state.comments]).toEqual([2, []]);
    expect(reading(markdown).faults).toEqual([]);
  },
);

test("a hostile branch and fork mean nothing to the API", async () => {
  const evil = { sha: "a".repeat(40), ref: "x&state=all#/../../@octocat", repository: "mallory/shop" };
  double = await github({ pulls: [{ number: 12, state: "open", base: "main", head: evil }] });
  const payload = {
    ...payloads.pull(),
    pull_request: {
      number: 12,
      base: { ref: "main" },
      head: { ...evil, repo: { full_name: "mallory/shop" } },
    },
  };
  const { outputs } = await reported(double, { payload });
  expect([double.violations, outputs["pull-request"]]).toEqual([[], "12"]);
});

test("a runner class of the run's choice reads no other folder of the base branch", async () => {
  double = await github({}, { ...ofHead(SAME), runnerClass: `${CLASS}-other` });
  await reported(double);
  const paths = double.seen
    .filter(({ operation }) => operation === "repos/get-content")
    .map(({ path }) => path);
  expect(paths.every((path) => /contents\/(\.github%2Fsteelyard(-waivers)?\.yml|baselines)/.test(path))).toBe(
    true,
  );
});
