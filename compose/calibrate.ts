import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "./gateway/faults.ts";

/**
 * Measures the CPU time of one request at the gateway, and the rounds per millisecond of the `cpu` fault: the two
 * constants in `gateway/faults.ts` (OWN_MS, ROUNDS_PER_MS). Run it on an idle machine.
 */
const REQUESTS = 2_000;
const FAULT_MS = 0.5;
const CALLS: Readonly<Record<Endpoint, readonly [method: string, path: string, body: string]>> = {
  recommend: [
    "POST",
    "/v1/recommend",
    JSON.stringify({ tenant: "bench", user: "u1", surface: "home", k: 20 }),
  ],
  health: ["GET", "/health/live", ""],
};
const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

for (const endpoint of Object.keys(CALLS) as Endpoint[]) {
  const own = await cost(endpoint, "");
  const burdened = await cost(endpoint, `${endpoint}.cpu=${FAULT_MS}ms`);
  process.stdout.write(
    `${endpoint}: ${own.toFixed(3)} ms CPU a request; cpu=${FAULT_MS}ms adds ${(burdened - own).toFixed(3)} ms\n`,
  );
}

/** CPU milliseconds per request of a fresh, seeded, warm gateway, median of five rounds. */
async function cost(endpoint: Endpoint, faults: string): Promise<number> {
  const gateway = spawn(process.execPath, [script("gateway/main.ts")], {
    env: { PORT: "0", LIMIT: "off", FAULTS: faults },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const [line] = await once(gateway.stdout, "data");
    const api = String(line).trim().split(" ").at(-1)!;
    const seed = spawnSync(process.execPath, [script("seed/main.ts")], {
      env: { STEELYARD_TARGET_API: api },
    });
    if (seed.status !== 0) throw new Error(`seed failed: ${seed.stderr}`);
    const rounds: number[] = [];
    for (let round = 0; round < 6; round++) {
      const before = await cpu(agent, api);
      for (let i = 0; i < REQUESTS; i++) await call(agent, api, CALLS[endpoint]);
      rounds.push(((await cpu(agent, api)) - before) / REQUESTS);
    }
    const warm = rounds.slice(1).sort((a, b) => a - b); // the first round is the JIT's
    return warm[2]! * 1e3;
  } finally {
    agent.destroy();
    gateway.kill("SIGTERM");
  }
}

async function cpu(agent: Agent, api: string): Promise<number> {
  const page = await call(agent, api, ["GET", "/metrics", ""]);
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(page)?.[1]);
}

async function call(agent: Agent, api: string, [method, path, body]: readonly [string, string, string]) {
  const sent = request(new URL(path, api), {
    agent,
    method,
    headers: { "content-type": "application/json" },
  });
  sent.end(body);
  const [answer] = await once(sent, "response");
  const text: string = (await answer.toArray()).join("");
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return text;
}
