import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { value } from "../../../model/metric.ts";
import type { PairBorder, PairResult } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";
import { median } from "../../../stats/samples.ts";
import { PairsBench } from "../../../testing/k6pairs.ts";
import { openServer } from "../../../testing/server.ts";

const IMPORTS = `import http from "k6/http"; import { check, sleep } from "k6"; import { sides } from "./steelyard.ts";\n`;
const CLOSED = `export const options = { vus: 2, duration: "30s" };\n`;
const OPEN = `export const options = { scenarios: { o: { executor: "constant-arrival-rate", rate: 100, duration: "30s", preAllocatedVUs: 5 } } };\n`;
const BOTH = `export default function () {
  for (const side of sides()) {
    const answer = http.get(side.target("api") + "/x", side.params());
    check(answer, { "is 200": (r) => r.status === 200 });
  }
}\n`;
const EITHER = `export default function () {
  const answer = http.get(__ENV.STEELYARD_TARGET_API + "/x");
  check(answer, { "is 200": (r) => r.status === 200 });
}\n`;
const p50 = (side: { metrics: Record<string, Parameters<typeof value>[0]> }) =>
  value(side.metrics.http_req_duration!, "p50")!;

/** What happened, runs of requests as how many each side got. */
function told(story: readonly (PairBorder | Side)[]): (PairBorder | Record<Side, number>)[] {
  const out: (PairBorder | Record<Side, number>)[] = [];
  for (const one of story) {
    const last = out.at(-1);
    if (typeof one !== "string") out.push(one);
    else if (last !== undefined && "base" in last) last[one]++;
    else out.push({ base: 0, head: 0, [one]: 1 });
  }
  return out;
}

test.each([
  ["closed, by the module", CLOSED + BOTH],
  ["open, by the module", OPEN + BOTH],
  ["closed, by copies", CLOSED + EITHER],
  ["open, by copies", OPEN + EITHER],
])("request mode, %s: both sides in each block, borders in order with no load between", async (_, body) => {
  await using bench = await PairsBench.open();
  const pairs = await bench.good(IMPORTS + body);
  expect(pairs).toHaveLength(2);
  const story = told(bench.story);
  const counts = { base: expect.any(Number), head: expect.any(Number) };
  const border = (pair: number, edge: string) => ({ pair, edge, side: null });
  expect(story).toEqual([
    counts, // the short runs and the warm-up
    border(0, "begin"),
    counts,
    border(0, "end"),
    border(1, "begin"),
    counts,
    border(1, "end"),
  ]);
  for (const [at, { base, head, load }] of pairs.entries()) {
    const served = story[2 + 3 * at] as Record<Side, number>;
    expect({ base: base.requests, head: head.requests }).toEqual(served);
    expect(base.requests).toBeGreaterThan(0);
    expect(Math.abs(base.requests - head.requests)).toBeLessThanOrEqual(5); // one a VU
    expect([base.errors, head.errors, base.failedChecks, head.failedChecks]).toEqual([0, 0, 0, 0]);
    expect(base.checks).toBe(base.requests);
    expect(load.iterations).toBe(body.includes("sides()") ? base.requests : base.requests + head.requests);
    expect(base.metrics.http_req_duration).toMatchObject({ kind: "trend", n: base.requests });
  }
});

const AT_TOP = `import http from "k6/http"; import { check, fail } from "k6"; import { SharedArray } from "k6/data"; import { Counter } from "k6/metrics";
const url = __ENV.STEELYARD_TARGET_API;`;

/** A server with logins: each has a token and a cookie of its own, and refuses everybody else's. */
function login(side: string) {
  const refused: string[] = [];
  /** The token of each request that ends a session. */
  const ended: string[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.url === "/login") {
      response.setHeader("set-cookie", `session=${side}`).end(JSON.stringify({ token: side }));
      return;
    }
    const { cookie = "", authorization = "" } = request.headers;
    if (request.url === "/bye") ended.push(authorization);
    const wrong = [
      cookie !== "" && cookie !== `session=${side}`,
      authorization !== "" && authorization !== side,
    ];
    if (wrong.includes(true)) refused.push(`${cookie} ${authorization}`);
    response.writeHead(wrong.includes(true) ? 403 : 200).end(cookie);
  };
  return { listener, refused, ended };
}

