import { own } from "../base/own.ts";
import type { Config, Workload } from "../model/config.ts";
import type { GeneratorKind } from "../model/generator.ts";
import { loadOf, mappingOf } from "../model/load.ts";
import { UNITS } from "../model/mapping.ts";
import { family, type Metric, QUANTILES, type Selector, selector } from "../model/metric.ts";
import { amount, format, type Unit } from "../model/quantity.ts";
import { KNOWN, STATS } from "./meanings.ts";
import { named, type Path, type Problem, quoted } from "./problem.ts";
import type { Written } from "./source.ts";

type Kind = Metric["kind"];

/** Metrics named twice, statistics that do not exist, limits in another unit, rules that exclude each other. */
export function metricProblems({ workloads }: Config, written: Written): Problem[] {
  return Object.entries(workloads).flatMap(([name, workload]) => {
    const at: Path = ["workloads", name];
    return [
      ...selectorProblems(workload, at),
      ...exclusions(workload, at),
      ...Object.entries(workload.budgets).flatMap(([text, budget]) =>
        budgetProblems(text, budget, workload, [...at, "budgets", text], written),
      ),
      ...Object.entries(workload.expect).flatMap(([text, one]) => {
        if (typeof one !== "object" || !("between" in one) || one.target === undefined) return [];
        return budgetProblems(text, one.target, workload, [...at, "expect", text, "target"], written);
      }),
      ...bareProblems(workload, at, written),
      ...pairProblems(workload, at),
    ];
  });
}

function selectorProblems(workload: Workload, at: Path): Problem[] {
  const { gate, budgets, expect, metrics } = workload;
  const { about } = loadOf(workload);
  const named = Object.entries(expect).flatMap(([text, expected]) =>
    typeof expected === "object" && "equal" in expected && typeof expected.equal === "string"
      ? (statProblem(expected.equal, { path: [...at, "expect", text, "equal"], on: "value" }, about) ?? [])
      : [],
  );
  const lists = [
    gate.map((text, index) => ({ text, place: { path: [...at, "gate", index], on: "value" } as const })),
    ...Object.entries({ budgets, expect, metrics }).map(([key, all]) =>
      Object.keys(all).map((text) => ({ text, place: { path: [...at, key, text], on: "key" } as const })),
    ),
  ];
  const all = lists.flatMap((list) => {
    const seen = new Set<string>();
    return list.flatMap(({ text, place }) => {
      const wrong = statProblem(text, place, about);
      if (wrong) return [wrong];
      const once = canonical(text);
      if (!seen.has(once)) {
        seen.add(once);
        return [];
      }
      return [{ what: `The metric ${quoted(text)} appears twice.`, place, remedy: "keep one of them" }];
    });
  });
  return [...named, ...all];
}

/** A selector in canonical form: p50 and p50.0 are the same. */
function canonical(text: string): string {
  const { metric, stat } = selector(text) ?? { metric: text, stat: "" };
  return `${metric}.${/^p[\d.]+$/.test(stat) ? `p${Number(stat.slice(1))}` : stat}`;
}

function statProblem(
  text: string,
  place: Problem["place"],
  { subject, percentiles }: GeneratorKind,
): Problem | undefined {
  const { metric, stat } = selector(text) ?? { metric: text, stat: "" };
  const kind = knownOf(metric)?.kind;
  const quantile = /^p[\d.]+$/.test(stat);
  if (quantile && (kind === undefined || kind === "trend") && !QUANTILES.includes(Number(stat.slice(1)))) {
    const what = `The quantile ${stat} of ${quoted(metric)} is not kept.`;
    const allowed = "p1, p2, … p99, p99.5, p99.9, p99.95, p99.99";
    return { what, place, allowed, remedy: `name the nearest, ${closest(Number(stat.slice(1)))}` };
  }
  if (quantile && kind === "trend" && percentiles?.includes(Number(stat.slice(1))) === false) {
    const what = `${subject} does not measure the ${stat} of ${quoted(metric)}.`;
    const allowed = percentiles.map((q) => `p${q}`).join(", ");
    const remedy = `name the nearest, ${closest(Number(stat.slice(1)), percentiles)}`;
    return { what, place, allowed, remedy };
  }
  if (kind === undefined || has(kind, stat)) return undefined;
  const bare = stat === "value" && metric === text;
  return {
    what: bare ? `${quoted(text)} names no statistic.` : `${quoted(metric)} has no ${stat}.`,
    place,
    allowed: STATS[kind],
    remedy: `write it such as ${metric}.${{ trend: "p50", share: "rate", counter: "rate", gauge: "value" }[kind]}`,
  };
}

const has = (kind: Kind, stat: string) =>
  kind === "trend" ? stat !== "rate" && stat !== "value" : STATS[kind].split(/, | /).includes(stat);

function closest(quantile: number, grid: readonly number[] = QUANTILES): string {
  const far = (q: number) => Math.abs(q - quantile);
  return `p${[...grid].sort((a, b) => far(a) - far(b))[0]}`;
}

