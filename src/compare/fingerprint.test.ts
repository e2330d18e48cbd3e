import { expect, test } from "vitest";
import { aFingerprint, aRun } from "../testing/runs.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { deciding } from "./reference.ts";

const both = { k6: "k6 1.8.1", wrk: "wrk 4.1.0" };
const run = (generator: string, generators: Record<string, string>) => {
  const made = aRun({ workloads: { a: { trials: [1] } }, fingerprint: { generators } });
  return { ...made, workloads: { a: { ...made.workloads.a!, generator } } };
};

test.each([
  ["k6 1.8.1", both, { k6: "k6 1.8.1" }],
  ["wrk 4.1.0", both, { wrk: "wrk 4.1.0" }],
  ["wrk 4.2.0", both, both], // of a generator that the fingerprint does not know nothing is left out
])("a workload loaded by %s, in a run by %j: %j", (generator, generators, want) => {
  expect(fingerprintOf(run(generator, generators), "a")).toEqual(aFingerprint({ generators: want }));
});

test("what loads other workloads does not make two sessions incomparable; another version of its own does", () => {
  const alone = fingerprintOf(run("wrk 4.1.0", { wrk: "wrk 4.1.0" }), "a");
  expect(deciding(alone, fingerprintOf(run("wrk 4.1.0", both), "a"))).toEqual([]);
  const newer = fingerprintOf(run("wrk 4.2.0", { wrk: "wrk 4.2.0" }), "a");
  expect(deciding(alone, newer)).toEqual(["generator wrk wrk 4.1.0 → wrk 4.2.0"]);
});
