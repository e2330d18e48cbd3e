import type { Row } from "../model/comparison.ts";
import type { Config, Workload } from "../model/config.ts";
import { loadOf } from "../model/load.ts";
import { nature, select, selector } from "../model/metric.ts";
import { format } from "../model/quantity.ts";
import {
  type Decision,
  type Field,
  type Part,
  parts,
  type RecordShown,
  type RecordSpec,
  type Scope,
  type Signal,
} from "../model/record.ts";
import type { GoodTrial, Run } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import { type Bucket, bucketsOf } from "./buckets.ts";
import { eachLevel, LEVEL_CELLS, type LevelCell, type LevelSubject, levelSubjects } from "./levelrecord.ts";
import { levelsOf } from "./levels.ts";
import { observedMetric, own, type Subject, subjects, values } from "./subject.ts";

const ABSENT = "n/a";
/** Characters of a cell: a variable may hold any amount of them. */
const LONGEST = 400;

/** What the cells of a row are filled from. */
interface Source {
  readonly run: Run;
  readonly subject: Subject | LevelSubject;
  /** Judged budgets and expectations of the workload and variant. */
  readonly limits: readonly Row[];
  /** The one that the row is for, where rows are targets. */
  readonly target?: Row;
  /** The bucket that the row is for, where rows are buckets. */
  readonly bucket?: Bucket;
}

/**
 * The records that a config asks for, filled in from one run. A record of which nothing was measured is left out.
 *
 * Figures are medians over the run's trials. Counts are of all trials: "5,000", "6 × 5,000" where each of six has as
 * many, and the sum where they differ. What is not there is "n/a", and never 0. Figures of what was measured at levels
 * are those of one level: of each that has a row, or of the one that stands for the whole.
 *
 * @param rows of the comparison of the same run
 */
export function recordsOf(run: Run, config: Config, rows: readonly Row[]): RecordShown[] {
  const all = [...subjects(run, config), ...levelSubjects(run, levelsOf(run, config))];
  const limits = rows.filter(({ kind }) => kind === "budget" || kind === "expect");
  return Object.entries(config.records).flatMap(
    ([name, { title, about, tables, signals, decisions, comment }]) => {
      const shown = Object.entries(tables).map(([heading, { workloads, each, columns, history }]) => {
        const subjects = workloads.flatMap((workload) => inOrder(workload, all, config));
        const cells = Object.values(columns).map(parts);
        const sources = subjects.flatMap((subject) => {
          const of = limits.filter(
            ({ workload, variant }) => workload === subject.workload && variant === subject.variant,
          );
          return rowsFor(each, { run, subject, limits: of });
        });
        const rows = sources.map((source) =>
          cells.map((cell) =>
            cell
              .map((part) => said(part, source))
              .join("")
              .slice(0, LONGEST),
          ),
        );
        return { subjects, table: { title: heading, columns: Object.keys(columns), rows, history } };
      });
      const measured = [...new Set(shown.flatMap(({ subjects }) => subjects))];
      if (measured.length === 0) return [];
      return {
        ...{ name, title, about: about ?? null, comment },
        tables: shown.map(({ table }) => table),
        signals: signals.map((signal) => stated(signal, all)),
        decisions: decisions.map((decision) =>
          decided(decision, shown.find(({ table }) => table.title === decision.table)?.subjects ?? []),
        ),
        targets: measured.map(({ workload, variant }) => ({ workload, variant })),
      };
    },
  );
}

/** What has a row of its own in a table: the workload and variant itself, each of its targets, levels or buckets. */
function rowsFor(each: Each, source: Source): Source[] {
  if (each === "workload") return [source];
  if (each === "target") return source.limits.map((target) => ({ ...source, target }));
  if (each === "level") {
    const { subject, run } = source;
    return "levels" in subject ? eachLevel(run, subject).map((one) => ({ ...source, subject: one })) : [];
  }
  return bucketsOf(each, source.subject.good).map((bucket) => ({ ...source, bucket }));
}
type Each = RecordSpec["tables"][string]["each"];

/** A workload's variants in the order of the config. */
function inOrder(workload: string, all: readonly Subject[], config: Config): Subject[] {
  const names = Object.keys(own(config.workloads, workload)?.variants ?? {});
  const place = ({ variant }: Subject) => names.indexOf(variant ?? "");
  return all.filter((subject) => subject.workload === workload).sort((a, b) => place(a) - place(b));
}

