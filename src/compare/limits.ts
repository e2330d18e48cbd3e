import { own } from "../base/own.ts";
import { counted } from "../base/text.ts";
import { type Limit, limitFormat, limitText, type Row } from "../model/comparison.ts";
import type { Between, Budget, Equal, Expect, Policy, Workload } from "../model/config.ts";
import { select, selector } from "../model/metric.ts";
import { format, formatApart } from "../model/quantity.ts";
import type { GoodTrial } from "../model/run.ts";
import { clopperPearson } from "../stats/beta.ts";
import { interval, meanEstimate } from "../stats/location.ts";
import { mean, median } from "../stats/samples.ts";
import type { Case } from "./metrics.ts";
import { type About, row, sample, sessionSample } from "./row.ts";
import { rule } from "./rule.ts";
import { ofVariant, storedValues } from "./stored.ts";
import { observedMetric, values } from "./subject.ts";
import { notJudged } from "./validity.ts";
import { warning } from "./words.ts";

/** Probability outside an estimate on each side: both bounds are one-sided 95 % bounds. */
const OUT = 0.05;

/** Rows for the budgets and expected profiles of a subject. */
export const limitRows = (of: Case): Row[] => [
  ...Object.entries(of.subject.config.budgets).map(([text, budget]) => budgetRow(text, budget, of)),
  ...Object.entries(of.subject.config.expect).map(([text, expected]) => expectRow(text, expected, of)),
];

function expectRow(text: string, expected: Expect, of: Case): Row {
  if (expected === "equal") return equalRow(text, of);
  return "equal" in expected ? matchRow(text, expected, of) : betweenRow(text, expected, of);
}

/** An estimate on head with its one-sided 95 % bounds over trials; no bounds for a single trial. */
type Seen = Pick<Limit, "seen" | "bounds">;

/**
 * The estimate over all trials. For values above 0: the geometric mean, with t bounds on the logs. For other values: the
 * mean, with t bounds. For a share: hits of all trials over their total. Its bounds are the wider of t over trials and
 * Clopper–Pearson over requests, because trials that are all 0 do not prove a rate of 0.
 *
 * @param values one per trial, not empty
 */
export function seenIn(values: readonly number[], counts?: { hits: number; total: number }): Seen {
  const logs = counts === undefined && values.every((v) => v > 0);
  const scale = logs ? values.map(Math.log) : values;
  const back = (v: number) => (logs ? Math.min(Math.exp(v), Number.MAX_VALUE) : v);
  const seen = counts ? counts.hits / counts.total : back(mean(scale));
  if (values.length < 2) return { seen, bounds: null };
  const equal = values.every((v) => v === values[0]);
  const [low, high] = equal ? [mean(scale), mean(scale)] : interval(meanEstimate(scale), OUT);
  if (!counts) return { seen, bounds: [back(low), back(high)] };
  const exact = clopperPearson(counts.hits, counts.total, OUT);
  return { seen, bounds: [Math.max(0, Math.min(low, exact[0])), Math.min(1, Math.max(high, exact[1]))] };
}

/** Whether an estimate lies in its range. It passes or fails only beyond its noise; in between it is at risk. */
function outcome({ seen, bounds }: Seen, [least, most]: readonly [number, number]): Limit["outcome"] {
  const [low, high] = bounds ?? [seen, seen];
  if (bounds !== null && (low > most || high < least)) return "fail";
  return bounds !== null && low >= least && high <= most ? "pass" : "risk";
}

/** How the numbers of a limit are printed. */
type Print = ReturnType<typeof limitFormat>;

const rangeOf = ({ op, limit }: Budget): readonly [number, number] =>
  op === "<" ? [-Infinity, limit] : [limit, Infinity];
const wantedOf = ({ op, limit }: Budget, print: Print) => `${op} ${print(limit)}`;

/** The outcome of a budget over some trials, and a description; null where no trial has the metric. */
export function budgetOutcome(
  text: string,
  budget: Budget,
  good: readonly GoodTrial[],
  { config, policy }: { readonly config: Workload; readonly policy: Policy },
): { readonly outcome: Limit["outcome"]; readonly seen: number; readonly said: string } | null {
  const all = values(good, text);
  if (all.length === 0) return null;
  const { unit } = rule(text, observedMetric(good, text), config, policy);
  const found = seenIn(all, pooledShare(text, good));
  const print = limitFormat({ ...found, range: finite(rangeOf(budget)) }, unit);
  const around = found.bounds === null ? "" : ` (${found.bounds.map(print).join(" to ")})`;
  const said = `${print(found.seen)}${around} over ${counted(all.length, "trial")}, required ${wantedOf(budget, print)}`;
  return { outcome: outcome(found, rangeOf(budget)), seen: found.seen, said };
}

