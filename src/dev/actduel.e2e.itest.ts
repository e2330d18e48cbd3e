import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Workflows } from "../testing/act/act.ts";
import { SERVER, SHOP_CONFIG } from "../testing/project.ts";
import { act } from "./programs.ts";
import { k6 } from "./tools.ts";

// The real workflow with a paired run: the pull request is judged without any baseline.
const BESIDE = `${SHOP_CONFIG.replace("trials: 3", "mode: trial, pairs: [6, 24]")}profiles: { pr: {} }\n`;
const EXPLAINED = BESIDE.replace("why: never", "why: auto");
/** Three milliseconds of CPU a request, where there were none. */
const SLOW = SERVER.replace("BURN ?? 0", "BURN ?? 3000");

let flows: Workflows;
afterEach(() => flows?.[Symbol.asyncDispose]());

test("a pull request that is slower by the knob fails, with base beside it", async () => {
  flows = await Workflows.start(EXPLAINED, { act: act() ?? "act", k6: (await k6()).binary });
  const { event } = flows.opened(EXPLAINED, { "server.mjs": SLOW });
  const acted = await flows.run("pull_request", "perf.yml", event());
  expect({ jobs: acted.jobs, said: acted.text.slice(-4_000) }).toMatchObject({
    jobs: { measure: "success", report: "failure" },
  });
  expect(flows.uploaded?.duel?.pairs.length).toBeGreaterThanOrEqual(6);
  expect(flows.why).toMatch(/^<!doctype html>/); // whole trials are explained too
  const { comments, checks } = flows.double.state;
  expect(comments.map(({ body }) => body)).toEqual([expect.stringMatching(/### ❌ `browse` /)]);
  expect(checks).toMatchObject([{ conclusion: "failure" }]);
  expect(flows.double.violations).toEqual([]);
  expect(flows.project.living()).toEqual([]);
}, 180_000);

test("two machines share the workloads of a caller's pull request, and one report judges both", async () => {
  const two = BESIDE.replace(/^( +)browse: (.*)$/m, "$1browse: $2\n$1order: $2");
  flows = await Workflows.start(two, { act: act() ?? "act", k6: (await k6()).binary });
  const caller = ".github/workflows/caller.yml";
  const text = readFileSync(join(flows.project.folder, caller), "utf8");
  flows.project.write(caller, text.replace("# shards: 3 #", "shards: 2 #"));
  const { event } = flows.opened(two, { "server.mjs": SLOW });
  const acted = await flows.run("pull_request", "caller.yml", event());
  expect({ jobs: Object.values(acted.jobs), said: acted.text.slice(-4_000) }).toMatchObject({
    jobs: expect.arrayContaining(["failure"]), // the report's
  });
  const shards = [1, 2].map((index) => flows.figures(`steelyard-${index}of2`));
  expect(shards.map((run) => run?.duel?.pairings.map(({ workload }) => workload))).toEqual([
    ["browse"],
    ["order"],
  ]);
  expect(shards.map((run) => run?.duel?.shards)).toEqual([2, 2]);
  const { comments, checks } = flows.double.state;
  expect(comments.map(({ body }) => body)).toEqual([expect.stringMatching(/### ❌ /)]);
  for (const name of ["browse", "order"]) expect(comments[0]!.body).toContain(`\`${name}\``);
  expect(checks).toMatchObject([{ conclusion: "failure" }]);
  expect(flows.double.violations).toEqual([]);
  expect(flows.project.living()).toEqual([]);
}, 240_000);
