import { Interrupted } from "../base/errors.ts";
import type { Run } from "../model/run.ts";
import { gitOutput } from "./git.ts";

/**
 * The checked-out commit, and whether the tree differs from it, also outside of `cwd`: a build may use all of it. Null
 * outside a repository or before its first commit. Untracked files count as a difference; ignored files do not, nor
 * does `except`, a folder in `cwd` that is not measured.
 */
export async function commitAt(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
  except: string,
): Promise<Run["commit"]> {
  const look = async (...args: string[]) => {
    try {
      return await gitOutput({ cwd, env, signal }, ...args);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      return null; // no git on this machine
    }
  };
  const head = await look("log", "-1", "--format=%H%n%s");
  if (head === null) return null;
  const [sha = "", subject = ""] = head.split("\n");
  const status = await look(
    "status",
    "--porcelain",
    "--untracked-files=normal",
    "--",
    ":/",
    `:(exclude)${except}`,
  );
  return { sha, subject: subject.slice(0, 500), dirty: status === null || status !== "" };
}
