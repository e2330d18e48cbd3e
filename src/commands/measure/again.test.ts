import { expect, test } from "vitest";
import { NO_EDITS } from "../../git/edits.ts";
import type { Edits, Run } from "../../model/run.ts";
import { demandTree } from "./again.ts";

type Tree = Pick<Run, "commit" | "edits" | "editsAfter">;
const tree = (edits?: Edits, sha = "1", dirty = edits !== undefined): Tree => ({
  commit: { sha: sha.repeat(40), subject: "", dirty },
  ...(edits && { edits }),
});
const edited = (tracked: string | null, untracked: string | null = NO_EDITS.untracked) => ({
  tracked,
  untracked,
});
/** A commit whose build writes a file that git tracks. */
const WRITTEN: Tree = { ...tree(), editsAfter: edited("lock", "b") };
const OLD = tree(undefined, "1", true); // of before edits were kept
const OTHER = /^The checkout has other uncommitted changes than this run measured/;

/** The error, or else the warning; null where the checkout is the one that was measured. */
function demanded(measured: Tree, here: Tree): string | null {
  const warnings: string[] = [];
  try {
    demandTree(measured, here, { run: "run.json" }, { warn: (text) => void warnings.push(text) });
  } catch (error) {
    return (error as Error).message;
  }
  return warnings[0] ?? null;
}

test.each<[string, Tree, Tree, RegExp | null]>([
  ["the commit", tree(), tree(), null],
  [
    "another commit",
    tree(),
    tree(undefined, "2"),
    /^This run measured 111111111111, and the checkout is at 2/,
  ],
  ["the same edits", tree(edited("a", "b")), tree(edited("a", "b")), null],
  ["a second edit without a commit", tree(edited("a")), tree(edited("b")), OTHER],
  ["edits that were taken back", tree(edited("a")), tree(), OTHER],
  ["edits of what was a commit", tree(), tree(edited("a")), OTHER],
  [
    "files that git does not track, as services write them",
    tree(),
    tree(edited(NO_EDITS.tracked, "b")),
    /^files that git does not track may differ/,
  ],
  ["what the measurement changed", WRITTEN, tree(edited("lock", "b")), null],
  ["nothing of what the measurement changed", WRITTEN, tree(), null],
  [
    "a change of the measurement alone, and other files that git does not track",
    WRITTEN,
    tree(edited("lock", "c")),
    /^files that git does not track may differ/,
  ],
  ["what another measurement changed", WRITTEN, tree(edited("other")), /^uncommitted changes may differ/],
  [
    "another edit, where the measurement changed only files that git does not track",
    { ...tree(), editsAfter: edited(NO_EDITS.tracked, "b") },
    tree(edited("a", "b")),
    OTHER,
  ],
  ["edits, where the record has none", OLD, tree(edited("a")), /^uncommitted changes may differ/],
  ["the commit, where the record has no edits", OLD, tree(), /^uncommitted changes may differ/],
  ["more edits than are read", tree(edited(null)), tree(edited(null)), /^uncommitted changes may differ/],
])("the checkout to explain has %s", (_, measured, here, wanted) => {
  const found = demanded(measured, here);
  if (wanted === null) expect(found).toBeNull();
  else expect(found).toMatch(wanted);
});
