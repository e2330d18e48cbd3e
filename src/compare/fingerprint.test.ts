import { expect, test } from "vitest";
import { aFingerprint, aRun } from "../testing/runs.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { decisiveDifferences, noteworthyDifferences } from "./reference.ts";

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

test("only another version of its own generator makes two sessions of a workload incomparable", () => {
  const alone = fingerprintOf(run("wrk 4.1.0", { wrk: "wrk 4.1.0" }), "a");
  expect(decisiveDifferences(alone, fingerprintOf(run("wrk 4.1.0", both), "a"))).toEqual([]);
  const newer = fingerprintOf(run("wrk 4.2.0", { wrk: "wrk 4.2.0" }), "a");
  expect(decisiveDifferences(alone, newer)).toEqual(["generator wrk wrk 4.1.0 → wrk 4.2.0"]);
});

const id = (digit: string) => `sha256:${digit.repeat(64)}`;
test.each([
  [
    "another image under the same name",
    { db: `postgres:16 ${id("a")}` },
    { db: `postgres:16 ${id("b")}` },
    ["image of db postgres:16 (aaaaaaaaaaaa) → postgres:16 (bbbbbbbbbbbb)"],
  ],
  [
    "another tag",
    { db: `postgres:15 ${id("a")}` },
    { db: `postgres:16 ${id("a")}` },
    ["image of db postgres:15 (aaaaaaaaaaaa) → postgres:16 (aaaaaaaaaaaa)"],
  ],
  ["the same", { db: `postgres:16 ${id("a")}` }, { db: `postgres:16 ${id("a")}` }, []],
  [
    "a service that only one of them has",
    { db: `postgres:16 ${id("a")}` },
    { cache: `redis:7 ${id("a")}` },
    [],
  ],
  ["a session from before images were kept", undefined, { cache: `redis:7 ${id("a")}` }, []],
])("%s is named, and makes nothing incomparable", (_, then, now, want) => {
  const of = (images: Record<string, string> | undefined) => aFingerprint(images ? { images } : {});
  expect(noteworthyDifferences(of(then), of(now))).toEqual(want);
  expect(decisiveDifferences(of(then), of(now))).toEqual([]);
});

test("another container engine is named", () => {
  const [a, b] = [aFingerprint({ engine: "27.5.1" }), aFingerprint({ engine: "28.5.2" })];
  expect(noteworthyDifferences(a, b)).toEqual(["container engine 27.5.1 → 28.5.2"]);
});
