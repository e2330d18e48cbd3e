import type { Charts, Level } from "../../model/chart.ts";
import { fragment, OVERVIEW, type View } from "../../model/view.ts";
import { h, save } from "../dom.ts";
import { csv, points } from "./download.ts";
import { type Group, groups, variantName } from "./groups.ts";
import { moved, type Spot } from "./keys.ts";
import { pairPanel } from "./pair.ts";
import { type Plot, plot } from "./plot.ts";
import { pointParts, pointWords } from "./point.ts";
import { changeList, pointTable } from "./tables.ts";
import { change, figure, figureWith } from "./text.ts";
import { toolbar } from "./toolbar.ts";

/** Requests of a chart for another view: `go` redraws the page, `note` only updates the address. */
export interface Going {
  go(view: View): void;
  note(view: View): void;
}

/** Number of colours for lines; further lines are also dashed. */
const COLORS = 8;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** Milliseconds after a zoom until the address is updated. Browsers refuse an update per frame. */
const CALM = 120;

/** The page of one chart. Call `draw` once the element is part of the document. */
export function chartPage(
  charts: Charts,
  group: Group,
  first: View,
  { go, note }: Going,
): { readonly element: HTMLElement; draw(): Plot | null } {
  let view = first;
  const shown = group.series.filter((one) => !view.hidden.includes(variantName(one)));
  const host = h("div", {
    class: "plot",
    tabindex: 0,
    role: "application",
    "aria-label": `Chart of ${group.metric} of ${group.workload}`,
    "aria-describedby": "keys",
  });
  const tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  const live = h("p", { class: "unseen", "aria-live": "polite", id: "live" });
  const picked = h("section", { class: "picked", "aria-label": "The point chosen", hidden: true });
  const table = pointTable(charts, group, () => view);
  let drawn: Plot | null = null;
  let calm: ReturnType<typeof setTimeout> | undefined;
  let at: Spot | null = null;

  const bar = toolbar(charts, group, view, {
    range(from, to) {
      go({ ...view, from, to });
    },
    set: (change) => go({ ...view, ...change }),
    zoom: (factor) => drawn?.zoom(factor),
  });

  function look(spot: Spot | null, place: { left: number; top: number } | null): void {
    tip.hidden = spot === null;
    at = spot ?? at;
    if (spot === null || place === null) return;
    tip.replaceChildren(...pointParts(charts, shown[spot.series]!, spot.point, false));
    const over = host.querySelector<HTMLElement>(".u-over")!;
    const narrow = host.clientWidth < 560; // a tip beside the point would cover it
    const right = place.left > over.clientWidth / 2;
    const x = over.offsetLeft + place.left + (right ? -14 - tip.offsetWidth : 14);
    const y = narrow ? host.clientHeight + 4 : Math.max(0, over.offsetTop + place.top - tip.offsetHeight / 2);
    tip.style.transform = `translate(${Math.max(0, Math.min(x, host.clientWidth - tip.offsetWidth))}px, ${y}px)`;
  }

  function pick(spot: Spot): void {
    at = spot;
    const series = shown[spot.series]!;
    const { sha } = charts.runs[series.runs[spot.point]!]!;
    const side = (name: "a" | "b", text: string) =>
      sha !== null &&
      h("button", { type: "button", onclick: () => go({ ...view, [name]: sha.slice(0, 12) }) }, text);
    picked.hidden = false;
    picked.replaceChildren(
      ...pointParts(charts, series, spot.point, true),
      h("p", { class: "bar" }, side("a", "Compare from here"), side("b", "Compare to here")),
    );
  }

  function draw(): Plot | null {
    drawn?.destroy();
    host.replaceChildren(tip);
    if (shown.length === 0) {
      host.append(h("p", { class: "soft" }, "Every variant is hidden."));
      return null;
    }
    const style = getComputedStyle(host);
    drawn = plot(host, {
      series: shown,
      looks: shown.map((one) => {
        const i = group.series.indexOf(one);
        const color = style.getPropertyValue(`--c${i % COLORS}`).trim();
        return { color, dash: DASHES[Math.floor(i / COLORS) % DASHES.length]! };
      }),
      runs: charts.runs,
      unit: group.unit,
      view,
      onSpot: look,
      onPick: pick,
      onRange(range) {
        view = { ...view, from: range?.[0] ?? null, to: range?.[1] ?? null };
        bar.ranged(view);
        clearTimeout(calm);
        calm = setTimeout(() => {
          if (!host.isConnected) return;
          note(view);
          table.renew();
        }, CALM);
      },
    });
    return drawn;
  }

  host.addEventListener("keydown", (event) => {
    if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = moved(shown, at, event.key);
    if (spot) {
      drawn.show(spot);
      live.textContent = pointWords(charts, shown[spot.series]!, spot.point);
    } else if (event.key === "+" || event.key === "=") drawn.zoom(0.6);
    else if (event.key === "-") drawn.zoom(1 / 0.6);
    else if (event.key === "0" || event.key === "Escape") drawn.reset();
    else if (event.key === "Enter" && at) pick(at);
    else return;
    event.preventDefault();
  });
  host.addEventListener("blur", () => look(null, null));

  const element = h(
    "main",
    { class: "detail" },
    h(
      "nav",
      { class: "bar", "aria-label": "Charts" },
      h("a", { href: `#${fragment({ ...OVERVIEW, all: !group.gate })}` }, "‹ All charts"),
      chooser(charts, group, view, go),
    ),
    h("h2", { class: "title" }, group.metric, h("span", { class: "soft" }, ` of ${group.workload}`)),
    h(
      "p",
      { class: "soft" },
      `${group.better === "lower" ? "Less" : "More"} is better · ${group.gate ? "can fail a check" : "advisory"} · measured on ${group.runnerClass}`,
    ),
    marked(group, view),
    bar.element,
    legend(group, view, go),
    host,
    h(
      "p",
      { class: "soft small", id: "keys" },
      "Drag to zoom in, double-click to show everything, hold Ctrl and turn the wheel to zoom. Keys: ← → between points, ↑ ↓ between variants, + − 0 to zoom, Enter to select. ",
      "Thin lines are levels; the shade around one covers 95 % of its runs. The band around a line is its 95 % interval. A dashed horizontal line is a budget.",
    ),
    live,
    picked,
    changeList(charts, group),
    pairPanel(charts, [group], view, go),
    h(
      "section",
      { "aria-labelledby": "data-title" },
      h("h2", { id: "data-title" }, "Data"),
      h("p", { class: "bar" }, download("CSV"), download("JSON")),
      table.element,
    ),
  );
  return { element, draw };

  function download(kind: "CSV" | "JSON"): HTMLElement {
    const take = () => {
      const all = points(group, charts.runs, view.from ?? -Infinity, view.to ?? Infinity);
      const name = `${group.workload}-${group.metric}.${kind.toLowerCase()}`;
      if (kind === "CSV") save(name, "text/csv", csv(all));
      else save(name, "application/json", `${JSON.stringify(all, null, 1)}\n`);
    };
    return h("button", { type: "button", onclick: take }, `${kind} of the points shown`);
  }
}

