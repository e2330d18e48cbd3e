import type { ChartRun, Charts, Series } from "../../model/chart.ts";
import { h, outward } from "../dom.ts";
import { figureWith, moment, pullOf, short, verdictAt, verdictText } from "./text.ts";

/**
 * All data of one point, as parts of a page.
 *
 * @param linked whether commit and run are links; a tip that follows the pointer cannot be clicked
 */
export function pointParts(charts: Charts, series: Series, at: number, linked: boolean): HTMLElement[] {
  const run = charts.runs[series.runs[at]!]!;
  const n = series.n[at] ?? null;
  const value = figureWith(series.values[at]!, series.low[at] ?? null, series.high[at] ?? null, series.unit);
  const pull = linked ? pullLink(charts, run) : null;
  return [
    h(
      "p",
      { class: "value" },
      series.variant === null ? "" : `${series.variant}: `,
      value,
      h("span", { class: "soft" }, n === null ? "" : ` · n = ${n}`),
      run.source !== "steelyard" && h("span", { class: "soft" }, `, from ${run.source}`),
    ),
    h(
      "p",
      {},
      verdictText(verdictAt(series.verdicts[at]), series.gate),
      run.release && ` · release ${run.release}`,
    ),
    h(
      "p",
      {},
      linked ? commitLink(charts, run) : run.sha && short(run.sha),
      run.subject && ` ${run.subject.slice(0, 160)}`,
      pull && " · ",
      pull,
    ),
    h(
      "p",
      { class: "soft" },
      [run.author, moment(run.at)].filter(Boolean).join(" · "),
      linked && run.link && " · ",
      linked && run.link && outward(run.link, "the run"),
    ),
  ];
}

/** The commit of a run, linked where its repository is known. */
export const commitLink = (charts: Charts, { sha }: ChartRun): Node =>
  sha === null
    ? document.createTextNode("no commit")
    : outward(charts.repository && `${charts.repository}/commit/${sha}`, short(sha));

/** A link to the pull request that brought a commit; null where none is known. */
export function pullLink(charts: Charts, { subject }: ChartRun): Node | null {
  const number = pullOf(subject);
  if (number === null || charts.repository === null) return null;
  // The address of an issue: GitHub and Gitea lead from there to the pull request.
  return outward(`${charts.repository}/issues/${number}`, `pull request #${number}`);
}

/** A point as a sentence, for screen readers. */
export function pointWords(charts: Charts, series: Series, at: number): string {
  const run = charts.runs[series.runs[at]!]!;
  const value = figureWith(series.values[at]!, series.low[at] ?? null, series.high[at] ?? null, series.unit);
  const verdict = verdictAt(series.verdicts[at]);
  return [
    series.variant,
    value,
    moment(run.at),
    run.sha && `commit ${short(run.sha)}`,
    run.subject.slice(0, 100),
    verdict && verdictText(verdict, series.gate),
  ]
    .filter(Boolean)
    .join(", ");
}