test.each([
  [
    "a token from setup()",
    `${CLOSED} export function setup() { return { token: http.post(url + "/login").json("token") }; }
     export default function ({ token }) { check(http.get(url, { headers: { authorization: token } }), { ok: (r) => r.status === 200 }); }
     export function teardown({ token }) { if (http.get(url + "/bye", { headers: { authorization: token } }).status !== 200) fail("whose?"); }`,
  ],
  [
    "an asynchronous setup()",
    `${CLOSED} export async function setup() { const r = await http.asyncRequest("POST", url + "/login"); return r.json("token"); }
     export default function (token) { check(http.get(url, { headers: { authorization: token } }), { ok: (r) => r.status === 200 }); }`,
  ],
  [
    "a cookie of the iteration",
    `${CLOSED} export default function () { http.post(url + "/login"); check(http.get(url), { ok: (r) => r.body !== "" }); }`,
  ],
  [
    "a cookie that is kept from one iteration to the next",
    `export const options = { vus: 2, duration: "30s", noCookiesReset: true }; let known = false;
     export default function () {
       if (!known) { http.post(url + "/login"); known = true; }
       check(http.get(url), { ok: (r) => r.status === 200 && r.body !== "" });
       check(http.cookieJar().cookiesForURL(url), { jar: (c) => c.session.length === 1 });
     }`,
  ],
  [
    "a token that the module keeps",
    `${CLOSED} let token; export default function () {
       token = token ?? http.post(url + "/login").json("token");
       check(http.get(url, { headers: { authorization: token } }), { ok: (r) => r.status === 200 });
     }`,
  ],
  ...["__ENV.TOKEN", "globalThis.token"].map((kept) => [
    `a token in ${kept}`,
    `${CLOSED} export default function () {
       ${kept} ??= http.post(url + "/login").json("token");
       check(http.get(url, { headers: { authorization: ${kept} } }), { ok: (r) => r.status === 200 });
     }`,
  ]),
])("each side has its own login: %s", async (_, body) => {
  const [base, head] = [login("base"), login("head")];
  await using bench = await PairsBench.open({ base: base.listener, head: head.listener });
  const pairs = await bench.good(AT_TOP + body);
  for (const pair of pairs)
    expect([pair.base.failedChecks, pair.head.failedChecks, pair.base.errors, pair.head.errors]).toEqual([
      0, 0, 0, 0,
    ]);
  expect([...base.refused, ...head.refused]).toEqual([]);
  // once after the short run of each side, and once after the load
  const ends = body.includes("teardown") ? 2 : 0;
  expect([base.ended, head.ended]).toEqual([Array(ends).fill("base"), Array(ends).fill("head")]);
  expect(pairs[0]!.base.checks).toBeGreaterThan(0);
});

test.each([
  ["without a path", "session", `teardown() {}`],
  ["of a path", "session; Path=/auth", `teardown() {}`],
  ["of all paths, in teardown()", "session; Path=/", `teardown() { login(); }`],
])(
  "setup() and teardown() of a side see no cookies of the other: a cookie %s",
  async (_, cookie, teardown) => {
    const logins: Record<Side, (string | undefined)[]> = { base: [], head: [] };
    const answer =
      (side: Side): RequestListener =>
      ({ url, headers }, response) => {
        if (url !== "/auth/login") return void response.end();
        logins[side].push(headers.cookie);
        response.setHeader("set-cookie", cookie.replace("session", `session=${side}`));
        response.writeHead(headers.cookie === undefined ? 200 : 409).end();
      };
    await using bench = await PairsBench.open({ base: answer("base"), head: answer("head") });
    await bench.good(`${AT_TOP} ${CLOSED}
    function login() { if (http.post(url + "/auth/login").status !== 200) fail("logged in already"); }
    export function setup() { login(); if (http.cookieJar().cookiesForURL(url + "/auth/x").session?.length !== 1) fail("no cookie"); }
    export default function () { http.get(url + "/auth/x"); }
    export function ${teardown}`);
    for (const side of ["base", "head"] as const)
      expect([logins[side].length > 0, ...logins[side].filter((one) => one !== undefined)]).toEqual([true]);
  },
);

