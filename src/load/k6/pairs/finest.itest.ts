import { mkdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowed } from "../../../exec/env.ts";
import { run } from "../../../exec/run.ts";
import { PairsBench } from "../../../testing/k6pairs.ts";
import { K6_BINARY } from "../../../testing/loadbench.ts";

const K6_IMPORTS = `import http from "k6/http"; import { sides } from "./steelyard.ts";\n`;
const LOOP = `export const options = { vus: 1, duration: "1s" };\n`;
const OWN = `http.get(__ENV.STEELYARD_TARGET_API + "/x");`;

const FINEST = {
  mode: "request",
  why: null,
  notes: [],
  rate: { requests: expect.any(Number), isGuess: expect.any(Boolean) },
};
const AT_TOP = `const url = __ENV.STEELYARD_TARGET_API;`;

test.each([
  [
    "by the module",
    `export default function () { for (const side of sides()) http.get(side.target("api")); }`,
  ],
  [
    "by the module, of one of several endpoints",
    `export default function () { for (const side of sides()) http.get(side.target("other")); }`,
  ],
  [
    "by the module, state made in setup()",
    `export function setup() { for (const side of sides()) http.post(side.target()); } export default function () { for (const side of sides()) http.get(side.target()); }`,
  ],
  [
    "by the module, and beside it",
    `${AT_TOP} export default function () { for (const side of sides()) http.get(side.target()); http.get(url); }`,
  ],
  ["in the iteration", `export default function () { ${OWN} }`],
  [
    "in a function of its own",
    `const url = () => __ENV.STEELYARD_TARGET_API; export default async () => { await http.asyncRequest("GET", url()); }`,
  ],
  ["once, at the top of the script", `${AT_TOP} export default function () { http.get(url); }`],
  ["at the top of a module", `import { get } from "./lib/get.ts"; export default get;`],
  [
    "once, in the first iteration",
    `let url; export default function () { url = url ?? __ENV.STEELYARD_TARGET_API; http.get(url); }`,
  ],
  ["in setup() too", `export function setup() { ${OWN} } export default function () { ${OWN} }`],
  ["in teardown() too", `export default function () { ${OWN} } export function teardown() { ${OWN} }`],
  [
    "in setup() only, which hands it on",
    `export function setup() { return __ENV.STEELYARD_TARGET_API; } export default function (url) { http.get(url); }`,
  ],
  [
    "once, into a global",
    `globalThis.kept ??= __ENV.STEELYARD_TARGET_API; export default function () { http.get(globalThis.kept); }`,
  ],
  [
    "before a pause longer than a try may take",
    `import { sleep } from "k6"; ${AT_TOP} export default function () { http.get(url); sleep(25); }`,
  ],
])("request mode: the target is read %s", async (_, body) => {
  await using bench = await opened();
  expect(await bench.finest(K6_IMPORTS + LOOP + body)).toEqual(FINEST);
  expect(bench.story).toEqual([]); // it is not the stack that is asked
});

test.each([
  ["by its copies", OWN],
  ["by the module", `for (const side of sides()) http.get(side.target());`],
])("request mode: a function that several scenarios share looks up its own by name, %s", async (_, ask) => {
  await using bench = await PairsBench.open();
  const one = `{ executor: "constant-vus", vus: 1, duration: "1s", exec: "run" }`;
  const script = `${K6_IMPORTS} import exec from "k6/execution"; const ask = () => { ${ask} }; const by = { one: ask, two: ask };
    export const options = { scenarios: { one: ${one}, two: ${one} } };
    export function run() { by[exec.scenario.name](); }`;
  expect(await bench.finest(script)).toMatchObject({ mode: "request", why: null });
  await bench.good(script);
});

test.each([
  [
    "an iteration",
    `export default function () { const r = http.get(__ENV.STEELYARD_TARGET_API); r.json("a").b.c; }`,
  ],
  [
    "a setup()",
    `${AT_TOP} export function setup() { const { token } = http.post(url).json().data; return token; } export default function (t) { http.get(url); }`,
  ],
])(
  "request mode: %s breaks over the answer of a probe, so that the requests a second are not known",
  async (_, body) => {
    await using bench = await opened();
    const { rate, ...rest } = FINEST;
    expect(await bench.finest(K6_IMPORTS + LOOP + body)).toEqual(rest);
  },
);

