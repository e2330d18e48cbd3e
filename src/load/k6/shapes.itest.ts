import { test as alone, expect } from "vitest";
import { type Metric, type Metrics, value } from "../../model/metric.ts";
import type { Observed } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { K6Bench } from "../../testing/k6.ts";
import { answerSockets } from "../../testing/sessions.ts";

/** These tests wait more than they compute, each with servers and a k6 of its own: they run side by side. */
const test = alone.concurrent;

/** Sleeps are what takes time here, so that rates are known whatever the machine. */
const SLEEPY = `import { sleep } from "k6";
import http from "k6/http";
export default function () { http.get(__ENV.STEELYARD_TARGET_API); sleep(Number(__ENV.NAP)); }
`;
const options = (text: string) => `${SLEEPY} export const options = ${text};`;
const rate = (metric: Metric | undefined) => value(metric!, "rate")!;
/** VUs at work at a time, by Little's law: on a machine that stands still iterations are longer, and fewer. */
const atWork = ({ iterations, iteration_duration: took }: Metrics) =>
  rate(iterations) * value(took!, "mean")!;

/** Three trials: a machine that stands still at the end of one starts its last iterations too late. */
async function thrice(bench: K6Bench, ...request: Parameters<K6Bench["observed"]>): Promise<Observed[]> {
  const all: Observed[] = [];
  while (all.length < 3) all.push(await bench.observed(...request));
  return all;
}

test.each([
  // 20 iterations of 0.1 s on 2 VUs are 1 s of work, whatever the 0.5 s of warm-up and the planned 9 s
  ["shared-iterations", "0.1", `{ iterations: 20, vus: 2 }`, { count: 20, vus: 2 }],
  [
    "per-vu-iterations",
    "0.1",
    `{ scenarios: { a: { executor: "per-vu-iterations", vus: 2, iterations: 10 } } }`,
    { count: 20, vus: 2 },
  ],
  // 1 s at 2 VUs, 1 s back to 1, the last iterations end 0.1 s late at most
  [
    "ramping-vus",
    "0.1",
    `{ stages: [{ duration: "1s", target: 2 }, { duration: "1s", target: 2 }] }`,
    { vus: 1.6 },
  ],
])("%s: the rate is over the time it took", async (_, nap, text, want) => {
  await using bench = await K6Bench.open();
  const { metrics, generator } = await bench.observed(options(text), {
    env: { NAP: nap },
    slot: { warmup: 0.5, duration: 9 },
  });
  if ("count" in want) expect(value(metrics.iterations!, "count")).toBe(want.count);
  expect(atWork(metrics) / want.vus).toBeLessThan(1.1);
  expect(atWork(metrics) / want.vus).toBeGreaterThan(0.8);
  expect(generator.achieved).toBeNull();
});

test("a closed loop of iterations as long as the trial: counted over the time they took", async () => {
  await using bench = await K6Bench.open();
  const { metrics, seconds } = await bench.observed(options(`{ vus: 2, duration: "1s" }`), {
    env: { NAP: "1.2" },
    slot: { duration: 2 },
  });
  // each VU begins at 0 and 1.2: 4 iterations, which took 2.4 s; over the planned seconds they would be 2/s
  expect(value(metrics.iterations!, "count")).toBe(4);
  expect(seconds).toBeGreaterThan(2.35);
  expect(rate(metrics.iterations)).toBeLessThan(1.8);
});

test("an arrival rate is held, over the planned time, and what was dropped is told", async () => {
  await using bench = await K6Bench.open();
  const arrival = (vus: number) =>
    options(
      `{ scenarios: { a: { executor: "constant-arrival-rate", rate: 40, duration: "9s", preAllocatedVUs: ${vus}, maxVUs: ${vus} } },
         thresholds: { dropped_iterations: ["count<25"] } }`,
    );
  const measured = (vus: number) =>
    thrice(bench, arrival(vus), { env: { NAP: "0.1" }, slot: { warmup: 0.5, duration: 1 } });
  const held = await measured(30);
  for (const { seconds, generator, thresholds } of held) {
    expect(seconds).toBe(1);
    expect(generator).toMatchObject({ dropped: 0 });
    expect(thresholds).toEqual([{ metric: "dropped_iterations", limit: "count<25", held: true }]);
  }
  expect(median(held.map(({ generator }) => generator.achieved!))).toBeGreaterThan(0.9);
  expect(median(held.map(({ metrics }) => value(metrics.iterations!, "count")!))).toBeGreaterThanOrEqual(38);
  // 1 VU and 0.1 s an iteration: 10 a second of the 40
  const short = await measured(1);
  for (const { generator, metrics } of short) {
    expect(generator.dropped).toBeLessThanOrEqual(40); // the warm-up's are not among them
    expect(metrics.dropped_iterations).toMatchObject({ count: generator.dropped });
    expect(generator.achieved).toBeLessThan(0.4);
  }
  expect(median(short.map(({ generator }) => generator.dropped))).toBeGreaterThan(20);
  expect(short.flatMap(({ thresholds }) => thresholds)).toContainEqual({
    metric: "dropped_iterations",
    limit: "count<25",
    held: false,
  });
});

