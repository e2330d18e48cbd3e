import { type Comparison, type Evidence, endedWorse } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import { counted, logPercent, percent } from "./figures.ts";

const BASIS: Readonly<Record<Evidence["mode"], string>> = {
  baseline:
    "Head was measured in one session and compared with stored ones: the spread between sessions is part of the noise, whatever the number of trials",
  trial: "Head and base were measured in neighbouring trials in random order, and each pair was compared",
  request: "Head and base were loaded request by request in random order, and compared block by block",
  slice: "Head and base were loaded in alternating slices of time, and neighbouring slices were compared",
  duet: "Head and base were loaded at the same time on the same core, and compared trial by trial",
};

/** The rules of the judgement in plain sentences, with the numbers that this run used. */
export function rules({ rows, mde }: Comparison): string[] {
  const tested = rows.filter((row) => row.kind === "gate" && row.evidence !== null);
  const evidence = tested.map((row) => row.evidence as Evidence);
  const unique = (texts: string[]) => [...new Set(texts)].slice(0, 4).join(" or ");
  const bands = unique(evidence.map(({ band }) => logPercent(band)));
  const floors = unique(
    tested.flatMap(({ evidence: e, unit }) => (e !== null && e.floor > 0 ? [format(e.floor, unit)] : [])),
  );
  const levels = unique(
    evidence.map(
      ({ level, family, duel }) =>
        `${percent(level)}${duel ? ` a look, ${counted(duel.looks, "look")} planned,` : ""} over ${counted(family, "test")}`,
    ),
  );
  const moderated = evidence.filter(({ prior }) => prior.used).length;
  const says: string[] = [];
  for (const mode of new Set(evidence.map((e) => e.mode))) says.push(`${BASIS[mode]}.`);
  if (evidence.length > 0) {
    says.push(
      `Regressed takes two answers: the change can be told from none (Benjamini–Hochberg, ${levels}), and its estimate is at least the band of ${bands}${floors === "" ? "" : `, and more than ${floors}`}.`,
      "Unchanged is shown, not assumed: both one-sided 95 % bounds lie within the band. Where neither can be shown the answer is “cannot tell”, which is not “unchanged”.",
    );
  }
  if (mde !== null) {
    says.push(
      `A worsening of ${logPercent(mde)} is one that every gate would have found in 8 of 10 such runs, or rules out${tested.some(endedWorse) ? "; those aside whose workload was measured no more because it is worse" : ""}.`,
    );
  }
  if (moderated > 0) {
    says.push(
      `The noise of ${counted(moderated, "test")} was steadied by a prior: what is known of such machines, or was learned on this one.`,
    );
  }
  says.push(
    evidence.some(({ mode }) => mode !== "baseline")
      ? "Changes are Hodges–Lehmann estimates of head over base, less one, over pairs; intervals are 95 % and adjusted neither for the number of tests nor for the looks. The figures beside them lie around the middle of both sides, as far apart as the estimate."
      : "Changes are estimates of head over base, less one; intervals are 95 % and not adjusted for the number of tests. The figures beside them are medians over trials.",
    "Advisory metrics warn and never fail. What is absent is n/a and never counts as zero or as unchanged.",
  );
  return says;
}
