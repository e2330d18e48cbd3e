import { afterEach, beforeEach, expect, test } from "vitest";
import { GIT_HANDLERS } from "./git.ts";
import { HANDLERS } from "./handlers.ts";
import { aPull, HEAD } from "./reporting.ts";
import { GithubDouble, TOKEN } from "./server.ts";
import { BOT } from "./state.ts";

// The double notices what GitHub would not take, and what GitHub would not answer: or tests over it would show nothing.
let double: GithubDouble;
beforeEach(async () => {
  double = await GithubDouble.start({ pulls: [aPull()] });
});
afterEach(() => double[Symbol.asyncDispose]());

const ask = (method: string, path: string, body?: object, token = TOKEN) =>
  fetch(`${double.url}/repos/octo/shop/${path}`, {
    method,
    headers: { authorization: `token ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

const REMARK = { path: "a", start_line: 1, end_line: 1, annotation_level: "notice", message: "m" };
const check = (output: object) => ({
  name: "perf",
  head_sha: HEAD,
  status: "completed",
  conclusion: "success",
  output,
});
test.each([
  ["a comment without a body", "POST", "issues/12/comments", {}, 422],
  ["a body that is a number", "POST", "issues/12/comments", { body: 1 }, 422],
  ["a conclusion that there is not", "POST", "check-runs", { ...check({}), conclusion: "great" }, 422],
  [
    "an annotation without a line",
    "POST",
    "check-runs",
    check({ title: "t", summary: "s", annotations: [{ path: "a" }] }),
    422,
  ],
  [
    "51 annotations",
    "POST",
    "check-runs",
    check({ title: "t", summary: "s", annotations: Array(51).fill(REMARK) }),
    422,
  ],
  ["a state that there is not", "POST", `statuses/${HEAD}`, { state: "neutral" }, 422],
  ["a number that is none", "GET", "pulls/twelve", undefined, 422],
])("%s is a violation", async (_, method, path, body, status) => {
  expect((await ask(method, path, body)).status).toBe(status);
  expect(double.violations).toHaveLength(1);
});

test("an answer that GitHub would not give is a violation", async () => {
  double.state.comments.push({ id: "no number" as never, pull: 12, body: "x", user: BOT });
  await ask("GET", "issues/12/comments");
  expect(double.violations).toEqual([expect.stringMatching(/answer of issues\/list-comments: .*integer/)]);
});

test.each([
  ["a long comment", "issues/12/comments", { body: "x".repeat(65_537) }],
  ["a long description", `statuses/${HEAD}`, { state: "success", description: "x".repeat(141) }],
])("%s is refused, though its schema allows it", async (_, path, body) => {
  expect((await ask("POST", path, body)).status).toBe(422);
  expect(double.violations).toEqual([]);
});

test("a wrong token, a token that may only read, and what is not there", async () => {
  expect((await ask("GET", "pulls/12", undefined, "wrong")).status).toBe(401);
  double.state.readOnly = true;
  expect((await ask("POST", "issues/12/comments", { body: "x" })).status).toBe(403);
  expect((await ask("GET", "pulls/99")).status).toBe(404);
});

test("a page has a hundred at most, and leads to the next", async () => {
  const comment = (id: number) => ({ id, pull: 12, body: `${id}`, user: BOT });
  double.state.comments.push(...Array.from({ length: 150 }, (_, i) => comment(i + 1)));
  const first = await ask("GET", "issues/12/comments?per_page=500");
  expect(((await first.json()) as unknown[]).length).toBe(100);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1];
  expect(next).toContain("page=2");
});

test("every operation that is answered is one of GitHub's", async () => {
  const { DEFINITION } = await import("./shaped.ts");
  const known = Object.values(DEFINITION.paths ?? {}).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId?: string }>).map(({ operationId }) => operationId),
  );
  for (const operation of Object.keys({ ...HANDLERS, ...GIT_HANDLERS })) expect(known).toContain(operation);
});
