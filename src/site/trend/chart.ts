import type { Charts, Level, Series } from "../../model/chart.ts";
import { fragment, OVERVIEW, type View } from "../../model/view.ts";
import { h, save } from "../dom.ts";
import { csv, points } from "./download.ts";
import { type Group, groups, variantName } from "./groups.ts";
import { moved, type Spot } from "./keys.ts";
import type { Look } from "./lines.ts";
import { pairPanel } from "./pair.ts";
import { Plot } from "./plot.ts";
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

const KEYS =
  "Drag to zoom in, double-click to show everything, hold Ctrl and turn the wheel to zoom. Keys: ← → between points, ↑ ↓ between variants, + − 0 to zoom, Enter to select. " +
  "Thin lines are levels; the shade around one covers 95 % of its runs. The band around a line is its 95 % interval. A dashed horizontal line is a budget.";

/** The page of one chart. Call `draw` once the element is part of the document. */
export class ChartPage {
  readonly element: HTMLElement;
  readonly #charts: Charts;
  readonly #group: Group;
  readonly #going: Going;
  readonly #shown: readonly Series[];
  readonly #host: HTMLElement;
  readonly #tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  readonly #live = h("p", { class: "unseen", "aria-live": "polite", id: "live" });
  readonly #picked = h("section", { class: "picked", "aria-label": "The point chosen", hidden: true });
  readonly #table: ReturnType<typeof pointTable>;
  readonly #bar: ReturnType<typeof toolbar>;
  #view: View;
  #plot: Plot | null = null;
  #calm: ReturnType<typeof setTimeout> | undefined;
  /** The point that the cursor or the keys were at last. */
  #at: Spot | null = null;

  constructor(charts: Charts, group: Group, view: View, going: Going) {
    this.#charts = charts;
    this.#group = group;
    this.#going = going;
    this.#view = view;
    this.#shown = group.series.filter((one) => !view.hidden.includes(variantName(one)));
    this.#host = h("div", {
      class: "plot",
      tabindex: 0,
      role: "application",
      "aria-label": `Chart of ${group.metric} of ${group.workload}`,
      "aria-describedby": "keys",
      onkeydown: (event: KeyboardEvent) => this.#press(event),
      onblur: () => this.#look(null, null),
    });
    this.#table = pointTable(charts, group, () => this.#view);
    this.#bar = toolbar(charts, group, view, {
      range: (from, to) => this.#go({ from, to }),
      set: (change) => this.#go(change),
      zoom: (factor) => this.#plot?.zoom(factor),
    });
    this.element = this.#page();
  }

  draw(): Plot | null {
    this.#plot?.destroy();
    this.#host.replaceChildren(this.#tip);
    if (this.#shown.length === 0) {
      this.#host.append(h("p", { class: "soft" }, "Every variant is hidden."));
      return null;
    }
    this.#plot = new Plot(this.#host, {
      series: this.#shown,
      looks: this.#shown.map((one) => this.#lookOf(one)),
      runs: this.#charts.runs,
      unit: this.#group.unit,
      view: this.#view,
      onSpot: (spot, place) => this.#look(spot, place),
      onPick: (spot) => this.#pick(spot),
      onRange: (range) => this.#range(range),
    });
    return this.#plot;
  }

  #go(change: Partial<View>): void {
    this.#going.go({ ...this.#view, ...change });
  }

  #lookOf(one: Series): Look {
    const i = this.#group.series.indexOf(one);
    const color = getComputedStyle(this.#host)
      .getPropertyValue(`--c${i % COLORS}`)
      .trim();
    return { color, dash: DASHES[Math.floor(i / COLORS) % DASHES.length]! };
  }

  #look(spot: Spot | null, place: { left: number; top: number } | null): void {
    this.#tip.hidden = spot === null;
    this.#at = spot ?? this.#at;
    if (spot === null || place === null) return;
    const [host, tip] = [this.#host, this.#tip];
    tip.replaceChildren(...pointParts(this.#charts, this.#shown[spot.series]!, spot.point, false));
    const over = host.querySelector<HTMLElement>(".u-over")!;
    const narrow = host.clientWidth < 560; // a tip beside the point would cover it
    const right = place.left > over.clientWidth / 2;
    const x = over.offsetLeft + place.left + (right ? -14 - tip.offsetWidth : 14);
    const y = narrow ? host.clientHeight + 4 : Math.max(0, over.offsetTop + place.top - tip.offsetHeight / 2);
    tip.style.transform = `translate(${Math.max(0, Math.min(x, host.clientWidth - tip.offsetWidth))}px, ${y}px)`;
  }

  #pick(spot: Spot): void {
    this.#at = spot;
    const series = this.#shown[spot.series]!;
    const { sha } = this.#charts.runs[series.runs[spot.point]!]!;
    const side = (name: "a" | "b", text: string) =>
      sha !== null &&
      h("button", { type: "button", onclick: () => this.#go({ [name]: sha.slice(0, 12) }) }, text);
    this.#picked.hidden = false;
    this.#picked.replaceChildren(
      ...pointParts(this.#charts, series, spot.point, true),
      h("p", { class: "bar" }, side("a", "Compare from here"), side("b", "Compare to here")),
    );
  }

  #range(range: readonly [number, number] | null): void {
    this.#view = { ...this.#view, from: range?.[0] ?? null, to: range?.[1] ?? null };
    this.#bar.ranged(this.#view);
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => {
      if (!this.#host.isConnected) return;
      this.#going.note(this.#view);
      this.#table.renew();
    }, CALM);
  }

  #press(event: KeyboardEvent): void {
    const plot = this.#plot;
    if (!plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = moved(this.#shown, this.#at, event.key);
    if (spot) {
      plot.show(spot);
      this.#live.textContent = pointWords(this.#charts, this.#shown[spot.series]!, spot.point);
    } else if (event.key === "+" || event.key === "=") plot.zoom(0.6);
    else if (event.key === "-") plot.zoom(1 / 0.6);
    else if (event.key === "0" || event.key === "Escape") plot.reset();
    else if (event.key === "Enter" && this.#at) this.#pick(this.#at);
    else return;
    event.preventDefault();
  }

  #page(): HTMLElement {
    const [charts, group, view, go] = [this.#charts, this.#group, this.#view, this.#going.go];
    return h(
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
      this.#bar.element,
      legend(group, view, go),
      this.#host,
      h("p", { class: "soft small", id: "keys" }, KEYS),
      this.#live,
      this.#picked,
      changeList(charts, group),
      pairPanel(charts, [group], view, go),
      h(
        "section",
        { "aria-labelledby": "data-title" },
        h("h2", { id: "data-title" }, "Data"),
        h("p", { class: "bar" }, this.#download("CSV"), this.#download("JSON")),
        this.#table.element,
      ),
    );
  }

  #download(kind: "CSV" | "JSON"): HTMLElement {
    const take = () => {
      const { from, to } = this.#view;
      const all = points(this.#group, this.#charts.runs, from ?? -Infinity, to ?? Infinity);
      const name = `${this.#group.workload}-${this.#group.metric}.${kind.toLowerCase()}`;
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
