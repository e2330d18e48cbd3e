import type { Charts } from "../../model/chart.ts";
import { fragment, type View, viewOf } from "../../model/view.ts";
import { h, outward } from "../dom.ts";
import { ChartPage } from "./chart.ts";
import { groupOf, groups } from "./groups.ts";
import { overview } from "./overview.ts";
import type { Plot } from "./plot.ts";
import { date } from "./text.ts";

const charts: Charts = JSON.parse(document.getElementById("data")!.textContent ?? "");
const all = groups(charts.series);
const app = document.getElementById("app")!;
let drawn: Plot | null = null;

/** Shows a view without adding a step to the browser's history. */
function go(view: View): void {
  note(view);
  show(view);
}

function note(view: View): void {
  const text = fragment(view);
  history.replaceState(null, "", text === "" ? location.pathname + location.search : `#${text}`);
}

function show(view: View): void {
  const { id, start } = focused();
  drawn?.destroy();
  drawn = null;
  const group = view.chart && groupOf(all, view.chart);
  const page = group && new ChartPage(charts, group, view, { go, note });
  const body = page ? page.element : overview(charts, view, Date.now() / 1000, go);
  document.title = group
    ? `${group.metric} of ${group.workload} · ${charts.title}`
    : `${charts.title}: performance`;
  app.replaceChildren(header(), missing(view, Boolean(group)), body, footer());
  drawn = page?.draw() ?? null;
  refocus(id, start);
}

/** The focused element, so that it keeps the focus when the page is redrawn. */
function focused() {
  const element = document.activeElement;
  return { id: element?.id ?? "", start: element instanceof HTMLInputElement ? element.value.length : 0 };
}

function refocus(id: string, start: number): void {
  const element = id === "" ? null : document.getElementById(id);
  element?.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement && element.type === "search")
    element.setSelectionRange(start, start);
}

const header = () =>
  h(
    "header",
    {},
    h("h1", {}, charts.title, h("span", { class: "soft" }, " performance")),
    charts.repository === null ? null : h("p", {}, outward(charts.repository, "Repository")),
  );

const missing = (view: View, found: boolean) =>
  view.chart && !found
    ? h(
        "p",
        { class: "marked", role: "status" },
        `There is no chart of ${view.chart.metric} of ${view.chart.workload} in this history yet.`,
      )
    : "";

const footer = () =>
  h(
    "footer",
    { class: "soft small" },
    `${charts.runs.length} runs, ${charts.series.length} series · built ${date(Date.parse(charts.generated) / 1000)} by steelyard ${charts.steelyard}`,
  );

let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) drawn?.resize();
  width = innerWidth;
});
addEventListener("hashchange", () => {
  show(viewOf(location.hash));
  scrollTo(0, 0);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show(viewOf(location.hash)));

show(viewOf(location.hash));
performance.mark("drawn");
