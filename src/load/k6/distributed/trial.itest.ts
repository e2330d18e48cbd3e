import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Interrupted } from "../../../base/errors.ts";
import { QUANTILES } from "../../../model/metric.ts";
import { Observed } from "../../../model/run.ts";
import { median } from "../../../stats/samples.ts";
import { K6Bench } from "../../../testing/k6.ts";

const shared = (segments: number) => ({ k6: { script: "script.ts", segments } });

interface K6Process {
  readonly pid: number;
  /** The address of its API. */
  readonly api: string;
  /** Such as "1/3:2/3". */
  readonly segment: string;
}

/** The k6 processes of a bench that share a load, found by their scripts, which lie in its folder. */
function processesOf(bench: K6Bench): K6Process[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      const after = (flag: string) => argv[argv.indexOf(flag) + 1] ?? "";
      if (!argv.includes("--paused") || !argv.some((word) => word.startsWith(bench.cwd))) return [];
      return [{ pid: Number(pid), api: after("--address"), segment: after("--execution-segment") }];
    } catch {
      return []; // it has ended
    }
  });
}

/** Logs each request of the measured part with its VU and the number of its iteration. */
async function openCounting() {
  const seen: { readonly vu: number; readonly it: number }[] = [];
  const bench = await K6Bench.open((request, response) => {
    const { searchParams: query } = new URL(request.url ?? "", "http://x");
    if (query.get("phase") === "measured")
      seen.push({ vu: Number(query.get("vu")), it: Number(query.get("it")) });
    response.end("ok");
  });
  return { bench, seen };
}

const script = (scenario: string, thresholds = "{}") => `import http from "k6/http";
  import exec from "k6/execution";
  import { Trend } from "k6/metrics";
  const numbers = new Trend("numbers");
  export const options = { scenarios: { s: ${scenario} }, thresholds: ${thresholds} };
  export default function () {
    const { iterationInTest: it } = exec.scenario;
    numbers.add(it);
    const query = "?phase=" + __ENV.STEELYARD_PHASE + "&vu=" + exec.vu.idInTest + "&it=" + it;
    http.get(__ENV.STEELYARD_TARGET_API + "/" + query, { tags: { name: "x" } });
  }`;

// Requests, at least and at most: a busy machine starts the last iterations of an arrival rate too late, so that the median
// of three counts. A process that did nothing would leave 67 of 100, and one that did all the work 300.
test.each<[string, string, number, number]>([
  ["shared iterations", `{ executor: "shared-iterations", vus: 4, iterations: 101 }`, 101, 101],
  ["iterations of each VU", `{ executor: "per-vu-iterations", vus: 5, iterations: 20 }`, 100, 100],
  [
    "a constant rate",
    `{ executor: "constant-arrival-rate", rate: 100, duration: "9s", preAllocatedVUs: 12 }`,
    80,
    103,
  ],
  [
    "a rising rate", // 0 to 200 a second within a second
    `{ executor: "ramping-arrival-rate", startRate: 0, timeUnit: "1s", preAllocatedVUs: 12, stages: [{ duration: "1s", target: 200 }] }`,
    ...([80, 103] as const),
  ],
])("%s: as many requests as from one k6, and each iteration once", async (_, scenario, least, most) => {
  for (const count of [1, 3]) {
    const all: number[] = [];
    while (all.length < (least === most ? 1 : 3)) {
      const { bench, seen } = await openCounting();
      await using _bench = bench;
      const { requests, statuses } = await bench.observed(script(scenario), { workload: shared(count) });
      all.push(requests);
      expect(requests).toBeLessThanOrEqual(most);
      expect(seen).toHaveLength(requests);
      expect(statuses).toEqual({ 200: requests });
      expect(new Set(seen.map(({ it }) => it)).size).toBe(requests);
    }
    expect(median(all), all.join(", ")).toBeGreaterThanOrEqual(least);
  }
});

