import { expect, test } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { Run } from "../model/run.ts";
import { trialsAt } from "../testing/comparing.ts";
import { aProfiling, RANK } from "../testing/profilings.ts";
import { aRun } from "../testing/runs.ts";
import { zip } from "../testing/zip.ts";
import { measurementIn } from "./measurement.ts";

const honest = { ...aRun({ workloads: { browse: { trials: trialsAt(0.01) } } }), profiling: aProfiling({}) };
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
  [
    "profiles without end",
    spoilt([...profiled, "profiles"], Array(5_000).fill(honest.profiling.workloads[0]!.profiles[0])),
    /shape/,
  ],
  ["a call tree without end", spoilt([...profile, "nodes"], Array(20_001).fill([-1, 0, 0])), /shape/],
  ["a time below 0", spoilt([...profile, "nodes", 0, 2], -1), /shape/],
  ["a name of pages", spoilt([...profile, "frames", 0, "name"], "x".repeat(201)), /shape/],
  ...["/etc/passwd", "\\\\host\\share", "file:///etc/passwd"].map((file): [string, string, RegExp] => [
    `a function in ${file}`,
    spoilt([...profile, "frames", 0], { ...RANK, file }),
    /shape/,
  ]),
  [
    "statements without end",
    spoilt(
      [...profiled, "statements", 0, "counts"],
      Array(1_001).fill({ text: "select", calls: 1, rows: 1, seconds: 1 }),
    ),
    /shape/,
  ],
  ["nothing", "", /empty/],
  ["half of it", JSON.stringify(honest).slice(0, -100), /not JSON/],
])("rejects a run with %s", async (_, text, why) => {
  const refusal = await measurementIn(holding(text)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SteelyardError);
  expect(refusal).toMatchObject({ fault: "user", message: expect.stringMatching(why) });
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
