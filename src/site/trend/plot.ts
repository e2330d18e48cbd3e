import uPlot from "uplot";
import type { ChartRun, Series } from "../../model/chart.ts";
import type { Unit } from "../../model/figure.ts";
import type { View } from "../../model/view.ts";
import { columns, extent, nearest } from "./columns.ts";
import type { Spot } from "./keys.ts";
import { type Colors, drawOver, drawUnder, MOST_BANDS, type Scene } from "./marks.ts";
import { figure, mood, verdictAt } from "./text.ts";

export interface PlotOptions {
  readonly series: readonly Series[];
  /** The colour and dashes of each series. */
  readonly looks: readonly { readonly color: string; readonly dash: readonly number[] }[];
  readonly runs: readonly ChartRun[];
  readonly unit: Unit;
  readonly view: View;
  /** Called when another point is under the cursor; null for none. */
  onSpot(spot: Spot | null, place: { readonly left: number; readonly top: number } | null): void;
  onPick(spot: Spot): void;
  /** Called when the reader selects another time range; null for everything. */
  onRange(range: readonly [number, number] | null): void;
}

/** A plot and its controls. */
export interface Plot {
  /** Narrows or widens the visible range around its middle or an x. */
  zoom(factor: number, around?: number): void;
  reset(): void;
  /** Puts the cursor on a point. */
  show(spot: Spot): void;
  resize(): void;
  destroy(): void;
}

const HEIGHT = 380;
/** Number of points from which a chart is crowded. */
const MANY = 30_000;

const DAY = 86_400;
/**
 * Formats of times at the axis: the smallest distance of ticks (seconds), the label, and the additions where a year, month,
 * day, hour or minute begins. In UTC, like every time on the page.
 */
