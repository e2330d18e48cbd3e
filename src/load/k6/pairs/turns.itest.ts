import { mkdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PairsBench } from "../../../testing/k6pairs.ts";

const IMPORTS = `import http from "k6/http"; import { check, sleep } from "k6"; import { sides } from "./steelyard.ts";\n`;
const CLOSED = `export const options = { vus: 2, duration: "30s" };\n`;
const OPEN = `export const options = { scenarios: { o: { executor: "constant-arrival-rate", rate: 100, duration: "30s", preAllocatedVUs: 5 } } };\n`;

const [ITERATION, IN_SCENARIO, IN_INSTANCE] = [
  "__ITER",
  "exec.vu.iterationInScenario",
  "vu.iterationInInstance",
];
const NUMBERED = (number: string) => `import exec, { vu } from "k6/execution";
  const path = () => __ENV.STEELYARD_PHASE === "discovery" ? "/" : "/" + __VU + "/" + ${number};
  export default function () { http.get(__ENV.STEELYARD_TARGET_API + path()); }`;
const NUMBERED_BOTH = (number: string) =>
  NUMBERED(number).replace(/http\.get.*;/, "for (const side of sides()) http.get(side.target() + path());");
test.each([
  [`closed, by copies, ${ITERATION}`, CLOSED + NUMBERED(ITERATION)],
  [`closed, by copies, ${IN_SCENARIO}`, CLOSED + NUMBERED(IN_SCENARIO)],
  [`open, by copies, ${IN_INSTANCE}`, OPEN + NUMBERED(IN_INSTANCE)],
  [`closed, by the module, ${ITERATION}`, CLOSED + NUMBERED_BOTH(ITERATION)],
  [`closed, by the module, ${IN_SCENARIO}`, CLOSED + NUMBERED_BOTH(IN_SCENARIO)],
])("iterations of each VU are numbered from 0, on each side: %s", async (_, body) => {
  const numbers: Record<string, number[]> = {};
  const listen =
    (side: string): RequestListener =>
    ({ url }, response) => {
      const [, vu, number] = url!.split("/");
      const key = `${side} ${vu}`;
      if (number !== undefined) numbers[key] = [...(numbers[key] ?? []), Number(number)];
      response.end("{}");
    };
  await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
  await bench.good(IMPORTS + body);
  expect(Object.keys(numbers)).toEqual(expect.arrayContaining(["base 1", "head 1"]));
  for (const all of Object.values(numbers)) expect(all).toEqual(all.map((_, i) => i));
});

const EACH = `{ executor: "per-vu-iterations", vus: 2, iterations: 3 }`; // 6 iterations
const SHARED = `{ executor: "shared-iterations", vus: 2, iterations: 6 }`;
test.each([
  ["shared, by copies", SHARED, "http.get(__ENV.STEELYARD_TARGET_API + path);"],
  ["of each VU, by copies", EACH, "http.get(__ENV.STEELYARD_TARGET_API + path);"],
  ["shared, by the module", SHARED, "for (const side of sides()) http.get(side.target() + path);"],
])(
  "iterationInTest of a script with a number of iterations gives both sides the same data: %s",
  async (_, scenario, ask) => {
    const asked: Record<string, string[]> = { base: [], head: [] };
    const listen =
      (side: string): RequestListener =>
      ({ url }, response) => {
        if (!url!.endsWith("?discovery")) asked[side]!.push(url!.slice(0, 2));
        response.end("{}");
      };
    await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
    await bench.good(`${IMPORTS} import exec, { scenario } from "k6/execution"; const paths = ["/a", "/b", "/c", "/d", "/e", "/f"];
      export const options = { scenarios: { each: ${scenario} } };
      export default function () {
        const { iterationInTest } = scenario;
        if (iterationInTest !== exec.scenario.iterationInInstance) throw new Error("two numbers");
        const path = paths[iterationInTest] + "?" + __ENV.STEELYARD_PHASE;
        ${ask}
        sleep(0.02);
      }`);
    for (const paths of Object.values(asked)) {
      expect([...new Set(paths)].sort()).toEqual(["/a", "/b", "/c", "/d", "/e", "/f"]);
    }
  },
);