function chooser(charts: Charts, group: Group, view: View, go: (view: View) => void): HTMLElement {
  const all = groups(charts.series);
  const name = (one: Group) =>
    `${one.workload} · ${one.metric}${one.runnerClass === group.runnerClass ? "" : ` (${one.runnerClass})`}`;
  const here = all.findIndex((one) => name(one) === name(group));
  return h(
    "select",
    {
      "aria-label": "Another chart",
      onchange: (event: Event) => {
        const { runnerClass, workload, metric } = all[Number((event.target as HTMLSelectElement).value)]!;
        go({ ...OVERVIEW, chart: { runnerClass, workload, metric }, from: view.from, to: view.to });
      },
    },
    ...all.map((one, i) => h("option", { value: i, selected: i === here }, name(one))),
  );
}

/** The figure in the address, compared with the current level. */
function marked({ series, unit, better }: Group, { mark }: View): HTMLElement | null {
  if (mark === null) return null;
  const matching = series.find(({ variant }) => variant === mark.variant) ?? series[0]!;
  const level = matching.levels.at(-1);
  const [low, high] = mark.interval ?? [null, null];
  const worse = level !== undefined && mark.value > level.center === (better === "lower");
  return h(
    "p",
    { class: "marked" },
    h("strong", {}, `${mark.label || "The figure in the link"}: ${figureWith(mark.value, low, high, unit)}`),
    level
      ? `, ${change(level.center, mark.value)} against the current level of ${figure(level.center, unit)}: ${usual(level, mark.value, worse)}.`
      : ".",
  );
}

/** Compares a figure with the usual variation at a level. */
function usual({ band }: Level, value: number, worse: boolean): string {
  if (band === null) return "too few runs to know its usual variation";
  if (value >= band[0] && value <= band[1]) return "within the usual variation of that level";
  return worse
    ? "worse than the usual variation of that level"
    : "better than the usual variation of that level";
}

function legend({ series }: Group, view: View, go: (view: View) => void): HTMLElement | null {
  if (series.length < 2) return null;
  return h(
    "div",
    { class: "legend", role: "group", "aria-label": "Variants" },
    ...series.map((one, i) => {
      const name = variantName(one);
      const hidden = view.hidden.includes(name);
      const toggled = hidden ? view.hidden.filter((each) => each !== name) : [...view.hidden, name];
      return h(
        "button",
        {
          type: "button",
          id: `variant-${i}`,
          "aria-pressed": String(!hidden),
          onclick: () => go({ ...view, hidden: toggled }),
        },
        h("span", { class: `swatch c${i % COLORS}`, "aria-hidden": "true" }),
        name,
      );
    }),
  );
}
