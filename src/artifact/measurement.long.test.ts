import { expect, test } from "vitest";
import { trialsAt } from "../testing/comparing.ts";
import { aRun } from "../testing/runs.ts";
import { zip } from "../testing/zip.ts";
import { measurementIn } from "./measurement.ts";

const honest = aRun({ workloads: { browse: { trials: trialsAt(0.01) } } });
/** An archive of the run with other trials. */
const holding = (trials: string) =>
  zip([{ name: "run.json", data: JSON.stringify({ ...honest, trials: "@" }).replace('"@"', () => trials) }]);

test("rejects more trials than any run has", async () => {
  const trials = JSON.stringify(Array(20_001).fill(honest.trials[0]));
  await expect(measurementIn(holding(trials))).rejects.toThrow(/shape/);
});

test("rejects a million rows before building anything from them", async () => {
  const rows = `[${"[[[[1]]]],".repeat(1_000_000)}1]`;
  await expect(measurementIn(holding(rows))).rejects.toThrow(/shape/);
  await expect(measurementIn(holding(rows.replaceAll("1]]]]", "1,1,1,1,1,1]]]]")))).rejects.toThrow(
    /more than 10000000 values/,
  );
});
