import { join, relative } from "node:path";
import { userError } from "../base/errors.ts";
import { firstLine } from "../base/text.ts";
import type { World } from "../base/world.ts";
import { groundedPath } from "../exec/grounded.ts";
import { linkAt, linklessStat, moveInto, namesIn, removeTree } from "../exec/linkless.ts";
import { trackedIn } from "../git/tracked.ts";
import { makeOwnFolder, writeText } from "../store/files.ts";

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
  why: "why.html",
  calibration: "calibration.json",
  selftest: "selftest.json",
} as const;

/** What each of them holds, for people. */
export const FILE_MEANINGS: Readonly<Record<keyof typeof FILES, string>> = {
  schedule: "the planned trials, in order",
  run: "every measurement, raw",
  comparison: "the verdict, with the figures behind it",
  report: "the verdict and every form of the report, in one file",
  comment: "the comment of a pull request",
  summary: "the summary of a job",
  junit: "the rows as JUnit test cases",
  csv: "the rows as a table",
  record: "the records of the config, filled in",
  why: "flame graphs and statements of both sides",
  calibration: "the outcome of `calibrate`",
  selftest: "the outcome of `self-test`",
};

/** The state of a search, which outlives runs: nothing sets it aside. */
export const BISECT = "bisect.json";

export const inside = (cwd: string, folder: string, file: keyof typeof FILES) =>
  join(groundedPath(cwd, folder), FILES[file]);

/** The folder in an output folder that has what services and generators printed. */
export const logsOf = (cwd: string, folder: string) => join(groundedPath(cwd, folder), "logs");

/** A path as people would type it: relative inside the working directory, whole outside it. */
export function typedPath(cwd: string, path: string): string {
  const short = relative(cwd, path);
  return short === "" || short.startsWith("..") ? path : short;
}

/**
 * Makes an output folder that git ignores, so that measuring never makes a tree dirty. A folder with files of others
 * is written to and not ignored; its own .gitignore is left alone.
 *
 * Called before anything is measured: a folder that cannot be written should cost a second, not a session.
 *
 * @returns its path, in which nothing is a link
 * @throws SteelyardError (user) for the working directory or one above it, for a link, and for a folder with files that
 *   git tracks; (environment) when it cannot be written
 */
export async function prepareOutput(
  world: Pick<World, "cwd" | "env" | "signal">,
  folder: string,
): Promise<string> {
  const path = groundedPath(world.cwd, folder);
  const where = `--out ${folder}`;
  const remedy = "name a folder of its own, such as .steelyard";
  if (!relative(path, groundedPath(world.cwd, ".")).startsWith("..")) {
    throw userError("The output folder would be the checkout itself, or one above it.", { where, remedy });
  }
  if (path.split("/").includes(".git")) {
    throw userError("The output folder would be in git's own.", { where, remedy });
  }
  if (linklessStat(path)?.isSymbolicLink()) throw linkAt(path);
  const { cwd, env, signal } = world;
  const [tracked] = (await trackedIn({ cwd, env, signal }, path)) ?? [];
  if (tracked !== undefined) {
    throw userError("Git tracks files in the output folder, and a change could bring any of them.", {
      where: `${where}: ${firstLine(tracked)}`,
      remedy: `git rm -r --cached ${folder}, or name another folder with --out`,
    });
  }
  makeOwnFolder(path);
  const entries = namesIn(path);
  const ours = entries.every(({ name }) => OURS.has(name));
  if (ours && !entries.some(({ name }) => name === ".gitignore")) {
    await writeText(join(path, ".gitignore"), "*\n");
  }
  return path;
}

/** Entries of our output folder besides the result files. */
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
 * Moves the results and logs of an earlier run into `previous/`, so that nobody takes them for those of the one that
 * begins now, should it not get that far.
 */
export function setAside(out: string): void {
  const entries = new Set(namesIn(out).map(({ name }) => name));
  const old = [...Object.values(FILES), "logs"].filter((name) => entries.has(name));
  if (old.length === 0) return;
  const aside = join(out, "previous");
  removeTree(aside);
  for (const name of old) moveInto(join(out, name), aside);
}