/** A bench with a module that reads its target at the top. */
async function opened(...[answers, literals]: Parameters<typeof PairsBench.open>): Promise<PairsBench> {
  const bench = await PairsBench.open(answers, literals);
  mkdirSync(join(bench.cwd, "lib"));
  bench.write(
    "lib/get.ts",
    `import http from "k6/http"; const url: string = __ENV.STEELYARD_TARGET_API; export function get() { http.get(url); }`,
  );
  return bench;
}

test.each([
  [
    "a ramp",
    `{ r: { executor: "ramping-vus", startVUs: 0, stages: [{ duration: "1s", target: 10 }, { duration: "1s", target: 10 }] } }`,
    "8 VUs of `r`",
  ],
  [
    "scenarios one after the other",
    `{ a: { executor: "constant-vus", vus: 4, duration: "1s" }, b: { executor: "constant-arrival-rate", rate: 6, duration: "1s", preAllocatedVUs: 1, startTime: "1s" } }`,
    "2 VUs of `a`, 3 iterations/s of `b`",
  ],
])("request mode: the load of %s is held at its mean, and that is noted", async (_, scenarios, held) => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS} export const options = { scenarios: ${scenarios} }; export default function () { ${OWN} }`;
  expect(await bench.finest(script)).toEqual({
    ...FINEST,
    notes: [`the load is held at the mean of its course: ${held}`],
  });
});

test.each([
  ["copies", `export default function () { http.get(url); http.get(url); sleep(0.1); sleep(0.1); }`, 48.5],
  // an iteration asks both sides, so that half as many of them make as many requests
  [
    "the module",
    `export default function () { for (const side of sides()) http.get(side.target("api")); sleep(0.2); }`,
    48.5,
  ],
])("the requests a second are known before anything is measured, by %s", async (_, body, rate) => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS} import { sleep } from "k6"; const url = __ENV.STEELYARD_TARGET_API;
    export const options = { vus: 5, duration: "5s" };
    export function setup() { if (url !== undefined) return; for (let i = 0; i < 9; i++) sleep(1); }
    ${body}`;
  const found = await bench.finest(script);
  expect(found.rate).toEqual({ requests: expect.closeTo(rate, 1), isGuess: true }); // 5 VUs, 2 requests in 0.2 s and 2 · 3 ms
});

test("gRPC is answered in the try, so that its requests a second are known, too", async () => {
  await using bench = await PairsBench.open();
  bench.write("a.proto", `syntax = "proto3"; package a; message M {} service S { rpc Get (M) returns (M); }`);
  const script = `import grpc from "k6/net/grpc"; import { sleep } from "k6"; export const options = { vus: 5, duration: "5s" };
    const client = new grpc.Client(); client.load(null, "a.proto");
    export default function () {
      client.connect(__ENV.STEELYARD_TARGET_API.replace("http://", ""), { plaintext: true });
      if (client.invoke("a.S/Get", {}).status !== grpc.StatusOK) throw new Error("not answered");
      client.close();
      sleep(0.1);
    }`;
  const { mode, rate } = await bench.finest(script);
  expect(mode).toBe("request");
  expect(rate).toEqual({ requests: expect.closeTo(48.5, 1), isGuess: true }); // 5 VUs, a request in 0.1 s and 3 ms
});