test("parts of a second can be measured and warmed up, which k6's own constant executors refuse", async () => {
  await using bench = await K6Bench.open();
  for (const text of [
    `{ vus: 2, duration: "5s" }`,
    `{ scenarios: { a: { executor: "constant-arrival-rate", rate: 20, duration: "1m", preAllocatedVUs: 5 } } }`,
  ]) {
    const slot = { warmup: 0.3, duration: 0.5 };
    const all = await thrice(bench, options(text), { env: { NAP: "0.1" }, slot });
    const seconds = all.map((one) => one.seconds);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(0.5);
    expect(median(seconds)).toBeLessThan(0.9);
    const counts = all.map(({ metrics }) => value(metrics.iterations!, "count")!);
    expect(median(counts)).toBeGreaterThanOrEqual(8); // 10
    expect(Math.max(...counts)).toBeLessThanOrEqual(12);
  }
});

test("a script without options is one VU in a closed loop", async () => {
  await using bench = await K6Bench.open();
  // k6 counts its VUs once a second.
  const { metrics } = await bench.observed(SLEEPY, { env: { NAP: "0.1" }, slot: { duration: 2 } });
  expect(atWork(metrics)).toBeGreaterThan(0.8);
  expect(atWork(metrics)).toBeLessThan(1.1);
  expect(metrics.vus).toMatchObject({ value: 1 });
});

test("scenarios keep their mix: both are scaled to the trial's length, each with its own function", async () => {
  const paths: string[] = [];
  await using bench = await K6Bench.open((request, response) => {
    paths.push(request.url ?? "");
    response.end();
  });
  const { seconds, requests } = await bench.observed(
    `import http from "k6/http"; import { sleep } from "k6";
     const get = (path) => { http.get(__ENV.STEELYARD_TARGET_API + path); sleep(0.05); };
     export const one = () => get("/one"), two = () => get("/two");
     export const options = { scenarios: {
       one: { executor: "constant-vus", vus: 1, duration: "30s", exec: "one" },
       two: { executor: "constant-vus", vus: 1, startTime: "30s", duration: "30s", exec: "two" },
     } };`,
    { slot: { duration: 1 } },
  );
  expect(seconds).toBe(1);
  expect(requests).toBeLessThanOrEqual(22); // one VU at a time, 20 a second
  const trial = paths.slice(-requests);
  expect(trial.slice(0, 3)).toEqual(["/one", "/one", "/one"]);
  expect(trial.slice(-3)).toEqual(["/two", "/two", "/two"]);
});

test.each([
  [
    "k6/ws",
    `import ws from "k6/ws"; import { check } from "k6";
    export default function () {
      const answer = ws.connect(__ENV.STEELYARD_TARGET_API.replace("http", "ws") + "/s", {}, (socket) => {
        socket.on("open", () => { socket.send("hi"); socket.setTimeout(() => socket.close(), 300); });
      });
      check(answer, { "is 101": (r) => r && r.status === 101 });
    }`,
  ],
  [
    "k6/websockets",
    `import { WebSocket } from "k6/websockets";
    export default function () {
      const socket = new WebSocket(__ENV.STEELYARD_TARGET_API.replace("http", "ws") + "/s");
      socket.onopen = () => { socket.send("hi"); setTimeout(() => socket.close(), 300); };
    }`,
  ],
])("sessions of %s are requests, answered with 101", async (_, script) => {
  await using bench = await K6Bench.open();
  answerSockets(bench.server);
  const { metrics, requests, statuses, errors } = await bench.observed(
    `${script} export const options = { scenarios: { a: { executor: "per-vu-iterations", vus: 3, iterations: 2 } } };`,
    { slot: { warmup: 0.5 } },
  );
  expect({ requests, statuses, errors }).toEqual({ requests: 6, statuses: { 101: 6 }, errors: 0 });
  expect(value(metrics.ws_session_duration!, "p50")).toBeGreaterThan(0.29);
  expect(value(metrics.ws_msgs_received!, "count")).toBe(6);
  expect(metrics.ws_connecting).toMatchObject({ unit: "s", n: 6 });
  expect(rate(metrics.ws_sessions)).toBeGreaterThan(6 / 1.5); // 2 × 0.3 s: 10 a second
  expect(rate(metrics.ws_sessions)).toBeLessThan(6 / 0.6);
});

test("sessions too long for the short run are measured all the same", async () => {
  await using bench = await K6Bench.open();
  answerSockets(bench.server);
  const { metrics } = await bench.observed(
    `import ws from "k6/ws"; import { check } from "k6";
     export const options = { scenarios: { a: { executor: "per-vu-iterations", vus: 1, iterations: 1 } } };
     export default function () {
       ws.connect(__ENV.STEELYARD_TARGET_API.replace("http", "ws"), {}, (s) => s.on("open", () => s.setTimeout(() => s.close(), 6000)));
       check(1, { late: () => true });
     }`,
  );
  expect(value(metrics.ws_session_duration!, "max")).toBeGreaterThan(5.9);
});
