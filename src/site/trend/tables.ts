import type { Charts } from "../../model/chart.ts";
import type { View } from "../../model/view.ts";
import { h, outward } from "../dom.ts";
import { points } from "./download.ts";
import { type Found, foundIn, type Group } from "./groups.ts";
import { commitLink, pullLink } from "./point.ts";
import { change, date, figure, figureWith, moment, short } from "./text.ts";

/** Most rows in the table of points, newest first. */
const MOST_ROWS = 100;

/** The changes of a chart with dates and commits. */
export function changeList(charts: Charts, group: Group): HTMLElement {
  const found = foundIn(group, charts.runs);
  const breaks = group.series.flatMap((series) =>
    series.breaks.map(({ at, what }) => ({ at: charts.runs[series.runs[at]!]!.at, what })),
  );
  const once = [...new Map(breaks.map((one) => [`${one.at} ${one.what}`, one])).values()];
  return h(
    "section",
    { "aria-labelledby": "changes-title" },
    h("h2", { id: "changes-title" }, "Changes of level"),
    found.length === 0 ? h("p", { class: "soft" }, "None. The variation here is noise.") : null,
    h("ul", { class: "news" }, ...found.map((one) => item(charts, one))),
    ...once.map(({ at, what }) =>
      h(
        "p",
        { class: "soft" },
        `Another machine since ${date(at)} (${what}). Figures before and after are not compared.`,
      ),
    ),
  );
}

/** How the cause of a change is found: its own runs have no profiles, since nothing was measured beside them. */
function explanation(workload: string, before: string | null, after: string | null): HTMLElement | null {
  if (before === null || after === null || before === after) return null;
  const only = /^[\w.-]+$/.test(workload) ? ` --only ${workload}` : ""; // an imported name may be anything
  const command = `git switch --detach ${after} && steelyard check --base ${before} --why always${only}`;
  return h(
    "details",
    {},
    h("summary", {}, "Why?"),
    h(
      "p",
      {},
      "On a machine of this class, this names the functions and statements that take more time or less:",
    ),
    h("pre", { tabindex: 0 }, command),
  );
}

function item(charts: Charts, { series, change: at, before, after }: Found): HTMLElement {
  const range =
    charts.repository &&
    before.sha &&
    after.sha &&
    `${charts.repository}/compare/${before.sha}...${after.sha}`;
  const pull = pullLink(charts, after);
  return h(
    "li",
    { class: at.worse ? "bad" : "good" },
    h("span", { class: "size" }, change(at.before, at.after)),
    h(
      "span",
      {},
      `${at.worse ? "Worse" : "Better"} since ${date(after.at)}`,
      series.variant === null ? "" : ` (${series.variant})`,
      `: ${figure(at.before, series.unit)} → ${figure(at.after, series.unit)}, after `,
      commitLink(charts, before),
      " and up to ",
      commitLink(charts, after),
      after.subject && ` ${after.subject.slice(0, 120)}`,
      range ? " · " : "",
      range ? outward(range, "the commits between") : null,
      pull && " · ",
      pull && h("span", {}, pull, ", whose report names causes if a gate changed there"),
      h(
        "span",
        { class: "soft" },
        ` · probability by chance: ${at.p < 0.0001 ? "less than 1 in 10,000" : at.p.toPrecision(1)}`,
      ),
      explanation(series.workload, before.sha, after.sha),
    ),
  );
}

/** The figures as a table; built when the reader opens it. */
export function pointTable(
  charts: Charts,
  group: Group,
  viewNow: () => View,
): { element: HTMLElement; renew(): void } {
  const box = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures" });
  const renew = () => {
    if (element.open) box.replaceChildren(...table(charts, group, viewNow()));
  };
  const element = h("details", { ontoggle: renew }, h("summary", {}, "The figures as a table"), box);
  return { element, renew };
}

function table(charts: Charts, group: Group, view: View): HTMLElement[] {
  const all = points(group, charts.runs, view.from ?? -Infinity, view.to ?? Infinity);
  const rows = all.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_ROWS);
  const heads = ["When", "Commit", "Variant", "Value", "n", "Verdict"];
  return [
    h("p", { class: "soft small" }, `The newest ${rows.length} of the ${all.length} points shown.`),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        {},
        ...rows.map((point) =>
          h(
            "tr",
            {},
            h("td", {}, moment(Date.parse(point.at) / 1000)),
            h("td", {}, point.commit === null ? "" : short(point.commit)),
            h("td", {}, point.variant ?? ""),
            h("td", {}, figureWith(point.value, point.low, point.high, group.unit)),
            h("td", {}, point.n === null ? "" : String(point.n)),
            h("td", {}, point.verdict ?? ""),
          ),
        ),
      ),
    ),
  ];
}
