import { expect, test } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { Run } from "../model/run.ts";
import { trialsAt } from "../testing/comparing.ts";
import { aProfiling } from "../testing/profilings.ts";
import { aRun } from "../testing/runs.ts";
import { zip } from "../testing/zip.ts";
import { measurementIn } from "./measurement.ts";

const honest: Run = {
  ...aRun({ workloads: { browse: { trials: trialsAt(0.01) } } }),
  profiling: aProfiling({ head: { statements: { "select $1": { calls: 1, seconds: 1e-4 } } } }),
};
const holding = (text: string) => zip([{ name: "run.json", data: text }]);

test("returns the run that was written", async () => {
  expect(await measurementIn(holding(JSON.stringify(honest)))).toEqual(honest);
  expect(Run.parse(honest)).toEqual(honest);
});

test.each([
  ["no run.json", zip([{ name: "comparison.json", data: "{}" }]), /holds no run\.json/],
  [
    "two run.json",
    zip(["run.json", "a/run.json"].map((name) => ({ name, data: JSON.stringify(honest) }))),
    /holds 2 run\.json/,
  ],
  [
    "a run.json that is not text",
    zip([{ name: "run.json", data: Buffer.from([0x7b, 0xff, 0x7d]) }]),
    /not UTF-8/,
  ],
])("rejects an archive with %s", async (_, archive, why) => {
  await expect(measurementIn(archive)).rejects.toThrow(why);
});

/** The run with another value at a path. */
function spoilt(path: readonly (string | number)[], value: unknown): string {
  const copy = structuredClone(honest) as unknown as Record<string | number, never>;
  const [last, ...before] = [...path].reverse();
  const parent = before.reverse().reduce<Record<string | number, never>>((at, step) => at[step]!, copy);
  parent[last!] = value as never;
  return JSON.stringify(copy);
}
const first = ["trials", 0, "observed"] as const;
const profiled = ["profiling", "workloads", 0] as const;
const profile = [...profiled, "profiles", 0] as const;
const aProfile = honest.profiling!.workloads[0]!.profiles[0]!;

test.each<[string, string, RegExp]>([
  ["a newer format", spoilt(["schema"], "run/2"), /newer steelyard/],
  ["another file", spoilt(["schema"], "comparison/1"), /not a run file/],
  ["a text for a number", spoilt([...first, "requests"], "many"), /shape of "run\/1"/],
  ["a negative count", spoilt([...first, "errors"], -1), /shape/],
  ["half a request", spoilt([...first, "requests"], 0.5), /shape/],
  ["a duration of 0", spoilt([...first, "seconds"], 0), /shape/],
  ["NaN, which is not JSON", spoilt([...first, "seconds"], "@").replace('"@"', "NaN"), /not JSON/],
  ["a number out of range", spoilt([...first, "seconds"], "@").replace('"@"', "1e999"), /out of range/],
  [
    "a duration that no clock measures",
    spoilt([...first, "seconds"], "@").replace('"@"', "5e-324"),
    /out of range/,
  ],
  ["less than a nanosecond", spoilt([...first, "seconds"], 1e-12), /shape/],
  ["a count of 1e50", spoilt([...first, "requests"], 1e50), /shape/],
  ["an unknown key", spoilt(["evil"], 1), /shape/],
  ["a list for a mapping", spoilt(["workloads"], []), /shape/],
  ["an invalid commit", spoilt(["commit", "sha"], "../../etc/passwd"), /shape/],
  ["a runner class with a path", spoilt(["runnerClass"], "../../.."), /shape/],
  ["a workload with a path", spoilt(["trials", 0, "workload"], "../../x"), /shape/],
  ["a text of megabytes", spoilt(["commit", "subject"], "x".repeat(300_000)), /more than 200000 characters/],
  ["too many nodes", spoilt([...profile, "nodes"], Array(20_001).fill([-1, 0, 1])), /shape/],
  ["too many profiles", spoilt([...profiled, "profiles"], Array(501).fill(aProfile)), /shape/],
  ["a negative time", spoilt([...profile, "nodes", 0, 2], -1), /shape/],
  ["nothing", "", /empty/],
  ["half of it", JSON.stringify(honest).slice(0, -100), /not JSON/],
])("rejects a run with %s", async (_, text, why) => {
  const refusal = await measurementIn(holding(text)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SteelyardError);
  expect(refusal).toMatchObject({ fault: "user", message: expect.stringMatching(why) });
});

test.each(["/app/rank.js", "C:\\app\\rank.js", "c:/app/rank.js", "\\\\host\\rank.js", "file:///app/rank.js"])(
  "rejects a function's file %s",
  async (file) => {
    const run = measurementIn(holding(spoilt([...profile, "frames", 0, "file"], file)));
    await expect(run).rejects.toThrow(/shape/);
  },
);

test.each(["node:fs", "(shop.jar)/Rank.java", "node_modules/pg/lib/client.js"])(
  "accepts the file %s",
  async (file) => {
    const text = spoilt([...profile, "frames", 0, "file"], file);
    expect(await measurementIn(holding(text))).toEqual(JSON.parse(text));
  },
);

test("statements lose their values again, and those that are no queries are left out", async () => {
  const given = ["select 'planted' from t", "alter role a password 'planted'", "GET", "reads", "select $1"];
  const count = { calls: 1, rows: 0, seconds: 1 };
  const run = structuredClone(honest);
  const [workload] = run.profiling!.workloads;
  const place = { start: 0, side: "head", service: "db" } as const;
  const counts = given.map((text) => ({ text, ...count }));
  const calls = [{ text: "GET http://stock:8080", ...count }];
  workload!.statements = [
    { ...place, counts },
    { ...place, http: true, counts: calls },
  ];
  const origin = { file: "src/items.ts", line: 9, name: "items" };
  run.profiling!.origins = given.map((text) => ({ text, ...origin }));
  const { profiling } = await measurementIn(holding(JSON.stringify(run)));
  const kept = ["select ? from t", "GET", "reads", "select $1"];
  const [sql, http] = profiling!.workloads[0]!.statements;
  expect(sql!.counts.map(({ text }) => text)).toEqual(kept);
  expect(http!.counts).toEqual(calls);
  expect(profiling!.origins!.map(({ text }) => text)).toEqual(kept);
});

test("a key with a special name in JavaScript has no effect", async () => {
  const text = JSON.stringify(honest).replace(
    '"labels":{}',
    '"labels":{"__proto__":{"polluted":1},"constructor":"x"}',
  );
  const came = await measurementIn(holding(text)).catch((error: unknown) => error);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  if (!(came instanceof SteelyardError)) {
    expect(Object.getPrototypeOf((came as Run).stack.labels)).toBe(Object.prototype);
  }
});
