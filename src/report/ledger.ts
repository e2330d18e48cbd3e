import { userError } from "../base/errors.ts";
import { type Comparison, type Row, tolerated } from "../model/comparison.ts";
import { itemKey } from "../model/item.ts";
import { type Effect, Ledger, type LedgerEntry } from "../model/ledger.ts";
import { USUAL_BAND } from "../model/policy.ts";
import type { Verdict } from "../model/verdict.ts";
import { readVersioned, tag } from "../model/versioned.ts";
import { fitsCheck } from "./check.ts";

const [OPEN, CLOSE] = ["<!-- steelyard:ledger ", " -->"];

/** Verdicts of rows that compared head with base. */
const COMPARED: readonly Verdict[] = ["unchanged", "improved", "regressed", "accepted", "inconclusive"];

/** The facts of a ledger besides its entries. */
export type LedgerAbout = Pick<Ledger, "head" | "config" | "rules">;

/**
 * The estimates of a comparison as the text of its check: one hidden comment, which holds nothing else. Names in it come
 * from the repository. They are strings of JSON, in which `<` and `>` are escaped, so that none ends the comment. Gate metrics
 * for which there is no room are counted.
 */
export function ledgerText(comparison: Comparison, about: LedgerAbout): string {
  const { base } = comparison.reference;
  const all = entriesOf(comparison);
  const text = (kept: number) => {
    const ledger: Ledger = {
      schema: tag("ledger"),
      ...about,
      base: base?.sha ?? null,
      release: base?.release ? base.ref.slice(0, 500) : null,
      entries: all.slice(0, kept),
      more: all.length - kept,
    };
    const escaped = JSON.stringify(ledger).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
    return `${OPEN}${escaped}${CLOSE}`;
  };
  let kept = Math.min(all.length, MOST_ENTRIES);
  while (kept > 0 && !fitsCheck(text(kept))) kept = Math.floor(kept * 0.9);
  return text(kept);
}

const MOST_ENTRIES = 2_000;

/** @throws SteelyardError (user) for a text that holds no ledger of this version */
export function readLedger(text: string, where: string): Ledger {
  if (!text.startsWith(OPEN) || !text.endsWith(CLOSE)) {
    throw userError("The check has no estimates.", { where });
  }
  const json = text.slice(OPEN.length, -CLOSE.length);
  return readVersioned(json, "ledger", Ledger, where, "nothing: newer checks replace it");
}

/**
 * Gate metrics, and workloads without figures; nothing where no reviewed rules judged. Metrics that cannot gate are left out:
 * a comparison with the release could not judge them either.
 */
function entriesOf({ rows }: Comparison): LedgerEntry[] {
  const isPaired = new Set(rows.filter(paired).map(itemKey));
  return rows
    .filter(({ kind, gates }) => gates && (kind === "gate" || kind === "workload"))
    .map((row) => ({
      workload: row.workload,
      variant: row.variant,
      metric: row.metric,
      verdict: row.verdict,
      effect: COMPARED.includes(row.verdict) ? effectOf(row, isPaired.has(itemKey(row))) : null,
    }));
}

/**
 * The effect of head on a row's metric; null where it was not paired with base. Stored sessions do not count: head's
 * distance from them is not this change's effect, and would be added again by each change after it. An exact counter has no
 * evidence: its medians are its effect, where other metrics of its workload were paired.
 *
 * @param isPaired whether any metric of its workload was
 */
function effectOf(row: Row, isPaired: boolean): Effect | null {
  const { evidence, base, head } = row;
  const centers = Math.min(base?.center ?? 0, head?.center ?? 0);
  if (evidence === null) {
    if (!isPaired || centers <= 0) return null;
    const log = Math.log(head!.center / base!.center);
    const estimate = rounded(row.better === "lower" ? log : -log);
    return { estimate, interval: [estimate, estimate], se: 0, tolerated: rounded(COUNTER_BAND) };
  }
  if (!paired(row)) return null;
  const { estimate, interval, se, band, floor } = evidence;
  return {
    estimate: rounded(estimate),
    se: rounded(se),
    interval: [rounded(interval[0]), rounded(interval[1])],
    tolerated: rounded(centers > 0 ? tolerated({ band, floor }, base!.center) : band),
  };
}

const paired = ({ evidence }: Row) => evidence !== null && evidence.mode !== "baseline";

/** The band of counters, whose rows do not say it. */
const COUNTER_BAND = Math.log1p(USUAL_BAND);

const rounded = (value: number) => Number(value.toPrecision(6));
