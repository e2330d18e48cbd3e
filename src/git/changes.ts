import type { DiffLines, Hunk } from "../model/profiling.ts";
import { type Checkout, git } from "./git.ts";

/** Bytes of a diff that are read, at most. */
const MOST_BYTES = 32 * 2 ** 20;
/** Options that make git's answer depend on nothing but the two trees. */
const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative"];
/** Settings of a clone that would change the form of the answer. */
const FORM = ["-c", "core.quotePath=false", "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false"];

/** The lines in which files differ, by path, and those that were added and removed. */
export interface Changes {
  readonly hunks: Readonly<Record<string, Hunk[]>>;
  readonly added: readonly DiffLines[];
  readonly removed: readonly DiffLines[];
}

/**
 * The lines in which each file of the checkout differs from a commit, by path below the working directory; empty where git
 * cannot tell.
 */
export async function changedLines(checkout: Checkout, since: string): Promise<Changes> {
  const options = ["--unified=0", "--ignore-cr-at-eol"]; // an editor may write all line ends anew
  const args = [...FORM, "diff", ...options, ...PLAIN, since, "--", "."];
  const done = await git(checkout, args, undefined, MOST_BYTES);
  return done.code === 0 && !done.cut ? changesIn(done.stdout) : { hunks: {}, added: [], removed: [] };
}

/**
 * Whether files and folders of the checkout are as in a commit, and have nothing in them that git does not track. False where
 * git cannot tell.
 *
 * @param paths below the working directory; empty for the whole of it
 */
export async function isAsIn(checkout: Checkout, commit: string, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  const which = ["--", ...paths.map((path) => (path === "" ? "." : `:(literal)${path}`))];
  const diff = await git(checkout, ["diff", "--quiet", ...PLAIN, commit, ...which]);
  const others = await git(checkout, ["ls-files", "--others", ...which]);
  return diff.code === 0 && others.code === 0 && others.stdout === "";
}

/** The changes of a unified diff without context. */
export function changesIn(diff: string): Changes {
  const found: Record<string, Hunk[]> = Object.create(null);
  const added: DiffLines[] = [];
  const removed: DiffLines[] = [];
  let own: Hunk[] | undefined;
  let file = "";
  let lines: string[] = [];
  let former: string[] = [];
  let [gone, come] = [0, 0];
  for (const line of diff.split("\n")) {
    if (gone > 0 && line.startsWith("-")) {
      gone--;
      former.push(line.slice(1));
    } else if (come > 0 && line.startsWith("+")) {
      come--;
      lines.push(line.slice(1));
    } else if (line.startsWith("diff ")) own = undefined;
    else if (/^(?:---|\+\+\+) /.test(line)) {
      const [, path] = /^(?:--- a|\+\+\+ b)\/([^\t]*)/.exec(line) ?? [];
      if (path === undefined) continue;
      own = found[path] ??= [];
      file = path;
    } else {
      const numbers = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (numbers === null) continue;
      const [from, before = 1, to, after = 1] = numbers
        .slice(1)
        .map((text) => (text === undefined ? text : Number(text)));
      [gone, come] = [before!, after!];
      own?.push({ base: [from!, before!], head: [to!, after!] });
      [lines, former] = [[], []];
      if (own !== undefined && after! > 0) added.push({ file, from: to!, lines });
      if (own !== undefined && before! > 0) removed.push({ file, from: from!, lines: former });
    }
  }
  return { hunks: { ...found }, added, removed };
}