const DATES: readonly (readonly (string | number | null)[])[] = [
  [365 * DAY, "{YYYY}", null, null, null, null, null, null, 1],
  [28 * DAY, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [DAY, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [60, "{HH}:{mm}", "\n{D} {MMM} {YYYY}", null, "\n{D} {MMM}", null, null, null, 1],
  [
    0.001,
    ":{ss}",
    "\n{D} {MMM} {YYYY} {HH}:{mm}",
    null,
    "\n{D} {MMM} {HH}:{mm}",
    null,
    "\n{HH}:{mm}",
    null,
    1,
  ],
];

/** Draws some series with the chart library, and everything around the lines ourselves. */
export function plot(host: HTMLElement, options: PlotOptions): Plot {
  const { series, runs, view } = options;
  const bands = series.length <= MOST_BANDS;
  const data = columns(series, runs, view.axis, bands);
  const colors = colorsOf(host);
  const scene: Scene = {
    columns: data,
    colors,
    mark: view.mark,
    shown: series.map((one, i) => ({
      series: one,
      color: options.looks[i]!.color,
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
  };
  const whole: [number, number] = padded(data.xs[0] ?? 0, data.xs.at(-1) ?? 1);
  const xOfTime = (at: number) => (view.axis === "time" ? at : data.xs[nearest(data.times, at)]!);
  const wanted: [number, number] = [
    view.from === null ? whole[0] : xOfTime(view.from),
    view.to === null ? whole[1] : xOfTime(view.to),
  ];
  let seen = wanted[0] < wanted[1] ? wanted : whole;
  const extra = view.mark ? [view.mark.value, ...(view.mark.interval ?? [])] : [];

  // Thin lines are drawn several times as fast, and with so many points width is not visible.
  const width = series.length * data.xs.length > MANY ? 1 / devicePixelRatio : 1.75;
  const lines: uPlot.Series[] = [{}];
  const table: (number | null | undefined)[][] = [data.xs];
  const filled: uPlot.Band[] = [];
  series.forEach((_, i) => {
    const { color, dash } = options.looks[i]!;
    const part = data.parts[i]!;
    if (bands) {
      for (const edge of [part.high, part.low]) {
        lines.push({ stroke: "transparent", width: 0, points: { show: false } });
        table.push(edge);
      }
      filled.push({ series: [table.length - 2, table.length - 1], fill: translucent(color) });
    }
    lines.push({
      stroke: color,
      width,
      dash: [...dash],
      points: { size: 5, fill: color, stroke: color },
    });
    table.push(part.value);
  });

  const axis = {
    stroke: colors.text,
    grid: { stroke: colors.line, width: 1 },
    ticks: { stroke: colors.line, width: 1 },
  };
  const u = new uPlot(
    {
      width: Math.max(280, host.clientWidth),
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
          // The library calls this before it applies a new x range, so `seen` holds that range.
          range: () => extent(data, seen, extra, view.zero),
        },
      },
      axes: [
        {
          ...axis,
          values:
            view.axis === "run"
              ? (_, at) => at.map((v) => (Number.isInteger(v) ? `#${v + 1}` : ""))
              : DATES.map((line) => [...line]),
        },
        { ...axis, size: 74, values: (_, at) => at.map((value) => figure(value, options.unit)) },
      ],
      cursor: {
        drag: { x: true, y: false, dist: 8, setScale: false },
        points: { show: false },
        y: false,
      },
      hooks: {
        drawAxes: [(self) => drawUnder(self, scene)],
        draw: [(self) => drawOver(self, scene)],
        setCursor: [(self) => look(self)],
        setSelect: [(self) => chosen(self)],
      },
    },
    table as uPlot.AlignedData,
    host,
  );
  show();

  const halo = document.createElement("div");
  halo.className = "halo";
  u.over.append(halo);
  let spot: Spot | null = null;

  function place(found: Spot): { left: number; top: number } {
    const row = data.parts[found.series]!.rows[found.point]!;
    return {
      left: u.valToPos(data.xs[row]!, "x"),
      top: u.valToPos(series[found.series]!.values[found.point]!, "y"),
    };
  }

  function look(self: uPlot): void {
    const { left = -1, top = -1 } = self.cursor;
    spot = left < 0 || top < 0 ? null : under(left, top);
    point();
  }

  function point(): void {
    halo.hidden = spot === null;
    if (spot === null) {
      options.onSpot(null, null);
      return;
    }
    const at = place(spot);
    halo.style.transform = `translate(${at.left}px, ${at.top}px)`;
    halo.style.background = options.looks[spot.series]!.color;
    options.onSpot(spot, at);
  }

  /** The point nearest to a place, among the points of each series nearest in time. */
  function under(left: number, top: number): Spot | null {
    const x = u.posToVal(left, "x");
    let best: Spot | null = null;
    let least = Infinity;
    xsOf.forEach((xs, s) => {
      const at = nearest(xs, x);
      if (at < 0) return;
      const there = place({ series: s, point: at });
      const far = Math.hypot(there.left - left, (there.top - top) * 0.5);
      if (far < least) [least, best] = [far, { series: s, point: at }];
    });
    return best;
  }

  const xsOf = data.parts.map(({ rows }) => rows.map((row) => data.xs[row]!));

  const seconds = (x: number) => (view.axis === "time" ? x : data.times[nearest(data.xs, x)]!);

  function show(): void {
    u.setScale("x", { min: seen[0], max: seen[1] });
  }

  /** Shows a range of x, limited to the data. */
  function stretch(from: number, to: number): void {
    const all = to - from >= whole[1] - whole[0];
    const width = Math.max(to - from, (whole[1] - whole[0]) * 1e-5);
    const left = Math.min(Math.max(from, whole[0]), whole[1] - width);
    seen = all ? whole : [left, left + width];
    show();
    options.onRange(all ? null : [seconds(left), seconds(left + width)]);
  }

  function chosen(self: uPlot): void {
    const { left, width } = self.select;
    if (width < 8) return;
    stretch(self.posToVal(left, "x"), self.posToVal(left + width, "x"));
    self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  function zoom(factor: number, around?: number): void {
    const [from, to] = seen;
    const middle = around ?? (from + to) / 2;
    stretch(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  /** Wheel events arrive faster than frames: all since the last frame are one step. */
  let turned = 1;
  function turn(factor: number, around: number): void {
    if (turned === 1) {
      requestAnimationFrame(() => {
        zoom(turned, around);
        turned = 1;
      });
    }
    turned *= factor;
  }

  const off = listen(u.over, {
    click: () => spot && options.onPick(spot),
    dblclick: () => stretch(...whole),
    wheel(event) {
      if (!event.ctrlKey && !event.metaKey) return; // without a key the page scrolls as usual
      event.preventDefault();
      turn(event.deltaY > 0 ? 1.25 : 0.8, u.posToVal(event.offsetX, "x"));
    },
  });

  return {
    zoom,
    reset: () => stretch(...whole),
    show(next) {
      spot = next;
      const x = data.xs[data.parts[next.series]!.rows[next.point]!]!;
      const [from, to] = seen;
      if (x < from || x > to) stretch(x - (to - from) / 2, x + (to - from) / 2);
      point();
    },
    resize: () => u.setSize({ width: Math.max(280, host.clientWidth), height: HEIGHT }),
    destroy() {
      off();
      u.destroy();
    },
  };
}

/** Adds some room on both sides; a single point gets a day. */
function padded(low: number, high: number): [number, number] {
  const room = low === high ? 0.5 * (high > 1e6 ? 86_400 : 1) : (high - low) * 0.02;
  return [low - room, high + room];
}

/** A colour `#rrggbb`, mostly transparent. */
const translucent = (color: string) => `${color}33`;

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
