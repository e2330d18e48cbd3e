import { afterEach, beforeEach, expect, test } from "vitest";
import { type JudgingWorker, judgingWorker } from "../commands/pull/judgeworker.ts";
import { Run } from "../model/run.ts";
import { archived, github, HEAD, ofHead, reported, SAME } from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import { zip } from "../testing/zip.ts";

let double: GithubDouble;
beforeEach(async () => {
  double = await github();
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

const checks = () =>
  double.state.checks as { head_sha: string; conclusion: string; output: { title: string } }[];

test("judging that takes longer than it may is stopped, and the check says so", async () => {
  const done = await reported(double, { judging: 0.01 });
  expect(done.code).toBe(3);
  expect(checks()).toMatchObject([
    {
      head_sha: HEAD,
      conclusion: "failure",
      output: { title: "Judging took longer than 0.01 s and was stopped, so there is no verdict." },
    },
  ]);
});

test("a thread that never yields is ended, and what waits for it is refused", async () => {
  const spinning = new URL("data:text/javascript,for(;;);");
  await using judging: JudgingWorker = judgingWorker(spinning, 1);
  await expect(judging.open({ kind: "archive", bytes: archived(ofHead(SAME)) })).rejects.toMatchObject({
    fault: "environment",
  });
});

test("a thread that breaks is a bug of ours, and nothing waits for ever", async () => {
  await using judging: JudgingWorker = judgingWorker(
    new URL("data:text/javascript,throw new Error('oh')"),
    60,
  );
  await expect(judging.open({ kind: "archive", bytes: archived(ofHead(SAME)) })).rejects.toThrow("oh");
});

const withSeconds = (seconds: string) => {
  const text = JSON.stringify(ofHead(SAME)).replace(
    /"observed":\{"seconds":[^,]+/,
    `"observed":{"seconds":${seconds}`,
  );
  return zip([{ name: "run.json", data: text }]);
};

test.each(["5e-324", "1e-300", "1e-12", "1e999", "1e300"])(
  "%s seconds are refused by a check that says so, before anything else is posted",
  async (seconds) => {
    double.state.artifacts[0]!.archive = withSeconds(seconds);
    const done = await reported(double);
    expect(done.code).toBe(2);
    expect(checks()).toMatchObject([
      { head_sha: HEAD, conclusion: "failure", output: { title: "There are no figures to judge" } },
    ]);
    expect(double.state.comments).toEqual([]);
  },
);

test("the shortest time that is taken gives finite figures", async () => {
  double.state.artifacts[0]!.archive = withSeconds("1e-9");
  const done = await reported(double);
  expect(checks()).toHaveLength(1);
  expect(JSON.stringify(double.state.checks)).not.toMatch(/Infinity|NaN/);
  expect(done.text).not.toMatch(/Infinity|NaN/);
});

test.each(["constructor", "toString", "hasOwnProperty", "valueOf"])(
  "a workload named %s in the artifact gets a check like any other",
  async (name) => {
    const run = Run.parse(JSON.parse(JSON.stringify(ofHead(SAME)).replaceAll('"browse"', `"${name}"`)));
    double.state.artifacts[0]!.archive = archived(run);
    const done = await reported(double);
    expect(done.code).not.toBe(70);
    expect(checks()).toMatchObject([{ head_sha: HEAD, conclusion: "failure" }]); // base's rules ask for browse
  },
);