test("data files, shared arrays and the script's own metrics are each side's own", async () => {
  const asked: Record<string, Set<string>> = { base: new Set(), head: new Set() };
  const listen =
    (side: string): RequestListener =>
    (request, response) => {
      asked[side]!.add(request.url!);
      response.end("{}");
    };
  await using bench = await PairsBench.open({ base: listen("base"), head: listen("head") });
  const file = (side: Side) => `data-${new URL(bench.url(side)).port}.json`;
  bench.write(file("base"), JSON.stringify(["/of-base"]));
  bench.write(file("head"), JSON.stringify(["/of-head"]));
  const script = `${AT_TOP} ${CLOSED} const file = "./data-" + url.split(":")[2] + ".json";
    const paths = new SharedArray("paths", () => JSON.parse(open(file))); const mine = new Counter("mine");
    export default function () { http.get(url + paths[0]); mine.add(1); }`;
  bench.write("data-9.json", JSON.stringify(["/of-nobody"])); // for reading the script without a target
  const [pair] = await bench.good(script);
  expect([...asked.base!].sort()).toEqual(["/of-base"]);
  expect([...asked.head!].sort()).toEqual(["/of-head"]);
  expect(pair!.base.metrics.mine).toMatchObject({ kind: "counter", count: pair!.base.requests });
});

test("iterations that are longer than a block, or rarer: each side has some", async () => {
  await using bench = await PairsBench.open();
  const slow = `${AT_TOP} ${CLOSED} import { sleep } from "k6"; export default function () { http.get(url); sleep(0.4); }`;
  for (const { base, head } of await bench.good(slow, { block: 0.2, warmup: 0 })) {
    expect([base.requests, head.requests]).toEqual([2, 2]); // two VUs, one of each
  }
  await using other = await PairsBench.open();
  const rare = `${AT_TOP} export const options = { scenarios: { o: { executor: "constant-arrival-rate", rate: 10, duration: "30s", preAllocatedVUs: 5 } } };
    export default function () { http.get(url); }`;
  const all = await other.good(rare, { block: 0.2, warmup: 0, pairs: 3 });
  const each = all.map(({ base, head }) => Math.min(base.requests, head.requests));
  expect(median(each), each.join(", ")).toBeGreaterThan(2); // of 10 in 1 s
  expect(median(all.map(({ load }) => load.achieved!))).toBeGreaterThan(0.8);
});

test("the length of blocks is decided by the requests a second of the warm-up", async () => {
  await using bench = await PairsBench.open({
    both: (_, response) => void setTimeout(() => response.end("{}"), 20),
  });
  const asked: number[] = [];
  const blockFor = (rate: number) => {
    asked.push(rate);
    return 1;
  };
  const ask = "http.get(__ENV.STEELYARD_TARGET_API);";
  const script = `${CLOSED} import http from "k6/http"; export default function () { ${ask} ${ask} }`;
  const { results, block } = await bench.pairs(script, { block: 0.25, pairs: 1, warmup: 0.5, blockFor });
  expect(block).toBe(1);
  // two VUs, answers of 20 ms: about 100 a second, of both sides together
  const [most, rate] = asked;
  expect([most, rate! > 20, rate! < 110]).toEqual([0, true, true]);
  const [pair] = results as [Extract<PairResult, { ok: true }>];
  const made = pair.base.requests + pair.head.requests;
  expect([made > 30, made < 115]).toEqual([true, true]);
  expect(pair.base.seconds + pair.head.seconds).toBeGreaterThan(0.8); // of their turns, which need not be as long
}, 30_000);

test("a block of one iteration of each side begins with either side", async () => {
  await using bench = await PairsBench.open();
  const script = `${AT_TOP} export const options = { vus: 1, duration: "1s" }; import { sleep } from "k6";
    export default function () { http.get(url); sleep(0.05); }`;
  await bench.good(script, { block: 0.001, warmup: 0, pairs: 20 }); // over before it has begun
  const firsts = bench.story.flatMap((one, i) =>
    typeof one !== "string" && one.edge === "begin" ? [bench.story[i + 1]] : [],
  );
  expect(firsts).toHaveLength(20);
  expect(new Set(firsts)).toEqual(new Set(["base", "head"]));
});

