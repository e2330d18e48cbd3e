import uPlot from "uplot";
import type { ChartRun, Series } from "../../model/chart.ts";
import type { Unit } from "../../model/figure.ts";
import type { View } from "../../model/view.ts";
import { h } from "../dom.ts";
import { type Columns, columns, extent, nearest } from "./columns.ts";
import type { Spot } from "./keys.ts";
import { axesOf, type Lines, type Look, linesOf } from "./lines.ts";
import { type Colors, drawOver, drawUnder, MOST_BANDS, type Scene } from "./marks.ts";
import { mood, verdictAt } from "./text.ts";

export interface PlotOptions {
  readonly series: readonly Series[];
  /** The look of each series. */
  readonly looks: readonly Look[];
  readonly runs: readonly ChartRun[];
  readonly unit: Unit;
  readonly view: View;
  /** Called when another point is under the cursor; null for none. */
  onSpot(spot: Spot | null, place: { readonly left: number; readonly top: number } | null): void;
  onPick(spot: Spot): void;
  /** Called when the reader selects another time range; null for everything. */
  onRange(range: readonly [number, number] | null): void;
}

const HEIGHT = 380;

/** Some series, drawn with the chart library, everything around the lines by ourselves, and its controls. */
export class Plot {
  readonly #host: HTMLElement;
  readonly #options: PlotOptions;
  readonly #data: Columns;
  readonly #u: uPlot;
  readonly #halo = h("div", { class: "halo" });
  readonly #stopListening: () => void;
  /** The x of each point of each series. */
  readonly #xs: readonly (readonly number[])[];
  /** The range of x that holds all points, and the visible one. */
  readonly #whole: readonly [number, number];
  #seen: readonly [number, number];
  #spot: Spot | null = null;
  /** Wheel events arrive faster than frames: all since the last frame are one step. */
  #turned = 1;

