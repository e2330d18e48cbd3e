import type { Hunk } from "../model/profiling.ts";
import { type Checkout, git } from "./git.ts";

/** Bytes of a diff that are read, at most. */
const MOST_BYTES = 32 * 2 ** 20;
/** Options that make git's answer depend on nothing but the two trees. */
const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative"];
/** Settings of a clone that would change the form of the answer. */
const FORM = ["-c", "core.quotePath=false", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false"];

/**
 * The lines in which each file of the checkout differs from a commit, by path below the working directory; empty where git
 * cannot tell.
 */
export async function changedLines(checkout: Checkout, since: string): Promise<Record<string, Hunk[]>> {
  const args = [...FORM, "diff", "--unified=0", ...PLAIN, since, "--", "."];
  const done = await git(checkout, args, undefined, MOST_BYTES);
  return done.code === 0 && !done.cut ? hunksIn(done.stdout) : {};
}

/** The hunks of a unified diff without context, by file. */
export function hunksIn(diff: string): Record<string, Hunk[]> {
  const found: Record<string, Hunk[]> = Object.create(null);
  let own: Hunk[] | undefined;
  let [gone, come] = [0, 0];
  for (const line of diff.split("\n")) {
    if (gone > 0 && line.startsWith("-")) gone--;
    else if (come > 0 && line.startsWith("+")) come--;
    else if (line.startsWith("diff ")) own = undefined;
    else if (/^(?:---|\+\+\+) /.test(line)) {
      const [, path] = /^(?:--- a|\+\+\+ b)\/([^\t]*)/.exec(line) ?? [];
      if (path !== undefined) own = found[path] ??= [];
    } else {
      const numbers = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (numbers === null) continue;
      const [from, before = 1, to, after = 1] = numbers
        .slice(1)
        .map((text) => (text === undefined ? text : Number(text)));
      [gone, come] = [before!, after!];
      own?.push({ base: [from!, before!], head: [to!, after!] });
    }
  }
  return { ...found };
}
