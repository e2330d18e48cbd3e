import { own } from "../base/own.ts";
import type { Baseline } from "../model/baseline.ts";
import { type Comparison, type Row, visibleIn, type Warning } from "../model/comparison.ts";
import { type Config, hasLimits } from "../model/config.ts";
import type { Demands } from "../model/demand.ts";
import { byItem, isItem } from "../model/item.ts";
import type { Run } from "../model/run.ts";
import { conclusion, exitCode, failing, worst } from "../model/verdict.ts";
import { tag } from "../model/versioned.ts";
import { causesOf, fewStarts } from "./causes/causes.ts";
import { unexplainable } from "./causes/unexplainable.ts";
import { checkRows } from "./checks.ts";
import { correctedRows, withoutFalseImprovements } from "./correction.ts";
import { demandRows } from "./demand.ts";
import { duelSummaries, inDuel, pairedReference, rowsOfDuel } from "./duel/run.ts";
import { editedRows } from "./edited.ts";
import { errorRows } from "./errors.ts";
import { saturatedWarning } from "./generator.ts";
import { screens } from "./history/screen.ts";
import { interruptedRows } from "./interrupted.ts";
import { levelFaults } from "./levels/faults.ts";
import { kneeRows } from "./levels/knee.ts";
import { levelsOf } from "./levels/levels.ts";
import { limitRows } from "./limits.ts";
import { type Case, metricRows } from "./metrics.ts";
import { recordsOf } from "./records/record.ts";
import { type Reference, reference } from "./reference.ts";
import { thresholdRows } from "./scriptthresholds.ts";
import { slowClusters } from "./slow.ts";
import { type Subject, subjects } from "./subject.ts";
import { validity } from "./validity.ts";
import { type Waivers, waived } from "./waivers.ts";
import { missingRows, runWarnings, summary, unaffectedRows, workloadRows } from "./workloads.ts";

export interface CompareInput {
  readonly run: Run;
  /** The rules: in a pull request those of the merge-base, never the pull request's own. */
  readonly config: Config;
  /** The baselines of the run's runner class, by workload. */
  readonly baselines: ReadonlyMap<string, Baseline>;
  /** Runner classes that have a baseline. */
  readonly classes: readonly string[];
  /** When the run was judged, ISO 8601. */
  readonly at: string;
  /** Version of this program. */
  readonly steelyard: string;
  readonly replay: readonly string[];
  /** The measurements that the reviewed rules require; absent where the run is judged by its own config. */
  readonly demands?: Demands | undefined;
  /** Accepted regressions. In a pull request: those at the tip of its base branch, never its own. */
  readonly waivers?: Waivers | undefined;
}

/**
 * Compares a run with its reference and decides the overall verdict. Pure: the same files give the same verdict anywhere.
 *
 * Validity is judged before errors, and errors before metrics. The order of trials, sessions and workloads in the files
 * has no effect.
 */
export function compare(input: CompareInput): Comparison {
  const { run, config, baselines } = input;
  const { fingerprint } = run;
  const all = subjects(run, config);
  const references = new Map(
    all.map(({ workload }) => [workload, reference(workload, run, baselines.get(workload))]),
  );
  const levels = levelsOf(run, config);
  const measured =
    run.state === "interrupted" ? interruptedRows(run, all) : measuredRows(input, all, references, levels);
  // On a laptop nobody demands anything; the rules that `--base-rules` took from base count nevertheless.
  const judged = input.demands
    ? demanded(measured, input, input.demands)
    : [...editedRows(measured, run.rules, new Set()), ...unaffectedRows(run)];
  const known = [...Object.keys(config.workloads), ...Object.keys(run.config.resolved.workloads)];
  const edited = new Set(run.rules?.edited.map(({ workload }) => workload));
  const excused = input.waivers && waived(judged, input.waivers, known, edited);
  const rows = [...(excused?.rows ?? judged)];
  const gating = rows.filter(({ gates }) => gates);
  const verdicts = gating.map(({ verdict }) => verdict);
  const overall = ungated(rows) ? worst([...verdicts, "inconclusive"]) : worst(verdicts);
  const failOn = failing(config.policy.fail_on.add, config.policy.fail_on.remove);
  const exit = exitCode(verdicts, failOn);
  const records = recordsOf(run, config, rows, levels);
  const slow = slowClusters(run);
  const causes = run.profiling && causesOf(run.profiling, rows);
  const unknown = config.policy.why === "never" ? [] : unexplainable(run, rows);
  return {
    schema: tag("comparison"),
    steelyard: input.steelyard,
    run: run.id,
    commit: run.commit,
    at: input.at,
    runnerClass: run.runnerClass,
    fingerprint: run.fingerprint,
    reference: run.duel ? pairedReference(run.duel, used(references)) : used(references),
    overall,
    exit,
    conclusion: conclusion(overall, exit),
    failOn: [...failOn],
    mde: visibleIn(gating),
    rows,
    workloads: [...all.map((subject) => summary(subject, fingerprint.cores)), ...duelSummaries(run, all)],
    ...(excused && { waivers: excused.waivers }),
    warnings: [
      ...runWarnings(run, baselines, input.classes),
      ...unknown,
      ...(excused?.warnings ?? []),
      ...(run.profiling && causes ? fewStarts(run.profiling, causes) : []),
    ],
    ...(causes && { causes }),
    ...(slow.length > 0 && { slow }),
    ...(records.length > 0 && { records }),
    ...(levels.length > 0 && { levels }),
    spent: run.spent,
    replay: [...input.replay],
    ...(config.site !== undefined && { site: config.site }),
  };
}

