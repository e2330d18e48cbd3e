import { own } from "../base/own.ts";
import { type Baseline, NO_VARIANT } from "../model/baseline.ts";
import type { Row, Warning, WorkloadSummary } from "../model/comparison.ts";
import type { Config } from "../model/config.ts";
import { type PairRecord, pausesText } from "../model/duel.ts";
import { type Item, isItem, itemName } from "../model/item.ts";
import type { Run } from "../model/run.ts";
import { workloadsIn } from "../model/schedule.ts";
import { alikeWarnings, editedWarnings, variablesWarnings } from "./edited.ts";
import type { Case } from "./metrics.ts";
import { wholeRow } from "./row.ts";
import { compared, type Subject, saturated } from "./subject.ts";
import { warning } from "./words.ts";

/** The row about a workload as a whole, only where it cannot be judged. */
export function workloadRows({ subject, validity }: Case): Row[] {
  if (validity.kind === "judged") return [];
  const verdict = validity.kind === "failed" ? "failed" : "invalid";
  return [wholeRow(subject, verdict, validity.reason, validity.warnings)];
}

/**
 * The rows of workloads and variants that have a baseline but were not measured. Excludes those left out on purpose: by
 * `--only`, `--variants` or the run's profile, or because another shard measures them.
 */
export function missingRows(
  run: Run,
  config: Config,
  baselines: ReadonlyMap<string, Baseline>,
  subjects: readonly Item[],
): Row[] {
  const measured = (workload: string) => subjects.some((subject) => subject.workload === workload);
  const profile = own(config.profiles, run.profile ?? "")?.only;
  const wanted = (workload: string) =>
    (run.only?.includes(workload) ?? true) &&
    (profile?.includes(workload) ?? true) &&
    !Object.hasOwn(run.unaffected ?? {}, workload);
  const rows: Row[] = [];
  for (const [workload, baseline] of [...baselines].sort(([a], [b]) => compared(a, b))) {
    const expected = run.schedule.shard === null && wanted(workload);
    const latest = [...baseline.sessions].sort((a, b) => compared(a.at, b.at)).at(-1);
    // `--variants` does not leave out a workload without variants.
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
      if (subjects.some(isItem({ workload, variant }))) continue;
      const reason = "this variant is in the baseline, but was not measured";
      rows.push(wholeRow({ workload, variant }, "missing", reason));
    }
  }
  return rows;
}

/** The rows of workloads that the change cannot affect, by the run's own word. */
export const unaffectedRows = ({ unaffected = {} }: Run): Row[] =>
  Object.entries(unaffected).map(([workload, reason]) =>
    wholeRow({ workload, variant: null }, "unaffected", reason),
  );

function missingWorkload(workload: string, config: Config): Row {
  const known = own(config.workloads, workload) !== undefined;
  const reason = known ? "has a baseline, but was not measured" : "has a baseline, but is not in the config";
  return wholeRow({ workload, variant: null }, "missing", reason, [
    warning(
      "missing-workload",
      `\`${workload}\` was not measured, so it is not checked.`,
      known
        ? "Measure it too."
        : "If it was removed on purpose, delete its baseline file in the same change.",
    ),
  ]);
}

/** The counts of a workload, independent of any verdict. */
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

/** The warning about a run that should have measured base, and did not. */
function onlyHead({ fallback }: Run): Warning[] {
  if (fallback === undefined) return [];
  return [
    warning(
      "only-head",
      `Base was not measured: ${fallback}. Head was compared with committed baselines only, which reveal only large regressions.`,
      "The log of the measurement has the whole error: correct it, and measure again.",
    ),
  ];
}

const paired = ({ duel }: Run, workload: string) =>
  duel?.pairings.some((pairing) => pairing.workload === workload) ?? false;

/** The warnings about workloads that stored sessions settled, so that base was not measured. */
const settledOnes = ({ screened = {} }: Run): Warning[] =>
  Object.entries(screened).map(([workload, reason]) => warning("screened", `\`${workload}\`: ${reason}.`));

/**
 * The warning about workloads for which head's script drove both sides. Against a release that is the rule. A base
 * without a config has a warning of its own.
 */
