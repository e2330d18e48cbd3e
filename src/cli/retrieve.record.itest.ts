import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { Checkout, CONFIG, ROOT } from "../testing/checkout.ts";
import { noEngine, useEngine } from "../testing/engine.ts";
import { tables } from "../testing/tables.ts";

useEngine();

// R3, the retrieval service: its record of this repository's own config, filled in from real runs, shortened.

const checkout = new Checkout();
const { folder } = checkout;
const steelyard = (env: Record<string, string>, ...argv: string[]) => checkout.run(argv, env);
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => checkout[Symbol.dispose]());

/** The record's lengths cut to a second, its files to four, and a queue that is full as quickly. */
function shortened(): string {
  const from = CONFIG.indexOf("  retrieve-query:");
  const to = CONFIG.indexOf("\nprofiles:");
  const short = CONFIG.slice(from, to)
    .replaceAll(/duration: (60s|30s)/g, "duration: 1s")
    .replace("warmup: 2s", "warmup: 300ms")
    .replaceAll(/warmup: (2s|6s)/g, "warmup: 1s")
    .replaceAll(/^ {6}(image|audio|table)-\w+: .*\n/gm, "")
    .replace('SCALE: "1"', 'SCALE: "0.2"')
    .replace("trials: 6", "trials: 1");
  const text = CONFIG.slice(0, from) + short + CONFIG.slice(to);
  return checkout.write(
    "retrieve.yml",
    text.replaceAll("RETRIEVE_TOKEN: bench-token }", "RETRIEVE_TOKEN: bench-token, RETRIEVE_QUEUE: 5 }"),
  );
}

// Some of each kind: the others differ in nothing but a variable.
const QUERIES = ["text", "multimodal-headroom"];
const MODELS = ["text-small", "video-large"];
const RATES = ["rate-15", "rate-35"];
const TIMES = ["p50", "p95", "p99"];
const TABLES = ["documents", "events"];

test("R3: queries, back ends, ingestion, a stream beyond its knee and compaction, in one command and one record", () => {
  const dir = join(folder, "whole");
  const variants = [...QUERIES, ...MODELS, ...RATES, ...TABLES].join(",");
  const asked = ["--stack", "process", "--no-base", "--profile", "retrieve", "--variants", variants];
  const measured = steelyard({}, "measure", ...asked, "--config", shortened(), "--out", dir);
  expect(measured.code, measured.err).toBe(0);
  expect(measured.err).not.toContain("short run"); // every script's short run was of use
  const record = steelyard({}, "record", join(dir, "run.json"), "--out", dir);
  expect(record.code, record.err).toBe(0);
  const filled = tables(record.out);
  const rows = (title: string, ...columns: string[]) =>
    filled[title]?.map((row) => columns.map((column) => row[column]));
  const latency = expect.stringMatching(/^[\d.]+ [mµ]?s$/);

  // the rate and the limit of requests in flight hold, each is answered, and unsent requests are reported
  const target = (rate: number, most: number, requests: RegExp) => [
    `${rate} /s, ${most} in flight`,
    expect.stringMatching(/^\d+(\.\d+)? \/s$/),
    latency,
    latency,
    latency,
    expect.stringMatching(requests),
    "0",
    "0",
    "PASS",
  ];
  expect(
    rows("Queries", "Body", "Target", "Achieved", ...TIMES, "Errors", "Timed out", "Dropped", "Outcome"),
  ).toEqual(
    QUERIES.map((name) => [
      name,
      ...(name.endsWith("headroom") ? target(6, 12, /^0\/[567]$/) : target(5, 10, /^0\/[456]$/)),
    ]),
  );
  expect(checkout.runIn("whole").workloads["retrieve-query"]?.model).toBe("open");

  // modalities and back ends side by side as triples, and what was decided on them right below
  const triple = expect.stringMatching(/^[\d.]+ [mµ]?s \/ [\d.]+ [mµ]?s \/ [\d.]+ [mµ]?s$/);
  expect(
    rows("Modalities and back ends", "Modality", "Back end", "p50 / p95 / p99", "Errors", "Dropped"),
  ).toEqual(MODELS.map((name) => [...name.split("-"), triple, expect.stringMatching(/^0\/\d+$/), "0"]));
  const [, below = ""] = record.out.split("### Modalities and back ends");
  const block = below.slice(0, below.indexOf("### "));
  expect(block).toMatch(/> \*\*Decision of \d{4}-\d\d-\d\d: /);
  expect(block).toContain("Because: ");
  expect(block).toMatch(/not measured this time: .*`text-base`/);

  expect(filled.Ingestion).toEqual([
    {
      Date: expect.any(String),
      Concurrency: "4",
      Uploaded: expect.stringMatching(/^[\d.,]+ \/s$/),
      Completed: "4/4",
      "Completion p50": latency,
      "Completion p95": latency,
      Bytes: "1 MiB",
      Outcome: "PASS",
    },
  ]);

  const stream = rows(
    "Streaming ingest",
    "Target",
    ...TIMES,
    "Accepted, 202",
    "Pushed back, 429",
    "Outcome",
  )!;
  expect(stream.map((cells) => cells[0])).toEqual(["15 /s", "35 /s"]);
  for (const [target, p50, , p99, accepted, refused, outcome] of stream) {
    expect([p50, p99]).toEqual([latency, latency]);
    const rate = Number.parseInt(target!, 10);
    const all = Number(accepted) + Number(refused);
    expect(Math.abs(all - rate)).toBeLessThanOrEqual(2); // in one second
    if (rate <= 15) expect([refused, outcome]).toEqual(["0", "PASS"]);
    else expect([Number(refused) > 0, outcome]).toEqual([true, "as expected (more than the store takes)"]);
  }

  expect(rows("Compaction", "Table", "Segments", "Rows in", "Rows out")).toEqual([
    ["documents", "40 to 2", "6,000", "6,000"],
    ["events", "400 to 12", "60,000", "60,000"],
  ]);
  for (const [before, after, outcome] of rows("Compaction", "Bytes in", "Bytes out", "Outcome")!) {
    expect([before, after]).toEqual(Array(2).fill(expect.stringMatching(/^[\d.]+ [KM]iB$/)));
    expect(outcome).toBe("PASS");
  }
  const absent = Object.values(filled).flatMap((all) =>
    all.filter((row) => Object.values(row).includes("n/a")),
  );
  expect(absent).toEqual([]);
  expect(record.out.match(/^- ✅ /gm)?.length).toBe(3);
}, 300_000);

