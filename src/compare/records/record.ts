import { own } from "../../base/own.ts";
import type { Row } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import { isItem } from "../../model/item.ts";
import type { LevelsShown } from "../../model/levelrun.ts";
import { nature, selector } from "../../model/metric.ts";
import { format } from "../../model/quantity.ts";
import { type Decision, parts, type RecordShown, type RecordSpec, type Signal } from "../../model/record.ts";
import type { Run } from "../../model/run.ts";
import { levelsOf } from "../levels/levels.ts";
import { levelSubjects } from "../levels/record.ts";
import { observedMetric, type Subject, subjects, values } from "../subject.ts";
import { bucketsOf } from "./buckets.ts";
import { partText, type Source } from "./cells.ts";

/** Most characters of a cell: a variable may hold any number. */
const LONGEST = 400;

/**
 * The records of a config, filled in from one run. A record without any measured workload is left out.
 *
 * Figures are medians over the run's trials. Counts cover all trials: "5,000", "6 × 5,000" where each of six has as many,
 * and the sum where they differ. An absent value is "n/a", never 0. A workload measured at levels has the figures of one
 * level: of each level that has a row, or of the knee.
 *
 * @param rows of the comparison of the same run
 * @param levels of the same run
 */
export function recordsOf(
  run: Run,
  config: Config,
  rows: readonly Row[],
  levels: readonly LevelsShown[] = levelsOf(run, config),
): RecordShown[] {
  const alone = subjects(run, config);
  const all = [...alone, ...levelSubjects(run, levels, "variant")];
  const limits = rows.filter(({ kind }) => kind === "budget" || kind === "expect");
  return Object.entries(config.records).flatMap(
    ([name, { title, about, tables, signals, decisions, comment }]) => {
      const shown = Object.entries(tables).map(([heading, { workloads, each, columns, history }]) => {
        const from = each === "level" ? [...alone, ...levelSubjects(run, levels, "level")] : all;
        const subjects = workloads.flatMap((workload) => inOrder(workload, from, config));
        const cells = Object.values(columns).map(parts);
        const sources = subjects.flatMap((subject) => {
          const of = limits.filter(isItem(subject));
          return rowsFor(each, { run, subject, limits: of });
        });
        const rows = sources.map((source) =>
          cells.map((cell) =>
            cell
              .map((part) => partText(part, source))
              .join("")
              .slice(0, LONGEST),
          ),
        );
        return { subjects, table: { title: heading, columns: Object.keys(columns), rows, history } };
      });
      const measured = [...new Set(shown.flatMap(({ subjects }) => subjects))];
      if (measured.length === 0) return [];
      return {
        name,
        title,
        about: about ?? null,
        comment,
        tables: shown.map(({ table }) => table),
        signals: signals.map((signal) => stated(signal, all)),
        decisions: decisions.map((decision) =>
          decided(decision, shown.find(({ table }) => table.title === decision.table)?.subjects ?? []),
        ),
        targets: targetsOf(measured),
      };
    },
  );
}

/** Workloads and variants, each once: several levels of one may have rows. */
function targetsOf(measured: readonly Subject[]) {
  const named = measured.map(({ workload, variant }) => ({ workload, variant }));
  return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()];
}

/** The rows of a table: the workload (with variant or level) itself, each of its targets, or each bucket. */
function rowsFor(each: Each, source: Source): Source[] {
  if (each === "workload" || each === "level") return [source];
  if (each === "target") return source.limits.map((target) => ({ ...source, target }));
  return bucketsOf(each, source.subject.good).map((bucket) => ({ ...source, bucket }));
}
type Each = RecordSpec["tables"][string]["each"];

/** A workload's variants in the order of the config. */
function inOrder(workload: string, all: readonly Subject[], config: Config): Subject[] {
  const names = Object.keys(own(config.workloads, workload)?.variants ?? {});
  const place = ({ variant }: Subject) => names.indexOf(variant ?? "");
  return all.filter((subject) => subject.workload === workload).sort((a, b) => place(a) - place(b));
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** A decision and the variants it rests on: those it names, else all of its table. */
function decided({ variants, ...rest }: Decision, subjects: readonly Subject[]) {
  const measured = subjects.flatMap(({ variant, good }) => (good.length > 0 ? (variant ?? []) : []));
  const rests = variants ?? [...new Set(measured)];
  return { ...rest, variants: rests, unmeasured: rests.filter((name) => !measured.includes(name)) };
}

/**
 * Whether a statement holds in every trial of the workload. One trial that contradicts it refutes it. A failed trial has no
 * figure, so the statement is then not shown.
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
    because: `${seen}; required ${range(low, high)}`,
  };
}
