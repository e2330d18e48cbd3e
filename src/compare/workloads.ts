import { own } from "../base/own.ts";
import { type Baseline, NO_VARIANT } from "../model/baseline.ts";
import type { Row, Warning, WorkloadSummary } from "../model/comparison.ts";
import type { Config } from "../model/config.ts";
import type { Run } from "../model/run.ts";
import { workloadsIn } from "../model/schedule.ts";
import { editedWarnings } from "./edited.ts";
import type { Case } from "./metrics.ts";
import { row } from "./row.ts";
import { compared, type Subject, saturated } from "./subject.ts";
import { counted, warning } from "./words.ts";

/** The row about a workload as such: only where there is something to say that no figure says. */
export function workloadRows({ subject, validity }: Case): Row[] {
  if (validity.kind === "judged") return [];
  const about = { kind: "workload", metric: "", subject } as const;
  return [row(about, { verdict: validity.kind, reason: validity.reason }, validity.warnings)];
}

/** An interrupted run: what was planned is named, and nothing is judged. */
export const interruptedRows = (subjects: readonly Subject[]): Row[] =>
  subjects.map((subject) =>
    row(
      { kind: "workload", metric: "", subject },
      {
        verdict: "invalid",
        reason: `interrupted after ${subject.good.length} of ${counted(subject.planned, "trial")}; not judged`,
      },
      [warning("interrupted", "The run was interrupted.", "Measure again.")],
    ),
  );

/**
 * Workloads and variants that have a baseline and were not measured. What was left out on purpose is not missed: by
 * `--only` or `--variants`, by the run's profile, or because another shard measures it.
 */
export function missingRows(
  run: Run,
  config: Config,
  baselines: ReadonlyMap<string, Baseline>,
  subjects: readonly Pick<Subject, "workload" | "variant">[],
): Row[] {
  const measured = (workload: string) => subjects.some((subject) => subject.workload === workload);
  const profile = own(config.profiles, run.profile ?? "")?.only;
  const wanted = (workload: string) =>
    (run.only?.includes(workload) ?? true) && (profile?.includes(workload) ?? true);
  const rows: Row[] = [];
  for (const [workload, baseline] of [...baselines].sort(([a], [b]) => compared(a, b))) {
    const expected = run.schedule.shard === null && wanted(workload);
    const latest = [...baseline.sessions].sort((a, b) => compared(a.at, b.at)).at(-1);
    // A workload without variants is always asked for.
    const asked = (key: string) => key === NO_VARIANT || (run.variants?.includes(key) ?? true);
    const keys = Object.keys(latest?.variants ?? {})
      .filter(asked)
      .sort();
    if (!measured(workload)) {
      if (keys.length > 0 && expected && baseline.runnerClass === run.runnerClass)
        rows.push(missingWorkload(workload, config));
      continue;
    }
    if (!latest || latest.digest !== own(run.workloads, workload)?.digest || run.schedule.shard !== null)
      continue;
    for (const key of keys) {
      const variant = key === NO_VARIANT ? null : key;
      if (subjects.some((subject) => subject.workload === workload && subject.variant === variant)) continue;
      const reason = "this variant is in the baseline, and was not measured";
      const name = { workload, variant };
      rows.push(row({ kind: "workload", metric: "", subject: name }, { verdict: "missing", reason }));
    }
  }
  return rows;
}

function missingWorkload(workload: string, config: Config): Row {
  const known = own(config.workloads, workload) !== undefined;
  const about = { kind: "workload", metric: "", subject: { workload, variant: null } } as const;
  const reason = known
    ? "has a baseline, and was not measured"
    : "has a baseline, and the config does not have it";
  return row(about, { verdict: "missing", reason }, [
    warning(
      "missing-workload",
      `\`${workload}\` was not measured, so nothing guards it.`,
      known ? "Measure it as well." : "If it is gone for good, remove its baseline file in the same change.",
    ),
  ]);
}