/** The gateway, as somebody has deployed it. */
async function deployed(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, "compose/gateway/main.ts")], {
    env: { PORT: "0", LIMIT: "off", ...env },
  });
  running.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))![0];
}

test("of a deployed service: its token from the environment and nowhere else, its labels in the record", async () => {
  const token = "s3cret-T0ken/with+signs";
  const labels = {
    env: "staging",
    image: "retrieve:4f2a",
    instance: "small",
    min_instances: "1",
    max_instances: "3",
    warmup: "index on start",
    client_timeout: "60s",
  };
  const url = await deployed({ RETRIEVE_TOKEN: token, RETRIEVE_WARM: "on" });
  const config = checkout.write(
    "deployed.yml",
    `version: 1
stack:
  external:
    endpoints: { api: { url: "${url}", headers: { authorization: { env: RETRIEVE_TOKEN, prefix: "Bearer " } } } }
    labels: ${JSON.stringify(labels)}
workloads:
  query:
    k6: workloads/retrieve/query.ts
    env: { RATE: 20, C: 10 }
    variants: { text: {}, multimodal: { env: { IMAGE: 16384, MODALITY: image } } }
    warmup: 0s
    measure: { duration: 1s, trials: 1 }
policy: { starts: 1 }
records:
  deployed:
    title: Retrieval
    tables:
      Queries: { workloads: [query], columns: { Env: "{env}", Image: "{label.image}", Errors: "{errors}/{requests}" } }
`,
  );
  const dir = join(folder, "deployed");
  const check = ["--config", config, "--no-base", "--out", dir];
  const measured = steelyard({ RETRIEVE_TOKEN: token }, "measure", ...check);
  expect(measured.code, measured.err).toBe(0);
  for (const trial of checkout.runIn("deployed").trials) {
    if (trial.outcome !== "ok") throw new Error(trial.failure.message);
    expect(Object.keys(trial.observed.statuses)).toEqual(["200"]);
  }
  const record = steelyard({}, "record", join(dir, "run.json"), "--out", dir);
  expect(record.code, record.err).toBe(0);
  for (const [name, value] of Object.entries(labels)) {
    expect(record.out).toContain(`- Label \`${name}\`: \`${value}\`\n`);
  }
  const row = { Env: "staging", Image: "retrieve:4f2a", Errors: expect.stringMatching(/^0\/(19|20|21)$/) };
  expect(tables(record.out).Queries).toEqual([row, row]);
  const files = readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
  expect(files.length).toBeGreaterThan(3);
  const said = [measured, record].flatMap(({ out, err }) => [out, err]);
  const texts = [...said, ...files.map((path) => readFileSync(path, "utf8"))];
  const forms = [token, encodeURIComponent(token), Buffer.from(token).toString("base64")];
  for (const text of texts) for (const form of forms) expect(text).not.toContain(form);
  // and it was wanted: without it nobody is answered
  const other = join(folder, "without");
  const asked = ["--config", config, "--no-base", "--variants", "text", "--out", other];
  const without = steelyard({ RETRIEVE_TOKEN: "another-token" }, "measure", ...asked);
  expect(without.err + without.out).not.toContain("another-token");
  const [refused] = checkout.runIn("without").trials;
  expect(refused?.outcome === "ok" ? Object.keys(refused.observed.statuses) : []).toEqual(["401"]);
}, 300_000);

describe.skipIf(noEngine !== null)("on Compose", () => {
  test("it is the same service", () => {
    const dir = join(folder, "compose");
    const only = ["--only", "retrieve-query,retrieve-files", "--variants", "multimodal"];
    const asked = ["--stack", "compose", "--no-base", "--profile", "retrieve", ...only];
    const measured = steelyard({}, "measure", ...asked, "--config", shortened(), "--out", dir);
    expect(measured.code, measured.err).toBe(0);
    const record = steelyard({}, "record", join(dir, "run.json"), "--out", dir);
    const filled = tables(record.out);
    expect(filled.Queries).toMatchObject([{ Body: "multimodal", Outcome: "PASS" }]);
    expect(filled.Ingestion).toMatchObject([{ Completed: "4/4", Outcome: "PASS" }]);
  }, 300_000);
});
