import { test as alone, expect } from "vitest";
import { Interrupted } from "../../../base/errors.ts";
import type { PairBorder } from "../../../model/ports.ts";
import type { Side } from "../../../model/schedule.ts";
import { PairsBench } from "../../../testing/k6pairs.ts";
import { openSessions } from "../../../testing/sessions.ts";

/** These tests wait more than they compute, each with servers and a k6 of its own: they run side by side. */
const test = alone.concurrent;

const IMPORTS = `import http from "k6/http"; import { sleep } from "k6"; import { sides } from "./steelyard.ts";
export const options = { vus: 2, duration: "30s" };\n`;
const BOTH = `${IMPORTS}export default function () { for (const side of sides()) http.get(side.target()); sleep(0.01); }\n`;
const EITHER = `${IMPORTS}export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(0.01); }\n`;
/** Nothing listens there. */
const DEAD = { targets: { api: "http://127.0.0.1:1" }, headers: {} };
const never = new AbortController().signal;

test.each<[Side, "request" | "slice", string]>([
  ["head", "request", BOTH],
  ["base", "request", BOTH],
  ["head", "request", EITHER],
  ["base", "slice", EITHER],
])("a dead %s is no superb one (%s mode)", async (side, mode, script) => {
  await using bench = await PairsBench.open();
  const { sides } = bench.request(script);
  const { results } = await bench.pairs(script, { mode, sides: { ...sides, [side]: DEAD } });
  expect(results).toHaveLength(2);
  for (const one of results) {
    expect(one).toMatchObject({ ok: false, side, failure: { code: "dead-target" } });
    expect(!one.ok && one.failure.message).toContain("connection refused");
  }
});

test.each(["base", "head"] as const)("a %s that dies half-way loses the pairs after it", async (side) => {
  await using bench = await PairsBench.open();
  const request = bench.request(BOTH, { pairs: 3 });
  const border = async ({ pair, edge }: PairBorder) => {
    if (pair !== 1 || edge !== "begin") return;
    bench.servers[side].server.close();
    bench.servers[side].server.closeAllConnections();
  };
  const { results } = await bench.generator.pairs(request, border, never);
  expect(results.map((one) => (one.ok ? "ok" : `${one.side} ${one.failure.code}`))).toEqual([
    "ok",
    `${side} dead-target`,
    `${side} dead-target`,
  ]);
});

test("a side that setup() cannot reach is named, though k6 only says that the script failed", async () => {
  await using bench = await PairsBench.open();
  const script = `${IMPORTS} export function setup() { for (const side of sides()) if (http.get(side.target()).status !== 200) throw new Error("not up"); }
    export default function () { for (const side of sides()) http.get(side.target()); }`;
  const { sides } = bench.request(script);
  const { results } = await bench.pairs(script, { sides: { ...sides, head: DEAD } });
  expect(results).toHaveLength(2);
  expect(results[1]).toMatchObject({ ok: false, side: "head", failure: { code: "dead-target" } });
});

test("a script that makes no request is no measurement", async () => {
  await using bench = await PairsBench.open();
  const { results } = await bench.pairs(`${IMPORTS} export default function () { sleep(0.01); }`);
  expect(results[0]).toMatchObject({ ok: false, side: "base", failure: { code: "no-requests" } });
});

test("a script that breaks is said to, with its place", async () => {
  await using bench = await PairsBench.open();
  const { results } = await bench.pairs(`${IMPORTS} export default function () { null.x; sleep(0.01); }`);
  expect(results[0]).toMatchObject({ ok: false, failure: { code: "no-requests" } });
  expect(JSON.stringify(results[0])).toContain("script.ts:3");
  const broken = await bench.pairs(
    `${IMPORTS} export function setup() { throw new Error("boo"); } export default function () {}`,
  );
  expect(broken.results[1]).toMatchObject({ ok: false, failure: { code: "script-error" } });
  expect(JSON.stringify(broken.results[1])).toContain("boo");
});

test.each([
  ["base", "base"],
  ["head", "head"],
  ["base and head", "base"], // what both do is not head's fault
])("a setup() that fails for %s names the side", async (failing, side) => {
  const answer = (of: string) => (_: unknown, response: { end(text: string): void }) =>
    response.end(failing.includes(of) ? "{}" : '{"token":{"id":1}}');
  await using bench = await PairsBench.open({ base: answer("base"), head: answer("head") });
  const { results } = await bench.pairs(
    `${IMPORTS} export function setup() { return http.get(__ENV.STEELYARD_TARGET_API).json().token.id; }
    export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(0.01); }`,
  );
  expect(results[0]).toMatchObject({ ok: false, side, failure: { code: "script-error" } });
  expect(!results[0]!.ok && results[0]!.failure.message).toMatch(`setup() of ${side}: `);
});

