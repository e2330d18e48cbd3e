import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aBaseline, aRun, CLASS } from "../testing/runs.ts";
import {
  baselineClasses,
  baselinePath,
  readBaseline,
  readBaselines,
  readComparison,
  readRun,
  reviewable,
  writeBaseline,
  writeRun,
} from "./records.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "records-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = aRun({ workloads: { shop: { trials: [0.01, 0.011, 0.012] } } });

test("reads back a run as it was written", async () => {
  const path = join(folder, "run.json");
  await writeRun(path, run);
  expect(await readRun(path)).toEqual(run);
});

test("NaN never gets into a file", async () => {
  const path = join(folder, "run.json");
  const odd = { ...run, spent: { load: Number.NaN, total: 1 } };
  expect(() => writeRun(path, odd)).toThrow();
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test.each([
  ["", "This run file is empty."],
  ['{"schema":"run/1","id', "This run file is not JSON (cut off or damaged)."],
  ['{"schema":"comparison/1"}', 'This is not a run file: its "schema" is "comparison/1", not "run/1".'],
  ['{"schema":"run/2"}', 'This run file was written by a newer steelyard ("run/2"; this one reads "run/1").'],
  ["[]", 'This is not a run file: its "schema" is absent, not "run/1".'],
  ["null", 'This is not a run file: its "schema" is absent, not "run/1".'],
])("rejects a run file with the content %j, with a reason", async (text, message) => {
  const path = join(folder, "run.json");
  await writeFile(path, text);
  await expect(readRun(path)).rejects.toMatchObject({ message, where: path, fault: "user" });
});

test("rejects a run file with a hostile or wrong field, and names the field", async () => {
  const path = join(folder, "run.json");
  await writeFile(path, JSON.stringify({ ...run, trials: "many" }));
  await expect(readRun(path)).rejects.toMatchObject({ where: `${path}, $.trials` });
  await writeFile(path, JSON.stringify(run).replace('"id":', '"__proto__":{"x":1},"id":'));
  await expect(readRun(path)).rejects.toThrow("does not have the shape");
});

test("the error for a missing comparison file says how to make one", async () => {
  await expect(readComparison(join(folder, "no.json"))).rejects.toMatchObject({
    remedy: "steelyard compare",
  });
});

const baseline = aBaseline({
  workload: "shop",
  sessions: [{ trials: [0.01, 0.011] }, { trials: [0.012, 0.01] }],
});

test("reads back a baseline by its class and workload", async () => {
  const path = baselinePath(folder, CLASS, "shop");
  await writeBaseline(path, baseline);
  expect(await readBaseline(path)).toEqual(baseline);
  expect([...(await readBaselines(folder, CLASS)).keys()]).toEqual(["shop"]);
  expect(await readBaselines(folder, "another-class")).toEqual(new Map());
});

test("an unreadable baseline is an error, never a missing one", async () => {
  const path = baselinePath(folder, CLASS, "shop");
  await writeBaseline(path, baseline);
  await writeFile(path, (await readFile(path, "utf8")).slice(0, 200));
  await expect(readBaselines(folder, CLASS)).rejects.toThrow("cut off or damaged");
});

test("a baseline with another one's path is an error", async () => {
  const wrong = join(folder, CLASS, "cart.json");
  await writeBaseline(wrong, baseline);
  await expect(readBaselines(folder, CLASS)).rejects.toMatchObject({ where: wrong, fault: "user" });
});

test("a file with the name of a class's folder is an error, not a missing folder", async () => {
  await writeFile(join(folder, CLASS), "");
  await expect(readBaselines(folder, CLASS)).rejects.toThrow("Cannot read this folder of baselines");
});

test("lists the classes with baselines, without a README", async () => {
  await writeFile(join(folder, "README.md"), "");
  await writeBaseline(baselinePath(folder, CLASS, "shop"), baseline);
  expect(await baselineClasses(folder)).toEqual([CLASS]);
  expect(await baselineClasses(join(folder, "absent"))).toEqual([]);
});

test("writes the numbers of one metric on one line, for reviewers", () => {
  expect(reviewable({ a: [1, 2.5, -3e-7], b: ["x", "y"], c: [] })).toBe(
    '{\n  "a": [1, 2.5, -3e-7],\n  "b": [\n    "x",\n    "y"\n  ],\n  "c": []\n}\n',
  );
});
