import { Interrupted } from "../base/errors.ts";
import { allowed } from "../exec/env.ts";
import { run } from "../exec/run.ts";
import type { Run } from "../model/run.ts";

/**
 * The commit that is checked out and whether the tree differs from it; null outside a repository or before
 * its first commit. Untracked files count as a difference, ignored ones do not; nor does `except`, a folder that is
 * no part of what is measured.
 */
export async function commitAt(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  except: string,
): Promise<Run["commit"]> {
  const git = async (...args: string[]) => {
    try {
      const done = await run(["git", ...args], {
        cwd,
        env: allowed(env, { LC_ALL: "C" }),
        signal,
        timeout: 60,
      });
      return done.code === 0 ? done.stdout : null;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      return null; // no git on this machine
    }
  };
  const head = await git("log", "-1", "--format=%H%n%s");
  if (head === null) return null;
  const [sha = "", subject = ""] = head.split("\n");
  const status = await git(
    "status",
    "--porcelain",
    "--untracked-files=normal",
    "--",
    ".",
    `:(exclude)${except}`,
  );
  return { sha, subject: subject.slice(0, 500), dirty: status === null || status.trim() !== "" };
}
