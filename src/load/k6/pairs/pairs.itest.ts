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
