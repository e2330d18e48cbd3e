import { expect, test } from "vitest";
import { ledgerText } from "../report/ledger.ts";
import { comparison } from "../testing/comparisons.ts";
import {
  aPull,
  baseTree,
  CONFIG,
  github,
  HEAD,
  ofHead,
  reported,
  SAME,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";
import type { State } from "../testing/github/state.ts";
import { runStep } from "../testing/github/step.ts";
import { targetStep } from "./target.ts";

// `policy.queue: trust`. Pull request 12 is queued before 13; the group is 12 alone, or both.
const MAIN = "1".repeat(40);
const LEFT = "b".repeat(40); // where both pull requests left the default branch
const FIRST = "c".repeat(40); // the commit of 12 in the queue; HEAD is that of 13, the group's
const PULLS = { 12: "d".repeat(40), 13: "e".repeat(40) };

const TRUSTING = CONFIG.replace("workloads:", 'policy: { queue: trust, paths: ["!docs/**"] }\n\nworkloads:');
const rules = (config = TRUSTING) => ({ ...baseTree(), ".github/steelyard.yml": config });
/** The check of a pull request that was judged by the rules of a commit. */
const success = (of: 12 | 13, more: object = {}, judgedBy = LEFT) => ({
  id: of,
  name: "steelyard",
  head_sha: PULLS[of],
  conclusion: "success",
  external_id: "steelyard:comment:5",
  output: { text: ledgerText(comparison([]), { head: PULLS[of], config: null, rules: judgedBy }) },
  ...more,
});

/** GitHub with a group of both pull requests, of which only 12 changes what matters. */
const queued = (more: Partial<State> = {}): Promise<GithubDouble> =>
  github(
    {
      pulls: ([12, 13] as const).map((number) =>
        aPull({ number, head: { sha: PULLS[number], ref: `b${number}`, repository: "octo/shop" } }),
      ),
      trees: {
        [MAIN]: rules(),
        [LEFT]: rules(),
        [FIRST]: { ...rules(), "src/a.ts": "1" },
        [HEAD]: { ...rules(), "src/a.ts": "1", "docs/a.md": "1" },
      },
      mergeBases: { [`${MAIN}...${PULLS[12]}`]: LEFT, [`${MAIN}...${PULLS[13]}`]: LEFT },
      queues: {
        main: [
          { pull: 12, before: MAIN, after: FIRST },
          { pull: 13, before: FIRST, after: HEAD },
          { pull: 14, before: null, after: null },
        ],
      },
      checks: [success(12), success(13)],
      ...more,
    },
    ofHead(SAME),
  );

const group = (base = MAIN) => ({
  action: "checks_requested",
  merge_group: { head_sha: HEAD, base_sha: base, base_ref: "refs/heads/main" },
  repository: { default_branch: "main" },
});

/** The findings of the job before the measurement. */
async function target(double: GithubDouble, payload: object) {
  const start = { action: "target", event: "merge_group", payload };
  const { code, runner } = await runStep(targetStep, double, start);
  return { code, trusted: runner.outputs.trusted === "true", log: runner.text };
}

test("a group of checked pull requests, one of which matters, passes without a measurement", async () => {
  await using double = await queued({ artifacts: [] });
  expect(await target(double, group())).toMatchObject({ code: 0, trusted: true });
  const { code, outputs, markdown } = await reported(double, { event: "merge_group", payload: group() });
  expect(code).toBe(0);
  expect(outputs).toMatchObject({ verdict: "trusted", conclusion: "success" });
  expect(double.state.checks.at(-1)).toMatchObject({
    head_sha: HEAD,
    conclusion: "success",
    output: {
      title: "Trusted, not measured",
      summary: expect.stringMatching(/At most one[\s\S]*- #12 at ddddddddd\n- #13 at eeeeeeeee$/),
    },
  });
  expect(markdown).toContain("Trusted, not measured");
  expect([double.state.comments, double.violations]).toEqual([[], []]);
  expect(double.operations()).toContain("graphql");
});

test("figures of a group are judged, though its pull requests' checks would suffice by now", async () => {
  await using double = await queued();
  const { outputs } = await reported(double, { event: "merge_group", payload: group() });
  expect(outputs.verdict).not.toBe("trusted");
  expect(double.state.checks.at(-1)).not.toMatchObject({ output: { title: "Trusted, not measured" } });
  expect(double.violations).toEqual([]);
});

test("a group of one pull request passes by its check, whatever it changes", async () => {
  const one = { [`${FIRST}...${PULLS[13]}`]: LEFT };
  await using double = await queued({ artifacts: [], mergeBases: one, checks: [success(13)] });
  expect(await target(double, group(FIRST))).toMatchObject({ trusted: true });
  await reported(double, { event: "merge_group", payload: group(FIRST) });
  expect(double.state.checks.at(-1)).toMatchObject({ head_sha: HEAD, conclusion: "success" });
  expect(double.violations).toEqual([]);
});

const both = {
  trees: {
    [MAIN]: rules(),
    [LEFT]: rules(),
    [FIRST]: { ...rules(), "src/a.ts": "1" },
    [HEAD]: { ...rules(), "src/a.ts": "1", "src/b.ts": "1" },
  },
};
const tree = (sha: string, config: string) => ({ trees: { ...both.trees, [sha]: rules(config) } });

test.each<[what: string, state: Partial<State>, log: RegExp | null]>([
  ["the base measures", tree(MAIN, CONFIG), null],
  ["the base has no config", { trees: { ...both.trees, [MAIN]: {} } }, null],
  ["the base's config cannot be read", tree(MAIN, "version: 7"), /not known: /],
  ["two can affect a workload", both, /pull requests 12 and 13 can each affect a workload/],
  [
    "the files of a commit are cut off",
    { cutTrees: true },
    /pull requests 12 and 13 can each affect a workload/,
  ],
  ["a check is missing", { checks: [success(12)] }, /13 has no check/],
  [
    "the newest check failed",
    { checks: [success(12), success(13), success(13, { id: 20, conclusion: "failure" })] },
    /13 has the check failure/,
  ],
  [
    "the check is of an earlier head",
    { checks: [success(12), success(13, { head_sha: LEFT })] },
    /13 has no check/,
  ],
  [
    "the check of that name is not ours",
    { checks: [success(12), success(13, { external_id: "" })] },
    /13 has no check/,
  ],
  [
    "nothing was compared for the first config",
    { checks: [success(12), success(13, { conclusion: "neutral" })] },
    /13 has the check neutral/,
  ],
  [
    "a pull request was judged by another config",
    tree(LEFT, `${TRUSTING}# older\n`),
    /was judged by another .github\/steelyard.yml/,
  ],
  [
    "a check is of a pull request into another branch",
    { checks: [success(12), success(13, {}, MAIN)] },
    /13 was judged by the rules of another commit than bbbbbbbbb/,
  ],
  [
    "a check does not say what judged it",
    { checks: [success(12), success(13, { output: { text: "" } })] },
    /not known: The check has no estimates/,
  ],
  ["there is no queue", { queues: {} }, /does not tell what aaaaaaaaa is of/],
  [
    "the queue does not reach the base",
    { queues: { main: [{ pull: 13, before: FIRST, after: HEAD }] } },
    /does not tell what ccccccccc is of/,
  ],
  [
    "the queue goes in a circle",
    {
      queues: {
        main: [
          { pull: 13, before: FIRST, after: HEAD },
          { pull: 12, before: HEAD, after: FIRST },
        ],
      },
    },
    /does not tell what aaaaaaaaa is of/,
  ],
])("it is measured where %s", async (_, state, log) => {
  await using double = await queued({ artifacts: [], ...state });
  const before = double.state.checks.length;
  const found = await target(double, group());
  expect(found).toMatchObject({ code: 0, trusted: false });
  if (log === null) expect(found.log).not.toContain("the group is measured");
  else expect(found.log).toMatch(log);
  // A report without figures is a failure: it does not trust because nothing was measured.
  const { outputs } = await reported(double, { event: "merge_group", payload: group() });
  expect(outputs.verdict).toBeUndefined();
  expect(double.state.checks.slice(before)).toMatchObject([{ head_sha: HEAD, conclusion: "failure" }]);
  expect(double.violations).toEqual([]);
});

test("where the forge refuses to tell of its queue, the group is measured", async () => {
  for (const fault of [
    { status: 200, body: { data: null, errors: [{ message: "Resource not accessible by integration" }] } },
    { status: 403, body: { message: "Resource not accessible by integration" } },
    { status: 200, body: { data: { repository: { mergeQueue: { entries: 7 } } } } },
  ]) {
    await using double = await queued();
    double.fail("graphql", { ...fault, times: 9 });
    const { code, trusted, log } = await target(double, group());
    expect([code, trusted]).toEqual([0, false]);
    expect(log).toMatch(/whether it may be trusted is not known: /);
  }
});
