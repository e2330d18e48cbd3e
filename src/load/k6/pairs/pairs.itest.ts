import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { value } from "../../../model/metric.ts";
import type { PairBorder } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";
import { PairsBench } from "../../../testing/k6pairs.ts";

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
  ["closed, by variables", CLOSED + EITHER],
  ["open, by variables", OPEN + EITHER],
])("request mode, %s: both sides in each block, borders in order with no load between", async (_, body) => {
  await using bench = await PairsBench.open();
  const pairs = await bench.good(IMPORTS + body);
  expect(pairs).toHaveLength(2);
  const story = told(bench.story);
  const counts = { base: expect.any(Number), head: expect.any(Number) };
  const border = (pair: number, edge: string) => ({ pair, edge, side: null });
  expect(story).toEqual([
    counts, // the short runs and the warm-up
    ...[border(0, "begin"), counts, border(0, "end")],
    ...[border(1, "begin"), counts, border(1, "end")],
  ]);
  for (const [at, { base, head, load }] of pairs.entries()) {
    const served = story[2 + 3 * at] as Record<Side, number>;
    expect({ base: base.requests, head: head.requests }).toEqual(served);
    expect(base.requests).toBeGreaterThan(10);
    expect(Math.abs(base.requests - head.requests)).toBeLessThanOrEqual(5); // one a VU
    expect([base.errors, head.errors, base.failedChecks, head.failedChecks]).toEqual([0, 0, 0, 0]);
    expect(base.checks).toBe(base.requests);
    expect(load.iterations).toBe(body.includes("sides()") ? base.requests : base.requests + head.requests);
    expect(base.metrics.http_req_duration).toMatchObject({ kind: "trend", n: base.requests });
  }
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
    expect(pairs[at.pair]![at.side!].seconds).toBeLessThan(0.3);
  }
});

test.each([
  ["module", BOTH],
  ["variables", EITHER],
])("the slower side is seen as the slower one, by the %s", async (_, body) => {
  const slow = (ms: number) => (_: unknown, response: { end(): void }) =>
    void setTimeout(() => response.end(), ms);
  await using bench = await PairsBench.open({ base: slow(5), head: slow(15) });
  for (const { base, head } of await bench.good(IMPORTS + CLOSED + body)) {
    expect(p50(head) - p50(base)).toBeGreaterThan(0.003);
    // what each side's VUs would reach alone: base is faster, though both got as many requests
    expect(base.requests / base.seconds).toBeGreaterThan((1.2 * head.requests) / head.seconds);
  }
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
    bench.servers[side].on("request", () => crossing > 0 && early.push(side));
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

test("a metric of some requests only is there where the workload names it", async () => {
  await using bench = await PairsBench.open();
  const [pair] = await bench.good(
    `${IMPORTS}${CLOSED}
     export default function () {
       for (const side of sides()) { http.get(side.target() + "/a"); http.get(side.target() + "/b"); }
     }`,
    { pairs: 1, workload: { gate: ["http_req_duration{name:/a}.p50"] } },
  );
  for (const side of [pair!.base, pair!.head]) {
    expect(side.metrics["http_req_duration{name:/a}"]).toMatchObject({ kind: "trend" });
    expect(side.metrics).not.toHaveProperty("http_req_duration{name:/b}");
  }
});

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
