import { afterEach, beforeEach, expect, test } from "vitest";
import { github, HEAD, KEY, remark, reported } from "../testing/github/reporting.ts";
import type { GithubDouble } from "../testing/github/server.ts";

let double: GithubDouble;
beforeEach(async () => {
  double = await github();
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double[Symbol.asyncDispose]();
});

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

test("the comment of another report that has not posted its check yet is updated", async () => {
  const body = `${KEY}\n<!-- steelyard:verdict:unchanged -->\n<!-- steelyard:check:${HEAD} -->\nx`;
  double.state.comments.push({ ...remark(900, body), created: new Date().toISOString() });
  await reported(double);
  expect(told()).toEqual([900]);
  expect(double.state.comments[0]!.body).not.toBe(body);
});