test.each([
  ["module", "for (const side of sides()) http.get(side.target()).json().rows.length;"],
  ["variables", "http.get(__ENV.STEELYARD_TARGET_API).json().rows.length;"],
  [
    "variables, async",
    "return http.asyncRequest('GET', __ENV.STEELYARD_TARGET_API).then((r) => r.json().rows.length);",
  ],
])("a head whose every answer breaks the script has no figures, by the %s", async (_, body) => {
  const answer = (text: string) => (_: unknown, response: { end(text: string): void }) => response.end(text);
  await using bench = await PairsBench.open({ base: answer('{"rows":[]}'), head: answer("{}") });
  const { results } = await bench.pairs(`${IMPORTS} export default function () { sleep(0.005); ${body} }`);
  for (const one of results) {
    expect(one).toMatchObject({ ok: false, side: "head", failure: { code: "script-error" } });
    expect(!one.ok && one.failure.message).toMatch(/no turn of it reached its end: .*length/);
  }
});

test("a script that ends the run early has no pairs", async () => {
  await using bench = await PairsBench.open();
  const { results } = await bench.pairs(
    `${IMPORTS} import exec from "k6/execution"; export default function () { for (const side of sides()) http.get(side.target()); exec.test.abort("enough"); }`,
  );
  expect(results[0]).toMatchObject({ ok: false, failure: { code: "script-error" } });
  expect(JSON.stringify(results[0])).toContain("enough");
});

test("a side that hangs is killed by the clock, and named", async () => {
  let measured = false;
  await using bench = await PairsBench.open({ head: (_, response) => void (measured || response.end()) });
  const request = bench.request(BOTH, { workload: { timeout: "3s" } });
  const began = performance.now();
  const border = async () => {
    measured = true;
  };
  const { results } = await bench.generator.pairs(request, border, never);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(results[0]).toMatchObject({ ok: false, side: "head", failure: { code: "timeout" } });
});

test("an interruption ends it, and so does a border that fails", async () => {
  await using bench = await PairsBench.open();
  const request = bench.request(BOTH);
  const stop = new AbortController();
  const interrupted = bench.generator.pairs(
    request,
    async ({ edge }) => void (edge === "end" && stop.abort(new Interrupted("SIGINT"))),
    stop.signal,
  );
  await expect(interrupted).rejects.toThrow("interrupted by SIGINT");
  const failing = bench.generator.pairs(
    request,
    async () => {
      throw new Error("no counters");
    },
    never,
  );
  await expect(failing).rejects.toThrow("no counters");
});

test("an iteration that waits for a message which k6 lost is told from one of minutes", async () => {
  await using service = await openSessions();
  await using bench = await PairsBench.open();
  const script = `import { WebSocket } from "k6/websockets"; export const options = { vus: 2, duration: "1s" }; let n = 0;
    export default function () {
      const socket = new WebSocket(__ENV.STEELYARD_TARGET_API.replace("http", "ws"));
      socket.onopen = () => n++ < 3 && socket.send("hi"); socket.onmessage = () => socket.close();
    }`;
  const side = { targets: { api: service.url }, headers: {} };
  const { results } = await bench.pairs(script, {
    workload: { timeout: "3s" },
    sides: { base: side, head: side },
  });
  const message = expect.stringMatching(/still ran 3 s .*or it waits for a message that k6\/websockets lost/);
  expect(results[0]).toMatchObject({ ok: false, failure: { code: "generator", message } });
});

test("iterations of minutes are no pairs of seconds, and nobody waits for them", async () => {
  await using bench = await PairsBench.open();
  const script = `import http from "k6/http"; import { sleep } from "k6"; export const options = { vus: 2, duration: "1s" };
    export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(600); }`;
  const began = performance.now();
  const { results } = await bench.pairs(script, { workload: { timeout: "3s" } });
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({
    ok: false,
    failure: { code: "generator", message: expect.stringMatching(/still ran 3 s after .*write mode: trial/) },
  });
  expect(performance.now() - began).toBeLessThan(60_000); // the discovery of both sides takes 5 s each
});
