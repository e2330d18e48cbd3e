import type { ChartRun, Charts, Series } from "../../model/chart.ts";
import type { View } from "../../model/view.ts";
import { h, outward } from "../dom.ts";
import { type Group, variantName } from "./groups.ts";
import { change, date, figureWith, short } from "./text.ts";

/** Most commits offered while typing, newest first. */
const MOST_OFFERED = 300;

/** Two commits of one series, compared. */
export interface Pair {
  readonly series: Series;
  readonly a: number;
  readonly b: number;
  /** Whether their intervals lie apart: false may be noise; null is unknown. */
  readonly apart: boolean | null;
  readonly worse: boolean;
}

/** The newest point of a commit in a series; −1 where it has none. @param sha the beginning of the commit's hash */
export const pointOf = ({ runs }: Series, all: readonly ChartRun[], sha: string): number =>
  runs.findLastIndex((run) => all[run]!.sha?.startsWith(sha) === true);

/** Every series of a chart that has both commits. */
export function pairs({ series }: Group, runs: readonly ChartRun[], a: string, b: string): Pair[] {
  return series.flatMap((one): Pair[] => {
    const [i, j] = [pointOf(one, runs, a), pointOf(one, runs, b)];
    if (i < 0 || j < 0) return [];
    const [la, ha, lb, hb] = [one.low[i], one.high[i], one.low[j], one.high[j]];
    const known = la != null && ha != null && lb != null && hb != null;
    return [
      {
        series: one,
        a: i,
        b: j,
        apart: known ? la > hb || lb > ha : null,
        worse: one.values[j]! > one.values[i]! === (one.better === "lower"),
      },
    ];
  });
}

/** The comparison of two commits over some charts: their selection, and their differences. */
export function pairPanel(
  charts: Charts,
  groups: readonly Group[],
  view: View,
  go: (view: View) => void,
): HTMLElement {
  const places = [...new Set(groups.flatMap(({ series }) => series.flatMap((one) => one.runs)))].sort(
    (x, y) => y - x,
  );
  const commits = places.map((place) => charts.runs[place]!).filter(({ sha }) => sha !== null);
  const offered = h(
    "datalist",
    { id: "commits" },
    ...commits
      .slice(0, MOST_OFFERED)
      .map((run) => h("option", { value: short(run.sha!) }, `${date(run.at)} ${run.subject.slice(0, 80)}`)),
  );
  const input = (side: "a" | "b", label: string) =>
    h(
      "label",
      {},
      `${label} `,
      h("input", {
        id: `commit-${side}`,
        list: "commits",
        size: 12,
        spellcheck: "false",
        autocomplete: "off",
        placeholder: "commit",
        value: view[side] ?? "",
        onchange: (event: Event) => {
          const text = (event.target as HTMLInputElement).value.trim().toLowerCase();
          go({ ...view, [side]: /^[0-9a-f]{4,64}$/.test(text) ? text : null });
        },
      }),
    );
  return h(
    "section",
    { "aria-labelledby": "pair-title" },
    h("h2", { id: "pair-title" }, "Compare two commits"),
    h("p", { class: "inputs" }, input("a", "From"), input("b", "to"), offered),
    result(charts, groups, view),
  );
}

function result(charts: Charts, groups: readonly Group[], { a, b }: View): HTMLElement {
  if (a === null || b === null) {
    return h("p", { class: "soft" }, "Enter two commits, or select a point of a chart.");
  }
  const found = groups.flatMap((group) => pairs(group, charts.runs, a, b));
  if (found.length === 0) return h("p", {}, "No chart here has both commits.");
  const address = charts.repository && `${charts.repository}/compare/${a}...${b}`;
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "Comparison of two commits" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...[groups.length > 1 ? "Series" : "Variant", short(a), short(b), "Change", "Intervals"].map(
            (text) => h("th", { scope: "col" }, text),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        ...found.map((pair) => {
          const { series } = pair;
          const side = (at: number) =>
            figureWith(series.values[at]!, series.low[at] ?? null, series.high[at] ?? null, series.unit);
          const tone = pair.apart !== true ? "" : pair.worse ? "bad" : "good";
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, groups.length > 1 ? seriesName(series) : variantName(series)),
            h("td", {}, side(pair.a)),
            h("td", {}, side(pair.b)),
            h("td", { class: tone }, change(series.values[pair.a]!, series.values[pair.b]!)),
            h("td", {}, pair.apart === null ? "unknown" : pair.apart ? "apart" : "overlap: may be noise"),
          );
        }),
      ),
    ),
    h("p", {}, outward(address, "The commits between them")),
  );
}

const seriesName = ({ workload, variant, metric }: Series): string =>
  [workload, ...(variant === null ? [] : [variant]), metric].join(" · ");
