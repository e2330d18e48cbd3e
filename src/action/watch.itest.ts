import { afterEach, expect, test } from "vitest";
import { github, HEAD, OTHER, payloads } from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import type { JobState } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { watchStep } from "./watch.ts";

let double: GithubDouble;
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

const job = (name: string, waits: boolean, attempt = 1): JobState => {
  return { run: 7, name, attempt, waits, started: "2026-11-21T10:00:00Z", completed: null };
};

/** The step, whose seconds take two milliseconds. */
async function watched(jobs: JobState[], given: Readonly<Record<string, string>> = {}, before?: () => void) {
  double = await github({ jobs });
  before?.();
  const { code, runner } = await runStep((world, runner, pace) => watchStep(world, runner, pace, 2), double, {
    action: "watch",
    event: "pull_request",
    payload: payloads.pull(),
    given: { within: "15m", ...given },
    env: { GITHUB_SHA: OTHER },
  });
  return { code, checks: double.state.checks, log: runner.text, looks: double.operations().length };
}

test.each([
  ["runs", [job("Measure", false), job("Report", true)]],
  ["runs in a called workflow", [job("perf / Measure", false)]],
  ["is over", [{ ...job("Measure", false), completed: "2026-11-21T10:05:00Z" }]],
  ["of one of two machines runs", [job("perf / Measure 1", false), job("perf / Measure 2", true)]],
  ["runs after a rerun", [job("Measure", false), job("Measure", false, 2)]],
])("the watch ends at once where the job %s", async (_, jobs) => {
  const { code, checks, looks } = await watched(jobs);
  expect([code, checks, looks]).toEqual([0, [], 1]);
});

test("it ends once a machine takes the job", async () => {
  const waiting = job("Measure", true);
  const { code, checks, looks } = await watched([waiting], {}, () => {
    for (let look = 0; look < 3; look++) double.before("actions/list-jobs-for-workflow-run", () => {});
    double.before("actions/list-jobs-for-workflow-run", () => {
      waiting.waits = false;
    });
  });
  expect([code, checks, looks]).toEqual([0, [], 4]);
});

test.each([
  ["waits", [job("Measure", true)]],
  ["waits after a rerun", [job("Measure", false), job("Measure", true, 2)]],
  ["is not there, and another has a name that ends alike", [job("Report", false), job("PreMeasure", false)]],
])("the check fails after its time where the job %s", async (_, jobs) => {
  const { code, checks, log, looks } = await watched(jobs);
  expect(code).toBe(3);
  const output = { title: "No machine took the measurement within 15 min" };
  expect(checks).toMatchObject([{ head_sha: HEAD, name: "steelyard", conclusion: "failure", output }]);
  expect(log).toContain("No machine took the measurement");
  expect(looks).toBeGreaterThan(2); // again and again, however busy the machine is
});

test("the check is at the commit that was asked for", async () => {
  const { checks } = await watched([job("Measure", true)], { sha: OTHER, within: "20s" });
  expect(checks).toMatchObject([{ head_sha: OTHER }]);
});

test("on a forge that lists no jobs nothing fails", async () => {
  const { code, checks, log } = await watched([]);
  expect([code, checks]).toEqual([0, []]);
  expect(log).toContain("does not list jobs");
});

test("without a time nothing is watched", async () => {
  const { code, log } = await watched([job("Measure", true)], { within: "" });
  expect(code).toBe(2);
  expect(log).toContain("a duration such as 30m");
});
