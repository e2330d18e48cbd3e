import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Project } from "../testing/project.ts";
import { type LocalServer, openServer } from "../testing/server.ts";

// A deployed service that wants a token: the script gets it, and nothing that is written or printed has it.
const TOKEN = "s3cret-T0ken/with+signs";
const SCRIPT = `
import http from "k6/http";
export const options = { vus: 1, duration: "1s" };
const headers = JSON.parse(__ENV.STEELYARD_HEADERS_API);
export default function () {
  http.get(__ENV.STEELYARD_TARGET_API + "/items?echo=" + encodeURIComponent(headers.authorization), { headers, tags: { name: "items" } });
}
`;

let server: LocalServer;
let seen: Set<string>;
beforeEach(async () => {
  seen = new Set();
  server = await openServer((request, response) => {
    seen.add(String(request.headers.authorization));
    response.writeHead(request.headers.authorization === `Bearer ${TOKEN}` ? 200 : 401).end("{}");
  });
});
afterEach(() => server[Symbol.asyncDispose]());

const config = () => `
version: 1
stack:
  external:
    endpoints:
      api:
        url: ${server.url}
        headers: { authorization: { env: SHOP_TOKEN, prefix: "Bearer " } }
    labels: { image: "shop:4f2a", instance: small, min_instances: 1, max_instances: 3, warmup: 30s, client_timeout: 60s }
workloads:
  browse: { k6: load.ts, warmup: 0s, settle: 0s, measure: { duration: 300ms, trials: 2 } }
policy: { starts: 1 }
`;

test("an external stack is measured with its token, which is nowhere in what is kept; its labels are", async () => {
  using project = new Project({ ".github/steelyard.yml": config(), "load.ts": SCRIPT });
  const done = await project.run(["check", "--format", "json"], { SHOP_TOKEN: TOKEN });
  expect([...seen]).toEqual([`Bearer ${TOKEN}`]);
  const run = project.json(".steelyard/run.json");
  expect(run.trials.map((trial: { outcome: string }) => trial.outcome)).toEqual(["ok", "ok"]);
  expect(run.trials[0].observed.errors).toBe(0);
  expect(run.stack).toMatchObject({
    kind: "external",
    labels: { image: "shop:4f2a", min_instances: "1", max_instances: "3", client_timeout: "60s" },
  });
  const forms = [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString("base64")];
  const written = readdirSync(project.path(".steelyard"), { recursive: true, encoding: "utf8" })
    .map((name) => join(project.path(".steelyard"), name))
    .filter((path) => statSync(path).isFile());
  expect(written.length).toBeGreaterThan(5);
  for (const text of [done.out, done.err, ...written.map((path) => readFileSync(path, "utf8"))]) {
    for (const form of forms) expect(text).not.toContain(form);
  }
});

test("a token that is refused is a failed workload, and its message does not print it either", async () => {
  using project = new Project({ ".github/steelyard.yml": config(), "load.ts": SCRIPT });
  const wrong = "another-secret-token";
  const done = await project.run(["check"], { SHOP_TOKEN: wrong });
  expect([done.code, project.json(".steelyard/comparison.json").overall]).toEqual([1, "failed"]);
  expect(done.out + done.err + JSON.stringify(project.json(".steelyard/run.json"))).not.toContain(wrong);
});
