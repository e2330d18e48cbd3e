import { own } from "../base/own.ts";
import { counted, number } from "../base/text.ts";
import type { Row, Warning } from "../model/comparison.ts";
import type { Policy } from "../model/config.ts";
import { family, selector } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { absence } from "./absence.ts";
import { ENOUGH } from "./criteria.ts";
import { type CounterBase, counterRow, sdOf } from "./exact.ts";
import { type Figures, sessionFigures } from "./judge.ts";
import type { Reference } from "./reference.ts";
import { type About, row, sample, sessionSample } from "./row.ts";
import { type Rule, rule, samplesNeeded, standing } from "./rule.ts";
import { fewSessions, type Parts, type StoredValues, storedParts, storedValues } from "./stored.ts";
import { observedMetric, type Subject, values } from "./subject.ts";
import { trackedMetrics } from "./tracked.ts";
import { notJudged, type Validity } from "./validity.ts";
import { warning } from "./words.ts";

/** Tests that are corrected together: gate tests, those that lack the sessions to gate, and advisory ones. */
export type Family = "gate" | "warning" | "advisory";

/** A test before the correction of its family. */
export interface Draft {
  readonly family: Family;
  readonly row: Row;
  readonly figures: Figures;
  readonly rule: Rule;
  /** Too few trials for a verdict. */
  readonly weak: boolean;
  /** A worsening surely larger than this gates after all, a log ratio; null where none does. */
  readonly gatesBeyond: number | null;
}

/** A subject with everything that its metrics are judged by. */
export interface Case {
  readonly subject: Subject;
  readonly validity: Validity;
  readonly reference: Reference;
  readonly policy: Policy;
  readonly run: Run;
}

/** The rows of a subject's metrics: finished ones, and drafts whose test awaits the correction of its family. */
export function metricRows(of: Case): (Row | Draft)[] {
  const { subject, run } = of;
  const parts = storedParts(subject, of.reference, run.fingerprint.cores);
  const gates = [...new Set(subject.config.gate)].map((text) => gateRow(text, parts, of));
  const judged = of.validity.kind === "judged" && of.reference.kind !== "incomparable";
  if (!judged) return gates;
  const stored = parts.used.flatMap((part) => Object.keys(part.values));
  const advisory = new Set([...trackedMetrics(run, subject.workload, subject.config), ...stored]);
  for (const text of subject.config.gate) advisory.delete(text);
  const others = [...advisory].filter((text) => informative(text, subject)).sort();
  return [...gates, ...others.map((text) => advisoryRow(text, parts, of))];
}

/** The values of one selector in head and in the stored sessions. */
interface Material {
  readonly about: About & { readonly rule: Rule };
  readonly head: readonly number[];
  readonly stored: readonly StoredValues[];
}

function material(kind: "gate" | "advisory", text: string, { used }: Parts, of: Case): Material {
  const { subject, policy } = of;
  const observed = observedMetric(subject.good, text);
  return {
    about: { kind, metric: text, subject, rule: rule(text, observed, subject.config, policy) },
    head: values(subject.good, text),
    stored: storedValues(used, text),
  };
}

const samples = ({ head, stored }: Material) => ({ head: sample(head), base: sessionSample(stored) });

function gateRow(text: string, parts: Parts, of: Case): Row | Draft {
  const { subject, validity, reference } = of;
  const what = material("gate", text, parts, of);
  const { about, head, stored } = what;
  const warnings = [...parts.warnings];
  const verdictRow = (verdict: Row["verdict"], reason: string, gates = true, extra: Warning[] = []) =>
    row(about, { verdict, reason, gates, ...samples(what) }, [...warnings, ...extra]);
  if (validity.kind !== "judged") {
    return verdictRow("inconclusive", notJudged(validity), false);
  }
  if (head.length === 0) return absentGate(what, warnings);
  if (reference.kind === "incomparable") return verdictRow("incomparable", reference.reason);
  if (stored.length === 0) {
    return verdictRow("new", reference.kind === "none" ? reference.reason : "not in the baseline yet", true);
  }
  const few = fewRequests(text, of);
  if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, false, [few]);
  const obstacles = [...parts.obstacles, ...fewSessions(stored.length)];
  const how = standing(text, observedMetric(subject.good, text), about.rule.unit);
  if (how === "exact" && head.length < ENOUGH) return verdictRow("inconclusive", tooFewTrials(head.length));
  if (how === "exact")
    return storedCounterRow(about, head, stored, [...warnings, ...obstacles], obstacles.length === 0);
  if (how === "advisory") {
    const only = warning(
      "advisory-gate",
      `\`${text}\` is in the gate, but only warns against a baseline: it varies too much between sessions.`,
      "Gate on p50 and cpu_per_request against a baseline.",
    );
    return draft("advisory", what, of, [...warnings, only]);
  }
  if (obstacles.length > 0) return draft("warning", what, of, [...warnings, ...obstacles]);
  if (parts.crowd === null) return draft("gate", what, of, warnings);
  const { explains, warning: crowding } = parts.crowd;
  return { ...draft("warning", what, of, [...warnings, crowding]), gatesBeyond: explains };
}