test("VUs of different processes have different numbers", async () => {
  const { bench, seen } = await openCounting();
  await using _bench = bench;
  await bench.observed(script(`{ executor: "per-vu-iterations", vus: 5, iterations: 20 }`), {
    workload: shared(3),
  });
  const vus = [...new Set(seen.map(({ vu }) => vu))];
  const iterations = vus.map((one) => seen.filter(({ vu }) => vu === one).length);
  expect(iterations).toEqual([20, 20, 20, 20, 20]);
});

test("quantiles are those of all samples within their errors; thresholds are judged by the whole load", async () => {
  await using bench = await K6Bench.open();
  const thresholds = `{ numbers: ["p(95)<96", "p(95)<95", "max>=100"], iterations: ["count==101"] }`;
  const fixed = `{ executor: "shared-iterations", vus: 4, iterations: 101 }`;
  const observed = await bench.observed(script(fixed, thresholds), { workload: shared(3) });
  const { numbers, http_req_duration: latency } = observed.metrics;
  if (numbers?.kind !== "trend" || latency?.kind !== "trend") throw new Error("no trends");
  // the samples of all processes are 0 … 100, whose quantile p is p itself
  expect(numbers).toMatchObject({ n: 101, min: 0, max: 100, mean: 50 });
  for (const [i, percentile] of QUANTILES.entries()) {
    expect(Math.abs(numbers.quantiles[i]! - percentile)).toBeLessThanOrEqual(numbers.errors![i]! + 1e-6);
    expect(numbers.errors![i]).toBeLessThan(0.5);
  }
  expect(latency.errors).toHaveLength(QUANTILES.length);
  // no process could tell: each has a part of the numbers
  expect(observed.thresholds).toEqual([
    { metric: "iterations", limit: "count==101", held: true },
    { metric: "numbers", limit: "p(95)<96", held: true },
    { metric: "numbers", limit: "p(95)<95", held: false },
    { metric: "numbers", limit: "max>=100", held: true },
  ]);
  expect(Observed.parse(observed)).toEqual(observed);
  expect(observed.generator.segments).toMatchObject({ count: 3, machines: 1 });
  expect(bench.measuring).toBe(1);
});

test("the warm-up is no part of the figures; the rate is that of the common window", async () => {
  const { bench, seen } = await openCounting();
  await using _bench = bench;
  const paced = `{ executor: "constant-arrival-rate", rate: 60, duration: "9s", preAllocatedVUs: 8 }`;
  const observed = await bench.observed(script(paced), {
    workload: shared(2),
    slot: { warmup: 0.5, duration: 1 },
  });
  expect(observed.seconds).toBe(1);
  expect(seen).toHaveLength(observed.requests);
  expect(observed.requests).toBeLessThanOrEqual(62); // 90 with the warm-up, 120 if each made the whole load
  expect(observed.metrics.http_reqs).toEqual({
    kind: "counter",
    unit: "1",
    count: observed.requests,
    seconds: 1,
  });
  expect(observed.generator.achieved).toBeCloseTo(Math.min(1, (observed.requests + 1) / 60), 9);
});

test("setup() and teardown() run once, around the load of all; all wait at the start until then", async () => {
  const log: string[] = [];
  const waiting: unknown[] = [];
  await using bench = await K6Bench.open(async (request, response) => {
    const url = request.url ?? "";
    if (url !== "/short") log.push(url);
    if (url === "/setup") {
      const looks = processesOf(bench).map(async ({ api }) =>
        (await fetch(`http://${api}/v1/status`)).json(),
      );
      for (const look of await Promise.all(looks))
        waiting.push((look as { data: { attributes: unknown } }).data.attributes);
    }
    response.end("ok");
  });
  await bench.observed(
    `import http from "k6/http";
     const at = (path) => http.get(__ENV.STEELYARD_TARGET_API + path);
     export const options = { scenarios: { s: { executor: "per-vu-iterations", vus: 3, iterations: 2 } } };
     export function setup() { if (!__ENV.SHORT) at("/setup"); return { who: ["a", 1] }; }
     export default function (data) { at(__ENV.STEELYARD_PHASE === "measured" ? "/" + JSON.stringify(data.who) : "/short"); }
     export function teardown(data) { at("/teardown/" + data.who[1]); }`,
    { workload: shared(3), slot: { cold: true } },
  );
  expect(log).toEqual(["/setup", ...Array(6).fill("/%5B%22a%22,1%5D"), "/teardown/1"]);
  expect(waiting).toHaveLength(3);
  for (const one of waiting) expect(one).toMatchObject({ status: 4, paused: true, running: false });
});

