import type uPlot from "uplot";
import type { Series } from "../../model/chart.ts";
import type { View } from "../../model/view.ts";
import type { Columns } from "./columns.ts";

/** The marks around the lines of a chart. */
export interface Scene {
  readonly shown: readonly {
    readonly series: Series;
    readonly color: string;
    readonly part: Columns["parts"][number];
    /** Points whose verdict fails. */
    readonly failed: readonly number[];
  }[];
  /** Rows of releases, and rows that separate two machines. */
  readonly releases: readonly { readonly row: number; readonly name: string }[];
  readonly gaps: readonly number[];
  readonly columns: Columns;
  readonly mark: View["mark"];
  readonly colors: Colors;
}

/** The current colours of the page, light or dark. */
export interface Colors {
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly paper: string;
  readonly bad: string;
  readonly good: string;
  readonly budget: string;
  readonly mark: string;
}

/** Most variants for which noise bands and levels are drawn; more would be illegible. */
export const MOST_BANDS = 3;

/** Draws below the lines: levels with their noise bands, and budgets. */
export function drawUnder(u: uPlot, scene: Scene): void {
  inside(u, (g, box) => {
    const y = (value: number) => u.valToPos(value, "y", true);
    if (scene.shown.length <= MOST_BANDS) {
      for (const { series, color, part } of scene.shown) {
        for (const { from, to, center, band } of series.levels) {
          const [left, right] = ends(u, scene, part.rows, from, to);
          if (right < box.left || left > box.left + box.width) continue;
          if (band) {
            g.fillStyle = color;
            g.globalAlpha = 0.09;
            g.fillRect(left, y(band[1]), right - left, y(band[0]) - y(band[1]));
          }
          g.globalAlpha = 0.55;
          dashed(g, color, [], left, y(center), right, y(center));
        }
      }
    }
    g.globalAlpha = 1;
    for (const { series, part } of scene.shown) {
      series.budgets.forEach((budget, i) => {
        const to = series.budgets[i + 1]?.from ?? series.runs.length;
        const [left, right] = ends(u, scene, part.rows, budget.from, to);
        for (const limit of [budget.least, budget.most]) {
          if (limit !== null) dashed(g, scene.colors.budget, [8, 4], left, y(limit), right, y(limit));
        }
      });
    }
  });
}

/** Draws above the lines: releases, machine changes, change points, failing verdicts, and the marked figure. */
export function drawOver(u: uPlot, scene: Scene): void {
  const { colors, columns } = scene;
  inside(u, (g, box) => {
    const x = (row: number) => u.valToPos(columns.xs[row]!, "x", true);
    const seen = (at: number) => at >= box.left - 2 && at <= box.left + box.width + 2;
    const ratio = devicePixelRatio;
    g.font = `${11 * ratio}px system-ui, sans-serif`;
    g.textBaseline = "top";

    let free = -Infinity;
    for (const { row, name } of scene.releases) {
      const at = x(row);
      if (!seen(at)) continue;
      dashed(g, colors.faint, [2, 3], at, box.top, at, box.top + box.height);
      const label = name.slice(0, 20);
      if (at < free) continue;
      g.fillStyle = colors.text;
      g.textAlign = "left";
      g.fillText(label, at + 4 * ratio, box.top + 3 * ratio);
      free = at + g.measureText(label).width + 14 * ratio;
    }

    for (const row of scene.gaps) {
      const at = x(row);
      if (!seen(at)) continue;
      dashed(g, colors.text, [1, 4], at, box.top, at, box.top + box.height);
      g.save();
      g.translate(at - 4 * ratio, box.top + box.height - 6 * ratio);
      g.rotate(-Math.PI / 2);
      g.fillStyle = colors.text;
      g.textAlign = "left";
      g.textBaseline = "bottom";
      g.fillText("other machine", 0, 0);
      g.restore();
    }

    for (const { series, part } of scene.shown) {
      for (const { at, worse, before, after } of series.changes) {
        const middle = (x(part.rows[at - 1]!) + x(part.rows[at]!)) / 2;
        if (!seen(middle)) continue;
        const color = worse ? colors.bad : colors.good;
        dashed(g, color, [5, 3], middle, box.top, middle, box.top + box.height);
        arrow(g, color, middle, box.top + box.height - 10 * ratio, after > before, 6 * ratio);
      }
    }

    for (const { series, part, failed } of scene.shown) {
      for (const point of failed) {
        const at = x(part.rows[point]!);
        if (seen(at)) ring(g, colors, at, u.valToPos(series.values[point]!, "y", true), 4.5 * ratio);
      }
    }

    if (scene.mark) drawMark(u, g, box, scene.mark, colors);
  });
}

