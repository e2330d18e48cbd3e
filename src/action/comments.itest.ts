import { afterEach, beforeEach, expect, test } from "vitest";
import {
  archived,
  BASE,
  baseTree,
  CONFIG,
  github,
  HEAD,
  KEY,
  OTHER,
  ofHead,
  payloads,
  type Reporting,
  remark,
  reported,
  SAME,
  SLOWER,
} from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";

let double: GithubDouble;
beforeEach(async () => {
  double = await github();
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

/** The run's figures, from now on. */
const measured = (p50: number) => {
  double.state.artifacts.splice(0, 1, { id: 70, run: 7, name: "steelyard", archive: archived(ofHead(p50)) });
};
const told = () => double.state.comments.map(({ id }) => id);

test("our comment is recorded by our check, and found by it again", async () => {
  await reported(double);
  await reported(double);
  const [comment] = double.state.comments;
  expect(told()).toEqual([comment!.id]);
  expect(double.state.checks).toMatchObject([
    { external_id: `steelyard:comment:${comment!.id}` },
    { external_id: `steelyard:comment:${comment!.id}` },
  ]);
});

test.each([
  ["begins with our marker", `${KEY}\nanother bot's words`],
  [
    "copies all of our hidden lines",
    `${KEY}\n<!-- steelyard:verdict:unchanged -->\n<!-- steelyard:check:${HEAD} -->\nx`,
  ],
])("a comment of another workflow that %s is left alone", async (_, body) => {
  double.state.comments.push(remark(900, body));
  await reported(double);
  expect(double.state.comments[0]).toMatchObject({ id: 900, body });
  expect(told()).toHaveLength(2);
  await reported(double);
  expect(double.state.comments[0]).toMatchObject({ id: 900, body });
  expect(told()).toHaveLength(2);
});

/** As if all comments were of long ago. */
const age = () => {
  const { comments } = double.state;
  comments.splice(
    0,
    comments.length,
    ...comments.map((one) => ({ ...one, created: "2026-11-21T10:00:00Z" })),
  );
};
const BY_HAND: Reporting = {
  event: "workflow_dispatch",
  payload: payloads.plain,
  inputs: { "pull-request": "12", sha: HEAD, only: "browse" },
};

test.each<[string, Reporting]>([
  ["the check is off", { inputs: { check: "off" } }],
  ["the check is a status", { inputs: { check: "status" } }],
  ["a part is measured by hand", BY_HAND],
])("where %s, no check records our comment, and it is found nevertheless", async (_, asked) => {
  const copied = `${KEY}\n<!-- steelyard:verdict:unchanged -->\n<!-- steelyard:check:${HEAD} -->\nx`;
  double.state.comments.push(remark(900, copied));
  await reported(double, asked);
  age();
  await reported(double, asked);
  expect(told()).toHaveLength(2);
  expect(double.state.comments[0]).toMatchObject({ id: 900, body: copied });
});

test("a part by hand leaves our comment with the check that recorded it", async () => {
  const about = { id: 5, name: "steelyard", head_sha: OTHER, status: "completed", conclusion: "success" };
  double.state.checks.push({ ...about, external_id: "steelyard:comment:1" });
  const line = `<!-- steelyard:check:${OTHER} -->`;
  double.state.comments.push(remark(1, `${KEY}\n<!-- steelyard:verdict:new -->\n${line}\n### old`));
  await reported(double, BY_HAND);
  expect(told()).toEqual([1]);
  expect(double.state.comments[0]!.body).toMatch(new RegExp(`^.*\n.*\n${line}\n(?!### old)`));
});

test("in mode `relevant` the first comment waits for news, and says when they are resolved", async () => {
  const inputs = { comment: "relevant" };
  // Four sessions tell a change of 20 %, and no less.
  const tree = { ...baseTree(), ".github/steelyard.yml": `${CONFIG}policy: { band: 20% }\n` };
  Object.assign(double.state.trees, { main: tree, [BASE]: tree, [HEAD]: tree });
  expect((await reported(double, { inputs })).code).toBe(0);
  expect([told(), double.state.checks.length]).toEqual([[], 1]); // the check is always there
  measured(SLOWER);
  await reported(double, { inputs });
  const [comment] = double.state.comments;
  expect(comment!.body).toContain("slower");
  measured(SAME);
  await reported(double, { inputs });
  expect(told()).toEqual([comment!.id]);
  expect(comment!.body).toMatch(/^### ✅.*\n\nResolved: what was reported here before is gone\.$/m);
  await reported(double, { inputs });
  expect(comment!.body).not.toContain("Resolved");
});

test("what was asked for by hand is news", async () => {
  const by = {
    inputs: { comment: "relevant", "pull-request": "12" },
    event: "workflow_dispatch",
    payload: {},
  };
  await reported(double, by);
  expect(told()).toHaveLength(1);
});

test("the comment of another report that has not posted its check yet is updated", async () => {
  const body = `${KEY}\n<!-- steelyard:verdict:unchanged -->\n<!-- steelyard:check:${HEAD} -->\nx`;
  double.state.comments.push({ ...remark(900, body), created: new Date().toISOString() });
  await reported(double);
  expect(told()).toEqual([900]);
  expect(double.state.comments[0]!.body).not.toBe(body);
});
