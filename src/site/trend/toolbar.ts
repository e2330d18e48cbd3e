import type { Charts } from "../../model/chart.ts";
import type { View } from "../../model/view.ts";
import { h } from "../dom.ts";
import type { Group } from "./groups.ts";

const DAY = 86_400;
const RANGES: readonly (readonly [name: string, days: number | null])[] = [
  ["30 days", 30],
  ["90 days", 90],
  ["1 year", 365],
  ["All", null],
];

interface Doing {
  range(from: number | null, to: number | null): void;
  set(change: Partial<View>): void;
  zoom(factor: number): void;
}

/** The controls of a chart: time range and axes. */
export function toolbar(
  charts: Charts,
  { series }: Group,
  view: View,
  doing: Doing,
): { readonly element: HTMLElement; ranged(view: View): void } {
  const ends = series.flatMap(({ runs }) => [charts.runs[runs[0]!]!.at, charts.runs[runs.at(-1)!]!.at]);
  const [oldest, newest] = [Math.min(...ends), Math.max(...ends)];
  const day = (at: number) => new Date(at * 1000).toISOString().slice(0, 10);
  const read = (text: string) => (text === "" ? null : Math.floor(Date.parse(text) / 1000));
  const changed = () => {
    const [left, right] = [read(from.value), read(to.value)];
    doing.range(left, right === null ? null : right + DAY);
  };
  const dates = (id: string, at: number) =>
    h("input", { type: "date", id, min: day(oldest), max: day(newest), value: day(at), onchange: changed });
  const from = dates("from", view.from ?? oldest);
  const to = dates("to", Math.min(view.to ?? newest, newest));
  const button = (id: string, text: string, act: () => void, more: Record<string, string> = {}) =>
    h("button", { type: "button", id, onclick: act, ...more }, text);
  const element = h(
    "div",
    { class: "bar tools", role: "group", "aria-label": "Range and axes" },
    ...RANGES.map(([name, days]) => {
      const start = days === null ? null : newest - days * DAY;
      const pressed = start === view.from && view.to === null;
      return button(`range-${days ?? "all"}`, name, () => doing.range(start, null), {
        "aria-pressed": String(pressed),
      });
    }),
    h("label", {}, "From ", from),
    h("label", {}, "to ", to),
    button("zoom-in", "+", () => doing.zoom(0.6), { "aria-label": "Zoom in" }),
    button("zoom-out", "−", () => doing.zoom(1 / 0.6), { "aria-label": "Zoom out" }),
    button("by-run", "Evenly spaced", () => doing.set({ axis: view.axis === "run" ? "time" : "run" }), {
      "aria-pressed": String(view.axis === "run"),
    }),
    button("from-zero", "From zero", () => doing.set({ zero: !view.zero }), {
      "aria-pressed": String(view.zero),
    }),
  );
  return {
    element,
    ranged(next) {
      from.value = day(next.from ?? oldest);
      to.value = day(Math.min(next.to ?? newest, newest));
      for (const [, days] of RANGES) {
        const pressed = days === null && next.from === null && next.to === null;
        element.querySelector(`#range-${days ?? "all"}`)?.setAttribute("aria-pressed", String(pressed));
      }
    },
  };
}
