import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

/**
 * Every file of the product that uses the file system directly, and why it may. Files below the output folder, the
 * checkout and the pages branch are reached by `exec/linkless.ts`, which follows no link.
 */
const DECIDED: Readonly<Record<string, string>> = {
  "exec/linkless.ts": "follows no link: the home of all the others",
  "exec/grounded.ts": "looks where a name leads, before anything is opened",
  "exec/fence.ts": "the kernel's control groups",
  "exec/proc.ts": "the kernel's /proc",
  "exec/mark.ts": "the kernel's /proc",
  "exec/claim.ts": "the kernel's /proc",
  "exec/owner.ts": "the kernel's /proc, and where the temporary folder is",
  "exec/lock.ts": "a file that linkless opened",
  "exec/child.ts": "a file that linkless opened",
  "exec/tail.ts": "a file that linkless opened",
  "exec/refusal.ts": "looks whether a folder is there",
  "load/k6/obtain.ts": "looks whether a program may be started",
  "load/k6/cache.ts": "files that linkless opened, and permissions of folders that it made",
  "load/k6/download.ts": "writes into the private folder that the cache was made for it",
  "load/script.ts": "reads names of variables out of scripts, which are code of the checkout and are run",
  "load/wrk/generator.ts": "hashes a script, which is code of the checkout and is run",
  "load/oha/generator.ts": "hashes a body, which is code of the checkout and is sent to the stack",
  "load/command/generator.ts": "hashes arguments that lie in the checkout, links out of it left out",
  "commands/measure/hostlock.ts": "where the temporary folder is",
  "commands/measure/logs.ts": "files that linkless opened",
  "commands/measure/measure.ts": "makes a private temporary folder",
  "commands/pull/reviewed.ts": "makes and removes a private temporary folder",
  "commands/history/entries.ts": "200 bytes of a file that a person named, of which nothing is shown",
  "commands/setup/init.ts": "looks what files are, links left out",
  "explain/places.ts": "looks whether files are there",
  "explain/agents.ts": "makes and removes a private temporary folder",
  "explain/native/perf.ts": "makes and removes a private temporary folder",
  "explain/files.ts": "reads sources, and follows no links",
  "explain/java/java.ts": "writes into that folder, and reads recordings through no link",
  "explain/node/preload.ts": "writes into that folder",
  "explain/python/python.ts": "writes into that folder",
  "git/edits.ts": "looks at sizes and times of files that git lists, without following a link",
  "git/branch.ts": "writes content into its own private temporary folder",
  "git/clone.ts": "makes private temporary folders, and lists them",
  "git/worktree.ts": "makes private temporary folders, and removes empty ones",
  "git/credentials.ts": "lists names of files that git is asked about",
  "stack/startable.ts": "looks whether programs may be started",
  "stack/servicelogs.ts": "a file that linkless opened",
  "stack/logfile.ts": "a file that linkless opened",
  "stack/build.ts": "a file that linkless opened",
  "stack/keptbuild.ts": "looks where programs are, and when their folders changed",
  "stack/machinechecks.ts": "room on the disk, and whether the output folder may be written",
  "stack/sockets.ts": "the kernel's /proc",
  "stack/compose/cli.ts": "makes a private temporary folder",
  "stack/compose/project.ts": "where paths of Compose files lead",
  "stack/compose/enginechecks.ts": "room on the disk",
  "stack/compose/inside.ts": "the kernel's control groups",
  "stack/compose/container.ts": "the kernel's control groups",
  "stack/compose/engine.ts": "certificates of the user's engine",
  "store/files.ts": "reads what a person or a config named, where it lies in its checkout",
  "store/history.ts": "sizes of files, links left out",
  "store/records.ts": "names of baselines, which are then read by files.ts",
};

const TOOLS = ["testing", "bench", "dev"];
const root = import.meta.dirname;
const using = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.i?test\.ts$/.test(file))
  .map((file) => relative(root, join(root, file)))
  .filter((file) => !TOOLS.includes(file.split("/")[0]!))
  .filter((file) => /from "node:fs(?:\/promises)?"/.test(readFileSync(join(root, file), "utf8")));

test("somebody has decided on every file that reaches the file system by itself", () => {
  expect(using.filter((file) => !Object.hasOwn(DECIDED, file))).toEqual([]);
  expect(Object.keys(DECIDED).filter((file) => !using.includes(file))).toEqual([]);
});

test("nothing but linkless and private temporary folders writes, renames or removes", () => {
  const WRITES =
    /\b(?:writeFile|appendFile|rename|rm|unlink|mkdir|symlink|copyFile|truncate|createWriteStream)(?:Sync)?\b/;
  const named = (file: string) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/import \{([^}]*)\} from "node:fs(?:\/promises)?"/g)]
      .map(([, names]) => names!)
      .join();
  expect(using.filter((file) => WRITES.test(named(file))).sort()).toEqual([
    "commands/pull/reviewed.ts",
    "exec/fence.ts",
    "exec/linkless.ts",
    "explain/agents.ts",
    "explain/java/java.ts",
    "explain/native/perf.ts",
    "explain/node/preload.ts",
    "explain/python/python.ts",
    "git/branch.ts",
    "git/worktree.ts",
    "load/k6/download.ts",
  ]);
});
