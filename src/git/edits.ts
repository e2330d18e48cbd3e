import { lstatSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../exec/digest.ts";
import type { Edits } from "../model/run.ts";
import { type Checkout, git, gitOutput } from "./git.ts";

/** Bytes of a diff, or of names, that are read, at most. */
const MOST_BYTES = 32 * 2 ** 20;
/** Options that make git's answer depend on nothing but the files. */
const PLAIN = [
  ...["--full-index", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"],
  ...["--src-prefix=a/", "--dst-prefix=b/"],
];

/** The edits of a tree that is its commit's. */
export const NO_EDITS: Edits = { tracked: sha256(""), untracked: sha256("") };

/**
 * Digests of the uncommitted work in a checkout, also outside of its working directory, as `commitAt` looks at it. Of files
 * that git does not track only names, sizes and times count: a build or a service may write many.
 */
export async function editsAt(checkout: Checkout, except: string): Promise<Edits> {
  const paths = ["--", ":/", `:(exclude)${except}`];
  const look = async (...args: string[]) => {
    const done = await git(checkout, [...args, ...paths], undefined, MOST_BYTES);
    return done.code === 0 && !done.cut ? done.stdout : null;
  };
  const diff = await look("diff", "HEAD", ...PLAIN);
  const names = await look("ls-files", "-z", "--others", "--exclude-standard", "--full-name");
  const top = (await gitOutput(checkout, "rev-parse", "--show-toplevel")) ?? checkout.cwd;
  const files = names?.split("\0").filter((name) => name !== "");
  return {
    tracked: diff === null ? null : sha256(diff),
    untracked: files === undefined ? null : sha256(files.map((name) => stamp(top, name)).join("")),
  };
}

/** What tells whether a file is still the same. */
function stamp(top: string, name: string): string {
  const { size, mtimeMs } = lstatSync(join(top, name), { throwIfNoEntry: false }) ?? {};
  return JSON.stringify([name, size, mtimeMs]);
}