/** The row of an exact counter against stored sessions. */
function storedCounterRow(
  about: Parameters<typeof counterRow>[0],
  head: readonly number[],
  stored: readonly StoredValues[],
  warnings: readonly Warning[],
  gates: boolean,
): Row {
  const base: CounterBase = {
    center: median(stored.map(({ values }) => median(values))),
    sd: sdOf(stored.flatMap(({ values }) => values)),
    n: stored.length,
    of: "session",
    sample: sessionSample(stored),
  };
  return counterRow(about, { values: head, sample: sample(head) }, base, warnings, gates);
}

/** The verdict for a metric that head or the stored sessions lack; undefined where both have it. */
const absenceOf = ({ about, head, stored }: Material) =>
  absence({
    metric: about.metric,
    inBase: stored.length > 0 ? `the baseline (${counted(stored.length, "session")})` : null,
    inHead: head.length > 0,
    unit: "trial",
  });

/** The row of a gate metric that head lacks. */
function absentGate(what: Material, warnings: Warning[]): Row {
  const absent = absenceOf(what)!;
  return row(what.about, { ...absent, base: sessionSample(what.stored) }, [...warnings, ...absent.warnings]);
}

export const tooFewTrials = (n: number) =>
  `no verdict from ${counted(n, "trial")}: at least ${ENOUGH} are needed`;

/** The warning that a trial has too few requests for a percentile. */
function fewRequests(text: string, { subject }: Case): Warning | undefined {
  const needed = samplesNeeded(text);
  const n = subject.good.flatMap(({ observed }) => {
    const metric = own(observed.metrics, selector(text)?.metric ?? "");
    return metric?.kind === "trend" ? metric.n : [];
  });
  if (needed === 0 || n.length === 0 || median(n) >= needed) return undefined;
  return warning(
    "insufficient-samples",
    `${text} needs ${number(needed)} requests per trial; this run had ${number(Math.floor(median(n)))}.`,
    "Measure longer trials or raise the load.",
  );
}

/** Whether a metric adds information to the other rows. */
function informative(text: string, { facts }: Subject): boolean {
  const { metric, stat } = selector(text) ?? { metric: text, stat: "" };
  if (metric === "http_req_failed" || metric === "checks") return false; // have rows of their own
  const offered = ["http_reqs", "iterations", "http_req_failed", "checks"].includes(family(metric));
  return !(facts?.model === "open" && offered && stat === "rate"); // an open model sets its rate itself
}

function advisoryRow(text: string, parts: Parts, of: Case): Row | Draft {
  const what = material("advisory", text, parts, of);
  const verdictRow = (verdict: Row["verdict"], reason: string, extra: Warning[] = []) =>
    row(what.about, { verdict, reason: `${reason} (advisory)`, gates: false, ...samples(what) }, extra);
  const absent = absenceOf(what);
  if (absent) return verdictRow(absent.verdict, absent.reason);
  const few = fewRequests(text, of);
  if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, [few]);
  return draft("advisory", what, of, []);
}

/** The warning that the stored level changed, so that head is compared with the later sessions only. */
function levels(stored: readonly StoredValues[], compared: readonly StoredValues[]): Warning[] {
  const left = stored.length - compared.length;
  const [first] = compared;
  if (left === 0 || !first) return [];
  return [
    warning(
      "level-changed",
      `Stored sessions changed their level before ${first.at.slice(0, 10)} (run ${first.run}). Head is compared with the later ones; ${counted(left, "earlier session")} only ${left === 1 ? "shows" : "show"} how much sessions differ.`,
    ),
  ];
}

function draft(family: Family, what: Material, { policy }: Case, warnings: Warning[]): Draft {
  const { about, head, stored } = what;
  const figures = sessionFigures(head, stored, about.rule, policy.runner);
  const notes = figures.differences
    ? [
        warning(
          "differences",
          `\`${about.metric}\` has values of 0 or below, so differences were compared instead of ratios.`,
        ),
      ]
    : [];
  const used = samples({ ...what, stored: figures.compared });
  const undecided = { verdict: "inconclusive", reason: "", gates: family === "gate", ...used } as const;
  return {
    family,
    row: row(about, undecided, [...warnings, ...notes, ...levels(stored, figures.compared)]),
    figures,
    rule: about.rule,
    weak: head.length < ENOUGH,
    gatesBeyond: null,
  };
}