test("several scenarios: closed and open, each with its function, its own variables and both sides", async () => {
  const asked: Record<string, number> = {};
  const both: RequestListener = (request, response) => {
    asked[request.url!] = (asked[request.url!] ?? 0) + 1;
    response.end("{}");
  };
  await using bench = await PairsBench.open({ both });
  const script = `${AT_TOP} export const options = { scenarios: {
      loop: { executor: "constant-vus", vus: 2, duration: "30s", exec: "loop", env: { PATH_OF: "/loop" } },
      rate: { executor: "constant-arrival-rate", rate: 100, duration: "30s", preAllocatedVUs: 5, exec: "rate" },
      more: { executor: "constant-arrival-rate", rate: 50, duration: "30s", preAllocatedVUs: 5 },
    } };
    export function loop() { http.get(url + __ENV.PATH_OF); }
    export function rate() { http.get(url + "/rate"); }
    export default function () { http.get(url + "/more"); }`;
  const pairs = await bench.good(script, { block: 0.6 });
  expect(pairs).toHaveLength(2);
  const borders = bench.story.filter((one) => typeof one !== "string");
  expect(borders.map(({ pair, edge }) => `${edge} ${pair}`)).toEqual([
    "begin 0",
    "end 0",
    "begin 1",
    "end 1",
  ]);
  for (const { base, head, load } of pairs) {
    expect(Math.min(base.requests, head.requests)).toBeGreaterThan(30);
    expect([base.errors, head.errors, load.achieved]).toEqual([0, 0, null]);
  }
  expect(Object.keys(asked).filter((path) => path !== "/")).toEqual(
    expect.arrayContaining(["/loop", "/rate", "/more"]),
  );
  expect(asked["/rate"]! / asked["/more"]!).toBeGreaterThan(1.3);
  expect(asked["/rate"]! / asked["/more"]!).toBeLessThan(3);
});

test.each([
  ["read there", `__ENV.BASE_URL + "/x"`],
  ["handed on", `__ENV.TARGET + "/x"`],
])("variables of a scenario are those of its side, an address that is %s", async (_, address) => {
  const asked: Record<Side, Set<string>> = { base: new Set(), head: new Set() };
  const answer =
    (side: Side): RequestListener =>
    ({ url }, response) => {
      asked[side].add(url!);
      response.end();
    };
  await using bench = await PairsBench.open({ base: answer("base"), head: answer("head") });
  const one = (path: string) =>
    `{ executor: "constant-vus", vus: 1, duration: "30s", env: { BASE_URL: __ENV.BASE_URL + "${path}", TARGET: __ENV.BASE_URL + "${path}" } }`;
  const script = `import http from "k6/http"; export const options = { scenarios: { a: ${one("/v1")}, b: ${one("/v2")} } };
    export default function () { http.get(${address}); }`;
  const workload = { env: { BASE_URL: "$".concat("{api}") } };
  expect(await bench.finest(script, { workload })).toMatchObject({ mode: "request", why: null });
  await bench.good(script, { workload });
  for (const side of ["base", "head"] as const) expect([...asked[side]].sort()).toEqual(["/v1/x", "/v2/x"]);
});

test("slice mode: one side at a time, borders around each", async () => {
  await using bench = await PairsBench.open();
  const pairs = await bench.good(IMPORTS + CLOSED + EITHER, { mode: "slice", pairs: 3 });
  const story = told(bench.story);
  const begun = story.filter((one) => "edge" in one && one.edge === "begin") as PairBorder[];
  expect(begun.map(({ pair }) => pair)).toEqual([0, 0, 1, 1, 2, 2]);
  for (const at of begun) {
    const i = story.indexOf(at);
    const served = story[i + 1] as Record<Side, number>;
    const other = at.side === "base" ? "head" : "base";
    expect(served).toEqual({ [at.side!]: pairs[at.pair]![at.side!].requests, [other]: 0 });
    expect(story[i + 2]).toEqual({ ...at, edge: "end" });
  }
  // Half of the block, and the rest of a last turn.
  const seconds = pairs.flatMap(({ base, head }) => [base.seconds, head.seconds]);
  expect(median(seconds), seconds.join(", ")).toBeLessThan(0.25);
});