/** Every way in which scripts write an address down. */
const ANY = `http.get("http://localhost:3000/get"); http.post("http://192.168.1.5:3000/post", "{}");
  http.request("PUT", "http://shop:3000/put"); http.batch(["http://localhost:3000/a", ["GET", "http://localhost:3000/b"]]);
  http.batch({ x: { method: "GET", url: "http://localhost:3000/c" } }); http.get(http.url\`http://localhost:3000/\${7}\`);
  get("http://[::1]:3000/six"); get("http://LOCALHOST:3000/named"); get(\`http://\${"localhost"}:\${3000}/built\`); get("http://me:pw@localhost:3000/user");
  http.batch([{ url: "http://localhost:3000/d" }, http.url\`http://localhost:3000/e/\${1}\`]);
  http.get(http.url\`http://localhost:\${3000}/f/\${8}\`); http.get(http.url\`\${"http://localhost:3000"}/g/\${9}\`);
  const jar = http.cookieJar();
  jar.set("http://localhost:3000/jar", "mine", "1");
  if (http.get("http://localhost:3000/jar", { jar }).request.cookies.mine?.[0].value !== "1") throw new Error("not sent");
  if (jar.cookiesForURL("http://localhost:3000/jar").mine?.[0] !== "1") throw new Error("not kept");
  jar.clear("http://localhost:3000/jar");
  if (jar.cookiesForURL("http://localhost:3000/jar").mine !== undefined) throw new Error("not cleared");
  const own = new http.CookieJar();
  own.set("http://localhost:3000/", "own", "2");
  own.delete("http://localhost:3000/", "own");
  http.get("http://localhost:3000/end", { jar: own });`;

test("request mode: an address that is written out stands for the endpoint of its port, and that is noted", async () => {
  const asked: Record<string, string[]> = { base: [], head: [] };
  const answer = (side: string) => (request: IncomingMessage, response: ServerResponse) => {
    const { url, headers } = request;
    asked[side]!.push(headers.authorization === undefined ? url! : `${url} as ${headers.authorization}`);
    response.end("{}");
  };
  await using bench = await PairsBench.open(
    { base: answer("base"), head: answer("head") },
    { "localhost:3000": "api", "[::1]:3000": "api", "private:3000": "api", "shop:3000": "api" },
  );
  const script = `import http, { get } from "k6/http"; ${LOOP} export default function () { ${ANY} }`;
  const found = await bench.finest(script);
  expect(found).toMatchObject({ mode: "request", why: null });
  expect(found.notes).toEqual(
    ["localhost:3000", "192.168.1.5:3000", "shop:3000", "[::1]:3000", "LOCALHOST:3000"].map(
      (literal) => `\`${literal}\` in the script stands for the endpoint of that port`,
    ),
  );
  const pairs = await bench.good(script);
  for (const { base, head } of pairs) expect([base.errors, head.errors]).toEqual([0, 0]);
  const paths = [
    "/get",
    "/post",
    "/put",
    "/a",
    "/b",
    "/c",
    "/7",
    "/six",
    "/named",
    "/built",
    "/user as Basic bWU6cHc=",
    "/d",
    "/e/1",
    "/f/8",
    "/g/9",
    "/jar",
    "/end",
  ].sort();
  for (const side of ["base", "head"]) expect([...new Set(asked[side])].sort()).toEqual(paths);
});

test("only whole trials: an address of which no endpoint is known", async () => {
  await using bench = await PairsBench.open({}, { "localhost:3000": "api" });
  const script = `${K6_IMPORTS + LOOP} export default function () { http.get("http://127.0.0.1:9/x"); http.get("http://127.0.0.1:8/"); }`;
  expect(await bench.finest(script)).toMatchObject({
    mode: "trial",
    why: "a short try of it reached no target, but asked 127.0.0.1:9, 127.0.0.1:8 (a target's address can be a variable in `env:`)",
  });
});

/** A variable of the workload's own, as most scripts read one, and its reference to the endpoint. */
const BASE_URL = { workload: { env: { BASE_URL: "$".concat("{api}") } } };

test.each([
  [
    "by the module, and beside it",
    `${AT_TOP} export default function () { for (const side of sides()) http.get(side.target()); http.get(url); }`,
  ],
  ["in the iteration", `export default function () { http.get(__ENV.BASE_URL + "/x"); }`],
  ["at its top", `const url = __ENV.BASE_URL; export default function () { http.get(url); }`],
])("request mode: the target is a variable of the script's own, read %s", async (_, body) => {
  await using bench = await PairsBench.open();
  const script = K6_IMPORTS + LOOP + body;
  expect(await bench.finest(script, BASE_URL)).toEqual(FINEST);
  const pairs = await bench.good(script, BASE_URL);
  expect(pairs.length).toBe(2);
  for (const { base, head } of pairs) expect([base.errors, head.errors]).toEqual([0, 0]);
  expect(new Set(bench.story.filter((one) => typeof one === "string"))).toEqual(new Set(["base", "head"]));
});

