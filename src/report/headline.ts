import type { Comparison, Row } from "../model/comparison.ts";
import { FATES, type Verdict } from "../model/verdict.ts";
import { counted, logPercent } from "./figures.ts";
import { target } from "./naming.ts";
import { failing, type Group, worstFirst } from "./news.ts";
import {
  changed,
  isThreshold,
  limit,
  named,
  others,
  REASON_LENGTH,
  sentence,
  threshold,
  unjudged,
  worse,
} from "./phrases.ts";

/**
 * The verdict for a reader in a hurry. Plain text on one line each; names and commands stand between
 * backticks, as in every message, so that each medium can set them in its own way.
 */
export interface Headline {
  readonly symbol: string;
  /** What happened: a sentence without its full stop. */
  readonly title: string;
  /** What to do about it, in sentences. */
  readonly action: string;
}

/** Overall verdicts that say of themselves that nothing got worse. */
const MILD: readonly Verdict[] = ["unchanged", "new", "inconclusive", "improved"];

export function headline(comparison: Comparison): Headline {
  const { overall } = comparison;
  const sorted = worstFirst(comparison.rows);
  const rows = sorted.filter((row) => row.verdict === overall);
  const gating = rows.filter((row) => row.gates);
  const worsened = MILD.includes(overall) ? sorted.filter((row) => row.verdict === "regressed") : [];
  const warned = worsened.filter((row) => row.kind !== "advisory");
  const [title, action, symbol = FATES[overall].symbol] =
    warned.length > 0 ? onlyWarned(warned) : SAY[overall](comparison, gating.length > 0 ? gating : rows);
  return { symbol, title, action: action + advisory(worsened.length - warned.length) + policy(comparison) };
}

/** A symbol where the verdict's own would promise too much. */
type Words = readonly [title: string, action: string, symbol?: string];
type Say = (comparison: Comparison, rows: readonly Row[]) => Words;

const RECORD =
  "On the default branch, `steelyard baseline` records what the next pull request is compared with.";

const SAY: Readonly<Record<Verdict, Say>> = {
  unchanged: (comparison, rows) => {
    const gates = rows.filter((row) => row.kind === "gate");
    if (gates.length === 0) return onlyLevels(comparison) ?? ungated(comparison);
    const bands = new Set(
      gates.map((row) => (row.evidence === null ? "" : `±${logPercent(row.evidence.band)}`)),
    );
    const within = bands.size === 1 && !bands.has("") ? [...bands][0] : "their bands";
    const which = ["the gate metric is", "both gate metrics are"][gates.length - 1];
    return [
      `No change: ${which ?? `all ${counted(gates.length, "gate metric")} are`} shown to be within ${within}`,
      "Nothing to do.",
    ];
  },
  new: (comparison, fresh) => {
    const { rows, warnings } = comparison;
    const levels = onlyLevels(comparison);
    if (levels) return levels;
    const elsewhere = warnings.find(({ code }) => code === "other-class");
    const action = elsewhere?.remedy ?? `Nothing to do here. ${RECORD}`;
    if (rows.every((row) => row.kind !== "gate" || row.verdict === "new")) {
      const measured = counted(new Set(rows.map(target)).size, "workload was", "workloads were");
      const here = elsewhere === undefined ? "" : " on this kind of machine";
      return [`Nothing to compare with yet${here}: ${measured} measured for the first time`, action];
    }
    const which = fresh.length === 1 ? `${named(fresh[0])} is` : `${counted(fresh.length, "metric")} are`;
    return [`No regression found; ${which} new, with nothing to compare with yet`, action];
  },
  inconclusive: (comparison, rows) => {
    const gates = comparison.rows.filter((row) => row.gates && row.kind === "gate").length;
    if (gates === 0) return ungated(comparison);
    const open = rows.filter((row) => row.kind === "gate").length;
    const which = `${open} of ${counted(gates, "gate metric")} may have changed by less than this run can see`;
    if (comparison.exit !== 0) return [`Cannot tell: ${which}${couldSee(comparison)}`, sharper(rows)];
    return [
      `No regression found${couldSee(comparison)}`,
      `Nothing to do. ${which}, and ${open === 1 ? "is" : "are"} not called unchanged.`,
    ];
  },
  improved: (_, rows) => [
    `${changed(rows[0])}${others(rows, "more metric is better", "more metrics are better")}`,
    "Nothing to do: no regression found.",
  ],
  accepted: (_, rows) => [
    `${changed(rows[0])}${worse(rows)}, accepted by a waiver`,
    `Nothing to do. ${sentence(rows[0]?.reason ?? "")}`.trim(),
  ],
  incomparable: (comparison, rows) => [
    unjudged(rows, "incomparable"),
    remedy(comparison, rows) ??
      "Measure on the kind of machine the baseline is from, or record one of this kind with `steelyard baseline`.",
  ],
  invalid: (_, rows) => [
    unjudged(rows, "invalid"),
    cure(rows) ?? "Measure again: nothing follows from this run about the change itself.",
  ],
  missing: (_, rows) => [
    unjudged(rows, "missing"),
    cure(rows) ??
      "Bring it back; if it is gone on purpose, take it out of the config and the baseline as well.",
  ],
  expectation: (_, rows) => [
    `${limit(rows[0], "expected")}${others(rows, "more expectation is broken", "more expectations are broken")}`,
    "Bring the expected profile back, or change `expect` in the config if the new one is wanted.",
  ],
  budget: (_, rows) => {
    const more = others(rows, "more budget is broken", "more budgets are broken");
    if (rows[0] !== undefined && isThreshold(rows[0])) {
      return [
        `${threshold(rows[0])}${more}`,
        "Bring it back within the threshold, or change the threshold in the script.",
      ];
    }
    return [
      `${limit(rows[0], "the budget is")}${more}`,
      "Bring it back within its budget, or change the budget in the config.",
    ];
  },
  regressed: (_, rows) => [
    `${changed(rows[0])}${worse(rows)}`,
    "Fix it; or, if the change is worth its price, let a reviewer accept it: a row in `.github/steelyard-waivers.yml` on the base branch.",
  ],
  failed: (_, rows) => [
    unjudged(rows, "failed"),
    cure(rows) ?? "Fix it first: where head itself breaks, its figures say nothing.",
  ],
};

