import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { userError } from "../base/errors.ts";
import { writeText } from "../store/files.ts";

/** Names of the files in an output folder. */
export const FILES = {
  schedule: "schedule.json",
  run: "run.json",
  comparison: "comparison.json",
  report: "report.json",
  comment: "comment.md",
  summary: "summary.md",
  junit: "junit.xml",
  csv: "rows.csv",
  record: "record.md",
  calibration: "calibration.json",
  selftest: "selftest.json",
} as const;

/** The state of a search, which outlives runs: nothing sets it aside. */
export const BISECT = "bisect.json";

export const inside = (cwd: string, folder: string, file: keyof typeof FILES) =>
  join(resolve(cwd, folder), FILES[file]);

/** A path as people would type it: relative inside the working directory, whole outside it. */
export function typed(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}

/**
 * An output folder that git ignores, so that measuring never makes a tree dirty. A folder with files of others
 * is written to and not ignored; its own .gitignore is left alone.
 *
 * Called before anything is measured: a folder that cannot be written should cost a second, not a session.
 *
 * @throws SteelyardError (user) for the working directory itself or one above it, (environment) when it cannot
 *   be written
 */
export async function prepareOutput(cwd: string, folder: string): Promise<string> {
  const path = resolve(cwd, folder);
  if (!relative(path, cwd).startsWith("..")) {
    throw userError("The output folder would be the checkout itself, or one above it.", {
      where: `--out ${folder}`,
      remedy: "name a folder of its own, such as .steelyard",
    });
  }
  const entries: string[] = await readdir(path).catch(() => []);
  const ours = entries.every((name) => OURS.has(name));
  if (ours && !entries.includes(".gitignore")) await writeText(join(path, ".gitignore"), "*\n");
  return path;
}

/** What stands in an output folder of ours, beside the files. */
const OURS: ReadonlySet<string> = new Set<string>([
  ...Object.values(FILES),
  ".gitignore",
  "artifacts",
  BISECT,
  "lock",
  "logs",
  "previous",
  "running",
  "scratch",
  "site",
]);

/**
 * Moves the results of an earlier run into `previous/`, so that nobody takes them for those of the one that
 * begins now, should it not get that far.
 */
export async function setAside(out: string): Promise<void> {
  const aside = join(out, "previous");
  const entries = new Set<string>(await readdir(out).catch(() => []));
  const old = Object.values(FILES).filter((name) => entries.has(name));
  if (old.length === 0) return;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  for (const name of old) await rename(join(out, name), join(aside, name));
}
