import { own } from "../../base/own.ts";
import { number } from "../../base/text.ts";
import { limitText, type Row } from "../../model/comparison.ts";
import { type Between, isKept, type Workload } from "../../model/config.ts";
import { loadOf } from "../../model/load.ts";
import { nature, select, selector } from "../../model/metric.ts";
import { format } from "../../model/quantity.ts";
import type { Field, Part, Scope } from "../../model/record.ts";
import type { GoodTrial, Run } from "../../model/run.ts";
import { median } from "../../stats/samples.ts";
import { LEVEL_CELLS, type LevelSubject } from "../levels/record.ts";
import { observedMetric, type Subject, values } from "../subject.ts";
import type { Bucket } from "./buckets.ts";

const ABSENT = "n/a";

/** The source of a row's cells. */
export interface Source {
  readonly run: Run;
  readonly subject: Subject | LevelSubject;
  /** Judged budgets and expectations of the workload and variant. */
  readonly limits: readonly Row[];
  /** The target of the row, where rows are targets. */
  readonly target?: Row;
  /** The bucket of the row, where rows are buckets. */
  readonly bucket?: Bucket;
}

/** The text of a part of a cell; `n/a` for an absent value. */
export function partText(part: Part | undefined, source: Source): string {
  switch (part?.kind) {
    case "text":
      return part.text;
    case "field":
      return ofLevel(part.field, source.subject) ?? FIELD[part.field](source);
    case "variable":
      return variable(part.scope, part.name, source) ?? ABSENT;
    case "status":
      return answered(part.code, source.subject.good);
    case "metric":
      return figure(part.selector, source.subject);
    default:
      return ABSENT;
  }
}

function variable(scope: Scope, name: string, { run, subject }: Source): string | undefined {
  const variant = own(subject.config.variants, subject.variant ?? "");
  if (scope === "label") return own(run.stack.labels, name);
  if (scope === "env") return own(variant?.env ?? {}, name) ?? own(subject.config.env, name);
  return own(variant?.stack_env ?? {}, name) ?? own(run.stack.env, name);
}

/** The median of a metric over trials, with its unit. */
function figure(text: string, { good, config }: Subject): string {
  const observed = observedMetric(good, text);
  const wanted = selector(text);
  const all = values(good, text);
  if (observed === undefined || wanted === undefined || all.length === 0) return ABSENT;
  return format(median(all), nature(wanted, observed, own(config.metrics, text)).unit);
}

/** A field that belongs to levels; undefined where nothing was measured at levels. */
function ofLevel(field: Field, subject: Source["subject"]): string | undefined {
  if (!("levels" in subject) || !isLevelCell(field)) return undefined;
  return LEVEL_CELLS[field](subject) ?? ABSENT;
}
const isLevelCell = (field: Field): field is Field & keyof typeof LEVEL_CELLS =>
  Object.hasOwn(LEVEL_CELLS, field);

const absent = () => ABSENT;
const FIELD: Readonly<Record<Field, (source: Source) => string>> = {
  date: ({ run }) => run.began.slice(0, 10),
  env: ({ run }) => (run.stack.kind === "external" ? (own(run.stack.labels, "env") ?? "deployed") : "local"),
  stack: ({ run }) => run.stack.kind,
  commit: ({ run: { commit } }) => (commit === null ? ABSENT : commit.sha.slice(0, 9)),
  class: ({ run }) => run.runnerClass,
  workload: ({ subject }) => subject.workload,
  variant: ({ subject }) => subject.variant ?? "",
  load: ({ subject }) => loadedBy(subject),
  connections: ({ subject: { config } }) => {
    const { about, settings } = loadOf(config);
    return about.connections?.(settings) ?? ABSENT;
  },
  place: ({ run, subject: { workload, config } }) =>
    (own(run.config.resolved.workloads, workload) ?? config).in,
  scale: ({ run }) => String(run.scale ?? 1),
  trials: ({ subject }) => whole(subject.good.length),
  seconds: ({ subject: { good } }) =>
    good.length === 0 ? ABSENT : format(median(good.map(({ observed }) => observed.seconds)), "s"),
  ready: (source) => timeToReady(source),
  requests: ({ subject }) => count(subject.good.map(({ observed }) => observed.requests)),
  errors: ({ subject }) => count(subject.good.map(({ observed }) => observed.errors)),
  statuses: ({ subject: { good } }) => statuses(good),
  bad: ({ subject }) => bad(subject),
  dropped: ({ subject: { good, config } }) =>
    loadOf(config).about.countsDropped
      ? count(good.map(({ observed }) => observed.generator.dropped))
      : ABSENT,
  timeouts: ({ subject }) => count(subject.good.map(({ observed }) => observed.unanswered.timeouts)),
  checks: ({ subject: { good } }) => checks(good),
  limits: ({ limits, subject }) => outcome(limits, subject),
  peak: ({ subject: { good } }) => rate(good, Math.max),
  sustained: ({ subject: { good } }) => rate(good, Math.min),
  target: ({ target }) => target?.metric ?? ABSENT,
  wanted: ({ target, subject }) => (target ? wanted(target, subject.config) : ABSENT),
  achieved: ({ target }) => (target?.limit ? limitText(target.limit, target.unit) : ABSENT),
  outcome: ({ target, subject }) => (target ? outcome([target], subject) : ABSENT),
  level: absent,
  knee: absent,
  saturation: absent,
  law: absent,
  instances: absent,
  cost: absent,
  served: absent,
  service_cpu: absent,
  bucket: ({ bucket }) => bucket?.range ?? ABSENT,
  count: ({ bucket }) => (bucket ? whole(bucket.n) : ABSENT),
  share: ({ bucket }) => (bucket ? format(bucket.n / bucket.of, "ratio") : ABSENT),
  kinds: ({ bucket }) => bucket?.kinds.map(([kind, n]) => `${kind}: ${whole(n)}`).join("; ") ?? ABSENT,
};