  constructor(host: HTMLElement, options: PlotOptions) {
    const { series, runs, view } = options;
    const bands = series.length <= MOST_BANDS;
    this.#host = host;
    this.#options = options;
    this.#data = columns(series, runs, view.axis, bands);
    this.#xs = this.#data.parts.map(({ rows }) => rows.map((row) => this.#data.xs[row]!));
    this.#whole = padded(this.#data.xs[0] ?? 0, this.#data.xs.at(-1) ?? 1);
    this.#seen = this.#wanted();
    const lines = linesOf(series, options.looks, this.#data, bands);
    this.#u = new uPlot(this.#chart(lines), lines.table as uPlot.AlignedData, host);
    this.#draw();
    this.#u.over.append(this.#halo);
    this.#stopListening = listen(this.#u.over, {
      click: () => this.#spot && options.onPick(this.#spot),
      dblclick: () => this.reset(),
      wheel: (event) => this.#wheel(event),
    });
  }

  /** Narrows or widens the visible range around its middle or an x. */
  zoom(factor: number, around?: number): void {
    const [from, to] = this.#seen;
    const middle = around ?? (from + to) / 2;
    this.#stretch(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  reset(): void {
    this.#stretch(...this.#whole);
  }

  /** Puts the cursor on a point. */
  show(spot: Spot): void {
    this.#spot = spot;
    const x = this.#xs[spot.series]![spot.point]!;
    const [from, to] = this.#seen;
    if (x < from || x > to) this.#stretch(x - (to - from) / 2, x + (to - from) / 2);
    this.#point();
  }

  resize(): void {
    this.#u.setSize({ width: widthOf(this.#host), height: HEIGHT });
  }

  destroy(): void {
    this.#stopListening();
    this.#u.destroy();
  }

  /** The range that the view asks for, where it has one. */
  #wanted(): readonly [number, number] {
    const { from, to, axis } = this.#options.view;
    const { xs, times } = this.#data;
    const xOfTime = (at: number) => (axis === "time" ? at : xs[nearest(times, at)]!);
    const [low, high] = this.#whole;
    const wanted = [from === null ? low : xOfTime(from), to === null ? high : xOfTime(to)] as const;
    return wanted[0] < wanted[1] ? wanted : this.#whole;
  }

  #chart({ lines, filled }: Lines): uPlot.Options {
    const { view } = this.#options;
    const colors = colorsOf(this.#host);
    const scene = sceneOf(this.#options, this.#data, colors);
    const extra = view.mark ? [view.mark.value, ...(view.mark.interval ?? [])] : [];
    return {
      width: widthOf(this.#host),
      height: HEIGHT,
      padding: [14, 14, 0, 0],
      series: lines,
      bands: filled,
      legend: { show: false },
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "UTC"),
      scales: {
        x: {
          time: view.axis === "time",
          range: (_, low, high) => (low === high ? padded(low, high) : [low, high]),
        },
        y: {
          // The library calls this before it applies a new x range, so `#seen` holds that range.
          range: () => extent(this.#data, this.#seen, extra, view.zero),
        },
      },
      axes: axesOf(view.axis, this.#options.unit, colors),
      cursor: { drag: { x: true, y: false, dist: 8, setScale: false }, points: { show: false }, y: false },
      hooks: {
        drawAxes: [(self) => drawUnder(self, scene)],
        draw: [(self) => drawOver(self, scene)],
        setCursor: [(self) => this.#look(self)],
        setSelect: [(self) => this.#select(self)],
      },
    };
  }

  #draw(): void {
    this.#u.setScale("x", { min: this.#seen[0], max: this.#seen[1] });
  }

  #place({ series, point }: Spot): { left: number; top: number } {
    return {
      left: this.#u.valToPos(this.#xs[series]![point]!, "x"),
      top: this.#u.valToPos(this.#options.series[series]!.values[point]!, "y"),
    };
  }

  #look(self: uPlot): void {
    const { left = -1, top = -1 } = self.cursor;
    this.#spot = left < 0 || top < 0 ? null : this.#under(left, top);
    this.#point();
  }

  #point(): void {
    const { onSpot, looks } = this.#options;
    this.#halo.hidden = this.#spot === null;
    if (this.#spot === null) {
      onSpot(null, null);
      return;
    }
    const at = this.#place(this.#spot);
    this.#halo.style.transform = `translate(${at.left}px, ${at.top}px)`;
    this.#halo.style.background = looks[this.#spot.series]!.color;
    onSpot(this.#spot, at);
  }

  /** The point nearest to a place, among the points of each series nearest in time. */
  #under(left: number, top: number): Spot | null {
    const x = this.#u.posToVal(left, "x");
    let best: Spot | null = null;
    let least = Infinity;
    this.#xs.forEach((xs, s) => {
      const at = nearest(xs, x);
      if (at < 0) return;
      const there = this.#place({ series: s, point: at });
      const far = Math.hypot(there.left - left, (there.top - top) * 0.5);
      if (far < least) [least, best] = [far, { series: s, point: at }];
    });
    return best;
  }

  /** Shows a range of x, limited to the data. */
  #stretch(from: number, to: number): void {
    const [low, high] = this.#whole;
    const all = to - from >= high - low;
    const width = Math.max(to - from, (high - low) * 1e-5);
    const left = Math.min(Math.max(from, low), high - width);
    this.#seen = all ? this.#whole : [left, left + width];
    this.#draw();
    const { xs, times } = this.#data;
    const seconds = (x: number) => (this.#options.view.axis === "time" ? x : times[nearest(xs, x)]!);
    this.#options.onRange(all ? null : [seconds(left), seconds(left + width)]);
  }

  #select(self: uPlot): void {
    const { left, width } = self.select;
    if (width < 8) return;
    this.#stretch(self.posToVal(left, "x"), self.posToVal(left + width, "x"));
    self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return; // without a key the page scrolls as usual
    event.preventDefault();
    const around = this.#u.posToVal(event.offsetX, "x");
    if (this.#turned === 1) {
      requestAnimationFrame(() => {
        this.zoom(this.#turned, around);
        this.#turned = 1;
      });
    }
    this.#turned *= event.deltaY > 0 ? 1.25 : 0.8;
  }
}

const widthOf = (host: HTMLElement) => Math.max(280, host.clientWidth);

/** Everything that is drawn around the lines. */
const sceneOf = ({ series, looks, runs, view }: PlotOptions, data: Columns, colors: Colors): Scene => ({
  columns: data,
  colors,
  mark: view.mark,
  shown: series.map((one, i) => ({
    series: one,
    color: looks[i]!.color,
    part: data.parts[i]!,
    failed: one.verdicts.flatMap((place, point) =>
      mood(verdictAt(place), one.gate) === "bad" ? [point] : [],
    ),
  })),
  releases: data.runs.flatMap((run, row) => {
    const name = runs[run]?.release;
    return name ? [{ row, name }] : [];
  }),
  gaps: data.runs.flatMap((run, row) => (run < 0 ? [row] : [])),
});

/** Adds some room on both sides; a single point gets a day. */
function padded(low: number, high: number): [number, number] {
  const room = low === high ? 0.5 * (high > 1e6 ? 86_400 : 1) : (high - low) * 0.02;
  return [low - room, high + room];
}

function listen(
  target: HTMLElement,
  handlers: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void },
): () => void {
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) target.addEventListener(name, handler, { passive: false });
  return () => {
    for (const [name, handler] of all) target.removeEventListener(name, handler);
  };
}

/** The current colours of the page's style sheet. */
function colorsOf(host: HTMLElement): Colors {
  const style = getComputedStyle(host);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: of("soft"),
    faint: of("faint"),
    line: of("grid"),
    paper: of("paper"),
    bad: of("bad"),
    good: of("good"),
    budget: of("budget"),
    mark: of("mark"),
  };
}