/** Kind and unit of a metric, where its name implies them. */
export function knownOf(metric: string) {
  const name = family(metric);
  return own(KNOWN, name);
}

/** Problems of metrics with both a budget and an expectation, which would answer one question twice. */
function exclusions({ budgets, expect }: Workload, at: Path): Problem[] {
  const limited = new Map(Object.keys(budgets).map((text) => [canonical(text), text]));
  return Object.keys(expect).flatMap((text) => {
    const other = limited.get(canonical(text));
    if (other === undefined) return [];
    const what = `The metric ${quoted(text)} has a budget and an expectation.`;
    const place = { path: [...at, "expect", text], on: "key" } as const;
    return [
      { what, place, remedy: "keep the expectation, which has two bounds, or the budget, which has one" },
    ];
  });
}

function budgetProblems(
  text: string,
  { op }: Workload["budgets"][string],
  workload: Workload,
  path: Path,
  written: Written,
): Problem[] {
  const place = { path, on: "value" } as const;
  const rule = ruleOf(text, workload.metrics);
  const against = rule?.better === "higher" ? "<" : rule?.better === "lower" ? ">" : undefined;
  if (op === against) {
    const what = `The budget of ${quoted(text)} has "${op}", but by \`metrics\` ${rule?.better} is better.`;
    return [{ what, place, remedy: `reverse the budget or the rule` }];
  }
  const limit = amount((written(path) ?? "").replace(/^\s*[<>]=?/, "").trim());
  const unit = unitIn(text, workload);
  if (limit === undefined || unit === undefined || limit.unit === unit) return [];
  const bare = limit.unit === "1";
  if (bare && (unit === "/s" || limit.value === 0)) return []; // "< 1" of a ratio would be 100 %
  return [
    {
      what: bare
        ? `The budget of ${quoted(text)} has no unit; it would mean ${format(limit.value, unit)}.`
        : `The budget of ${quoted(text)} is in ${WORDS[limit.unit]}, and the metric in ${WORDS[unit]}.`,
      place,
      remedy: `write it such as "${op} ${EXAMPLES[unit]}"`,
    },
  ];
}

/** Floors and bounds without a unit, of metrics that have one: 50 for a latency would be 50 s. */
function bareProblems(workload: Workload, at: Path, written: Written): Problem[] {
  const { metrics, expect } = workload;
  const bounds = (text: string) => [
    ...[0, 1].map((end) => [...at, "expect", text, "between", end]),
    [...at, "expect", text, "equal"],
  ];
  const places = [
    ...Object.keys(metrics).map((text) => ({ text, path: [...at, "metrics", text, "floor"] })),
    ...Object.keys(expect).flatMap((text) => bounds(text).map((path) => ({ text, path }))),
  ];
  return places.flatMap(({ text, path }) => {
    const unit = unitIn(text, workload);
    const found = amount((written(path) ?? "").trim());
    if (found?.unit !== "1" || found.value === 0) return [];
    if (unit === undefined || unit === "1" || unit === "/s") return [];
    const what = `${named(path)} has no unit; it would mean ${format(found.value, unit)}.`;
    return [{ what, place: { path, on: "value" }, remedy: `write it such as ${EXAMPLES[unit]}` } as const];
  });
}

const ruleOf = (text: string, metrics: Workload["metrics"]) =>
  Object.entries(metrics).find(([other]) => canonical(other) === canonical(text))?.[1];

/** The unit of a metric: from its rule, from its mapping, or a known one. */
function unitIn(text: string, workload: Workload): Unit | undefined {
  const parts = selector(text);
  const mapping = parts && mappingOf(workload)?.mapping;
  const printed = mapping && own(mapping.metrics, parts.metric)?.unit;
  return (
    ruleOf(text, workload.metrics)?.unit ??
    (printed === undefined ? parts && unitOf(parts) : UNITS[printed].unit)
  );
}

const WORDS = {
  s: "time",
  B: "bytes",
  ratio: "percent",
  "/s": "a number per second",
  "1": "plain numbers",
} as const;
const EXAMPLES = { s: "250ms", B: "64MiB", ratio: "1%", "/s": "100/s", "1": "100" } as const;

function unitOf({ metric, stat }: Selector): Unit | undefined {
  const found = knownOf(metric);
  if (found === undefined) return undefined;
  if (found.kind === "counter" && stat === "rate") return found.unit === "B" ? undefined : "/s"; // 1MB or 100/s
  return stat === "count" ? "1" : found.unit;
}

function pairProblems({ measure: { pairs } }: Workload, at: Path): Problem[] {
  const [fewest, most] = pairs;
  if (fewest <= most) return [];
  const what = `The fewest pairs (${fewest}) are more than the most (${most}).`;
  const place = { path: [...at, "measure", "pairs"], on: "value" } as const;
  return [{ what, place, remedy: `write the fewest first: [${most}, ${fewest}]` }];
}