function budgetRow(text: string, budget: Budget, of: Case): Row {
  return limitRow("budget", text, of, rangeOf(budget), {
    wanted: (print) => wantedOf(budget, print),
    because: null,
    broken: "budget",
  });
}

function betweenRow(text: string, { between, because }: Between, of: Case): Row {
  return limitRow("expect", text, of, between, {
    wanted: (print) => `${print(between[0])} to ${print(between[1])}`,
    because,
    broken: "expectation",
  });
}

interface Terms {
  readonly wanted: (print: Print) => string;
  readonly because: string | null;
  readonly broken: "budget" | "expectation";
}

function limitRow(
  kind: "budget" | "expect",
  text: string,
  of: Case,
  range: readonly [number, number],
  terms: Terms,
): Row {
  const { about, head } = limited(kind, text, of);
  if (head.length === 0) return absent(about, of);
  const found = { ...seenIn(head, pooledShare(text, of.subject.good)), range: finite(range) };
  const print = limitFormat(found, about.rule.unit);
  const limit: Limit = {
    ...found,
    wanted: terms.wanted(print),
    because: terms.because,
    outcome: outcome(found, range),
  };
  const said = describe(limit, print, head.length);
  if (of.validity.kind !== "judged") {
    const reason = `${notJudged(of.validity)}: ${said}`;
    return row(about, { verdict: "inconclusive", reason, gates: false, head: sample(head), limit });
  }
  const shared = { head: sample(head), limit };
  if (limit.outcome === "fail")
    return row(about, { verdict: terms.broken, reason: `broken beyond its noise: ${said}`, ...shared });
  if (limit.outcome === "pass")
    return row(about, { verdict: "unchanged", reason: `holds: ${said}`, ...shared });
  return row(about, { verdict: "unchanged", reason: `at risk: ${said}`, ...shared }, [
    warning("at-risk", `\`${text}\` is at its limit: ${said}.`, "Measure more trials to settle it."),
  ]);
}

/** A range as it is stored: null where that side has no limit. */
function finite([least, most]: readonly [number, number]): [number | null, number | null] {
  const end = (limit: number) => (Number.isFinite(limit) ? limit : null);
  return [end(least), end(most)];
}

/** "312 ms [298 ms to 326 ms] over 10 trials, required < 250 ms" */
function describe({ seen, bounds, wanted }: Limit, print: Print, n: number): string {
  const around = bounds === null ? "" : ` [${print(bounds[0])} to ${print(bounds[1])}]`;
  return `${print(seen)}${around} over ${counted(n, "trial")}, required ${wanted}`;
}

function limited(kind: "budget" | "expect", text: string, { subject, policy }: Case) {
  const observed = observedMetric(subject.good, text);
  return {
    about: { kind, metric: text, subject, rule: rule(text, observed, subject.config, policy) },
    head: values(subject.good, text),
  };
}

/** Hits and total over all trials, where the selector is the rate of a share. */
function pooledShare(text: string, good: readonly GoodTrial[]): { hits: number; total: number } | undefined {
  const wanted = selector(text);
  if (wanted?.stat !== "rate") return undefined;
  const shares = good.flatMap(({ observed }) => {
    const metric = own(observed.metrics, wanted.metric);
    return metric?.kind === "share" ? metric : [];
  });
  if (shares.length === 0) return undefined;
  return shares.reduce(
    (sum, { hits, total }) => ({ hits: sum.hits + Math.min(hits, total), total: sum.total + total }),
    { hits: 0, total: 0 },
  );
}

const storedOf = ({ reference, subject }: Case, text: string) =>
  storedValues(ofVariant(reference, subject.variant), text);

/** The row of a limit whose metric the run lacks: absence never passes. */
function absent(about: About, of: Case): Row {
  const stored = storedOf(of, about.metric);
  const gates = of.validity.kind === "judged";
  if (stored.length > 0) {
    const reason = `has a limit and is in the baseline (${counted(stored.length, "session")}), but is absent from this run`;
    return row(about, {
      verdict: gates ? "missing" : "inconclusive",
      reason,
      gates,
      base: sessionSample(stored),
    });
  }
  const reason = "has a limit, but is absent from this run";
  if (!gates)
    return row(about, { verdict: "inconclusive", reason: `${notJudged(of.validity)}: ${reason}`, gates });
  return row(about, { verdict: "invalid", reason, gates }, [
    warning(
      "absent-limit",
      `\`${about.metric}\` has a limit, but no trial reports it.`,
      "Name a metric that the workload reports.",
    ),
  ]);
}

