import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { slowest } from "../../measure/slow.ts";
import type { LoadResult } from "../../model/ports.ts";
import { K6Bench } from "../../testing/k6.ts";

/** Answers `/slow…` after 400 ms, and everything else at once. */
const open = () =>
  K6Bench.open(async (request, response) => {
    if (request.url?.startsWith("/slow")) await delay(400);
    response.writeHead(request.method === "PUT" ? 503 : 200).end("{}");
  });
const once = `export const options = { scenarios: { a: { executor: "shared-iterations", vus: 1, iterations: 1 } } };`;
/** By name: they come slowest first, and those of a kind take as long as one another. */
const slowOf = (result: LoadResult) => {
  if (!result.ok) throw new Error(result.failure.message);
  const slow = result.slow?.map(({ name, status, first }) => [name, status, first]) ?? [];
  return slow.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
};

test("every way of asking is watched, and answers as ever", async () => {
  await using bench = await open();
  const result = await bench.load(
    bench.request(`
      import http, { get } from "k6/http";
      import { check } from "k6";
      const { put } = http;
      const at = __ENV.STEELYARD_TARGET_API;
      const tagged = (name) => ({ tags: { name } });
      ${once}
      export default async function () {
        // slow ones one after the other would soon be usual
        const calm = () => { for (let i = 0; i < 4; i++) http.get(at + "/fast", tagged("fast")); };
        const answers = [];
        calm();
        answers.push(get(at + "/slow", tagged("get, by name")));
        calm();
        answers.push(put(at + "/slow", "x", tagged("put, taken apart")));
        calm();
        answers.push(http.request("DELETE", at + "/slow", null, tagged("request")));
        calm();
        answers.push(await http.asyncRequest("GET", at + "/slow", null, tagged("later")));
        calm();
        answers.push(http.post(http.url\`\${at}/slow/\${7}\`, "x"));
        check(answers, { "whole answers": (all) => all.every(({ body }) => body === "{}") });
      }`),
  );
  expect(slowOf(result)).toEqual([
    [expect.stringMatching(/^\$\{\}\/slow\/\$\{\}$/), 200, false], // k6's own name of such an address
    ["get, by name", 200, false],
    ["later", 200, false],
    ["put, taken apart", 503, false],
    ["request", 200, false],
  ]);
  expect(result.ok && result.observed.checks).toEqual([{ name: "whole answers", passes: 1, fails: 0 }]);
});

test("a request that a script gives up is slow, and without a status; what it throws is thrown", async () => {
  await using bench = await open();
  const result = await bench.load(
    bench.request(`
      import http from "k6/http";
      ${once}
      export default function () {
        const calm = () => { for (let i = 0; i < 3; i++) http.get(__ENV.STEELYARD_TARGET_API + "/fast"); };
        calm();
        http.get(__ENV.STEELYARD_TARGET_API + "/slow", { timeout: "300ms", tags: { name: "given up" } });
        calm();
        try { http.get(__ENV.STEELYARD_TARGET_API + "/slow", { timeout: "300ms", throw: true }); } catch { return; }
        throw new Error("nothing was thrown");
      }`),
  );
  expect(slowOf(result)).toEqual([
    ["given up", 0, false],
    [null, 0, false],
  ]);
  expect(result.ok && result.observed.metrics.exceptions).toBe(undefined);
});

test("what is slow for everyone is usual, and the warm-up is not told of", async () => {
  await using bench = await open();
  const result = await bench.load(
    bench.request(
      `import http from "k6/http";
       export const options = { vus: 1, duration: "1s" };
       export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/slow"); }`,
      { slot: { warmup: 2, duration: 2 } },
    ),
  );
  if (!result.ok) throw new Error(result.failure.message);
  const { slow = [], observed } = result;
  expect(observed.requests).toBeGreaterThan(2);
  expect(slow.length).toBeLessThan(observed.requests); // a user learns what is usual from the first few
  expect(slowest(slow, observed.metrics)).toBeUndefined();
});
