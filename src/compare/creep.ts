import { itemKey } from "../model/item.ts";
import type { Effect, Ledger, LedgerEntry, Sum } from "../model/ledger.ts";

/**
 * Whether a sum of effects asks for a comparison with the release: estimate and start together reach the threshold, and at
 * least half of it came since the last comparison. That comparison has been reported, and its findings do not ask again.
 *
 * The rule takes no account of the sum's error: a false trigger costs a measurement, a missed one what the ledger is for.
 */
export const asksForComparison = ({ start, since, tolerated }: Pick<Sum, "start" | "since" | "tolerated">) =>
  start + since >= tolerated && since >= tolerated / 2;

/**
 * The sum of the effects on each gate metric, the largest share of its threshold first. Logarithms and variances are added: the
 * effects are of different pairs, and so independent. An effect of "cannot tell" is left out, since its error would cover
 * the others'; the change counts as unmeasured instead.
 *
 * @param changes estimates of merged changes, the newest first
 * @param compared the last comparison with the release, which stands for all changes before it
 */
export function creepSums(changes: readonly Ledger[], compared: Ledger | null): Sum[] {
  const found = new Map<string, { of: LedgerEntry; effects: Effect[] }>();
  for (const { entries } of changes) {
    for (const entry of entries) {
      const { effect, verdict } = entry;
      if (effect === null || verdict === "inconclusive") continue;
      const sum = found.get(keyOf(entry));
      if (sum) sum.effects.push(effect);
      else found.set(keyOf(entry), { of: entry, effects: [effect] });
    }
  }
  const starts = new Map((compared?.entries ?? []).map((entry) => [keyOf(entry), entry.effect]));
  const sums = [...found].map(([key, { of, effects }]) => {
    const start = starts.get(key) ?? null;
    const sum = {
      workload: of.workload,
      variant: of.variant,
      metric: of.metric,
      tolerated: effects[0]!.tolerated,
      start: start?.estimate ?? 0,
      since: effects.reduce((all, { estimate }) => all + estimate, 0),
      se: Math.sqrt([...effects, ...(start ? [start] : [])].reduce((all, { se }) => all + se * se, 0)),
      changes: effects.length,
    };
    return { ...sum, exceeds: asksForComparison(sum) };
  });
  const share = ({ start, since, tolerated }: Sum) => (start + since) / tolerated;
  return sums.sort((one, other) => share(other) - share(one));
}

const keyOf = (entry: LedgerEntry) => `${itemKey(entry)} ${entry.metric}`;

/** Whether nothing that a change touches can affect a workload. */
export const isUnaffected = ({ entries }: Ledger): boolean =>
  entries.length > 0 && entries.every(({ verdict }) => verdict === "unaffected");

/** The gate metrics and workloads of a change for which it has no usable estimate. */
export const unmeasuredIn = ({ entries }: Ledger): LedgerEntry[] =>
  entries.filter(
    ({ effect, verdict }) => verdict !== "unaffected" && (effect === null || verdict === "inconclusive"),
  );
