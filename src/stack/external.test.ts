import { expect, test } from "vitest";
import { explain } from "../base/errors.ts";
import { silent } from "../base/log.ts";
import { ExternalStack } from "../model/config.ts";
import { openServer } from "../testing/server.ts";
import { externalStacks, headersOf, reachableChecks, secretsOf } from "./external.ts";

const external = ExternalStack.parse({
  endpoints: {
    api: {
      url: "https://api.example/v1/",
      headers: { authorization: { env: "API_TOKEN", prefix: "Bearer " }, accept: "application/json" },
    },
    admin: { url: "https://admin.example", headers: { "x-key": { env: "ADMIN_KEY" } } },
  },
  labels: { image: "api:1.2", instances: 3 },
});
const env = { API_TOKEN: "t0ken-a", ADMIN_KEY: "k3y-of-b", OTHER: "x" };

test("headers are read from the environment, and their values are secrets", () => {
  expect(headersOf(external, env)).toEqual({
    api: { authorization: "Bearer t0ken-a", accept: "application/json" },
    admin: { "x-key": "k3y-of-b" },
  });
  expect(secretsOf(external, env)).toEqual(["t0ken-a", "k3y-of-b"]);
  expect(secretsOf(external, { API_TOKEN: " t0ken-a\n" })).toEqual(["t0ken-a"]); // without blanks, as in the request
  expect(secretsOf(external, { API_TOKEN: "" })).toEqual([]);
});

test.each([
  [
    { API_TOKEN: "t0ken-a" },
    /ADMIN_KEY is not set[\s\S]*endpoints\.admin\.headers\.x-key[\s\S]*set ADMIN_KEY/,
  ],
  [{ API_TOKEN: "", ADMIN_KEY: "k" }, /API_TOKEN is not set/],
  [{ API_TOKEN: "a\nb: c", ADMIN_KEY: "k" }, /API_TOKEN holds control characters/],
  [
    { API_TOKEN: "ok", ADMIN_KEY: "k3y-of-b" },
    /API_TOKEN holds fewer than 6[\s\S]*ordinary text[\s\S]*api\.headers\.auth/,
  ],
  [{ API_TOKEN: "t0ken-a", ADMIN_KEY: " 12345 " }, /ADMIN_KEY holds fewer than 6 characters/], // 5 without the blanks
])("%j is a user error that names the variable", (given, message) => {
  let error: unknown;
  try {
    externalStacks({ external, seed: undefined, cwd: "/", env: given, log: silent });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({ fault: "user" });
  expect(explain(error)).toMatch(message);
});

test("without a readiness check it is up at once; it has no counters and never ends", async () => {
  const stacks = externalStacks({ external, seed: undefined, cwd: "/", env, log: silent });
  expect(stacks).toMatchObject({ kind: "external", labels: { image: "api:1.2", instances: "3" } });
  const { stack, seed } = await stacks.up({}, new AbortController().signal);
  expect(seed).toBeNull();
  expect(stack.targets).toEqual({ api: "https://api.example/v1", admin: "https://admin.example" });
  expect([await stack.counters(), stack.fault()]).toEqual([{}, null]);
  await stack[Symbol.asyncDispose]();
});

test("a variant with another environment cannot be measured on it", async () => {
  const stacks = externalStacks({ external, seed: undefined, cwd: "/", env, log: silent });
  await expect(stacks.up({ ALGO: "x" }, new AbortController().signal)).rejects.toMatchObject({
    fault: "user",
  });
});

test("an address where nothing listens is a failed check, on either side", async () => {
  await using server = await openServer();
  const up = server.url;
  const sides = ExternalStack.parse({
    endpoints: { api: { url: up } },
    base: { endpoints: { api: { url: "http://127.0.0.1:1" } } },
  });
  const { signal } = new AbortController();
  expect(await reachableChecks(sides, signal)).toMatchObject([
    { state: "ok", detail: `${up} accepts connections` },
    { state: "fail", detail: "http://127.0.0.1:1: connection refused", remedy: expect.any(String) },
  ]);
  expect(await reachableChecks(undefined, signal)).toEqual([]);
});