test.each([
  ["by copies", "http.get(__ENV.STEELYARD_TARGET_API + path);"],
  ["by the module", "for (const side of sides()) http.get(side.target() + path);"],
])("a script with a number of iterations does not run past its data: %s", async (_, ask) => {
  const asked = new Set<string>();
  const both: RequestListener = ({ url }, response) => {
    asked.add(url!);
    response.end("{}");
  };
  await using bench = await PairsBench.open({ both });
  await bench.good(`${IMPORTS} const paths = ["/a", "/b", "/c"];
    export const options = { scenarios: { each: { executor: "per-vu-iterations", vus: 2, iterations: 3 } } };
    export default function () { const path = paths[__ITER]; ${ask} }`);
  expect([...asked].sort()).toEqual(["/a", "/b", "/c"]);
});

const GO = {
  "a form": ["http.get(page)", "submitForm({ fields: { a: '1' } })"],
  "a link": ["http.batch([page])[0]", "clickLink({ selector: 'a', params: { tags: { name: 'link' } } })"],
  "a form of an answer that came later": ["await http.asyncRequest('GET', page)", "submitForm()"],
} as const;
test.each(Object.entries(GO))(
  "with noCookiesReset, %s is asked with the cookies of its side",
  async (_, [get, go]) => {
    const seen: Record<string, Set<string | undefined>> = { base: new Set(), head: new Set() };
    const listen =
      (side: string): RequestListener =>
      ({ url, headers }, response) => {
        if (url === "/page")
          response.setHeader("set-cookie", `who=${side}`).setHeader("content-type", "text/html");
        else seen[side]!.add(headers.cookie);
        response.end('<form action="/next" method="post"></form><a href="/next">next</a>');
      };
    await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
    await bench.good(`${IMPORTS} export const options = { vus: 1, duration: "1s", noCookiesReset: true };
    export default async function () {
      if (__ENV.STEELYARD_PHASE === "discovery") return void http.get(__ENV.STEELYARD_TARGET_API + "/page");
      const page = __ENV.STEELYARD_TARGET_API + "/page";
      const answer = ${get};
      if (JSON.parse(JSON.stringify(answer)).status !== 200) throw new Error("not complete");
      if (!check(answer, { ok: (r) => r.status === 200 && r.html("a").text() === "next" })) return;
      const next = answer.${go};
      if (next.status !== 200) throw new Error("not answered");
    }`);
    expect(seen).toEqual({ base: new Set(["who=base"]), head: new Set(["who=head"]) });
  },
);

test("with noCookiesReset, WebSockets are opened with the cookies of their side", async () => {
  const seen: Record<string, Set<string | undefined>> = { base: new Set(), head: new Set() };
  const listen =
    (side: string): RequestListener =>
    (_, response) =>
      void response.setHeader("set-cookie", `who=${side}`).end("{}");
  await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
  for (const side of ["base", "head"] as const) {
    bench.servers[side].server.on("upgrade", ({ headers }, socket) => {
      seen[side]!.add(headers.cookie);
      socket.destroy();
    });
  }
  await bench.good(`${IMPORTS} import ws from "k6/ws";
    export const options = { vus: 1, duration: "1s", noCookiesReset: true };
    export default function () {
      http.get(__ENV.STEELYARD_TARGET_API);
      if (__ENV.STEELYARD_PHASE !== "discovery") ws.connect(__ENV.STEELYARD_TARGET_API.replace("http", "ws"), () => {});
    }`);
  expect(seen).toEqual({ base: new Set(["who=base"]), head: new Set(["who=head"]) });
});

/** A script as tsc writes it for `module: commonjs`, and as webpack does. */
const TSC = `"use strict";
  Object.defineProperty(exports, "__esModule", { value: true });
  exports.options = void 0;
  const http_1 = { default: require("k6/http") };
  const exec = {};
  const own = require('k6/execution');
  for (const key in own) Object.defineProperty(exec, key, Object.getOwnPropertyDescriptor(own, key));
  const { sleep } = require( "k6" );
  exports.options = { vus: 2, duration: "30s" };
  exports.default = function () {
    http_1.default.get("http://localhost:3000/" + exec.vu.iterationInScenario);
    sleep(0.01);
  };`;
