import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { endProject } from "../testing/endproject.ts";
import { Project, SHOP_CONFIG } from "../testing/project.ts";

// Why a change is slower, through the command line: real profiles of plain processes.
let project: Project;
afterEach(() => endProject(project));

/** Enough requests in a pair for a profile. */
const SCRIPT = `
import http from "k6/http";
export const options = { vus: 2, duration: "1s" };
export default function () { http.get(__ENV.STEELYARD_TARGET_API + "/items"); }
`;
const PAIRED = "warmup: 200ms, settle: 0s, measure: { block: 500ms, pairs: [6, 24] }";
const WORKLOAD = `workloads:\n  browse: { k6: load.ts, gate: [cpu_per_request], ${PAIRED} }\n`;

const comparisonOf = () => Comparison.parse(project.json(".steelyard/comparison.json"));

const served = (more: string) => `
import { createServer } from "node:http";
${more}
createServer((request, response) => {
  if (request.url !== "/health") rank(40);
  response.end("ok");
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
const RANK = `function rank(n) { let sum = 0; for (let i = 0; i < n * 1000; i++) sum += i % 7; return sum; }`;
const PENALTY = `function penalty(n) { let sum = 0; for (let i = 0; i < n * 12000; i++) sum += i % 7; return sum; }`;
const slower = served(`${PENALTY}\n${RANK.replace("return sum", "return sum + penalty(n)")}`);
const STACK = SHOP_CONFIG.split("workloads:")[0]!;
const ours = { "load.ts": SCRIPT, ".github/steelyard.yml": STACK + WORKLOAD, "server.mjs": served(RANK) };

test("the function that takes the time is the first cause of a finished run, by file and line", async () => {
  project = Project.branch(ours, { "server.mjs": slower });
  const measured = await project.run(["check", "--base", "--why", "never", "--seed", "1"]);
  expect(measured.code, measured.err).toBe(1);
  const before = comparisonOf();
  expect(before.causes).toBeUndefined();
  expect(project.has(".steelyard/why.html")).toBe(false);

  const opened = join(project.temporary, "opened.txt");
  writeFileSync(
    join(project.temporary, "xdg-open"),
    `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
    { mode: 0o755 },
  );
  const done = await project.run(["why", "--open"], { PATH: `${project.temporary}:${process.env.PATH}` });
  expect(done.code, done.err).toBe(0);
  await vi.waitFor(() => expect(existsSync(opened)).toBe(true), { timeout: 5_000 });
  expect(readFileSync(opened, "utf8").trim()).toBe(realpathSync(project.path(".steelyard/why.html")));
  const { causes, rows } = comparisonOf();
  expect(rows).toEqual(before.rows); // nothing of it enters the verdict
  expect(causes, done.err).toHaveLength(1);
  expect(causes![0]).toMatchObject({ workload: "browse", reappeared: { cpu: true }, lacking: [] });
  expect([3, 4, 5, 6]).toContain(causes![0]!.starts); // as many as fit into 45 s
  const [first] = causes![0]!.causes;
  expect(first).toMatchObject({
    kind: "function",
    service: "shop",
    name: "penalty",
    file: "server.mjs",
    line: 3,
    edited: [3, 4],
  });
  expect(first!.kind === "function" && first!.share).toBeGreaterThan(0.5);
  expect(done.out).toContain("penalty (server.mjs:3) of shop: +");
  expect(project.read(".steelyard/comment.md")).toContain("`penalty` (`server.mjs:3`) of `shop`: +");
  expect(JSON.stringify(Run.parse(project.json(".steelyard/run.json")).profiling)).not.toContain("/tmp/");
  expect(project.read(".steelyard/why.html")).toContain('"name":"penalty","file":"server.mjs","line":3');

  project.write("notes.md", "Another commit.");
  project.commit("Another change");
  const other = await project.run(["why"]);
  expect(other.code).toBe(2);
  expect(other.err).toMatch(/This run measured [0-9a-f]{12}, and the checkout is at [0-9a-f]{12}/);
  expect(comparisonOf().causes).toEqual(causes); // nothing is lost
});

