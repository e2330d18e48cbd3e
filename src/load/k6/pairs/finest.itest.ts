import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowed } from "../../../exec/env.ts";
import { run } from "../../../exec/run.ts";
import { K6, PairsBench } from "../../../testing/k6pairs.ts";

const K6_IMPORTS = `import http from "k6/http"; import { sides } from "./steelyard.ts";\n`;
const LOOP = `export const options = { vus: 1, duration: "1s" };\n`;
const OWN = `http.get(__ENV.STEELYARD_TARGET_API + "/x");`;

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
  ["by variables", `export default function () { ${OWN} }`],
  [
    "by variables, in a function of its own",
    `const url = () => __ENV.STEELYARD_TARGET_API; export default async () => { await http.asyncRequest("GET", url()); }`,
  ],
  [
    "by variables, though it breaks over what a stand-in answers",
    `export default function () { const r = http.get(__ENV.STEELYARD_TARGET_API); r.json("a").b.c; }`,
  ],
])("request mode: the target is read in the iteration %s", async (_, body) => {
  await using bench = await PairsBench.open();
  expect(await bench.finest(K6_IMPORTS + LOOP + body)).toEqual({ mode: "request", why: null });
  expect(bench.story).toEqual([]); // it is not the stack that is asked
});

/** A variable of the workload's own, as most scripts read one, and its reference to the endpoint. */
const BASE_URL = { workload: { env: { BASE_URL: "$".concat("{api}") } } };

test("request mode: the target is a variable of the script's own", async () => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS + LOOP} export default function () { http.get(__ENV.BASE_URL + "/x"); }`;
  expect(await bench.finest(script, BASE_URL)).toEqual({ mode: "request", why: null });
  const pairs = await bench.good(script, BASE_URL);
  expect(pairs.length).toBe(2);
  for (const { base, head } of pairs) expect([base.errors, head.errors]).toEqual([0, 0]);
  expect(new Set(bench.story.filter((one) => typeof one === "string"))).toEqual(new Set(["base", "head"]));
});

test("only whole trials: a variable of the script's own that is read at its top", async () => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS + LOOP} const url = __ENV.BASE_URL; export default function () { http.get(url); }`;
  expect(await bench.finest(script, BASE_URL)).toMatchObject({
    mode: "trial",
    why: expect.stringContaining("once, at the top"),
  });
});

test.each([
  [
    /once, at the top of the script: read it inside/,
    `${LOOP} const url = __ENV.STEELYARD_TARGET_API; export default function () { http.get(url); }`,
  ],
  [/once, at the top/, `${LOOP} import { get } from "./lib/get.ts"; export default get;`],
  [
    /keeps the target of its first iteration/,
    `${LOOP} let url; export default function () { url = url ?? __ENV.STEELYARD_TARGET_API; http.get(url); }`,
  ],
  [
    /its setup\(\) asks a target/,
    `${LOOP} export function setup() { ${OWN} } export default function () { ${OWN} }`,
  ],
  [
    /its setup\(\) asks a target/,
    `${LOOP} export function setup() { return __ENV.STEELYARD_TARGET_API; } export default function (url) { http.get(url); }`,
  ],
  [
    /outside of its `sides\(\)`/,
    `${LOOP} const url = __ENV.STEELYARD_TARGET_API; export default function () { for (const side of sides()) http.get(side.target()); http.get(url); }`,
  ],
  [/reached no target/, `${LOOP} export default function () {}`],
  [
    /reached no target: .*boo/,
    `${LOOP} export function setup() { throw new Error("boo"); } export default function () { ${OWN} }`,
  ],
  [
    /"r" is a ramping-vus/,
    `export const options = { scenarios: { r: { executor: "ramping-vus", stages: [{ duration: "1s", target: 2 }] } } }; export default function () { ${OWN} }`,
  ],
  [
    /2 scenarios/,
    `export const options = { scenarios: { a: { executor: "constant-vus", vus: 1, duration: "1s" }, b: { executor: "constant-vus", vus: 1, duration: "1s" } } }; export default function () { ${OWN} }`,
  ],
])("only whole trials, and why: %s", async (why, body) => {
  await using bench = await PairsBench.open();
  mkdirSync(join(bench.cwd, "lib"));
  bench.write(
    "lib/get.ts",
    `import http from "k6/http"; const url: string = __ENV.STEELYARD_TARGET_API; export function get() { http.get(url); }`,
  );
  const found = await bench.finest(K6_IMPORTS + body);
  expect(found.mode).toBe("trial");
  expect(found.why).toMatch(why);
});

test("a variant that cannot be interleaved speaks for all", async () => {
  await using bench = await PairsBench.open();
  const script = `${K6_IMPORTS} export const options = __ENV.RAMP ? { stages: [{ duration: "1s", target: 1 }] } : { vus: 1, duration: "1s" };
    export default function () { ${OWN} }`;
  expect(await bench.finest(script)).toMatchObject({ mode: "request" });
  const variants = { flat: {}, ramp: { env: { RAMP: "1" } } };
  expect(await bench.finest(script, { workload: { variants } })).toMatchObject({
    mode: "trial",
    why: /ramping/,
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
  const argv = [K6, "run", "--quiet", "--no-usage-report", "--address", "", "plain.ts"];
  const done = await run(argv, { cwd: bench.cwd, env: allowed(process.env, env), timeout: 30 });
  expect(done.code).toBe(0);
  expect(bench.story).toEqual(["head", "head", "head"]);
  expect([...keys]).toEqual(["k"]);
  expect(done.stdout).not.toContain("steelyard_turn");
  const without = await run(argv, { cwd: bench.cwd, env: allowed(process.env), timeout: 30 });
  expect(without.code).toBe(108);
  expect(without.stderr).toContain("STEELYARD_TARGET_API is not set");
});
