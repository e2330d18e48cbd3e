import { afterEach, describe, expect, test } from "vitest";
import { Workflows } from "../testing/act/act.ts";
import { abandoned, COMPOSED_SERVER, noEngine, useEngine } from "../testing/engine.ts";
import { act } from "./programs.ts";
import { k6 } from "./tools.ts";

useEngine();

// The real workflow on this machine with a stack of Docker Compose on a real engine: to the end, and cancelled.
const CONFIG = (measure: string) => `
version: 1
stack:
  compose: { files: [compose.yaml], wait: 60s, ready: { shop: { http: /health } } }
  endpoints: { api: { service: shop, port: 8080 } }
workloads:
  browse: { k6: load.ts, warmup: 200ms, settle: 100ms, measure: { ${measure} } }
policy: { starts: 1, reference: baseline }
profiles: { pr: {} }
`;
const FILES = {
  "compose.yaml": `
services:
  shop:
    image: node:24-slim
    volumes: [".:/app:ro"]
    command: ["node", "/app/server.mjs"]
`,
  "server.mjs": COMPOSED_SERVER,
};

/** What act says when a trial of fifty is over. */
const MEASURING = /\[ ?\d+\/50\] browse/;

let flows: Workflows;
afterEach(() => flows?.[Symbol.asyncDispose](), 60_000);

async function pullRequest(config: string, cancelAt?: RegExp) {
  flows = await Workflows.start(config, { act: act() ?? "act", k6: (await k6()).binary }, FILES);
  const { event } = flows.opened(config, { "note.txt": "a harmless change" });
  return flows.run("pull_request", "perf.yml", event(), "will", cancelAt);
}

describe.skipIf(noEngine !== null)("on Compose", () => {
  test("a pull request is measured and reported, and nothing of the stack is left", async () => {
    const acted = await pullRequest(CONFIG("duration: 400ms, trials: 6"));
    expect({ jobs: acted.jobs, said: acted.code === 0 ? "" : acted.text.slice(-6_000) }).toEqual({
      jobs: { measure: "success", report: "success" },
      said: "",
    });
    expect(flows.uploaded).toMatchObject({
      stack: { kind: "compose" },
      fingerprint: { containers: "compose" },
    });
    expect(flows.double.state.comments).toHaveLength(1);
    expect(await abandoned()).toEqual([]);
  }, 180_000);

  test("one that is cancelled while it measures leaves nothing either, and posts nothing", async () => {
    const acted = await pullRequest(CONFIG("duration: 5s, trials: 50"), MEASURING);
    expect(acted.code).not.toBe(0);
    expect(acted.text).toMatch(MEASURING);
    expect(acted.text).toMatch(/Post .*action/); // the step after it had its turn
    expect(flows.double.state.comments).toEqual([]);
    expect(await abandoned()).toEqual([]);
    expect(flows.project.living()).toEqual([]);
  }, 180_000);
});
