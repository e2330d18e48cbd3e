import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Interrupted } from "../../../base/errors.ts";
import { K6Bench } from "../../../testing/k6.ts";
import { K6_BINARY } from "../../../testing/loadbench.ts";
import { standInSSH } from "../../../testing/ssh.ts";

const shared = (segments: number) => ({ k6: { script: "script.ts", segments } });
const SCRIPT = `import http from "k6/http";
  import { who } from "./lib.ts";
  const data = JSON.parse(open("./data.json"));
  export const options = { scenarios: { s: { executor: "per-vu-iterations", vus: 4, iterations: 10 } } };
  export function setup() { return { token: 7 }; }
  export default function ({ token }) {
    const headers = { "x-secret": JSON.parse(__ENV.STEELYARD_HEADERS_API).authorization };
    http.get(__ENV.STEELYARD_TARGET_API + "/" + [__ENV.STEELYARD_PHASE, who, data.n, token, __ENV.K].join(), { headers });
  }`;

interface Far {
  readonly bench: K6Bench;
  calls(): { readonly args: string[]; readonly env: Record<string, string> }[];
}

/** A bench whose loads come from two machines, which are stand-ins: this machine under other names. */
async function withMachines(
  use: (far: Far) => Promise<void>,
  answer?: Parameters<typeof K6Bench.open>[0],
  machines = ["bench-b", "load@bench-c"],
) {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-ssh-"));
  try {
    const { path, calls } = standInSSH(folder, K6_BINARY);
    const env = { ...process.env, PATH: path, SECRET_OF_OURS: "hush" };
    await using bench = await K6Bench.open(answer, "steelyard-far-", { env, machines });
    bench.write("lib.ts", `export const who = "lib";`);
    bench.write("data.json", `{ "n": 5 }`);
    const read = () =>
      readFileSync(calls, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    await use({ bench, calls: read });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Processes of k6 that wait for a start or were started by one, whatever their parents. */
const pausedK6 = (url: string) =>
  readdirSync("/proc").filter((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      const env = readFileSync(`/proc/${pid}/environ`, "utf8");
      return text.includes("--paused") && text.startsWith(K6_BINARY) && env.includes(url);
    } catch {
      return false;
    }
  });

test("segments run on the machines in turn: script, files, variables and headers reach them, and nothing is an argument", async () => {
  const seen: string[] = [];
  await withMachines(
    async ({ bench, calls }) => {
      const targets = { api: bench.url };
      const more = {
        workload: { ...shared(3), env: { K: "20" } },
        targets,
        headers: { api: { authorization: "t0ken" } },
      };
      const result = await bench.load({ ...bench.request(SCRIPT, more), env: { K: "20" } });
      if (!result.ok) throw new Error(result.failure.message);
      const { observed } = result;
      expect(observed.requests).toBe(40);
      expect(observed.statuses).toEqual({ 200: 40 });
      expect(observed.generator).toMatchObject({ cpu: null, segments: { count: 3, machines: 2 } });
      expect(observed.metrics.http_req_duration).toMatchObject({ n: 40 });
      expect(seen.filter((one) => one.includes("measured"))).toEqual(
        Array(40).fill("/measured,lib,5,7,20 t0ken"),
      );
      const made = calls();
      const machines = made.map(({ args }) => args[args.indexOf("--") + 1]);
      expect(machines.slice(0, 2).sort()).toEqual(["bench-b", "load@bench-c"]); // their versions
      expect(machines.slice(2).sort()).toEqual(["bench-b", "bench-b", "load@bench-c"]);
      expect(JSON.stringify(made)).not.toMatch(/t0ken|hush/);
    },
    (request, response) => {
      seen.push(`${request.url} ${request.headers["x-secret"]}`);
      response.end();
    },
  );
});

test("a machine that cannot be reached, or has another k6, is named before anything is loaded", async () => {
  let hits = 0;
  const count: Parameters<typeof K6Bench.open>[0] = (_, response) => {
    hits++;
    response.end();
  };
  await withMachines(
    async ({ bench }) => {
      const { workload } = bench.request(SCRIPT, { workload: shared(2) });
      await expect(bench.generator.facts("w", workload, new AbortController().signal)).rejects.toThrow(
        "No k6 can be run on the machine nowhere.",
      );
    },
    count,
    ["nowhere"],
  );
  expect(hits).toBe(0);
});

test("cancelled under load, k6 stops on every machine", async () => {
  const cancel = new AbortController();
  let left = 30;
  await withMachines(
    async ({ bench }) => {
      const endless = `import http from "k6/http"; export const options = { vus: 2, duration: "1s" };
        export default function () { http.get(__ENV.STEELYARD_TARGET_API); }`;
      const request = bench.request(endless, { workload: shared(2), slot: { duration: 30, cold: true } });
      await expect(bench.load(request, cancel.signal)).rejects.toThrow(Interrupted);
      expect(pausedK6(bench.cwd)).toEqual([]);
    },
    (_, response) => {
      if (--left === 0) cancel.abort("SIGTERM");
      response.end();
    },
  );
});
