import type { Row } from "../model/comparison.ts";
import { isItem } from "../model/item.ts";
import { type Rejections, tooNoisy } from "./decision.ts";
import { evidence, judged, rejections } from "./judge.ts";
import { type Draft, type Family, tooFewTrials } from "./metrics.ts";
import { size } from "./words.ts";

/** Level of each family of tests against stored sessions: the accepted share of false alarms among its alarms. */
const LEVEL: Readonly<Record<Family, number>> = { gate: 0.005, warning: 0.005, advisory: 0.05 };

/** The finished rows in order; each draft is judged after the correction of its whole family. */
export function correctedRows(items: readonly (Row | Draft)[]): Row[] {
  const rows = new Map<Draft, Row>();
  const drafts = items.filter((item) => "figures" in item);
  for (const family of ["gate", "warning", "advisory"] as const) {
    const members = drafts.filter((draft) => draft.family === family);
    const level = LEVEL[family];
    const found = rejections(
      members.map(({ figures }) => figures),
      level,
    );
    members.forEach((draft, i) => {
      rows.set(draft, finished(draft, found[i]!, level, members.length));
    });
  }
  return items.map((item) => ("figures" in item ? rows.get(item)! : item));
}

function finished(draft: Draft, rejections: Rejections, level: number, family: number): Row {
  const { row, figures, rule } = draft;
  const suffix = draft.family === "advisory" ? " (advisory)" : "";
  if (draft.weak) return { ...row, reason: `${tooFewTrials(row.head?.values.length ?? 0)}${suffix}` };
  const shown = evidence(figures, rule, level, family);
  const found = rejections.worse || rejections.better;
  if (draft.family === "advisory" && !found && tooNoisy(shown.mde, rule.band)) {
    const reason = `too noisy to judge (can detect ≥ ${size(shown.mde)})${suffix}`;
    return { ...row, evidence: shown, reason };
  }
  const { verdict, reason } = judged(figures, shown, rule, rejections);
  const beyond = draft.gatesBeyond !== null && figures.bounds[0] > draft.gatesBeyond;
  const gates = row.gates || (verdict === "regressed" && beyond);
  return { ...row, evidence: shown, verdict, gates, reason: `${reason}${suffix}` };
}

/** Withdraws improvements where more requests or checks fail: faster through failures is not better. */
export function withoutFalseImprovements(rows: readonly Row[]): Row[] {
  const failing = rows.filter(
    ({ kind, verdict }) =>
      (kind === "errors" || kind === "checks") && (verdict === "regressed" || verdict === "failed"),
  );
  return rows.map((row) => {
    const bad = failing.find(isItem(row));
    if (!bad || row.verdict !== "improved") return row;
    const reason = `not called improved, because more ${bad.kind === "errors" ? "requests" : "checks"} fail: ${row.reason}`;
    return { ...row, verdict: "inconclusive", reason };
  });
}
