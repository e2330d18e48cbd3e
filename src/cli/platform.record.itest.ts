import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { Checkout, CONFIG } from "../testing/checkout.ts";
import { importWrk, noEngine, tidyEngine, useEngine } from "../testing/engine.ts";
import { column as columnOf, tables } from "../testing/tables.ts";

useEngine();

// The records of this repository's own config, filled in from real runs of the demo: R1 complete except its warm-up, R2 shortened.

const checkout = new Checkout();
const { folder } = checkout;
const steelyard = (...argv: string[]) => checkout.run(argv);
afterAll(() => checkout[Symbol.dispose]());
const out = (name: string) => join(folder, name);

test("R1: exactly 5,000 requests at concurrency 50, for each variant a row, in the comment as well", () => {
  const dir = out("recommend");
  const stack = ["--stack", "process", "--no-base", "--profile", "recommend", "--trials", "1"];
  const cold = CONFIG.replace("measure: { trials: 6 }", "warmup: 0s\n    measure: { trials: 6 }");
  expect(cold).not.toBe(CONFIG);
  const whole = ["--config", checkout.write("recommend.yml", cold)];
  const checked = steelyard("check", ...stack, ...whole, "--out", dir, "--format", "comment");
  expect(checked.code, checked.err).toBe(3); // one trial is too few for a verdict, and enough for a record
  const row = (notes: RegExp) => [
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    "local",
    expect.stringMatching(/^demo, artifact o(n|ff)$/),
    "POST /v1/recommend",
    "20",
    "50",
    "5,000",
    expect.stringMatching(/^[\d,.]+ \/s$/),
    expect.stringMatching(/ m?s$/),
    expect.stringMatching(notes),
  ];
  const record = steelyard("record", join(dir, "run.json"), "--out", dir);
  expect(record.code, record.err).toBe(0);
  const filled = tables(record.out);
  const algorithms = [/^popularity/, /^popularity/, /^cooccurrence/, /^cooccurrence/];
  expect(filled.Runs?.map(Object.values)).toEqual(algorithms.map(row));
  expect(
    filled["Latency and answers by variant"]?.map((row) => [row.Variant, row.Errors, row.Answers]),
  ).toEqual(
    ["popularity", "popularity-artifact", "cooccurrence", "cooccurrence-artifact"].map((variant) => [
      variant,
      "0",
      "200: 5,000",
    ]),
  );
  expect(record.out).toContain("✅ No request failed");
  expect(record.out).toMatch(/- Machine: `.+`, \d+ cores?, [\d.]+ GiB/);
  expect(checked.out).toContain("**Recommendation service**");
  const seen = checked.out.replaceAll("`", "");
  for (const row of filled.Runs!) expect(seen).toContain(`| ${Object.values(row).join(" | ")} |`);
  // a document that is kept: the rows of this run are in it once, and no other file is overwritten
  const kept = join(folder, "RECORDS.md");
  const keeping = () => steelyard("record", join(dir, "run.json"), "--out", dir, "--to", kept);
  const once = keeping();
  expect([once.code, keeping().out]).toEqual([0, once.out]);
  expect(readFileSync(kept, "utf8")).toBe(once.out);
  writeFileSync(kept, "# My notes\n");
  expect(keeping()).toMatchObject({ code: 2, err: expect.stringContaining("would be overwritten") });
  expect(readFileSync(kept, "utf8")).toBe("# My notes\n");
  // the limiter is there: without the benchmark's header most of them are refused
  const limited = cold.replace("env: { BENCH_BYPASS: steelyard, TENANT: demo,", "env: { TENANT: demo,");
  expect(limited).not.toBe(cold);
  const config = checkout.write("limited.yml", limited.replace("N: 5000, C: 50", "N: 200, C: 5"));
  steelyard("measure", ...stack, "--config", config, "--out", out("limited"));
  for (const trial of checkout.runIn("limited").trials) {
    if (trial.outcome !== "ok") throw new Error(trial.failure.message);
    expect(trial.observed.statuses["429"]).toBeGreaterThan(50);
  }
}, 300_000);

/** What the platform carries, cut to what a small machine can ask for in a twentieth of the record's lengths. */
function shortened(image: string): string {
  const text = CONFIG.replace("PEAK: 200, PAUSE: 100", "PEAK: 60, PAUSE: 300")
    .replaceAll(/NOTIFY_LIMIT: 100\/\d+/g, "NOTIFY_LIMIT: 10/100")
    .replaceAll("PAUSE: 190", "PAUSE: 1000")
    .replaceAll("duration: 5m", "duration: 60s")
    .replaceAll("steelyard-demo-wrk:1", image);
  return checkout.write("notify.yml", text);
}

