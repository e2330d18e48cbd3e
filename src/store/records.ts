import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Baseline } from "../model/baseline.ts";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { readVersioned } from "../model/versioned.ts";
import { json, readIfThere, readText, writeText } from "./files.ts";

const MEASURE = "steelyard measure";

/** @throws SteelyardError (user) when it is absent, damaged, or of another version */
export async function readRun(path: string): Promise<Run> {
  return readVersioned(await readText(path, "run file", MEASURE), "run", Run, path, MEASURE);
}

export const writeRun = (path: string, run: Run) => writeText(path, json(Run.parse(run), false));

/** @throws SteelyardError (user) when it is absent, damaged, or of another version */
export async function readComparison(path: string): Promise<Comparison> {
  const remedy = "steelyard compare";
  return readVersioned(
    await readText(path, "comparison file", remedy),
    "comparison",
    Comparison,
    path,
    remedy,
  );
}

export const writeComparison = (path: string, comparison: Comparison) =>
  writeText(path, json(Comparison.parse(comparison), false));

/** Where a workload's baseline is kept. */
export const baselinePath = (folder: string, runnerClass: string, workload: string) =>
  join(folder, runnerClass, `${workload}.json`);

/**
 * The baseline, or null where there is none. One that cannot be read is an error: it is never taken for
 * absent, and so never overwritten.
 */
export async function readBaseline(path: string): Promise<Baseline | null> {
  const remedy = "restore it from git history, or delete it and record a new one: steelyard baseline";
  const text = await readIfThere(path, "baseline file", remedy);
  return text === undefined ? null : readVersioned(text, "baseline", Baseline, path, remedy);
}

/** Baselines are reviewed in pull requests: one number a line would drown them, so arrays stay on one line. */
export const writeBaseline = (path: string, baseline: Baseline) =>
  writeText(path, reviewable(Baseline.parse(baseline)));

/** Two-space JSON with arrays of numbers on one line. */
export function reviewable(value: unknown): string {
  return json(value, true).replace(/\[\s+(-?[\d.eE+-]+(?:,\s+-?[\d.eE+-]+)*)\s+\]/g, (_, numbers: string) => {
    return `[${numbers.split(/,\s+/).join(", ")}]`;
  });
}

/** Baselines of a runner class by workload: of those named, and of any other file found there. */
export async function readBaselines(folder: string, runnerClass: string): Promise<Map<string, Baseline>> {
  const entries = await readdir(join(folder, runnerClass)).catch(() => []);
  const found = new Map<string, Baseline>();
  for (const entry of entries.filter((name) => name.endsWith(".json")).sort()) {
    const baseline = await readBaseline(join(folder, runnerClass, entry));
    if (baseline) found.set(baseline.workload, baseline);
  }
  return found;
}
