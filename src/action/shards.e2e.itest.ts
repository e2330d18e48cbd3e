import { describe, expect, test } from "vitest";
import type { Run } from "../model/run.ts";
import { aDuelRecord, WOBBLE } from "../testing/dueling.ts";
import { archived, BASE, baseTree, github, HEAD, posted, reported } from "../testing/github/reporting.ts";
import type { State } from "../testing/github/state.ts";
import { aRun } from "../testing/runs.ts";

// A pull request whose three workloads were measured by three machines, or by fewer.
const CONFIG = `version: 1
stack:
  external:
    endpoints: { api: { url: "http://127.0.0.1:8080" } }
    base: { endpoints: { api: { url: "http://127.0.0.1:8081" } } }
workloads:
  browse: { k6: workloads/browse.ts, gate: [http_req_duration.p50] }
  order: { k6: workloads/order.ts, gate: [http_req_duration.p50] }
  search: { k6: workloads/search.ts, gate: [http_req_duration.p50] }
policy: { reference: base }
`;
const NAMES = ["browse", "order", "search"] as const;
const OF = NAMES.length;
const gated = { config: { gate: ["http_req_duration.p50"] } };

/** The figures of one machine. */
function shard(index: number, factor = 1, differs: Partial<Run> = {}): Run {
  const workload = NAMES[index - 1]!;
  const pairs = Array.from(
    { length: 10 },
    (_, i) => [{ p50: 0.01 }, { p50: 0.01 * factor * WOBBLE[i % WOBBLE.length]! }] as const,
  );
  const run = aRun({
    workloads: Object.fromEntries(
      NAMES.map((name) => [name, { ...gated, trials: name === workload ? [0.01] : [] }]),
    ),
    commit: { sha: HEAD, subject: "Faster", dirty: false },
    id: `run-${index}of${OF}`,
  });
  const record = aDuelRecord({ pairs });
  const named = <T extends { workload: string }>(all: readonly T[]) =>
    all.map((one) => ({ ...one, workload }));
  return {
    ...run,
    schedule: { ...run.schedule, shard: { index, of: OF }, starts: [] },
    trials: [],
    workloads: { [workload]: run.workloads[workload]! },
    duel: {
      ...record,
      base: { ...record.base, sha: BASE },
      shards: OF,
      pairings: named(record.pairings),
      pairs: named(record.pairs),
    },
    ...differs,
  };
}
const uploaded = (index: number, run: Run | Buffer, more: Partial<State["artifacts"][number]> = {}) => ({
  id: 70 + index,
  run: 7,
  name: `steelyard-${index}of${OF}`,
  archive: Buffer.isBuffer(run) ? run : archived(run as Run),
  ...more,
});
async function report(
  artifacts: readonly ReturnType<typeof uploaded>[],
  more: Partial<State> = {},
  shards: number = OF,
  env: Record<string, string> = {},
) {
  const tree = { ...baseTree(), ".github/steelyard.yml": CONFIG };
  await using double = await github({
    artifacts: [...artifacts],
    trees: { main: tree, [BASE]: tree, [HEAD]: tree },
    ...more,
  });
  const done = await reported(double, { inputs: { shards: String(shards) }, env });
  expect(double.violations).toEqual([]);
  return { ...done, checks: double.state.checks, comments: posted(double.state) };
}

test("the figures of all machines are one verdict, one comment and one check", async () => {
  const same = await report([1, 2, 3].map((index) => uploaded(index, shard(index))));
  expect(same.outputs).toMatchObject({ verdict: "unchanged", conclusion: "success", "exit-code": "0" });
  expect([same.comments.length, same.checks.length]).toEqual([1, 1]);
  for (const name of NAMES) expect(same.markdown).toContain(name);

  const worse = await report([uploaded(1, shard(1)), uploaded(2, shard(2, 3)), uploaded(3, shard(3))]);
  expect(worse.outputs).toMatchObject({ verdict: "regressed", conclusion: "failure" });
  expect(worse.outputs.title).toContain("order");
});

