import { type Dataset, datasets } from "./datasets.ts";

/** Events sent in one request. */
const BATCH = 500;
/** Milliseconds until a request is given up. */
const PATIENCE = 10_000;

const { STEELYARD_TARGET_API: api = "", BENCH_BYPASS: bypass = "" } = process.env;
try {
  if (api === "") throw new Error("STEELYARD_TARGET_API is not set: the gateway's address is wanted there");
  for (const dataset of datasets()) process.stdout.write(`${await seeded(dataset)}\n`);
} catch (error) {
  process.stderr.write(`seed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** Ingests and publishes a data set, and verifies it; prints the same line on every run. */
async function seeded({ tenant, events, expected }: Dataset): Promise<string> {
  for (let at = 0; at < events.length; at += BATCH) {
    await call("POST", "/v1/events", { tenant, events: events.slice(at, at + BATCH) });
  }
  await call("POST", "/v1/artifacts", { tenant });
  const there = (await call("GET", `/v1/tenants/${tenant}`)) as {
    events: number;
    artifact: { digest: string; popularity: number; cooccurrence: number };
  };
  const line = (n: { events: number; popularity: number; cooccurrence: number }) =>
    `${tenant}: ${n.events} events, ${n.popularity} popularity items, ${n.cooccurrence} co-occurrence rows`;
  const found = line({ ...there.artifact, events: there.events });
  if (found !== line(expected)) throw new Error(`found ${found}\n  expected ${line(expected)}`);
  return `${found}, manifest ${there.artifact.digest}`;
}

async function call(method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(bypass === "" ? {} : { "x-bench-bypass": bypass }),
  };
  const answer = await fetch(new URL(path, api), {
    method,
    headers,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