test.each([
  ["module", BOTH],
  ["copies", EITHER],
])("the slower side is seen as the slower one, by the %s", async (_, body) => {
  const slow = (ms: number) => (_: unknown, response: { end(): void }) =>
    void setTimeout(() => response.end(), ms);
  await using bench = await PairsBench.open({ base: slow(20), head: slow(100) });
  const pairs = await bench.good(IMPORTS + CLOSED + body, { block: 0.5, pairs: 4 });
  const seen = pairs.filter(
    ({ base, head }) =>
      p50(head) > p50(base) + 0.03 &&
      // what each side's VUs would reach alone: base is faster, though both got as many requests
      base.requests / base.seconds > (1.5 * head.requests) / head.seconds,
  );
  expect(seen.length).toBeGreaterThan(2); // a pair in which the machine was busy with other things says little
});

test("the same program twice: no side is favoured", async () => {
  await using bench = await PairsBench.open();
  const pairs = await bench.good(IMPORTS + CLOSED + BOTH, { pairs: 6 });
  const ratios = pairs.map(({ base, head }) => Math.log(p50(head) / p50(base))).sort((a, b) => a - b);
  expect(Math.abs(ratios[2]! + ratios[3]!) / 2).toBeLessThan(0.3);
});

test("an open load: what came too late, and what never began", async () => {
  // 5 VUs, an answer each 100 ms: at most 50 iterations a second of 100
  await using bench = await PairsBench.open({
    both: (_, response) => void setTimeout(() => response.end(), 100),
  });
  const [pair] = await bench.good(IMPORTS + OPEN + EITHER, { block: 1, pairs: 1 });
  expect(pair!.load.dropped).toBeGreaterThan(20);
  expect(pair!.load.achieved).toBeLessThan(0.8);
  await using fast = await PairsBench.open();
  const [whole] = await fast.good(IMPORTS + OPEN + EITHER, { block: 1, pairs: 1 });
  expect(whole!.load.achieved).toBeGreaterThan(0.5);
  expect(whole!.base.seconds).toBe(1);
});

