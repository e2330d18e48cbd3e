/**
 * A view of the trend page, stored in its address after the `#`. A view can therefore be shared, and a pull request's
 * comment can link to a chart with its own figure marked. The fragment never leaves the reader's browser.
 */
export interface View {
  /** The chart; null for the overview of all charts. An empty runner class means any. */
  readonly chart: { readonly runnerClass: string; readonly workload: string; readonly metric: string } | null;
  /** Variants that are not drawn. */
  readonly hidden: readonly string[];
  /** Unix seconds; null for no limit. */
  readonly from: number | null;
  readonly to: number | null;
  readonly axis: "time" | "run";
  readonly zero: boolean;
  /** Abbreviated hashes of two commits that are compared. */
  readonly a: string | null;
  readonly b: string | null;
  /** A figure from elsewhere, in base units: a pull request's. */
  readonly mark: {
    readonly value: number;
    readonly interval: readonly [number, number] | null;
    readonly label: string;
    readonly variant: string | null;
  } | null;
  /** For the overview: whether advisory metrics are shown, and a text to filter by. */
  readonly all: boolean;
  readonly find: string;
}

export const OVERVIEW: View = {
  chart: null,
  hidden: [],
  from: null,
  to: null,
  axis: "time",
  zero: false,
  a: null,
  b: null,
  mark: null,
  all: false,
  find: "",
};

/** The view as a fragment, without the `#`; empty for the plain overview. */
export function fragment(view: View): string {
  const pairs = new URLSearchParams();
  const { chart, mark } = view;
  if (chart) {
    pairs.set("workload", chart.workload);
    pairs.set("metric", chart.metric);
    if (chart.runnerClass !== "") pairs.set("class", chart.runnerClass);
  }
  for (const variant of view.hidden) pairs.append("hide", variant);
  if (view.from !== null) pairs.set("from", time(view.from));
  if (view.to !== null) pairs.set("to", time(view.to));
  if (view.axis === "run") pairs.set("x", "run");
  if (view.zero) pairs.set("zero", "1");
  if (view.a !== null) pairs.set("a", view.a);
  if (view.b !== null) pairs.set("b", view.b);
  if (mark) {
    pairs.set("value", String(mark.value));
    if (mark.interval) pairs.set("interval", mark.interval.join("~"));
    if (mark.label !== "") pairs.set("label", mark.label);
    if (mark.variant !== null) pairs.set("variant", mark.variant);
  }
  if (view.all) pairs.set("all", "1");
  if (view.find !== "") pairs.set("find", view.find);
  return pairs.toString();
}

/** The view of a fragment. Invalid parts are ignored. */
export function viewOf(text: string): View {
  const pairs = new URLSearchParams(text.replace(/^#/, "").slice(0, 8_000));
  const [workload, metric] = [pairs.get("workload"), pairs.get("metric")];
  return {
    chart:
      workload === null || metric === null
        ? null
        : { runnerClass: pairs.get("class") ?? "", workload, metric },
    hidden: pairs.getAll("hide"),
    from: instant(pairs.get("from")),
    to: instant(pairs.get("to")),
    axis: pairs.get("x") === "run" ? "run" : "time",
    zero: pairs.get("zero") === "1",
    a: commit(pairs.get("a")),
    b: commit(pairs.get("b")),
    mark: markOf(pairs),
    all: pairs.get("all") === "1",
    find: (pairs.get("find") ?? "").slice(0, 200),
  };
}

function markOf(pairs: URLSearchParams): View["mark"] {
  const value = number(pairs.get("value"));
  if (value === null) return null;
  const [low, high] = (pairs.get("interval") ?? "").split("~").map(number);
  return {
    value,
    interval: typeof low === "number" && typeof high === "number" && low <= high ? [low, high] : null,
    label: (pairs.get("label") ?? "").slice(0, 80),
    variant: pairs.get("variant"),
  };
}

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);

function instant(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/.test(text)) return null;
  const ms = Date.parse(text.length === 10 ? text : `${text}Z`);
  return Number.isFinite(ms) ? Math.round(ms / 1000) : null;
}

const commit = (text: string | null) => (text !== null && /^[0-9a-f]{4,64}$/.test(text) ? text : null);

function number(text: string | null): number | null {
  const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