const WEBPACK = `(()=>{var e={n:t=>{var o=t&&t.__esModule?()=>t.default:()=>t;return e.d(o,{a:o}),o},d:(t,o)=>{for(var n in o)Object.defineProperty(t,n,{enumerable:!0,get:o[n]})}};
  var t={};(()=>{var o=t;Object.defineProperty(o,"__esModule",{value:!0}),o.default=o.options=void 0;
  const n=require("k6/http");var r=e.n(n);const x=require("k6/execution");var v=e.n(x);o.options={vus:2,duration:"30s"};
  o.default=async function(){await r().asyncRequest("GET","http://localhost:3000/"+v().vu.iterationInScenario)}})();
  var s=exports;for(var i in t)s[i]=t[i];t.__esModule&&Object.defineProperty(s,"__esModule",{value:!0})})();`;
test.each([
  ["of tsc", TSC],
  ["of webpack", WEBPACK],
])(
  "a CommonJS script %s: literal addresses and numbers of iterations are each side's own",
  async (_, script) => {
    const asked: Record<string, Set<string>> = { base: new Set(), head: new Set() };
    const listen =
      (side: string): RequestListener =>
      ({ url }, response) => {
        asked[side]!.add(url!);
        response.end("{}");
      };
    await using bench = await PairsBench.open(
      { base: listen("base"), head: listen("head") },
      { "localhost:3000": "api" },
    );
    for (const { base, head } of await bench.good(script)) expect([base.errors, head.errors]).toEqual([0, 0]);
    for (const paths of Object.values(asked))
      expect([...paths]).toEqual(expect.arrayContaining(["/0", "/1", "/2"]));
  },
);

test.each([
  ["copies", "export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(0.1); }"],
  [
    "the module",
    "export default function () { for (const side of sides()) http.get(side.target()); sleep(0.1); }",
  ],
])("pauses in setup() and teardown() are as long as the script has them: by %s", async (way, body) => {
  await using bench = await PairsBench.open();
  const script = `${IMPORTS + CLOSED} const pause = () => { const began = Date.now(); sleep(0.2); return Date.now() - began; };
    export function setup() { return pause(); }
    ${body}
    export function teardown(ms) { if (__ENV.STEELYARD_PHASE !== "discovery" && Math.min(ms, pause()) < 200) throw new Error("too short"); }`;
  const full = { measure: { pace: "full" } };
  const found = await bench.finest(script, { workload: full });
  expect(found).toMatchObject({ mode: "request" });
  // Each of 2 VUs makes one request (and with the module two) in 0.1 s and 3 ms (or 6 ms) for each: not those pauses too.
  const { rate } = await bench.finest(script);
  expect(rate?.requests).toBeCloseTo(way === "copies" ? 2 / 0.103 : 4 / 0.106, 0);
  await bench.good(script, {
    workload: full,
    use: async () => ({ cpu: { base: 1, head: 1 }, busiest: 0.01, machine: null }),
  });
});

test.each([
  ["copies", "http.get(__ENV.STEELYARD_TARGET_API + path);"],
  ["the module", "for (const side of sides()) http.get(side.target() + path);"],
])("files that k6/experimental/fs opens are those next to the script, by %s", async (_, ask) => {
  const asked = new Set<string>();
  await using bench = await PairsBench.open({
    both: ({ url }, response) => {
      asked.add(url!);
      response.end("{}");
    },
  });
  mkdirSync(join(bench.cwd, "data"));
  bench.write("data/paths.csv", "path\n/of-row");
  await bench.good(`${IMPORTS} import { open } from "k6/experimental/fs"; import csv from "k6/experimental/csv";
    export const options = { vus: 1, duration: "1s" };
    const rows = await csv.parse(await open("data/paths.csv"), { skipFirstLine: true });
    const file = await open("data/paths.csv");
    export default async function () {
      const { size } = await file.stat();
      const path = rows[0][0] + size;
      ${ask}
    }`);
  expect([...asked]).toEqual(["/of-row12"]);
});