test("borders are waited for, however long they take", async () => {
  await using bench = await PairsBench.open();
  let crossing = 0;
  const early: string[] = [];
  for (const side of ["base", "head"] as const) {
    bench.servers[side].server.on("request", () => crossing > 0 && early.push(side));
  }
  const request = bench.request(IMPORTS + OPEN + EITHER);
  const { results } = await bench.generator.pairs(
    request,
    async () => {
      crossing++;
      await new Promise((done) => setTimeout(done, 150));
      crossing--;
    },
    new AbortController().signal,
  );
  expect(early).toEqual([]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
});

test("cookies, headers and state stay on their side", async () => {
  const seen: Record<Side, Set<string>> = { base: new Set(), head: new Set() };
  const answer =
    (side: Side): RequestListener =>
    (request, response) => {
      const { cookie = "none", "x-key": key, "x-kept": kept } = request.headers;
      seen[side].add(`${cookie} ${key} ${kept}`);
      response.setHeader("set-cookie", `who=${side}; Path=/`).end("{}");
    };
  await using bench = await PairsBench.open({ base: answer("base"), head: answer("head") });
  const target = (side: Side) => ({
    targets: { "my-api": bench.url(side) },
    headers: { "my-api": { "x-key": `key of ${side}` } },
  });
  await bench.good(
    `${IMPORTS}${CLOSED}
     export default function () {
       for (const side of sides()) {
         const kept = side.state.who ?? (side.state.who = side.name);
         for (let i = 0; i < 2; i++) http.get(side.target("my-api"), side.params({ headers: { "x-kept": String(kept) } }));
       }
     }`,
    { sides: { base: target("base"), head: target("head") } },
  );
  for (const side of ["base", "head"] as const) {
    const [other, named] = [side === "base" ? "head" : "base", [...seen[side]]];
    expect(named.filter((text) => text.includes(other))).toEqual([]);
    expect(named).toContain(`none key of ${side} ${side}`); // each turn begins without cookies
    expect(named).toContain(`who=${side} key of ${side} ${side}`); // and has those of its own requests
  }
});

test.each([
  ["module", "for (const side of sides()) http.get(side.target('api'), side.params({}, 'api'));"],
  [
    "variables",
    "http.get(__ENV.STEELYARD_TARGET_API, { headers: JSON.parse(__ENV.STEELYARD_HEADERS_API || '{}') });",
  ],
])("a header that only base wants does not reach head, by the %s", async (_, body) => {
  const seen: Record<Side, Set<unknown>> = { base: new Set(), head: new Set() };
  const answer =
    (side: Side): RequestListener =>
    (request, response) => {
      seen[side].add(request.headers["x-key"]);
      response.end();
    };
  await using bench = await PairsBench.open({ base: answer("base"), head: answer("head") });
  await bench.good(`${IMPORTS}${CLOSED} export default function () { ${body} }`, {
    sides: {
      base: { targets: { api: bench.url("base") }, headers: { api: { "x-key": "k" } } },
      head: { targets: { api: bench.url("head") }, headers: {} },
    },
  });
  expect([[...seen.base], [...seen.head]]).toEqual([["k"], [undefined]]);
});

test("own metrics and checks belong to the side in whose turn they are made", async () => {
  await using bench = await PairsBench.open({ head: (_, response) => response.writeHead(404).end() });
  const [pair] = await bench.good(
    `${IMPORTS}${CLOSED} import { Trend, Counter, Gauge, Rate } from "k6/metrics";
     const size = new Trend("size"), rows = new Counter("rows"), level = new Gauge("level"), odd = new Rate("odd");
     export default function () {
       for (const side of sides()) {
         const { status } = http.get(side.target(), side.params({ tags: { name: "items" } }));
         const head = side.name === "head";
         size.add(head ? 2 : 1); rows.add(head ? 20 : 10); level.add(head ? 7 : 5); odd.add(head);
         check(status, { ok: (s) => s === 200 });
       }
     }`,
    { pairs: 1, workload: { gate: ["http_req_waiting.p50"] } },
  );
  const { base, head } = pair!;
  expect([base.errors, head.errors]).toEqual([0, head.requests]);
  expect([base.failedChecks, head.failedChecks]).toEqual([0, head.requests]);
  expect(base.metrics.size).toMatchObject({ mean: 1, n: base.requests });
  expect(head.metrics.size).toMatchObject({ mean: 2, n: head.requests });
  expect(base.metrics.rows).toMatchObject({ count: 10 * base.requests, seconds: base.seconds });
  expect(head.metrics.level).toEqual({ kind: "gauge", unit: "1", value: 7 });
  expect(head.metrics.odd).toEqual({ kind: "share", hits: head.requests, total: head.requests });
  // metrics that the workload names are there, others are not
  expect(base.metrics).toHaveProperty("http_req_waiting");
  expect(base.metrics).not.toHaveProperty("http_req_blocked");
  expect(base.metrics).not.toHaveProperty("steelyard_turn_duration");
});

test("the duration of a group is there where the workload names it", async () => {
  await using bench = await PairsBench.open();
  const [pair] = await bench.good(
    `${IMPORTS}${CLOSED} import { group } from "k6";
     export default function () {
       for (const name of ["a", "b"]) group(name, () => http.get(__ENV.STEELYARD_TARGET_API));
     }`,
    { pairs: 1, workload: { gate: ["group_duration{group:::a}.p50"] } },
  );
  for (const { metrics, requests } of [pair!.base, pair!.head])
    expect(metrics["group_duration{group:::a}"]).toMatchObject({ kind: "trend", n: requests / 2 });
});

test("durations are split by name, the address of a side left out", async () => {
  await using bench = await PairsBench.open();
  const [pair] = await bench.good(
    `${IMPORTS}${CLOSED}
     export default function () {
       for (const side of sides()) { http.get(side.target() + "/a"); http.get(side.target() + "/b"); }
     }`,
    { pairs: 1 },
  );
  for (const { metrics, requests } of [pair!.base, pair!.head]) {
    const [a, b] = ["/a", "/b"].map((name) => metrics[`http_req_duration{name:${name}}`]);
    expect([a, b]).toMatchObject([{ kind: "trend" }, { kind: "trend" }]);
    expect((a as { n: number }).n + (b as { n: number }).n).toBe(requests);
  }
});

test("of many names only those are there that the workload names", async () => {
  await using bench = await PairsBench.open();
  const [pair] = await bench.good(
    `${IMPORTS}${CLOSED}
     export default function () {
       for (const side of sides()) for (let i = 0; i < 15; i++) http.get(side.target() + "/" + i);
     }`,
    { pairs: 4, block: 0.1, workload: { gate: ["http_req_duration{name:/3}.p50"] } },
  );
  for (const { metrics } of [pair!.base, pair!.head])
    expect(Object.keys(metrics).filter((name) => name.startsWith("http_req_duration{"))).toEqual([
      "http_req_duration{name:/3}",
    ]);
});

const ASKS = {
  "http.get": "http.get(url)",
  "http.batch": "http.batch({ one: url })",
  "http.asyncRequest": 'await http.asyncRequest("GET", url)',
};
test.each(
  Object.entries(ASKS).flatMap(([name, call]) => [
    [
      name,
      "by copies",
      `export default async function () { const url = __ENV.STEELYARD_TARGET_API + "/x?key=1"; ${call}; }`,
    ],
    [
      name,
      "by the module",
      `export default async function () { for (const side of sides()) { const url = side.target() + "/x?key=1"; ${call}; } }`,
    ],
  ]),
)("answers that failed are told by an example: %s %s", async (_, __, body) => {
  let n = 0;
  await using bench = await PairsBench.open({
    head: (_, response) => response.writeHead(n++ % 5 === 4 ? 500 : 200).end(),
  });
  const [pair] = await bench.good(IMPORTS + CLOSED + body, { pairs: 1 });
  expect([pair!.base.errors, pair!.base.failing]).toEqual([0, undefined]);
  expect(pair!.head.errors).toBeGreaterThan(0);
  expect(pair!.head.failing).toEqual(["GET /x answered 500"]);
});

test.each([
  ["to another server", (other: string) => `${other}/there`, 1],
  ["to a path", () => "/there", 0],
  ["to itself by another name", (_: string, own: string) => own.replace("127.0.0.1", "localhost"), 0],
])(
  "redirects %s: a warning, once, where answers come from no target of the side",
  async (_, location, warnings) => {
    await using other = await openServer((_, response) => void response.end("{}"));
    await using bench = await PairsBench.open({
      both: ({ url, headers }, response) =>
        url === "/go"
          ? response.writeHead(302, { location: location(other.url, `http://${headers.host}/there`) }).end()
          : response.end("{}"),
    });
    const script = `${AT_TOP} ${CLOSED} export default function () { http.get(url + "/go"); http.batch([url + "/go"]); }`;
    await bench.good(script);
    await bench.good(script);
    const said = bench.said.filter((line) => line.includes("redirects of"));
    expect(said).toHaveLength(warnings);
    if (warnings > 0)
      expect(said[0]).toContain(`lead to ${new URL(other.url).host}, which is none of its targets`);
  },
);

test("neither the script's thresholds nor its summary have a say; its setup and teardown do", async () => {
  await using bench = await PairsBench.open();
  const pairs = await bench.good(
    `${IMPORTS} export const options = { vus: 1, duration: "1s", thresholds: { http_reqs: [{ threshold: "count<1", abortOnFail: true }] }, discardResponseBodies: true };
     export function setup() { for (const side of sides()) http.get(side.target() + "/setup"); return { path: "/x" }; }
     export default function (data) { for (const side of sides()) http.get(side.target() + data.path); }
     export function handleSummary() { throw new Error("no"); }`,
  );
  expect(pairs).toHaveLength(2);
});