test("a call more of another service is the first cause where latency gates, named by service and port", async () => {
  const calling = (calls: number) => `
import { createServer } from "node:http";
createServer(async (request, response) => {
  if (request.url !== "/health")
    for (let i = 0; i < ${calls}; i++) await (await fetch("http://" + process.env.PRICING + "/price")).text();
  response.end("ok");
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
  const pricing = `require("node:http").createServer((_, answer) => setTimeout(() => answer.end("5"), 3)).listen(process.env.PORT, "127.0.0.1");`;
  const config = `${STACK.replace(
    "  endpoints:",
    `      pricing: { run: ["node", "pricing.cjs"], ports: { 80: PORT }, ready: { within: 30s } }\n  endpoints:`,
  ).replace(
    "shop:\n",
    'shop:\n        env: { PRICING: "$' + '{pricing:80}" }\n',
  )}${WORKLOAD.replace("cpu_per_request", "http_req_duration.p50")}`;
  project = Project.branch(
    {
      "load.ts": SCRIPT,
      ".github/steelyard.yml": config,
      "pricing.cjs": pricing,
      "server.mjs": calling(1),
    },
    { "server.mjs": calling(4) },
  );
  const done = await project.run(["check", "--base", "--seed", "1"]);
  expect(done.code, done.err).toBe(1);
  const [first] = comparisonOf().causes![0]!.causes;
  expect(first).toMatchObject({
    kind: "statement",
    http: true,
    service: "shop",
    text: "GET pricing:80",
    repeated: true,
  });
  expect(project.read(".steelyard/comment.md")).toContain(
    "`GET pricing:80` from `shop`: 4.0 times a request (was 1.0): one call for each element (N+1), +",
  );
});

test("a function that waits for a timer is the first cause where latency gates", async () => {
  const pausing = (pause: string) => `
import { createServer } from "node:http";
const backOff = () => ${pause};
createServer(async (request, response) => {
  if (request.url !== "/health") await backOff();
  response.end("ok");
}).listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
`;
  const before = "new Promise((done) => setTimeout(done, 2))";
  project = Project.branch(
    {
      "load.ts": SCRIPT,
      ".github/steelyard.yml": STACK + WORKLOAD.replace("cpu_per_request", "http_req_duration.p50"),
      "server.mjs": pausing(before),
    },
    { "server.mjs": pausing(before.replace("2)", "20)")) },
  );
  const done = await project.run(["check", "--base", "--seed", "1"]);
  expect(done.code, done.err).toBe(1);
  const { causes, reappeared } = comparisonOf().causes![0]!;
  expect(reappeared.latency).toBe(true);
  const backOff = { name: "backOff", file: "server.mjs", line: 3, within: "a timer", edited: [3, 3] };
  expect(causes[0]).toMatchObject({ kind: "wait", service: "shop", ...backOff });
  const { estimate } = causes[0]!.added;
  // Of 18 ms: a machine that stands still for 0.4 s in one of the starts adds 2 ms to their mean, or takes them away.
  expect([estimate > 0.015, estimate < 0.022], `${estimate}`).toEqual([true, true]);
  expect(project.read(".steelyard/comment.md")).toMatch(
    /`backOff` \(`server\.mjs:3`\) of `shop`: \+\d+(?:\.\d)? ms \[.*\] of waiting a request, mostly for `a timer`/,
  );
  expect(project.read(".steelyard/why.html")).toContain('"name":"backOff","place":"server.mjs:3"');
});

test("nothing is loaded again where nothing changed, or nobody asks", async () => {
  project = Project.branch(ours, { "notes.md": "nothing that runs" });
  const wide = `${STACK}${WORKLOAD}policy: { band: 50% }\n`;
  project.write(".github/steelyard.yml", wide);
  const done = await project.run(["check", "--base", "--why"]);
  expect(done.err).not.toContain("with profilers");
  expect(Run.parse(project.json(".steelyard/run.json")).profiling).toBeUndefined();
  const why = await project.run(["why"]);
  expect([why.code, why.out]).toEqual([
    0,
    "No gate of this run became worse or better: nothing to explain.\n",
  ]);
  expect((await project.run(["measure", "--no-base", "--trials", "1"])).code).toBe(0);
  const alone = await project.run(["why"]);
  expect(alone.code).toBe(2);
  expect(alone.err).toContain("did not pair base and head");
});