function scriptChanges({ duel }: Run): Warning[] {
  if (duel?.base.release) return [];
  if (duel?.base.adopted) {
    return [
      warning(
        "base-without-config",
        "Base has no config yet, so this branch's config and loads measured both sides.",
        "Commit the config and its loads to the default branch: then every branch is compared by them.",
      ),
    ];
  }
  const changed = [
    ...new Set(duel?.pairings.flatMap(({ script, workload }) => (script === "head" ? [workload] : []))),
  ];
  if (changed.length === 0) return [];
  return [
    warning(
      "script-changed",
      `This change edits the script of ${changed.map((name) => `\`${name}\``).join(", ")}. Head's script drove both sides.`,
    ),
  ];
}

/** The warnings about loads that differ from what their scripts say. */
function loadNotes({ duel }: Run): Warning[] {
  const { pairings = [], pairs = [] } = duel ?? {};
  const notes = pairings.flatMap(({ workload, notes: own = [] }) =>
    own.map((note) => `\`${workload}\`: ${note}.`),
  );
  const paces = pairings.flatMap((of) => {
    const pauses = pausesIn(pairs.filter(isItem(of)));
    return pauses === undefined || pauses === 1 ? [] : [`\`${itemName(of)}\`: ${pausesText(pauses)}.`];
  });
  return [...new Set([...notes, ...paces])].map((note) => warning("load-differs", note));
}

/** The share of a script's pauses that is left; undefined where they are its own. */
const pausesIn = (pairs: readonly PairRecord[]): number | undefined =>
  pairs.flatMap((pair) => (pair.outcome === "ok" ? [pair.load.pauses] : []))[0];

/** The warning about workloads that were not paired with base, because they are measured at load levels. */
function levelledOnes({ duel, fallback, levels = [] }: Run): Warning[] {
  if (levels.length === 0 || (duel === undefined && fallback === undefined)) return [];
  const names = workloadsIn(levels).sort();
  return [
    warning(
      "levelled",
      `Measured at load levels, and therefore without base: ${names.map((name) => `\`${name}\``).join(", ")}.`,
    ),
  ];
}

/** The warnings about shards that have no figures in a joined run. */
const absentShards = ({ shards }: Run): Warning[] =>
  (shards?.absent ?? []).map(({ index, why }) =>
    warning("absent-shard", `Shard ${index} of ${shards?.of} has no figures: ${why}.`, "Measure it again."),
  );

/** Files that are named in one warning. */
const MOST_FILES = 5;

/** The warning about what the change changes besides code. */
function otherDifferences({ differences = [] }: Run): Warning[] {
  if (differences.length === 0) return [];
  const more = differences.length - MOST_FILES;
  const rest = more > 0 ? `; and ${more} more ${more === 1 ? "file" : "files"}` : "";
  return [
    warning(
      "differs",
      `Besides code the change differs in ${differences.slice(0, MOST_FILES).join("; ")}${rest}.`,
    ),
  ];
}

/** The warnings about the run as a whole. */
export function runWarnings(
  run: Run,
  baselines: ReadonlyMap<string, Baseline>,
  classes: readonly string[],
): Warning[] {
  const warnings = [
    ...absentShards(run),
    ...onlyHead(run),
    ...settledOnes(run),
    ...levelledOnes(run),
    ...scriptChanges(run),
    ...loadNotes(run),
    ...editedWarnings(run),
    ...alikeWarnings(run),
    ...variablesWarnings(run),
    ...otherDifferences(run),
  ];
  const others = classes.filter((name) => name !== run.runnerClass).slice(0, 5);
  const versions = new Set(run.rules?.edited.map(({ as }) => as)); // head's, of loads that it edits: never compared
  const lone = ({ workload }: { workload: string }) => !paired(run, workload) && !versions.has(workload);
  const alone = (run.duel === undefined && run.schedule.starts.length > 0) || run.trials.some(lone); // without base
  if (alone && baselines.size === 0 && others.length > 0) {
    warnings.push(
      warning(
        "other-class",
        `No baseline for runner class ${run.runnerClass}, so nothing was compared. Baselines exist for ${others.join(", ")}.`,
        "Measure on a machine of such a class. If this is one, name it with `--runner-class`. Or record a baseline here: `steelyard measure`, then `steelyard baseline`.",
      ),
    );
  } else if (alone && baselines.size === 0) {
    warnings.push(
      warning(
        "no-baseline",
        `No baseline for runner class ${run.runnerClass}, so nothing was compared.`,
        "On the default branch: `steelyard measure`, then `steelyard baseline`. Three sessions are needed to gate.",
      ),
    );
  }
  if (run.commit?.dirty) {
    warnings.push(
      warning("dirty", "The tree had uncommitted changes, so the figures are not those of the commit."),
    );
  }
  return warnings;
}
