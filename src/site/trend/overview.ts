import { type Charts, type Series, STALE_DAYS } from "../../model/chart.ts";
import { fragment, OVERVIEW, type View } from "../../model/view.ts";
import { h, outward, svg } from "../dom.ts";
import {
  type Found,
  foundIn,
  type Group,
  groups,
  latestVerdict,
  newestRun,
  sizeOf,
  worstOf,
} from "./groups.ts";
import { pairPanel } from "./pair.ts";
import { brokenPath, span, xIn, yIn } from "./spark.ts";
import { age, change, date, figureWith, moment, mood, short, verdictText } from "./text.ts";

/** Most change points listed at the top. */
const MOST_NEWS = 6;
/** Most variants drawn in a card. */
const MOST_LINES = 8;
const WIDTH = 300;
const HEIGHT = 64;

/** The overview: the verdict of the newest commit, the latest changes, and a card per chart. */
export function overview(charts: Charts, view: View, now: number, go: (view: View) => void): HTMLElement {
  const all = groups(charts.series);
  const shown = all.filter(
    (group) => (view.all || group.gate) && named(group).includes(view.find.toLowerCase()),
  );
  return h(
    "main",
    {},
    newest(charts, now),
    news(all, charts),
    h(
      "section",
      { "aria-labelledby": "charts-title" },
      h("div", { class: "bar" }, h("h2", { id: "charts-title" }, "Charts"), ...filters(all, view, go)),
      shown.length === 0
        ? h("p", { class: "soft" }, all.length === 0 ? "Nothing has been measured yet." : "No chart matches.")
        : null,
      ...sections(shown, charts, view),
    ),
    all.length > 0 && pairPanel(charts, shown, view, go),
  );
}

const named = ({ workload, metric, series, runnerClass }: Group) =>
  [workload, metric, runnerClass, ...series.map(({ variant }) => variant ?? "")].join(" ").toLowerCase();

function newest(charts: Charts, now: number): HTMLElement | null {
  const run = newestRun(charts);
  if (!run) return null;
  const stale = now - run.at > STALE_DAYS * 86_400;
  const commit =
    run.sha === null
      ? null
      : outward(charts.repository && `${charts.repository}/commit/${run.sha}`, short(run.sha));
  return h(
    "section",
    { class: `newest ${stale ? "none" : mood(run.verdict)}`, "aria-label": "Newest run" },
    h("p", { class: "verdict" }, run.verdict === null ? "No verdict" : verdictText(run.verdict)),
    h(
      "p",
      {},
      h("time", { datetime: new Date(run.at * 1000).toISOString(), title: moment(run.at) }, age(run.at, now)),
      stale ? ": too old to describe the current state" : "",
      run.mde === null ? "" : ` · could detect ≥ ${change(1, Math.exp(run.mde)).replace("+", "")}`,
      commit && " · ",
      commit,
      run.subject && ` ${run.subject.slice(0, 120)}`,
      run.author && h("span", { class: "soft" }, ` · ${run.author}`),
      run.link && " · ",
      run.link && outward(run.link, "the run"),
    ),
  );
}

/** The newest changes of gated metrics; of all metrics where none is gated. */
function news(all: readonly Group[], charts: Charts): HTMLElement | null {
  const found = all.flatMap((group) => foundIn(group, charts.runs));
  const gated = found.filter(({ group }) => group.gate);
  const listed = [...(gated.length > 0 ? gated : found)]
    .sort((a, b) => b.after.at - a.after.at || sizeOf(b.change) - sizeOf(a.change))
    .slice(0, MOST_NEWS);
  if (listed.length === 0) return null;
  return h(
    "section",
    { "aria-labelledby": "news-title" },
    h("h2", { id: "news-title" }, "Latest changes"),
    h("ul", { class: "news" }, ...listed.map(newsItem)),
  );
}

function newsItem(found: Found): HTMLElement {
  const { group, series, change: at, before, after } = found;
  const room = 45 * 86_400;
  const target: View = { ...OVERVIEW, chart: chartOf(group), from: before.at - room, to: after.at + room };
  const where = [group.workload, series.variant].filter(Boolean).join(" / ");
  return h(
    "li",
    { class: at.worse ? "bad" : "good" },
    h("span", { class: "size" }, change(at.before, at.after)),
    h(
      "span",
      {},
      h("a", { href: `#${fragment(target)}` }, `${where} · ${group.metric}`),
      h(
        "span",
        { class: "soft" },
        ` ${at.worse ? "worse" : "better"} since ${date(after.at)}`,
        before.sha && after.sha ? `, between ${short(before.sha)} and ${short(after.sha)}` : "",
      ),
    ),
  );
}

