import { counted } from "../base/text.ts";
import { type Comparison, type Evidence, endedWorse } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import { logPercent, percent } from "./figures.ts";

const BASIS: Readonly<Record<Evidence["mode"], string>> = {
  baseline:
    "Head was measured in one session and compared with stored ones. The spread between sessions counts as noise, whatever the number of trials",
  trial: "Head and base were measured in neighbouring trials in random order, and compared pair by pair",
  turns:
    "Head and base were started one after the other in random order, and their trials were compared pair by pair",
  request: "Head and base were loaded request by request in random order and compared block by block",
  slice: "Head and base were loaded in alternating time slices, and neighbouring slices were compared",
  duet: "Head and base were loaded at the same time on the same core and compared trial by trial",
};

/** The rules of judging in sentences, with the numbers of this run. */
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
        `${percent(level)}${duel ? ` per look, ${counted(duel.looks, "look")} planned,` : ""} over ${counted(family, "test")}`,
    ),
  );
  const moderated = evidence.filter(({ prior }) => prior.used).length;
  const says: string[] = [];
  for (const mode of new Set(evidence.map((e) => e.mode))) says.push(`${BASIS[mode]}.`);
  if (evidence.length > 0) {
    says.push(
      `Regressed needs two things: the change is separable from no change (Benjamini–Hochberg, ${levels}), and its estimate is at least the band of ${bands}${floors === "" ? "" : ` and more than ${floors}`}.`,
      "Unchanged is shown, not assumed: both one-sided 95 % bounds lie within the band. Where neither is shown, the answer is “cannot tell”, which is not “unchanged”.",
    );
  }
  if (mde !== null) {
    says.push(
      `Every gate detects a worsening of ${logPercent(mde)} in 8 of 10 such runs, or rules it out${tested.some(endedWorse) ? ", except where measuring stopped early because the workload is worse" : ""}.`,
    );
  }
  if (moderated > 0) {
    says.push(
      `A prior steadied the noise of ${counted(moderated, "test")}: typical values for such machines, or values learned on this one.`,
    );
  }
  says.push(
    evidence.some(({ mode }) => mode !== "baseline")
      ? "A change is the Hodges–Lehmann estimate of head over base, minus one, over pairs. Intervals are 95 %, not adjusted for the number of tests or looks. The figures of base and head are placed around their common middle, so that they differ by the estimate."
      : "A change is the estimate of head over base, minus one. Intervals are 95 %, not adjusted for the number of tests. The figures next to it are medians over trials.",
    "Advisory metrics warn and never fail. An absent value is n/a and never counts as zero or as unchanged.",
  );
  return says;
}
