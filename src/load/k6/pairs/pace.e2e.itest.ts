import { expect, test } from "vitest";
import type { PairsRequest, WarmupUse } from "../../../model/ports.ts";
import { median } from "../../../stats/samples.ts";
import { PairsBench } from "../../../testing/k6pairs.ts";
import { openSessions, PROTO } from "../../../testing/sessions.ts";

const IMPORTS = `import http from "k6/http"; import { sleep } from "k6"; const url = __ENV.STEELYARD_TARGET_API;
export const options = { vus: 2, duration: "1s" };\n`;
const FULL = { workload: { measure: { pace: "full" } }, warmup: 2, block: 1, pairs: 2 };

/** A service that uses so many seconds of a core for each request that came since the call before. */
function costing(bench: PairsBench, each: number): PairsRequest["use"] {
  let before: { readonly at: number; readonly asked: number } | undefined;
  return async (): Promise<WarmupUse | null> => {
    const now = { at: performance.now() / 1000, asked: bench.story.length };
    const begun = before;
    before = now;
    if (begun === undefined) return null;
    const cpu = (each * (now.asked - begun.asked)) / 2;
    return { cpu: { base: cpu, head: cpu }, busiest: cpu / (now.at - begun.at), machine: null };
  };
}

/** The figures of a typical block of three, of a service that uses so many seconds of a core for each request. */
async function paced(bench: PairsBench, script: string, each: number) {
  const pairs = await bench.good(script, { ...FULL, pairs: 3, use: costing(bench, each) });
  const typical = (of: (pair: (typeof pairs)[0]) => number) => median(pairs.map(of));
  return {
    pauses: pairs[0]!.load.pauses,
    iterations: typical(({ load }) => load.iterations),
    base: typical(({ base }) => base.requests),
    head: typical(({ head }) => head.requests),
  };
}

test("pauses are shortened in both sides alike, until the services are used by half, and in later starts too", async () => {
  await using bench = await PairsBench.open();
  const script = `${IMPORTS} export default function () { http.get(url); sleep(0.3); }`;
  const { base, head, pauses } = await paced(bench, script, 0.005);
  expect(pauses).toBeLessThan(0.2);
  // At 2 · 100 requests a second of 5 ms each side uses half a core; at its own pace the script makes 7 a second. Where other
  // work slows the warm-up, the pauses that it finds are too short for the calm after it: 2 · 200 would be a whole core.
  const asked = base + head;
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThan(400);
  expect(Math.abs(base - head)).toBeLessThan(0.1 * asked);
  const [again] = await bench.good(script, { ...FULL, warmup: 0.1 });
  expect(again!.load.pauses).toBe(pauses);
  expect(bench.said.filter((line) => line.includes("pace: full"))).toHaveLength(1);
});

test("pauses after an answer that no probe gives are shortened too", async () => {
  await using bench = await PairsBench.open({
    both: (_, response) => void response.end(JSON.stringify({ item: { id: 7 } })),
  });
  const script = `${IMPORTS} export default function () { http.get(url + "/" + http.get(url).json().item.id); sleep(0.3); }`;
  const { base, head, pauses } = await paced(bench, script, 0.005);
  expect(pauses).toBeLessThan(0.3);
  expect(base + head).toBeGreaterThan(50);
});

test("pauses after a check that the answer of a probe fails are shortened too", async () => {
  await using bench = await PairsBench.open({
    both: (_, response) => void response.writeHead(201).end("{}"),
  });
  const script = `${IMPORTS} export default function () { if (http.post(url).status !== 201) return; sleep(0.3); }`;
  const { base, head, pauses } = await paced(bench, script, 0.005);
  expect(pauses).toBeLessThan(0.3);
  expect(base + head).toBeGreaterThan(50);
});

test("the module's way: a script that has both sides in each iteration is shortened too", async () => {
  await using bench = await PairsBench.open();
  const script = `import { sides } from "./steelyard.ts"; ${IMPORTS}
    export default function () { for (const side of sides()) http.get(side.target("api")); sleep(0.3); }`;
  const { base, pauses } = await paced(bench, script, 0.005);
  expect(pauses).toBeLessThan(0.2);
  expect(base).toBeGreaterThan(50);
});

test.each([
  ["of the same address", "http.get(job)"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the script
  ["by http.url", "http.get(http.url`${url}/jobs/${mine}`)"],
  ["of an address that counts in its query", 'http.get(job + "?try=" + polls)'],
])("a pause of a polling loop stays as long as it is: polls %s", async (_, poll) => {
  const jobs = new Map<string, number>();
  await using bench = await PairsBench.open({
    both(request, response) {
      const [job = ""] = request.url!.split("?");
      const asked = (jobs.get(job) ?? 0) + 1;
      jobs.set(job, asked);
      // An answer of 1 ms may take three times as long on a busy machine, and pauses then get longer, as they should.
      setTimeout(() => response.end(JSON.stringify({ done: asked > 3 })), 10);
    },
  });
  const script = `${IMPORTS} export default function () {
    const mine = __ENV.STEELYARD_SIDE + "-" + __VU + "-" + __ITER;
    const job = url + "/jobs/" + mine;
    http.post(url + "/jobs", "{}");
    let polls = 0;
    while (!${poll}.json().done) { polls++; sleep(0.05); }
    sleep(0.05 * polls);
  }`;
  const { pauses, iterations } = await paced(bench, script, 0.0001);
  expect(pauses).toBeLessThan(0.01);
  // Three pauses of 50 ms in each iteration stay, and the last one goes: two VUs make 10 iterations a second, not hundreds.
  expect(iterations).toBeLessThan(20);
  expect(iterations).toBeGreaterThan(5);
});

test("a pause between polls by gRPC stays as long as it is", async () => {
  await using server = await openSessions();
  await using bench = await PairsBench.open();
  bench.write("a.proto", PROTO);
  const script = `import grpc from "k6/net/grpc"; ${IMPORTS}
    const client = new grpc.Client(); client.load(null, "a.proto");
    export default function () {
      http.get(url);
      client.connect("${new URL(server.url).host}", { plaintext: true });
      for (let polls = 0; polls < 4; polls++) { client.invoke("a.S/Get", {}); sleep(0.05); }
      client.close();
    }`;
  const { pauses, iterations } = await paced(bench, script, 0.0001);
  expect(pauses).toBeLessThan(0.01);
  expect(iterations).toBeLessThan(20);
  expect(iterations).toBeGreaterThan(5);
});

test.each([
  ["a script without pauses", "", FULL.workload, undefined],
  ["the script's own pace", "sleep(0.1);", {}, undefined],
  ["a stack whose usage is not known", "sleep(0.1);", FULL.workload, 1],
])("nothing is shortened: %s", async (_, pause, workload, pauses) => {
  await using bench = await PairsBench.open();
  const script = `${IMPORTS} export default function () { http.get(url); ${pause} }`;
  const [pair] = await bench.good(script, { ...FULL, workload, block: 0.5 });
  expect(pair!.load.pauses).toBe(pauses);
  if (pause !== "") expect(pair!.base.requests + pair!.head.requests).toBeLessThan(15);
});