const ENDLESS = script(`{ executor: "constant-vus", vus: 3, duration: "30s" }`);

test("a process that dies under load fails the trial, which names it; all others are stopped", async () => {
  let left = 20;
  await using bench = await K6Bench.open((_, response) => {
    if (--left === 0)
      process.kill(processesOf(bench).find(({ segment }) => segment === "1/3:2/3")!.pid, "SIGKILL");
    response.end();
  });
  const slot = { duration: 30, cold: true } as const;
  const failure = await bench.failure(ENDLESS, { workload: shared(3), slot });
  expect(failure.code).toBe("generator");
  expect(failure.message).toMatch(/^segment 2 of 3: k6 was killed by SIGKILL/);
  expect(processesOf(bench)).toEqual([]);
  expect(readdirSync(join(bench.cwd, "scratch"))).toEqual([]);
});

test("cancelled under load, all are stopped", async () => {
  const cancel = new AbortController();
  let left = 20;
  await using bench = await K6Bench.open((_, response) => {
    if (--left === 0) cancel.abort("SIGTERM");
    response.end();
  });
  const request = bench.request(ENDLESS, { workload: shared(2), slot: { duration: 30, cold: true } });
  await expect(bench.load(request, cancel.signal)).rejects.toThrow(Interrupted);
  expect(processesOf(bench)).toEqual([]);
});

test("a script that breaks in its setup() or in one process says so", async () => {
  await using bench = await K6Bench.open();
  const head = `import http from "k6/http"; export const options = { vus: 2, duration: "1s" };`;
  const body = "export default function () { http.get(__ENV.STEELYARD_TARGET_API); }";
  const failing = `${head} export function setup() { throw new Error("no seed"); } ${body}`;
  const slot = { cold: true } as const;
  expect(await bench.failure(failing, { workload: shared(2), slot })).toMatchObject({
    code: "script-error",
    message: expect.stringMatching(/^the script failed: .*no seed/s),
  });
  const broken = `import exec from "k6/execution"; ${head}
    export default function () { if (exec.scenario.iterationInTest === 30) exec.test.abort("enough"); http.get(__ENV.STEELYARD_TARGET_API); }`;
  expect(await bench.failure(broken, { workload: shared(2), slot })).toMatchObject({
    code: "script-error",
    message: expect.stringMatching(/^segment \d of 2: the script aborted the test: .*enough/s),
  });
});

test("a load that cannot be shared is refused before it is made", async () => {
  await using bench = await K6Bench.open();
  const { signal } = new AbortController();
  const facts = (text: string, workload: Record<string, unknown>) =>
    bench.generator.facts("w", bench.request(text, { workload }).workload, signal);
  const small = script(`{ executor: "constant-vus", vus: 2, duration: "1s" }`);
  await expect(facts(small, shared(4))).rejects.toThrow('The scenario "s" has 2 VUs for 4 segments.');
  await expect(facts(small, { ...shared(2), in: "network" })).rejects.toThrow("inside of the stack");
  const digests = await Promise.all([facts(small, {}), facts(small, shared(1)), facts(small, shared(2))]);
  expect(new Set(digests.map(({ digest }) => digest)).size).toBe(2); // one segment is the same workload as ever
});
