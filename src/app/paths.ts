import { join, relative, resolve } from "node:path";
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
} as const;

export const inside = (cwd: string, folder: string, file: keyof typeof FILES) =>
  join(resolve(cwd, folder), FILES[file]);

/** A path as people would type it: relative inside the working directory, whole outside it. */
export function typed(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}

/**
 * An output folder that git ignores, so that measuring never makes a tree dirty.
 *
 * Called before anything is measured: a folder that cannot be written should cost a second, not a session.
 *
 * @throws SteelyardError (environment) when it cannot be written
 */
export async function prepareOutput(cwd: string, folder: string): Promise<string> {
  const path = resolve(cwd, folder);
  await writeText(join(path, ".gitignore"), "*\n");
  return path;
}