function said(part: Part | undefined, source: Source): string {
  switch (part?.kind) {
    case "text":
      return part.text;
    case "field":
      return FIELD[part.field](source);
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

/** The median of a figure over trials, with its unit. */
function figure(text: string, { good, config }: Subject): string {
  const observed = observedMetric(good, text);
  const wanted = selector(text);
  const all = values(good, text);
  if (observed === undefined || wanted === undefined || all.length === 0) return ABSENT;
  return format(median(all), nature(wanted, observed, own(config.metrics, text)).unit);
}

const FIELD: Readonly<Record<Field, (source: Source) => string>> = {
  date: ({ run }) => run.began.slice(0, 10),
  env: ({ run }) => (run.stack.kind === "external" ? (own(run.stack.labels, "env") ?? "deployed") : "local"),
  stack: ({ run }) => run.stack.kind,
  commit: ({ run: { commit } }) => (commit === null ? ABSENT : commit.sha.slice(0, 9)),
  class: ({ run }) => run.runnerClass,
  workload: ({ subject }) => subject.workload,
  variant: ({ subject }) => subject.variant ?? "",
  load: ({ subject }) => loadedBy(subject),
  place: ({ run, subject: { workload, config } }) =>
    (own(run.config.resolved.workloads, workload) ?? config).in,
  trials: ({ subject }) => whole(subject.good.length),
  seconds: ({ subject: { good } }) =>
    good.length === 0 ? ABSENT : format(median(good.map(({ observed }) => observed.seconds)), "s"),
  requests: ({ subject }) => count(subject.good.map(({ observed }) => observed.requests)),
  errors: ({ subject }) => count(subject.good.map(({ observed }) => observed.errors)),
  statuses: ({ subject: { good } }) => statuses(good),
  bad: ({ subject }) => bad(subject),
  dropped: ({ subject: { good, config } }) =>
    loadOf(config).kind === "k6" ? count(good.map(({ observed }) => observed.generator.dropped)) : ABSENT,
  timeouts: ({ subject }) => count(subject.good.map(({ observed }) => observed.unanswered.timeouts)),
  checks: ({ subject: { good } }) => checks(good),
  limits: ({ limits, subject }) => outcome(limits, subject),
  peak: (of) => ofLevel("peak", of) ?? rate(of.subject.good, Math.max),
  sustained: (of) => ofLevel("sustained", of) ?? rate(of.subject.good, Math.min),
  target: ({ target }) => target?.metric ?? ABSENT,
  wanted: ({ target, subject }) => (target ? wanted(target, subject.config) : ABSENT),
  achieved: (of) =>
    of.target?.limit ? format(of.target.limit.seen, of.target.unit) : (ofLevel("achieved", of) ?? ABSENT),
  outcome: (of) => (of.target ? outcome([of.target], of.subject) : (ofLevel("outcome", of) ?? ABSENT)),
  bucket: ({ bucket }) => bucket?.range ?? ABSENT,
  count: ({ bucket }) => (bucket ? whole(bucket.n) : ABSENT),
  share: ({ bucket }) => (bucket ? format(bucket.n / bucket.of, "ratio") : ABSENT),
  kinds: ({ bucket }) => bucket?.kinds.map(([kind, n]) => `${kind}: ${whole(n)}`).join("; ") ?? ABSENT,
  level: (of) => ofLevel("level", of) ?? ABSENT,
  served: (of) => ofLevel("served", of) ?? ABSENT,
  service_cpu: (of) => ofLevel("service_cpu", of) ?? ABSENT,
  knee: (of) => ofLevel("knee", of) ?? ABSENT,
  saturation: (of) => ofLevel("saturation", of) ?? ABSENT,
  law: (of) => ofLevel("law", of) ?? ABSENT,
  instances: (of) => ofLevel("instances", of) ?? ABSENT,
  cost: (of) => ofLevel("cost", of) ?? ABSENT,
};

/** What a cell of levels holds; nothing of what was not measured at levels. */
const ofLevel = (cell: LevelCell, { subject }: Source): string | null | undefined =>
  "levels" in subject ? LEVEL_CELLS[cell](subject) : undefined;

/** One of the trials' rates of requests. */
function rate(good: readonly GoodTrial[], which: (...rates: number[]) => number): string {
  if (good.length === 0) return ABSENT;
  return format(which(...good.map(({ observed }) => observed.requests / observed.seconds)), "/s");
}

/** What a target is; of one that is meant to be missed, the limit that is missed. */
function wanted({ metric, unit, limit }: Row, { expect }: Workload): string {
  const target = missed(metric, expect);
  return target ? `${target.op} ${format(target.limit, unit)}` : (limit?.wanted ?? ABSENT);
}

function missed(metric: string, expect: Workload["expect"]) {
  const expected = own(expect, metric);
  return typeof expected === "object" && "between" in expected ? expected.target : undefined;
}

function loadedBy({ config }: Subject): string {
  const load = loadOf(config);
  if (load.kind === "k6") return load.script;
  return load.kind === "wrk" ? (load.wrk.script ?? load.wrk.path) : load.command.run.join(" ");
}

const whole = (n: number) => Math.round(n).toLocaleString("en-US");
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** A count over trials: one number, or how often the same, or the sum. */
function count(all: readonly number[]): string {
  const [first] = all;
  if (first === undefined) return ABSENT;
  const same = all.length > 1 && first > 0 && all.every((n) => n === first);
  return same ? `${all.length} × ${whole(first)}` : whole(sum(all));
}

/** "200: 5,000; no answer: 3". wrk does not tell good ones apart: those are "other". */
function statuses(good: readonly GoodTrial[]): string {
  if (good.length === 0) return ABSENT;
  const codes = [...new Set(good.flatMap(({ observed }) => Object.keys(observed.statuses)))].sort();
  const each = codes.map((code) => [code, good.map(({ observed }) => observed.statuses[code] ?? 0)] as const);
  const silent = good.map(({ observed }) => sum(Object.values(observed.unanswered)));
  const rest = sum(silent) > 0 ? [["no answer", silent] as const] : [];
  return [...each, ...rest].map(([code, all]) => `${code}: ${count(all)}`).join("; ") || "none";
}

/** Answers with one status code; unknown where codes are not told apart, or not counted at all. */
function answered(code: string, good: readonly GoodTrial[]): string {
  const all = good.map(({ observed }) => observed.statuses);
  const there = all.some((one) => Object.hasOwn(one, code));
  const told = all.some((one) => Object.keys(one).length > 0) && !all.some((one) => (one.other ?? 0) > 0);
  return there || told ? count(all.map((one) => one[code] ?? 0)) : ABSENT;
}

/** wrk counts these in a metric of its own, which is absent where there were none; k6 has every status code. */
function bad({ good, config }: Subject): string {
  const { kind } = loadOf(config);
  if (kind === "command") return ABSENT;
  const of = ({ observed }: GoodTrial) =>
    kind === "wrk"
      ? (select(observed.metrics, "http_req_errors{kind:status}.count") ?? 0)
      : sum(Object.entries(observed.statuses).map(([code, n]) => (Number(code) >= 400 ? n : 0)));
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
 * Whether the figures of this run kept the limits; of an expected profile with its reason. A record says what was seen:
 * how certain that is, which one trial cannot tell, is the comparison's affair.
 */
function outcome(limits: readonly Row[], { failures, good, config }: Subject): string {
  if (good.length === 0) return `FAIL (no trial was measured: ${failures[0]?.code ?? "none was made"})`;
  if (limits.length === 0) return ABSENT;
  if (!limits.every((row) => kept(row, config))) return "FAIL";
  // of a profile: what is only to be equal has passed
  const because = limits.flatMap(({ metric, limit }) => {
    const expected = own(config.expect, metric);
    return typeof expected === "object" && "between" in expected ? (limit?.because ?? []) : [];
  });
  const reasons = [...new Set(because)].join("; ");
  if (limits.some(({ metric }) => missed(metric, config.expect))) return `FAIL (expected: ${reasons})`;
  return reasons === "" ? "PASS" : `as expected (${reasons})`;
}

function kept({ metric, limit }: Row, { budgets, expect }: Workload): boolean {
  if (limit === null) return false;
  const budget = own(budgets, metric);
  if (budget) return budget.op === "<" ? limit.seen <= budget.limit : limit.seen >= budget.limit;
  const expected = own(expect, metric);
  if (expected === undefined || expected === "equal" || "equal" in expected) return limit.outcome === "pass";
  return limit.seen >= expected.between[0] && limit.seen <= expected.between[1];
}

/** A decision with the variants it rests on: those it names, else all of its table. */
function decided({ variants, ...said }: Decision, subjects: readonly Subject[]) {
  const measured = subjects.flatMap(({ variant, good }) => (good.length > 0 ? (variant ?? []) : []));
  const rests = variants ?? [...new Set(measured)];
  return { ...said, variants: rests, unmeasured: rests.filter((name) => !measured.includes(name)) };
}

/**
 * Whether a statement holds in every trial of the workload. A trial that failed has no figure, and so nothing
 * is shown; a statement that one trial contradicts is refuted all the same.
 */
function stated({ say, workload, metric, between: [low, high] }: Signal, all: readonly Subject[]) {
  const of = all.filter((subject) => subject.workload === workload);
  const good = of.flatMap((subject) => subject.good);
  const found = values(good, metric);
  const observed = observedMetric(good, metric);
  const wanted = selector(metric);
  const planned = sum(of.map((subject) => subject.planned));
  if (observed === undefined || wanted === undefined || found.length === 0) {
    const why = of.length === 0 ? `${workload} was not measured` : `${workload} has no ${metric}`;
    return { say, holds: null, because: why };
  }
  const { unit } = nature(wanted, observed, own(of[0]!.config.metrics, metric));
  const range = (from: number, to: number) =>
    from === to ? format(from, unit) : `${format(from, unit)} to ${format(to, unit)}`;
  const within = found.every((value) => value >= low && value <= high);
  const lacking = planned - found.length;
  const trials = `in ${found.length} ${found.length === 1 ? "trial" : "trials"}`;
  const more = lacking > 0 ? `, ${lacking} more without a figure` : "";
  const seen = `${workload}: ${metric} ${range(Math.min(...found), Math.max(...found))} ${trials}${more}`;
  return {
    say,
    holds: within && lacking > 0 ? null : within,
    because: `${seen}; wanted ${range(low, high)}`,
  };
}