const chartOf = ({ runnerClass, workload, metric }: Group) => ({ runnerClass, workload, metric });

function filters(all: readonly Group[], view: View, go: (view: View) => void): HTMLElement[] {
  const advisory = all.filter(({ gate }) => !gate).length;
  const find = h("input", {
    type: "search",
    id: "find",
    placeholder: "Find a chart",
    "aria-label": "Find a chart",
    value: view.find,
    oninput: (event: Event) => go({ ...view, find: (event.target as HTMLInputElement).value }),
  });
  const toggle = h(
    "button",
    { type: "button", "aria-pressed": String(view.all), onclick: () => go({ ...view, all: !view.all }) },
    `Advisory metrics (${advisory})`,
  );
  return advisory > 0 ? [find, toggle] : [find];
}

/** A heading per workload and runner class, with its cards. */
function sections(shown: readonly Group[], charts: Charts, view: View): HTMLElement[] {
  const classes = new Set(charts.series.map(({ runnerClass }) => runnerClass)).size;
  const found = new Map<string, Group[]>();
  for (const group of shown) {
    const key = JSON.stringify([group.runnerClass, group.workload]);
    found.set(key, [...(found.get(key) ?? []), group]);
  }
  return [...found.values()].map((list) =>
    h(
      "div",
      {},
      h(
        "h3",
        {},
        list[0]!.workload,
        classes > 1 ? h("span", { class: "soft" }, ` on ${list[0]!.runnerClass}`) : null,
      ),
      h("div", { class: "cards" }, ...list.map((group) => card(group, charts, view))),
    ),
  );
}

function card(group: Group, charts: Charts, view: View): HTMLElement {
  const { series, unit } = group;
  const found = foundIn(group, charts.runs);
  const worst = worstOf(found);
  const verdict = latestVerdict(group, charts.runs);
  const head = series[0]!;
  const last = head.values.length - 1;
  const target: View = { ...OVERVIEW, chart: chartOf(group), mark: view.mark };
  return h(
    "a",
    { class: `card ${mood(verdict, group.gate)}`, href: `#${fragment(target)}` },
    h("span", { class: "name" }, group.metric),
    sparkline(series),
    h(
      "span",
      { class: "value" },
      figureWith(head.values[last]!, null, null, unit),
      h(
        "span",
        { class: "soft" },
        series.length > 1 ? ` ${head.variant ?? ""} · ${series.length} variants` : "",
      ),
    ),
    h("span", { class: "state" }, verdictText(verdict, group.gate)),
    h(
      "span",
      { class: worst ? "worst bad" : "worst soft" },
      worst
        ? `worst: ${change(worst.change.before, worst.change.after)} on ${date(worst.after.at)}`
        : found.length > 0
          ? "no change for the worse"
          : "no change of level",
    ),
  );
}

/** The whole history as small lines on one scale, with changes of level as ticks. The card also describes it in text. */
function sparkline(series: readonly Series[]): SVGElement {
  const lines = series.slice(0, MOST_LINES);
  const { low, high } = span(lines.flatMap((one) => one.values));
  const drawing = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "spark",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  lines.forEach((one, i) => {
    const frame = { width: WIDTH, height: HEIGHT, count: one.values.length, low, high };
    const breaks = one.breaks.map(({ at }) => at);
    for (const { at, worse } of one.changes) {
      const x = xIn(frame, at - 0.5);
      drawing.append(
        svg("line", { x1: x, x2: x, y1: 2, y2: HEIGHT - 2, class: worse ? "tick bad" : "tick good" }),
      );
    }
    drawing.append(svg("path", { d: brokenPath(one.values, frame, breaks), class: `line c${i % 8}` }));
    const last = one.values.length - 1;
    const [x, y] = [xIn(frame, last), yIn(frame, one.values[last]!)];
    drawing.append(svg("path", { d: `M${x} ${y}h.01`, class: `dot c${i % 8}` }));
  });
  return drawing;
}
