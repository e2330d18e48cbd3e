import type { Row, Warning } from "../../model/comparison.ts";
import { isItem, itemName } from "../../model/item.ts";
import { UNEXPLAINED } from "../../model/noise.ts";
import type { Run } from "../../model/run.ts";
import { warning } from "../words.ts";
import { direction } from "./causes.ts";

/** The warnings about workloads that changed and that no profiler can explain, because of how they were paired. */
export const unexplainable = ({ duel }: Pick<Run, "duel">, rows: readonly Row[]): Warning[] =>
  (duel?.pairings ?? []).flatMap((of) => {
    const reason = UNEXPLAINED[of.mode];
    if (reason === undefined || direction(rows.filter(isItem(of))) === 0) return [];
    return [
      warning(
        "unexplained",
        `Why \`${itemName(of)}\` changed is not known: in the mode \`${of.mode}\` both sides ${reason}, so no profilers ran.`,
      ),
    ];
  });
