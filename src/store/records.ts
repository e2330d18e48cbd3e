import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { userError } from "../base/errors.ts";
import { Baseline } from "../model/baseline.ts";
import { Bisect } from "../model/bisect.ts";
import { CalibrationReport } from "../model/calibration.ts";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { SelfTest } from "../model/selftest.ts";
import type { Tree, TreeFiles } from "../model/tree.ts";
import { readVersioned } from "../model/versioned.ts";
import { filesIn, json, readIfThere, readText, writeText } from "./files.ts";

const MEASURE = "steelyard measure";

/** @throws SteelyardError (user) for a file that is missing, damaged, or of another version */
export async function readRun(path: string): Promise<Run> {
  return readVersioned(await readText(path, "run file", MEASURE), "run", Run, path, MEASURE);
}

export const writeRun = (path: string, run: Run) => writeText(path, json(Run.parse(run), false));

/** @throws SteelyardError (user) for a file that is missing, damaged, or of another version */
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

export const writeCalibration = (path: string, report: CalibrationReport) =>
  writeText(path, json(CalibrationReport.parse(report), true));

export const writeSelfTest = (path: string, report: SelfTest) =>
  writeText(path, json(SelfTest.parse(report), true));

/** The state of a bisect, or null if there is none. @throws SteelyardError (user) for one that cannot be used */
export async function readBisect(path: string): Promise<Bisect | null> {
  const remedy = "start again: steelyard bisect … --restart";
  const text = await readIfThere(path, "state of a bisect", remedy);
  return text === undefined ? null : readVersioned(text, "bisect", Bisect, path, remedy);
}

export const writeBisect = (path: string, state: Bisect) => writeText(path, json(Bisect.parse(state), true));

/** The path of a workload's baseline. */
export const baselinePath = (folder: string, runnerClass: string, workload: string) =>
  join(folder, runnerClass, `${workload}.json`);

const RESTORE = "restore it from git history, or delete it and record a new one: steelyard baseline";
const DISK = filesIn("", "baseline file", RESTORE);

/** The baseline in a file, as `baselineAt`. */
export const readBaseline = (path: string) => baselineAt(DISK, path);

/**
 * The baseline at a path of a tree; null where there is none. One that cannot be read is an error: it never counts as
 * missing, and so is never overwritten.
 *
 * @throws SteelyardError (user) for a file that is damaged, of another version, or at another baseline's path; as the
 *   tree does where the file cannot be fetched
 */
export async function baselineAt(tree: TreeFiles, path: string): Promise<Baseline | null> {
  const text = await tree.file(path);
  if (text === null) return null;
  const baseline = readVersioned(text, "baseline", Baseline, path, RESTORE);
  const { workload, runnerClass } = baseline;
  const place = `${runnerClass}/${workload}.json`;
  if (`/${path}`.endsWith(`/${place}`)) return baseline;
  throw userError(
    `This baseline is of the workload "${workload}" on "${runnerClass}", which does not match its path.`,
    { where: path, remedy: `move it to ${place}, or delete it` },
  );
}

/**
 * Arrays of numbers stay on one line: baselines are reviewed in pull requests, where one number a line would be too
 * long.
 */
export const writeBaseline = (path: string, baseline: Baseline) =>
  writeText(path, reviewable(Baseline.parse(baseline)));

/** JSON with two-space indentation, and arrays of numbers on one line. */
export function reviewable(value: unknown): string {
  return `${laidOut(JSON.parse(json(value, false)), "")}\n`;
}

/** A JSON value, its lines after the first indented. */
function laidOut(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const block = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
  if (!Array.isArray(value)) {
    const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${laidOut(one, inner)}`);
    return block("{", parts, "}");
  }
  const parts = value.map((one) => laidOut(one, inner));
  const numbers = parts.length > 0 && value.every((one) => typeof one === "number");
  return numbers ? `[${parts.join(", ")}]` : block("[", parts, "]");
}

/** The baselines of a runner class on disk, as `baselinesAt`. @throws SteelyardError (user) also for such a folder */
export const readBaselines = (folder: string, runnerClass: string) =>
  baselinesAt({ ...DISK, folder: listed }, folder, runnerClass);

/**
 * The baselines of a runner class in a tree by workload, including those of unknown workloads; empty where it has none.
 *
 * @throws as `baselineAt`, for any of them
 */
export async function baselinesAt(
  tree: Pick<Tree, "file" | "folder">,
  folder: string,
  runnerClass: string,
): Promise<Map<string, Baseline>> {
  const found = new Map<string, Baseline>();
  for (const path of await baselineFiles(tree, join(folder, runnerClass))) {
    const baseline = await baselineAt(tree, path);
    if (baseline) found.set(baseline.workload, baseline);
  }
  return found;
}

/** Paths of the baselines of one runner class, in order. @param folder the runner class's own */
export async function baselineFiles(tree: Pick<Tree, "folder">, folder: string): Promise<string[]> {
  const names = (await tree.folder(folder)) ?? [];
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/** The runner classes with baselines. */
export async function baselineClasses(folder: string): Promise<string[]> {
  const entries = await listed(folder);
  const classes: string[] = [];
  for (const entry of entries.sort()) {
    const inside = await readdir(join(folder, entry)).catch(() => []); // a README is not a class
    if (inside.some((name) => name.endsWith(".json"))) classes.push(entry);
  }
  return classes;
}

/** The names in a folder; empty if it does not exist. Any other problem is an error. */
async function listed(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw userError("Cannot read this folder of baselines.", {
      where: folder,
      remedy: "name the folder that contains one folder for each runner class: --baselines DIR",
      cause,
    });
  }
}