/** The rows of all measurements, before reviewed rules and waivers. */
function measuredRows(
  { run, config, baselines }: CompareInput,
  all: readonly Subject[],
  references: ReadonlyMap<string, Reference>,
  levels: ReturnType<typeof levelsOf>,
): Row[] {
  const { duel, workloads, fingerprint } = run;
  const cases: Case[] = all.map((subject) => ({
    subject,
    run,
    policy: config.policy,
    reference: references.get(subject.workload)!,
    validity: validity(subject, config.policy, fingerprint, leastTrials(subject, run, config)),
  }));
  const alone = all.map((subject) => summary(subject, fingerprint.cores));
  const paired = duel ? rowsOfDuel({ duel, workloads, fingerprint, config, baselines, alone }) : [];
  return [
    ...judgedRows(cases.filter(({ subject }) => !inDuel(run, subject))),
    ...paired,
    ...limitsOf(
      cases.filter(({ subject }) => inDuel(run, subject)),
      paired,
    ),
    ...missingRows(run, config, baselines, [...all, ...(duel?.pairings ?? []), ...(run.levels ?? [])]),
    ...levelFaults(run),
    ...kneeRows(levels, config),
  ];
}

/**
 * The rows under reviewed rules. Adds a row for each measurement that the rules require and the run lacks. Where the
 * change edits a load and head fails under base's version of it, the row is invalid.
 */
function demanded(rows: readonly Row[], input: CompareInput, demands: Demands): Row[] {
  const { run } = input;
  const asked = new Set(demands.all.map(({ workload }) => workload));
  const own = rows.filter(({ verdict, workload }) => verdict !== "missing" || !asked.has(workload));
  const settling = run.screened && screens(input, own);
  const lacking = demandRows(run, demands, (workload) => settling?.get(workload)?.duel === false);
  // Workloads that were measured in part have a row already, and the rest follows from that.
  if (run.state === "interrupted") return [...own, ...lacking.filter(({ verdict }) => verdict === "missing")];
  return [...editedRows(own, run.rules, asked), ...lacking];
}

/** Good trials that a subject needs: beside pairs one will do, where only thresholds of the script ask for it. */
function leastTrials(subject: Subject, run: Run, config: Config): number | undefined {
  const workload = own(config.workloads, subject.workload);
  const onlyThresholds = workload === undefined || !hasLimits(workload);
  return inDuel(run, subject) && onlyThresholds ? 1 : undefined;
}

/**
 * Budgets, profiles and thresholds of paired workloads. They are judged on head's own load, but not where that load fails on
 * base as well: then it says nothing about the change. Where its generator could not keep up, those that hold are not judged, and
 * the others cannot be: a service that is too slow for the rate looks the same. The pairs have loads of their own.
 */
const limitsOf = (cases: readonly Case[], paired: readonly Row[]): Row[] =>
  cases.flatMap((of) => {
    const failing = paired.filter(isItem(of.subject)).find(isOfFailingBase);
    const { kind } = of.validity;
    const validity =
      failing && kind === "judged"
        ? { kind: "invalid" as const, reason: failing.reason, warnings: [] }
        : of.validity;
    const limits = [...limitRows({ ...of, validity }), ...thresholdRows({ ...of, validity })];
    if (validity.kind !== "saturated") return [...workloadRows(of), ...limits];
    const notes = [saturatedWarning(`In head's own trials, ${validity.reason}.`), ...validity.warnings];
    return limits.map((row) => ({
      ...row,
      ...(row.limit?.outcome === "fail" && { verdict: "invalid" as const, gates: true }),
      warnings: joined(row.warnings, notes),
    }));
  });

const isOfFailingBase = ({ verdict, warnings }: Row) =>
  verdict === "invalid" && warnings.some(({ code }) => code === "failing-base");

/** The rows of unpaired workloads, in reading order within each workload and variant. */
function judgedRows(cases: readonly Case[]): Row[] {
  const metrics = correctedRows(cases.flatMap(metricRows));
  const rowsOf = byItem([...errorRows(cases), ...metrics]);
  return withoutFalseImprovements(
    cases.flatMap((of) => {
      const mine = rowsOf(of.subject);
      return [...workloadRows(of), ...checkRows(of), ...mine, ...limitRows(of), ...thresholdRows(of)].map(
        (row) =>
          of.validity.kind === "judged" && row.kind === "gate"
            ? { ...row, warnings: joined(row.warnings, of.validity.warnings) }
            : row,
      );
    }),
  );
}

/** A row's own warnings, then the workload's, except those whose code the row already has. */
const joined = (own: readonly Warning[], whole: readonly Warning[]) => [
  ...own,
  ...whole.filter(({ code }) => !own.some((warning) => warning.code === code)),
];

/** Whether gate metrics were tested and none of them can fail the check: the result is then inconclusive at best. */
const ungated = (rows: readonly Row[]) => {
  const tested = rows.filter(({ kind, evidence }) => kind === "gate" && evidence !== null);
  return tested.length > 0 && tested.every(({ gates }) => !gates);
};

function used(references: ReadonlyMap<string, Reference>): Comparison["reference"] {
  const sessions = [...references].flatMap(([workload, reference]) =>
    reference.kind === "sessions"
      ? [[workload, reference.sessions.map(({ run, commit, at }) => ({ run, commit, at }))] as const]
      : [],
  );
  if (sessions.length > 0) return { kind: "baseline", sessions: Object.fromEntries(sessions) };
  const unlike = [...references.values()].map((each) => (each.kind === "incomparable" ? each.stored : 0));
  const most = Math.max(0, ...unlike);
  return { kind: "none", sessions: {}, ...(most > 0 && { unlike: most }) };
}
