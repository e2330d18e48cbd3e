import type { CauseTexts, FlameTree, ProfiledWorkload, StatementWork, WhyPage } from "../../model/why.ts";
import { h, save } from "../dom.ts";
import { Flame } from "./flame.ts";
import { pprof } from "./pprof.ts";
import { functionTable, statementTable, waitTable } from "./tables.ts";
import { folded, stacksOf, VIEWS, type View } from "./tree.ts";

const page: WhyPage = JSON.parse(document.getElementById("data")!.textContent ?? "");
const app = document.getElementById("app")!;
/** Which workload and which of its services are shown, by their places. */
let [workload, service] = [0, 0];
let view: View = "head";
let words = "";

const VIEW_NAMES: Readonly<Record<View, string>> = { head: "Now", base: "Before", difference: "Difference" };

function show(): void {
  const focused = document.activeElement?.id ?? "";
  const work = page.workloads[workload]!;
  app.replaceChildren(
    h("header", {}, h("h1", {}, page.title), h("p", { class: "soft small" }, page.compared)),
    h(
      "main",
      {},
      choice(
        "Workload",
        page.workloads.map(({ name }) => name),
        workload,
        (to) => {
          [workload, service] = [to, 0];
        },
      ),
      about(work),
      ...profile(work),
      ...statements(work),
    ),
    h(
      "footer",
      { class: "soft small" },
      `steelyard ${page.steelyard}; figures are a request, in the mean of the starts`,
    ),
  );
  document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Buttons of which one is pressed; nothing where there is nothing to choose. */
function choice(
  label: string,
  names: readonly string[],
  chosen: number,
  choose: (to: number) => void,
): HTMLElement | null {
  if (names.length < 2) return null;
  return h(
    "div",
    { class: "bar choice", role: "group", "aria-label": label },
    ...names.map((name, i) =>
      h(
        "button",
        {
          type: "button",
          id: `${label}-${i}`,
          "aria-pressed": String(i === chosen),
          onclick: () => {
            choose(i);
            show();
          },
        },
        name,
      ),
    ),
  );
}

const about = ({ summary, causes, lacking }: CauseTexts) =>
  h(
    "section",
    { class: "newest" },
    h("p", {}, summary),
    causes.length > 0 && h("ol", {}, ...causes.map((cause) => h("li", {}, cause))),
    ...lacking.map((one) => h("p", { class: "soft small" }, `No profile of ${one}`)),
  );

function profile({ services }: ProfiledWorkload): (HTMLElement | null)[] {
  const tree = services[service];
  if (tree === undefined) return [];
  const root = stacksOf(tree);
  const graph = new Flame(root);
  const find = h("input", {
    type: "search",
    id: "find",
    placeholder: "Name or file",
    value: words,
    oninput: () => {
      words = find.value;
      graph.show(view, words);
    },
  });
  const shown = [
    h("h2", {}, "CPU time by function"),
    choice(
      "Service",
      services.map((one) => one.service),
      service,
      (to) => {
        service = to;
      },
    ),
    h(
      "div",
      { class: "bar tools" },
      choice(
        "View",
        VIEWS.map((one) => VIEW_NAMES[one]),
        VIEWS.indexOf(view),
        (to) => {
          view = VIEWS[to]!;
        },
      ),
      h("label", {}, "Find ", find),
      h(
        "button",
        { type: "button", onclick: () => save(`${tree.service}.folded`, "text/plain", folded(root)) },
        "Folded stacks",
      ),
      h(
        "button",
        {
          type: "button",
          onclick: () => save(`${tree.service}.pb`, "application/octet-stream", new Uint8Array(pprof(tree))),
        },
        "pprof",
      ),
    ),
    h("p", { class: "soft small" }, legend(tree)),
    graph.element,
    h("h3", {}, "Functions whose time differs most"),
    functionTable(root),
  ];
  queueMicrotask(() => graph.show(view, words));
  return [h("section", {}, ...shown)];
}

const legend = ({ source }: FlameTree) =>
  `${view === "difference" ? "Widths are the time that was added" : `Widths are the CPU time ${view === "head" ? "now" : "before"}`}, by ${SOURCES[source] ?? source}. Red boxes and + take more than before, green ones and − less. Click or Enter: full width; Escape: back; arrows: move.`;

const SOURCES: Readonly<Record<string, string>> = {
  node: "the profiler of Node.js",
  python: "an agent in Python",
  go: "the profiler of Go",
  java: "JDK Flight Recorder",
  perf: "perf",
};

const statements = ({ statements: all, waits }: ProfiledWorkload) => [
  ...listed(
    "Statements of databases",
    "Statement",
    all.filter(({ http }) => !http),
  ),
  ...listed(
    "Calls of other services",
    "Call",
    all.filter(({ http }) => http),
  ),
  waits.length > 0 &&
    h(
      "section",
      {},
      h("h2", {}, "Waiting by function"),
      h(
        "p",
        { class: "soft small" },
        "For timers, locks, connections, answers, and other threads or tasks. Loops in the background wait, too.",
      ),
      waitTable(waits),
    ),
];

const listed = (title: string, first: "Statement" | "Call", all: readonly StatementWork[]) =>
  all.length === 0
    ? []
    : [
        h(
          "section",
          {},
          h("h2", {}, title),
          h(
            "p",
            { class: "soft small" },
            "Each from its beginning to its end, waits included. Those that run at the same time all count, so their sum may be more than the latency.",
          ),
          statementTable(all, first),
        ),
      ];

document.title = page.title;
show();
performance.mark("drawn");