test.each([
  [
    /asks the other side's target/,
    `Math.kept ??= __ENV.STEELYARD_TARGET_API; export default function () { http.get(Math.kept); }`,
  ],
  [/reached no target/, `export default function () {}`],
  [
    /reached no target: .*boo/,
    `export function setup() { throw new Error("boo"); } export default function () { ${OWN} }`,
  ],
])("only whole trials, and why: %s", async (why, body) => {
  await using bench = await PairsBench.open();
  const found = await bench.finest(K6_IMPORTS + LOOP + body);
  expect(found.mode).toBe("trial");
  expect(found.why).toMatch(why);
});

test.each(["scenario.iterationInTest", "vu.iterationInScenario"])(
  "request mode: data by %s, with and without a number of iterations",
  async (number) => {
    const script = `import exec from "k6/execution"; ${K6_IMPORTS} const paths = ["/a", "/b"];
      export default function () { http.get(__ENV.STEELYARD_TARGET_API + paths[exec.${number}]); }`;
    for (const options of [`export const options = { vus: 1, iterations: 2 };`, LOOP]) {
      await using bench = await PairsBench.open();
      expect(await bench.finest(options + script)).toMatchObject({ mode: "request" });
    }
  },
);

test("only whole trials: pauses that no block waits for, unless the timeout is longer or they are shortened", async () => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS} import { sleep } from "k6"; export const options = { vus: 1, duration: "5m" }; export default function () { ${OWN} sleep(35); }`;
  expect(await bench.finest(script)).toEqual({
    mode: "trial",
    why: "an iteration pauses for 35 s, and a block waits 60 s for two of them (`timeout:`)",
  });
  for (const workload of [{ timeout: "2m" }, { measure: { pace: "full" } }])
    expect(await bench.finest(script, { workload })).toMatchObject({ mode: "request" });
});

test("a variant that cannot be interleaved speaks for all", async () => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS + LOOP} export default function () { if (!__ENV.MUTE) ${OWN} }`;
  expect(await bench.finest(script)).toMatchObject({ mode: "request" });
  const variants = { loud: {}, mute: { env: { MUTE: "1" } } };
  expect(await bench.finest(script, { workload: { variants } })).toMatchObject({
    mode: "trial",
    why: /reached no target/,
  });
});

test("a plain `k6 run` of a script with the module: one side, from the environment", async () => {
  const keys = new Set<unknown>();
  await using bench = await PairsBench.open({
    head: (request, response) => {
      keys.add(request.headers["x-key"]);
      response.setHeader("set-cookie", "a=b").end();
    },
  });
  bench.write(
    "plain.ts",
    `${K6_IMPORTS} export const options = { iterations: 3 };
     export default function () { for (const side of sides()) { if (side.name !== null) throw new Error("two"); http.get(side.target(), side.params()); } }`,
  );
  const env = {
    STEELYARD_TARGET_API: bench.url("head"),
    STEELYARD_HEADERS_API: JSON.stringify({ "x-key": "k" }),
  };
  const argv = [K6_BINARY, "run", "--quiet", "--no-usage-report", "--address", "", "plain.ts"];
  const done = await run(argv, { cwd: bench.cwd, env: allowed(process.env, env), timeout: 30 });
  expect(done.code).toBe(0);
  expect(bench.story).toEqual(["head", "head", "head"]);
  expect([...keys]).toEqual(["k"]);
  expect(done.stdout).not.toContain("steelyard_turn");
  const without = await run(argv, { cwd: bench.cwd, env: allowed(process.env), timeout: 30 });
  expect(without.code).toBe(108);
  expect(without.stderr).toContain("STEELYARD_TARGET_API is not set");
});