function notified(kind: string, profile: string, image: string, places: readonly [k6: string, wrk: string]) {
  const dir = out(`notify-${kind}`);
  const config = shortened(image);
  const stack = ["--stack", kind, "--no-base", "--profile", profile, "--config", config];
  const measured = steelyard("measure", ...stack, "--scale", "0.05", "--out", dir);
  expect(measured.code, measured.err).toBe(0);
  const record = steelyard("record", join(dir, "run.json"), "--out", dir);
  expect(record.code, record.err).toBe(0);
  const filled = tables(record.out);
  const column = (table: string, name: string) => {
    const cells = columnOf(filled[table], name) ?? [];
    expect(cells.length, `${table}: ${name}`).toBeGreaterThan(0);
    return cells;
  };
  // the load, where it came from, and how it ended
  expect(column("k6", "Load")).toEqual(
    ["smoke-submit", "steady-state", "burst-spike"].map((name) => `workloads/notify/${name}.ts`),
  );
  expect(column("k6", "Requests")[0]).toBe("1");
  expect(column("k6", "Checks")[0]).toBe("1/1");
  expect(column("k6", "Outcome")).toEqual(["PASS", "PASS", "as expected (overload profile)"]);
  expect(column("k6, WebSocket", "Sessions")).toEqual(["30", "160", "10"]); // 600, 3,600 and 200, of which a twentieth
  expect(column("k6, WebSocket", "Outcome")).toEqual(["PASS", "PASS", "PASS"]);
  expect(Number(column("k6, WebSocket", "Received")[0]?.replace(",", ""))).toBeGreaterThan(50); // fanned out to ten sessions
  expect(column("wrk", "Outcome")).toEqual([
    "PASS",
    ...Array(2).fill("as expected (more than the platform carries)"),
  ]);
  expect(column("wrk", "Non-2xx").map((bad) => Number(bad?.replace(",", "")) > 0)).toEqual([
    false,
    true,
    true,
  ]);
  expect(column("wrk", "Time-outs")).toEqual(["0", "0", "0"]);
  for (const place of [...column("k6", "From"), ...column("k6, WebSocket", "From")])
    expect(place).toBe(places[0]);
  for (const place of column("wrk", "From")) expect(place).toBe(places[1]);
  const absent = Object.values(filled).flatMap((rows) =>
    rows.flatMap((row) => (Object.values(row).includes("n/a") ? [row.Load] : [])),
  );
  // one is over before k6 counts its users for the first time, and in one nothing is delivered
  const without = ["workloads/notify/smoke-submit.ts", "workloads/notify/reconnect-storm.ts"];
  expect(without).toEqual(expect.arrayContaining(absent));
  expect(record.out.match(/^- ✅ /gm)?.length).toBe(5);
  const artifacts = [...record.out.matchAll(/^- `notify-.+`: `(.+)`$/gm)].map(([, path]) => path!);
  expect(artifacts.length).toBe(9);
  for (const path of artifacts) {
    expect(existsSync(path), path).toBe(true);
    expect(JSON.parse(readFileSync(path, "utf8")).trials).toMatchObject([{ outcome: "ok" }]);
  }
  return record.out;
}

// With an engine the same load runs on Compose, below.
if (noEngine !== null) {
  test("R2: six k6 scripts and three of wrk, from this machine, on processes", () => {
    notified("process", "notify-host", "unused:1", ["host", "host"]);
  }, 300_000);
}

describe.skipIf(noEngine !== null)("on Compose", () => {
  const IMAGE = "steelyard-test-records-wrk:1";
  afterEach(async () => {
    await tidyEngine();
    spawnSync("docker", ["rmi", "-f", IMAGE], { stdio: "ignore" });
  }, 60_000);

  test("R2 as the record was made: k6 in the network, wrk in the gateway's, fan-out through Redis", () => {
    importWrk(IMAGE);
    const document = notified("compose", "notify", IMAGE, ["network", "gateway"]);
    expect(document).toMatch(/^- Services: gateway, postgres, redis, search, worker$/m);
    expect(document).toMatch(/^- Allotted to containers: \d+ CPUs, [\d.]+ GiB$/m);
  }, 300_000);
});
