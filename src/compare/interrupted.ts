import { counted } from "../base/text.ts";
import type { Row } from "../model/comparison.ts";
import { byItem } from "../model/item.ts";
import type { Run } from "../model/run.ts";
import { inDuel } from "./duel/run.ts";
import { wholeRow } from "./row.ts";
import type { Subject } from "./subject.ts";
import { warning } from "./words.ts";

/** The rows of an interrupted run: each planned workload is named, none is judged. */
export function interruptedRows(run: Run, subjects: readonly Subject[]): Row[] {
  const { duel, levels = [], unable } = run;
  const pairsOf = byItem(duel?.pairs ?? []);
  const alone = subjects.filter((subject) => !inDuel(run, subject));
  const done = [
    ...alone.map((of) => [of, `${of.good.length} of ${counted(of.planned, "trial")}`] as const),
    ...(duel?.pairings ?? []).map((of) => [of, counted(pairsOf(of).length, "pair")] as const),
    ...levels.map((of) => [of, `${counted(of.probes.length, "probe")} of levels`] as const),
  ];
  return done.map(([of, after]) =>
    unable === undefined
      ? wholeRow(of, "invalid", `interrupted after ${after}; not judged`, [INTERRUPTED])
      : wholeRow(of, "failed", unable, [UNABLE]),
  );
}

const INTERRUPTED = warning("interrupted", "The run was interrupted.", "Measure again.");
const UNABLE = warning(
  "unable",
  "The services could be neither built nor started, so nothing was measured.",
  "Look at the log of the measuring job, fix it, and measure again.",
);