/** The figures of a workload, whatever was judged. */
export function summary({ workload, variant, planned, good }: Subject, cores: number): WorkloadSummary {
  const sum = (of: (trial: Subject["good"][number]["observed"]) => number) =>
    good.reduce((all, { observed }) => all + of(observed), 0);
  const statuses: Record<string, number> = {};
  for (const { observed } of good) {
    for (const [status, n] of Object.entries(observed.statuses))
      statuses[status] = (own(statuses, status) ?? 0) + n;
  }
  return {
    workload,
    variant,
    trials: planned,
    failed: planned - good.length,
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors),
    statuses: Object.fromEntries(Object.entries(statuses).sort(([a], [b]) => compared(a, b))),
    timeouts: sum(({ unanswered }) => unanswered.timeouts),
    saturated: saturated(good, cores),
  };
}

/** A run that base was wanted in, and is not: it is told, and what that means. */
function onlyHead({ fallback }: Run): Warning[] {
  if (fallback === undefined) return [];
  return [
    warning(
      "only-head",
      `Base was to be measured with head, and was not: ${fallback}. Only committed baselines were left to compare with, which show large regressions alone.`,
    ),
  ];
}

const paired = ({ duel }: Run, workload: string) =>
  duel?.pairings.some((pairing) => pairing.workload === workload) ?? false;

/** Workloads that met no base, because stored sessions settled them. */
const settledOnes = ({ screened = {} }: Run): Warning[] =>
  Object.entries(screened).map(([workload, reason]) => warning("screened", `\`${workload}\`: ${reason}.`));

/** Workloads of which head's script drove both sides. */
function scriptChanges({ duel }: Run): Warning[] {
  const changed = [
    ...new Set(duel?.pairings.flatMap(({ script, workload }) => (script === "head" ? [workload] : []))),
  ];
  if (changed.length === 0) return [];
  return [
    warning(
      "script-changed",
      `This change touches ${changed.map((name) => `\`${name}\``).join(", ")}: head's script drove both sides.`,
    ),
  ];
}

/** Workloads that met no base, because they are measured at levels. */
function levelledOnes({ duel, fallback, levels = [] }: Run): Warning[] {
  if (levels.length === 0 || (duel === undefined && fallback === undefined)) return [];
  const names = workloadsIn(levels).sort();
  return [
    warning(
      "levelled",
      `Not measured beside base, because it is measured at levels: ${names.map((name) => `\`${name}\``).join(", ")}.`,
    ),
  ];
}

/** What is to be said about the run as a whole. */
export function runWarnings(
  run: Run,
  baselines: ReadonlyMap<string, Baseline>,
  classes: readonly string[],
): Warning[] {
  const warnings = [
    ...onlyHead(run),
    ...settledOnes(run),
    ...levelledOnes(run),
    ...scriptChanges(run),
    ...editedWarnings(run),
  ];
  const others = classes.filter((name) => name !== run.runnerClass).slice(0, 5);
  const onlyLevels = run.levels !== undefined && run.schedule.starts.length === 0;
  const versions = new Set(run.rules?.edited.map(({ as }) => as)); // head's, of loads that it edits: never compared
  const lone = ({ workload }: { workload: string }) => !paired(run, workload) && !versions.has(workload);
  const alone = (run.duel === undefined && !onlyLevels) || run.trials.some(lone); // without base
  if (alone && baselines.size === 0 && others.length > 0) {
    warnings.push(
      warning(
        "other-class",
        `There is no baseline for runner class ${run.runnerClass}; there are some for ${others.join(", ")}. Nothing was compared.`,
        "Measure on such a machine, name the class with `--runner-class` if this is one, or record a baseline here: `steelyard measure`, then `steelyard baseline`.",
      ),
    );
  } else if (alone && baselines.size === 0) {
    warnings.push(
      warning(
        "no-baseline",
        `There is no baseline for runner class ${run.runnerClass}: nothing could be compared.`,
        "On the default branch: `steelyard measure`, then `steelyard baseline`; three sessions make a gate.",
      ),
    );
  }
  if (run.commit?.dirty) {
    warnings.push(
      warning("dirty", "The tree had uncommitted changes: the figures are not those of the commit."),
    );
  }
  return warnings;
}
