import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silent } from "../../../base/log.ts";
import { freePorts } from "../../../exec/freeports.ts";
import { K6Bench } from "../../../testing/k6.ts";
import { K6_BINARY } from "../../../testing/loadbench.ts";
import { Api } from "../distributed/api.ts";
import { partsOf } from "../distributed/division.ts";
import { manifests } from "./manifest.ts";
import { prepareTestRun, readTestRun } from "./testrun.ts";

const SCRIPT = `import http from "k6/http";
  import { path } from "./paths.ts";
  export const options = { scenarios: { s: { executor: "per-vu-iterations", vus: 4, iterations: 10 } } };
  export default function () {
    const headers = { "x-token": JSON.parse(__ENV.STEELYARD_HEADERS_API).authorization ?? "none" };
    http.get(__ENV.STEELYARD_TARGET_API + path(__ENV.K), { headers });
  }`;

interface TestRunSpec {
  readonly args: string[];
  readonly runner: { readonly env: readonly { readonly name: string; readonly value?: string }[] };
}

/** The output of runners that are started as k6-operator 1.6.0 does (pkg/resources/jobs/runner.go). */
async function runAsOperator(bench: K6Bench, list: object, signal: AbortSignal): Promise<string[]> {
  const { items } = list as { items: [{ binaryData: Record<string, string> }, { spec: TestRunSpec }] };
  const [config, { spec }] = items;
  const file = "script.tar";
  bench.write(file, Buffer.from(config.binaryData[file]!, "base64"));
  const own = Object.fromEntries(
    spec.runner.env.map(({ name, value }) => [name, value ?? '{"authorization":"t0ken"}']),
  );
  const ports = await freePorts(3);
  const children: ChildProcess[] = [];
  const runners = partsOf(3).map(({ segment, sequence }, i) => {
    const split = [`--execution-segment=${segment}`, `--execution-segment-sequence=${sequence}`];
    const end = [
      `--address=127.0.0.1:${ports[i]}`,
      "--paused",
      "--tag",
      `instance_id=${i + 1}`,
      "--tag",
      "testrun_name=x",
    ];
    const argv = ["run", "--quiet", ...split, ...spec.args, join(bench.cwd, file), ...end];
    const child = spawn(K6_BINARY, argv, { env: { ...own, HOME: bench.cwd }, cwd: "/", signal });
    children.push(child);
    return new Promise<string>((resolve, reject) => {
      let text = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
      child.on("error", reject);
      child.on("close", () => resolve(text));
    });
  });
  const apis = ports.map((port) => new Api(`http://127.0.0.1:${port}`));
  try {
    await Promise.all(apis.map((api) => api.ready(signal)));
    for (const api of apis) await api.resume(signal); // its starter calls one after the other
    return await Promise.all(runners);
  } finally {
    for (const child of children) child.kill("SIGKILL");
  }
}

test("manifests, runners as k6-operator starts them, and their logs: each request of the load is counted once", async () => {
  const seen: string[] = [];
  await using bench = await K6Bench.open((request, response) => {
    seen.push(`${request.url} ${request.headers["x-token"]}`);
    response.end();
  });
  bench.write("paths.ts", `export const path = (k: string) => "/items/" + k;`);
  const { workload, slot } = bench.request(SCRIPT, {
    workload: { k6: { script: "script.ts", segments: 3 } },
  });
  const place = {
    binary: K6_BINARY,
    version: "1.8.1",
    cwd: bench.cwd,
    env: process.env,
    log: silent,
    literals: {},
  };
  const asked = {
    name: "w",
    workload,
    slot,
    env: { K: "$20" },
    targets: { api: bench.url },
    secrets: ["STEELYARD_HEADERS_API"],
  };
  const { signal } = new AbortController();
  const prepare = () => prepareTestRun({ ...place, scratch: join(bench.cwd, "scratch") }, asked, signal);
  const testrun = await prepare();
  expect(seen).toEqual([]);
  expect((await prepare()).id).toBe(testrun.id);
  const list = manifests(testrun);
  expect(JSON.stringify(list)).not.toContain("t0ken");
  const texts = await runAsOperator(bench, expanded(list), AbortSignal.timeout(60_000));
  const result = readTestRun(
    texts.map((text, i) => ({ file: `${i}.log`, text })),
    testrun,
  );
  if (!result.ok) throw new Error(result.failure.message);
  expect(seen).toEqual(Array(40).fill("/items/$20 t0ken"));
  expect(result.observed).toMatchObject({ requests: 40, statuses: { 200: 40 } });
  expect(result.observed.metrics.http_req_duration).toMatchObject({ n: 40 });
});

/** What the kubelet makes of a value: $$ is a dollar. */
const expanded = (list: object): object => JSON.parse(JSON.stringify(list).replaceAll("$$", "$"));