/** The median over trials, and the lowest and highest of them. */
const spread = (values: readonly number[]) => ({
  seen: median(values),
  bounds: [Math.min(...values), Math.max(...values)] as [number, number],
});

/** A metric that must equal the reference exactly, such as rows or queries per request. */
function equalRow(text: string, of: Case): Row {
  const { about, head } = limited("expect", text, of);
  if (head.length === 0) return absent(about, of);
  const stored = storedOf(of, text);
  const latest = stored.at(-1)?.values;
  const gates = of.validity.kind === "judged" && of.reference.kind !== "incomparable";
  const shared = { head: sample(head), base: sessionSample(stored), gates };
  if (!gates) return row(about, { verdict: "inconclusive", reason: notJudged(of.validity), ...shared });
  if (!latest)
    return row(about, {
      verdict: "new",
      reason: "must equal the baseline, but the baseline does not have it yet",
      ...shared,
    });
  const unit = about.rule.unit;
  const wanted = median(latest);
  if (latest.some((v) => v !== wanted)) {
    const { bounds } = spread(latest);
    const range = bounds.map(formatApart([], bounds, unit)).join(" to ");
    const reason = `must equal the baseline, but its last session varies: ${range}`;
    return row(about, { verdict: "inconclusive", reason, ...shared });
  }
  const equal = head.every((v) => v === wanted);
  const found = { ...spread(head), range: [wanted, wanted] as [number, number] };
  const print = limitFormat(found, unit);
  const limit: Limit = {
    ...found,
    wanted: `= ${print(wanted)}`,
    because: null,
    outcome: equal ? "pass" : "fail",
  };
  const differ = head.filter((v) => v !== wanted).length;
  const reason = equal
    ? `equals the baseline: ${print(wanted)} in all ${counted(head.length, "trial")}`
    : `differs from the baseline's ${print(wanted)} in ${differ} of ${counted(head.length, "trial")}: ${found.bounds.map(print).join(" to ")}`;
  return row(about, { verdict: equal ? "unchanged" : "expectation", reason, limit, ...shared });
}

/** The numbers within a share of another. */
function rangeAround(center: number, within: number): [number, number] {
  const room = within * Math.abs(center);
  return [center - room, center + room];
}

/** A metric that must equal a number, or another metric of the same trial, in every trial: rows in, rows out. */
function matchRow(text: string, { equal, within, because }: Equal, of: Case): Row {
  const { about, head } = limited("expect", text, of);
  if (head.length === 0) return absent(about, of);
  const pairs = of.subject.good.map(({ observed: { metrics } }) => ({
    seen: select(metrics, text),
    other: typeof equal === "number" ? equal : select(metrics, equal),
  }));
  const both = pairs.flatMap(({ seen, other }) =>
    seen === undefined || other === undefined ? [] : [{ seen, other }],
  );
  const lacking = pairs.length - both.length;
  const differ = both.filter(({ seen, other }) => Math.abs(seen - other) > within * Math.abs(other)).length;
  const unit = about.rule.unit;
  const tolerance = within === 0 ? "" : ` ± ${format(within, "ratio")}`;
  const found = { ...spread(head), ...(typeof equal === "number" && { range: rangeAround(equal, within) }) };
  const print = limitFormat(found, unit);
  const limit: Limit = {
    ...found,
    wanted: `= ${typeof equal === "number" ? print(equal) : equal}${tolerance}`,
    because,
    outcome: differ > 0 || lacking > 0 ? "fail" : "pass",
  };
  const trials = counted(pairs.length, "trial");
  const said = `${limitText(limit, unit)}, required ${limit.wanted}`;
  const shared = { head: sample(head), limit };
  if (of.validity.kind !== "judged") {
    const reason = `${notJudged(of.validity)}: ${said}`;
    return row(about, { verdict: "inconclusive", reason, gates: false, ...shared });
  }
  if (lacking > 0) {
    const isOwn = pairs.some(({ seen }) => seen === undefined);
    const reason = `${isOwn ? "it" : "its counterpart"} is absent in ${lacking} of ${trials}: ${said}`;
    return row(about, { verdict: "invalid", reason, ...shared }, [
      warning(
        "absent-limit",
        `\`${text}\` must equal \`${equal}\`, and one of them is absent.`,
        "Name metrics that the workload reports in every trial.",
      ),
    ]);
  }
  return differ > 0
    ? row(about, { verdict: "expectation", reason: `differs in ${differ} of ${trials}: ${said}`, ...shared })
    : row(about, { verdict: "unchanged", reason: `equal in all ${trials}: ${said}`, ...shared });
}