/** What came of levels, where nothing else was measured. */
function onlyLevels({ levels, workloads }: Comparison): Words | undefined {
  const [first] = levels ?? [];
  if (first === undefined || workloads.length > 0) return undefined;
  const more = (levels?.length ?? 0) - 1;
  return [
    more === 0
      ? `\`${target(first)}\` ${first.said}`
      : `${counted(more + 1, "workload was", "workloads were")} measured at levels`,
    "Nothing to do: levels fail no check, unless the `knee` of a sweep has a budget.",
  ];
}

/** Worse, in metrics that cannot fail this check: never a green headline. */
function onlyWarned(rows: readonly Row[]): Words {
  const why = rows[0]?.warnings[0]?.message;
  return [
    `${changed(rows[0])}${worse(rows)}`,
    `Look into it. It only warns, and does not fail the check.${why === undefined ? "" : ` ${sentence(why)}`}`,
    "⚠️",
  ];
}

/** Nothing was found, because none of the gate metrics could find anything. */
function ungated(comparison: Comparison): Words {
  const gates = comparison.rows.filter((row) => row.kind === "gate");
  if (gates.length === 0) return [`No regression found${couldSee(comparison)}`, "Nothing to do."];
  return [
    `Cannot tell: ${gates.length === 1 ? "the gate metric only warns" : `the ${counted(gates.length, "gate metric")} only warn`} in this run`,
    remedy(comparison, gates) ?? "Nothing is shown to be unchanged; what was seen is below.",
    FATES.inconclusive.symbol,
  ];
}

const advisory = (count: number) =>
  count === 0
    ? ""
    : ` ${counted(count, "advisory metric is", "advisory metrics are")} worse, which never fails the check.`;

/** How the policy departs from the verdict, where it does. */
function policy(comparison: Comparison): string {
  const { overall, exit } = comparison;
  const { fails, exit: own } = FATES[overall];
  if (exit === 0) return fails ? ` The policy does not fail the check for "${overall}".` : "";
  if (exit === own) return fails ? "" : ` The policy fails the check for "${overall}".`;
  const cause = failing(comparison);
  return cause === undefined ? "" : ` The check fails because of what is "${cause}".`;
}

/** "; this run could have seen a worsening of ≥ 6.2 %", or nothing where nothing was tested. */
const couldSee = ({ mde }: Comparison) =>
  mde === null ? "" : `; this run could have seen a worsening of ≥ ${logPercent(mde)}`;

/** What would make an undecided comparison sharper: a stored reference is limited by its sessions. */
const sharper = (rows: readonly Row[]) =>
  rows.some((row) => row.evidence?.mode === "baseline")
    ? "More baseline sessions see smaller changes, and so does a quieter machine; more trials of one session do not."
    : "Measure with more pairs, or on a quieter machine.";

/** Warnings that are the reason why a row failed, is missing or invalid; others stand beside it by chance. */
const REASONS = new Set([
  "few-trials",
  "script-error",
  "setup-timeout",
  "interrupted",
  "absent-gate",
  "absent-limit",
  "missing-workload",
  ...["not-compared", "not-by-the-rules", "nothing-asked", "asked", "unknown-class", "base-load"],
  ...["outdated", "base-rules", "other-base"],
]);

/** What to do about the reason that the title gives: that of the worst row. */
const cure = ([row]: readonly Row[]) =>
  row?.warnings.find(({ code, remedy }) => remedy !== null && REASONS.has(code))?.remedy;

/** The first remedy that the rows' warnings offer, else those of the whole run. */
const remedy = ({ warnings }: Comparison, rows: readonly Row[]) =>
  [...rows.flatMap((row) => row.warnings), ...warnings].find((warning) => warning.remedy !== null)?.remedy;

/** Whether the title says of the only thing that could not be judged all that the list would. */
export function toldByTitle({ overall }: Comparison, unjudged: readonly Group[]): boolean {
  const [group] = unjudged;
  if (group === undefined || unjudged.length > 1) return false;
  const [{ kind, verdict, warnings, reason }] = group.rows;
  const alone = group.rows.length === 1 || kind === "workload";
  return alone && verdict === overall && warnings.length === 0 && reason.length <= REASON_LENGTH;
}
