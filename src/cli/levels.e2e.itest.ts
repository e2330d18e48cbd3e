import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { Checkout, CONFIG } from "../testing/checkout.ts";

// The sweep of this repository's own config, shortened: the demo's gateway takes 100 notifications a second, and
// refuses what is beyond, so its knee is known whatever the machine is.

const checkout = new Checkout();
const { folder } = checkout;
const steelyard = (...argv: string[]) => checkout.run(argv);
afterAll(() => checkout[Symbol.dispose]());

/** The config with some of its texts replaced, each of which has to be there. */
function configured(...replaced: readonly (readonly [from: string, to: string])[]): string {
  const text = replaced.reduce((all, [from, to]) => {
    expect(all).toContain(from);
    return all.replace(from, to);
  }, CONFIG);
  return checkout.write("steelyard.yml", text);
}

const written = (name: string) => checkout.json("out", name);

test("a sweep through k6 finds the rate at which a service begins to refuse, and what follows is written down", () => {
  const config = configured(
    [
      "warmup: 2s\n    settle: 200ms\n    measure: { duration: 3s }",
      "warmup: 400ms\n    settle: 400ms\n    measure: { duration: 3s }",
    ],
    // A burst of 500 ms of the rate: what a busy machine's generator sends late at once is not refused. In 3.8 s it lets
    // 113 notifications a second pass, which is between two levels of this search.
    ["NOTIFY_LIMIT: 15/300", "NOTIFY_LIMIT: 50/100"],
    ["IN_FLIGHT: 50 }\n    variants:\n      limited", "IN_FLIGHT: 100 }\n    variants:\n      limited"],
    ['http_req_duration.p95: "< 100ms" }\n    sweep:', 'http_req_duration.p95: "< 2s" }\n    sweep:'], // a busy machine is slow
    [
      "[100/s, 3200/s], precision: 5%, trials: 3, confirm: 2",
      '[60/s, 400/s], precision: 10%, trials: 2, confirm: 1, knee: "> 50/s"',
    ],
  );
  const options = ["--stack", "process", "--no-base", "--only", "notify-knee", "--variants", "limited"];
  const done = steelyard(
    "check",
    "--config",
    config,
    ...options,
    "--seed",
    "7",
    "--out",
    join(folder, "out"),
    "--format",
    "comment",
  );
  expect(done.code, done.err).toBe(0);
  const run = Run.parse(written("run.json"));
  const comparison = Comparison.parse(written("comparison.json"));
  const [shown] = comparison.levels ?? [];
  const { holds, breaks, limit, confirmed } = shown!.knee!;
  const found = shown!.rows.map((row) => [row.level, row.status, row.reason, row.statuses, row.achieved]);
  expect(limit, JSON.stringify(found)).toBe("service");
  expect(holds).toBeGreaterThanOrEqual(75);
  expect(holds).toBeLessThan(113);
  expect(breaks).toBeGreaterThan(100);
  expect(breaks).toBeLessThan(130);
  expect(Math.min(...confirmed), JSON.stringify(found)).toBeGreaterThanOrEqual(1);
  // what broke was refused, and what held reached its rate
  const row = (level: number | null) => shown!.rows.find((one) => one.level === level)!;
  expect(row(breaks)).toMatchObject({ status: "breaks", statuses: expect.stringContaining("429: ") });
  expect(row(holds)).toMatchObject({ status: "holds", statuses: expect.stringContaining("202: ") });
  expect(row(holds).achieved! / holds!).toBeGreaterThan(0.98);
  // everything is kept raw, in starts of its own, and nothing else was planned
  const [record] = run.levels ?? [];
  expect(record).toMatchObject({ workload: "notify-knee", variant: "limited", ended: "done" });
  expect(new Set(record!.probes.map(({ start }) => start)).size).toBeGreaterThanOrEqual(2);
  expect([run.trials, run.schedule.starts, run.schedule.levels?.length]).toEqual([[], [], 1]);
  // the budget of the knee is the only row
  expect(comparison.rows).toMatchObject([
    { metric: "knee", verdict: "unchanged", limit: { outcome: "pass" } },
  ]);
  expect(done.out).toMatch(/- `notify-knee\/limited` holds up to .* and breaks at /);
  const record_ = steelyard("record", join(folder, "out/run.json"), "--out", join(folder, "out"));
  expect(record_.code, record_.err).toBe(0);
  expect(record_.out).toMatch(new RegExp(`\\| notify-knee limited \\| ${holds} /s to ${breaks} /s \\|`));
}, 300_000);

test("a scaling curve through k6 has throughput and CPU at every level, measured in rounds", () => {
  const config = configured(
    [
      'warmup: 2s\n    settle: 500ms\n    measure: { duration: 3s }\n    budgets: { http_req_failed.rate: "< 1%", http_req_duration.p95: "< 500ms" }\n    scaling:',
      "warmup: 300ms\n    settle: 200ms\n    measure: { duration: 1s }\n    scaling:",
    ],
    ["vus: [1, 2, 3, 4, 6, 8, 12, 16]", "vus: [1, 2, 4, 8]\n      trials: 1\n      repeats: 2"],
  );
  const out = join(folder, "out");
  const options = ["--stack", "process", "--no-base", "--profile", "scaling", "--seed", "7", "--out", out];
  const done = steelyard("check", "--config", config, ...options);
  expect(done.code, done.err).toBe(0);
  const { levels: [record] = [] } = Run.parse(written("run.json"));
  const order = record!.probes.map(({ level }) => level);
  for (const round of [order.slice(0, 4), order.slice(4)])
    expect(round.sort((a, b) => a - b)).toEqual([1, 2, 4, 8]);
  expect(record!.probes.map(({ start }) => start)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  const { levels: [shown] = [] } = Comparison.parse(written("comparison.json"));
  expect(shown!.rows.map(({ level }) => level)).toEqual([1, 2, 4, 8]);
  for (const { served, cpu, services } of shown!.rows) {
    expect(served).toBeGreaterThan(10);
    expect(cpu).toBeGreaterThan(0);
    expect(Object.keys(services)).toEqual(["gateway", "search"]);
  }
  const { curve } = shown!;
  expect(curve?.peak?.rate).toBe(
    Math.max(...shown!.rows.flatMap(({ served, status }) => (status === "limited" ? [] : [served!]))),
  );
  expect(curve?.plans.map(({ load }) => load)).toEqual([1000, 5000]);
  for (const { load, instances, cost } of curve?.plans ?? []) {
    expect(instances).toBe(Math.ceil(load / curve!.capacity!));
    expect(cost?.perMonth).toBeCloseTo(instances * 0.0416 * 730, 6);
  }
  expect(done.out).toMatch(/scalability law/);
}, 300_000);