function drawMark(
  u: uPlot,
  g: CanvasRenderingContext2D,
  box: Box,
  mark: NonNullable<Scene["mark"]>,
  colors: Colors,
) {
  const y = (value: number) => u.valToPos(value, "y", true);
  const right = box.left + box.width;
  if (mark.interval) {
    g.fillStyle = colors.mark;
    g.globalAlpha = 0.14;
    g.fillRect(box.left, y(mark.interval[1]), box.width, y(mark.interval[0]) - y(mark.interval[1]));
    g.globalAlpha = 1;
  }
  g.lineWidth = 2 * devicePixelRatio;
  dashed(g, colors.mark, [], box.left, y(mark.value), right, y(mark.value), 2);
  const label = mark.label || "from the link";
  const size = g.measureText(label).width + 12 * devicePixelRatio;
  const high = 17 * devicePixelRatio;
  g.fillStyle = colors.mark;
  g.fillRect(right - size, y(mark.value) - high, size, high);
  g.fillStyle = colors.paper;
  g.textAlign = "left";
  g.textBaseline = "middle";
  g.fillText(label, right - size + 6 * devicePixelRatio, y(mark.value) - high / 2);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws within the plotting area, then restores the canvas state. */
function inside(u: uPlot, draw: (g: CanvasRenderingContext2D, box: Box) => void): void {
  const g = u.ctx;
  g.save();
  g.beginPath();
  g.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  g.clip();
  draw(g, u.bbox);
  g.restore();
}

/** The horizontal range of points [from, to): halfway to their neighbours, where they have any. */
function ends(
  u: uPlot,
  { columns }: Scene,
  rows: readonly number[],
  from: number,
  to: number,
): [number, number] {
  const at = (point: number) => u.valToPos(columns.xs[rows[point]!]!, "x", true);
  const left = from > 0 ? (at(from - 1) + at(from)) / 2 : at(from);
  const right = to < rows.length ? (at(to - 1) + at(to)) / 2 : at(to - 1);
  return [left, right];
}

function dashed(
  g: CanvasRenderingContext2D,
  color: string,
  dash: readonly number[],
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width = 1.25,
): void {
  g.strokeStyle = color;
  g.lineWidth = width * devicePixelRatio;
  g.setLineDash(dash.map((length) => length * devicePixelRatio));
  g.beginPath();
  g.moveTo(x0, y0);
  g.lineTo(x1, y1);
  g.stroke();
  g.setLineDash([]);
}

function arrow(
  g: CanvasRenderingContext2D,
  color: string,
  x: number,
  y: number,
  up: boolean,
  size: number,
): void {
  const tip = up ? -size : size;
  g.fillStyle = color;
  g.beginPath();
  g.moveTo(x, y + tip);
  g.lineTo(x - size, y - tip * 0.6);
  g.lineTo(x + size, y - tip * 0.6);
  g.closePath();
  g.fill();
}

function ring(g: CanvasRenderingContext2D, colors: Colors, x: number, y: number, size: number): void {
  g.strokeStyle = colors.bad;
  g.fillStyle = colors.paper;
  g.lineWidth = 2 * devicePixelRatio;
  g.beginPath();
  g.arc(x, y, size, 0, 2 * Math.PI);
  g.fill();
  g.stroke();
}