/** Time from the start of the stack until its last service was ready; over the starts with good trials. */
function timeToReady({ run, subject: { good } }: Source): string {
  const mine = new Set(good.map(({ start }) => start));
  const all = (run.starts ?? [])
    .filter(({ start }) => mine.has(start))
    .map(({ ready }) => Math.max(...Object.values(ready)));
  return all.length === 0 ? ABSENT : format(median(all), "s");
}

/** The highest or lowest request rate of the trials. */
function rate(good: readonly GoodTrial[], which: (...rates: number[]) => number): string {
  if (good.length === 0) return ABSENT;
  return format(which(...good.map(({ observed }) => observed.requests / observed.seconds)), "/s");
}

/** The limit of a target; for a target that is expected to be missed, the limit that is missed. */
function wanted({ metric, unit, limit }: Row, { expect }: Workload): string {
  const target = missed(metric, expect);
  return target ? `${target.op} ${format(target.limit, unit)}` : (limit?.wanted ?? ABSENT);
}

const missed = (metric: string, expect: Workload["expect"]) => profile(metric, expect)?.target;

/** The expected profile of a metric; undefined where it must only equal something. */
function profile(metric: string, expect: Workload["expect"]): Between | undefined {
  const expected = own(expect, metric);
  return typeof expected === "object" && "between" in expected ? expected : undefined;
}

function loadedBy({ config }: Subject): string {
  const { about, settings } = loadOf(config);
  return about.label(settings);
}

const whole = (n: number) => number(Math.round(n));
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** A count over trials: one number, "6 × 5,000" where all are equal, else the sum. */
function count(all: readonly number[]): string {
  const [first] = all;
  if (first === undefined) return ABSENT;
  const same = all.length > 1 && first > 0 && all.every((n) => n === first);
  return same ? `${all.length} × ${whole(first)}` : whole(sum(all));
}

/** "200: 5,000; no answer: 3". Answers whose code the generator does not count are "other". */
function statuses(good: readonly GoodTrial[]): string {
  if (good.length === 0) return ABSENT;
  const codes = [...new Set(good.flatMap(({ observed }) => Object.keys(observed.statuses)))].sort();
  const each = codes.map(
    (code) => [code, good.map(({ observed }) => own(observed.statuses, code) ?? 0)] as const,
  );
  const silent = good.map(({ observed }) => sum(Object.values(observed.unanswered)));
  const rest = sum(silent) > 0 ? [["no answer", silent] as const] : [];
  return [...each, ...rest].map(([code, all]) => `${code}: ${count(all)}`).join("; ") || "none";
}

/** Responses with one status code; `n/a` where codes are not separated or not counted. */
function answered(code: string, good: readonly GoodTrial[]): string {
  const all = good.map(({ observed }) => observed.statuses);
  const there = all.some((one) => Object.hasOwn(one, code));
  const separated =
    all.some((one) => Object.keys(one).length > 0) && !all.some((one) => (one.other ?? 0) > 0);
  return there || separated ? count(all.map((one) => one[code] ?? 0)) : ABSENT;
}

/** From the status codes, or from the generator's own metric, which is absent where there were none. */
function bad({ good, config }: Subject): string {
  const { bad: counted } = loadOf(config).about;
  if (counted === null) return ABSENT;
  const of = ({ observed }: GoodTrial) =>
    counted === "statuses"
      ? sum(Object.entries(observed.statuses).map(([code, n]) => (Number(code) >= 400 ? n : 0)))
      : (select(observed.metrics, counted.selector) ?? 0);
  return count(good.map(of));
}

/** "29,225/29,225" of all trials. */
function checks(good: readonly GoodTrial[]): string {
  const all = good.flatMap(({ observed }) => observed.checks);
  if (all.length === 0) return ABSENT;
  const passes = sum(all.map((check) => check.passes));
  return `${whole(passes)}/${whole(passes + sum(all.map(({ fails }) => fails)))}`;
}

/**
 * Whether this run's figures keep the limits; for an expected profile with its reason. A record shows the measured values.
 * Their certainty, which a single trial cannot give, is part of the comparison.
 */
function outcome(limits: readonly Row[], { failures, good, config }: Subject): string {
  if (good.length === 0) return `FAIL (no trial was measured: ${failures[0]?.code ?? "none was made"})`;
  if (limits.length === 0) return ABSENT;
  if (!limits.every((row) => kept(row, config))) return "FAIL";
  const profiles = limits.flatMap(({ metric }) => profile(metric, config.expect) ?? []);
  const reasons = [...new Set(profiles.map(({ because }) => because))].join("; ");
  if (profiles.some(({ target }) => target)) return `FAIL (expected: ${reasons})`;
  return reasons === "" ? "PASS" : `as expected (${reasons})`;
}

function kept({ metric, limit }: Row, { budgets, expect }: Workload): boolean {
  if (limit === null) return false;
  const budget = own(budgets, metric);
  if (budget) return isKept(budget, limit.seen);
  const between = profile(metric, expect)?.between;
  return between ? limit.seen >= between[0] && limit.seen <= between[1] : limit.outcome === "pass";
}
