import type uPlot from "uplot";
import type { Series } from "../../model/chart.ts";
import type { Unit } from "../../model/figure.ts";
import type { View } from "../../model/view.ts";
import type { Columns } from "./columns.ts";
import type { Colors } from "./marks.ts";
import { figure } from "./text.ts";

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

/** How the line of a series is drawn. */
export interface Look {
  readonly color: string;
  readonly dash: readonly number[];
}

/** The lines and the areas of bands, as the library has them; `table` has the x first, then a column for each line. */
export interface Lines {
  readonly lines: uPlot.Series[];
  readonly filled: uPlot.Band[];
  readonly table: (number | null | undefined)[][];
}

/** @param bands whether each line has the area of its interval */
export function linesOf(
  series: readonly Series[],
  looks: readonly Look[],
  data: Columns,
  bands: boolean,
): Lines {
  // Thin lines are drawn several times as fast, and with so many points width is not visible.
  const width = series.length * data.xs.length > MANY ? 1 / devicePixelRatio : 1.75;
  const lines: uPlot.Series[] = [{}];
  const table: (number | null | undefined)[][] = [data.xs];
  const filled: uPlot.Band[] = [];
  series.forEach((_, i) => {
    const { color, dash } = looks[i]!;
    const part = data.parts[i]!;
    if (bands) {
      for (const edge of [part.high, part.low]) {
        lines.push({ stroke: "transparent", width: 0, points: { show: false } });
        table.push(edge);
      }
      filled.push({ series: [table.length - 2, table.length - 1], fill: translucent(color) });
    }
    lines.push({ stroke: color, width, dash: [...dash], points: { size: 5, fill: color, stroke: color } });
    table.push(part.value);
  });
  return { lines, filled, table };
}

export function axesOf(kind: View["axis"], unit: Unit, { text, line }: Colors): uPlot.Axis[] {
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  return [
    {
      ...axis,
      values:
        kind === "run"
          ? (_, at) => at.map((v) => (Number.isInteger(v) ? `#${v + 1}` : ""))
          : DATES.map((one) => [...one]),
    },
    { ...axis, size: 74, values: (_, at) => at.map((value) => figure(value, unit)) },
  ];
}

/** A colour `#rrggbb`, mostly transparent. */
const translucent = (color: string) => `${color}33`;