describe("a machine without figures is said, and its workload is missing", () => {
  const others = [uploaded(1, shard(1)), uploaded(3, shard(3))];
  test.each<[string, ReturnType<typeof uploaded>[], RegExp]>([
    ["no artifact", [], /Shard 2 of 3 has no figures: .*has no artifact .{0,6}steelyard-2of3/],
    [
      "an expired one",
      [uploaded(2, shard(2), { expired: true })],
      /Shard 2 of 3 has no figures: .*it expired/,
    ],
    ["no archive", [uploaded(2, Buffer.from("PK, or not"))], /Shard 2 of 3 has no figures: /],
    [
      "another's figures",
      [uploaded(2, shard(3))],
      /Shard 2 of 3 has no figures: its figures are of shard 3 of 3/,
    ],
    [
      "an early end",
      [uploaded(2, shard(2, 1, { state: "interrupted" }))],
      /has no figures: it was interrupted/,
    ],
    [
      "no base",
      [uploaded(2, { ...shard(2), duel: undefined, fallback: "its build failed" })],
      /has no figures: base was not measured: its build failed/,
    ],
    [
      "no service",
      [uploaded(2, { ...shard(2), duel: undefined, state: "interrupted", unable: "api did not start" })],
      /has no figures: api did not start/,
    ],
  ])("%s", async (_, second, message) => {
    const { outputs, markdown, checks } = await report([...others, ...second]);
    expect(outputs).toMatchObject({ verdict: "missing", conclusion: "failure" });
    expect(markdown).toMatch(message);
    expect(outputs.title).toBe("`order` is missing: not measured: shard 2 of 3 gave no figures");
    expect(checks).toMatchObject([{ conclusion: "failure" }]);
  });
});

test("without figures of any machine there is no verdict, and the check ends", async () => {
  const { code, checks } = await report([]);
  expect(code).not.toBe(0);
  expect(checks).toMatchObject([
    { conclusion: "failure", output: { title: "There are no figures to judge" } },
  ]);
});

test("machines that do not belong together give no verdict", async () => {
  const other = shard(2);
  const odd = { ...other, fingerprint: { ...other.fingerprint, cores: 64 } };
  const { outputs, checks } = await report([uploaded(1, shard(1)), uploaded(2, odd), uploaded(3, shard(3))]);
  expect(outputs.verdict).toBeUndefined();
  expect(JSON.stringify(checks)).toContain("differs from shard 1 in the machine");
});

test("the number of machines is the workflow's word, and never the figures'", async () => {
  const liar = (run: Run): Run => ({ ...run, duel: { ...run.duel!, shards: 1_000 } });
  const all = [1, 2, 3].map((index) => uploaded(index, liar(shard(index, 1.1))));
  const { outputs, markdown } = await report(all);
  expect(outputs).toMatchObject({ verdict: "invalid", conclusion: "failure" });
  expect(markdown).toContain("shards 1000 instead of 3");
  // One shard in place of the whole.
  const one = await report([uploaded(1, shard(1), { name: "steelyard" })], {}, 1);
  expect(one.outputs.conclusion).toBe("failure");
});

describe("after a rerun of one machine", () => {
  // All three measured at the same time; the second one was run again.
  const at = (time: string) => `2026-11-21T${time}:00Z`;
  const jobs = (named: (n: number) => string) => [
    ...[1, 2, 3].map((n) => ({
      run: 7,
      name: named(n),
      attempt: 1,
      started: at("09:55"),
      completed: at("10:05"),
    })),
    { run: 7, name: named(2), attempt: 2, started: at("11:00"), completed: at("11:10") },
  ];
  const judged = async (second: string, named: (n: number) => string) => {
    const artifacts = [1, 2, 3].map((n) =>
      uploaded(n, shard(n), { created: at(n === 2 ? second : "10:00") }),
    );
    return await report(artifacts, { jobs: jobs(named) }, OF, { GITHUB_RUN_ATTEMPT: "2" });
  };
  test.each([(n: number) => `perf / Measure ${n}`, (n: number) => `measure (${n})`])("%o", async (named) => {
    const again = await judged("11:05", named);
    expect(again.outputs).toMatchObject({ verdict: "unchanged", conclusion: "success" });
    const lost = await judged("10:00", named);
    expect(lost.outputs).toMatchObject({ verdict: "missing", conclusion: "failure" });
    expect(lost.markdown).toMatch(/Shard 2 of 3 has no figures: .*is from an earlier attempt/);
  });
});
