import { expect, test } from "vitest";
import { aDuelRecord, WOBBLE } from "../testing/dueling.ts";
import {
  baseTree,
  github,
  HEAD,
  OTHER,
  ofHead,
  posted,
  reported,
  SAME,
} from "../testing/github/reporting.ts";
import type { State } from "../testing/github/state.ts";

// The default branch beside its last release, started by hand.
const pairs = (factor: number) =>
  Array.from(
    { length: 10 },
    (_, i) => [{ p50: 0.01 }, { p50: 0.01 * factor * WOBBLE[i % WOBBLE.length]! }] as const,
  );
const beside = (factor: number) => {
  const duel = aDuelRecord({ pairs: pairs(factor) });
  const base = { sha: OTHER, subject: "Release 1.2", ref: "v1.2.0", release: true as const };
  const run = ofHead(SAME);
  return { ...run, trials: [], schedule: { ...run.schedule, starts: [] }, duel: { ...duel, base } };
};
const BASED = (text: string) =>
  text.replace(
    '8080" } } } }',
    '8080" } }, base: { endpoints: { api: { url: "http://127.0.0.1:8081" } } } } }',
  );
const trees = () => {
  const tree = baseTree();
  const config = BASED(tree[".github/steelyard.yml"]!);
  const based = { ...tree, ".github/steelyard.yml": config };
  return { main: based, [HEAD]: based };
};
const report = async (factor: number, state: Partial<State> = {}) => {
  await using double = await github(
    {
      trees: trees(),
      pulls: [],
      tags: [{ name: "v1.2.0", sha: OTHER }],
      mergeBases: { [`main...${HEAD}`]: HEAD, [`${OTHER}...${HEAD}`]: OTHER },
      ...state,
    },
    beside(factor),
  );
  const done = await reported(double, {
    event: "workflow_dispatch",
    payload: { repository: { default_branch: "main" } },
    inputs: { reference: "release" },
  });
  expect(double.violations).toEqual([]);
  return { ...done, checks: double.state.checks, comments: posted(double.state) };
};

test("the default branch is held against the release that the forge knows, under a check of its own", async () => {
  const { outputs, checks, markdown } = await report(3);
  expect(outputs).toMatchObject({ verdict: "regressed", conclusion: "failure" });
  expect(checks).toMatchObject([{ name: "steelyard-release", head_sha: HEAD, conclusion: "failure" }]);
  expect(markdown).toContain("compared with the release `v1.2.0`, side by side");
  expect((await report(1)).outputs).toMatchObject({ verdict: "unchanged", conclusion: "success" });
});

test("a run beside anything else gives no verdict", async () => {
  for (const state of [
    { tags: [] },
    { tags: [{ name: "v1.2.0", sha: HEAD }] },
    { mergeBases: { [`main...${HEAD}`]: HEAD } },
  ]) {
    const { outputs, markdown } = await report(1, state);
    expect(outputs).toMatchObject({ verdict: "invalid", conclusion: "failure" });
    expect(markdown).toContain("no release before it");
  }
});
