import { counted } from "../base/text.ts";
import type { Comparison, Row } from "../model/comparison.ts";
import { itemName } from "../model/item.ts";
import { FATES, type Verdict } from "../model/verdict.ts";
import { plainText } from "./escape.ts";
import { changeText, logPercent } from "./figures.ts";
import { isProbablyWorse } from "./naming.ts";
import { failing, type Group, worstFirst } from "./news.ts";
import {
  changed,
  isThreshold,
  limit,
  named,
  others,
  perhaps,
  REASON_LENGTH,
  sentence,
  threshold,
  unjudged,
  worse,
} from "./phrases.ts";
import { decidingMeasurement, limitation, sharper, startsLimit } from "./sharper.ts";

/**
 * The verdict in two lines of plain text. Names and commands stand between backticks, as in every message, so that each
 * medium can format them.
 */
export interface Headline {
  readonly symbol: string;
  /** The result: a sentence without its full stop. */
  readonly title: string;
  /** The action to take, in sentences. */
  readonly action: string;
}

/** Longest action shown, in characters. No combination of our own sentences reaches it, so that none of them is cut. */
export const ACTION_LENGTH = 2_000;

/** Overall verdicts whose titles say that nothing got worse. */
const MILD: readonly Verdict[] = ["unchanged", "new", "inconclusive", "improved"];

export function headline(comparison: Comparison): Headline {
  const { overall } = comparison;
  const sorted = worstFirst(comparison.rows);
  const rows = sorted.filter((row) => row.verdict === overall);
  const gating = rows.filter((row) => row.gates);
  const worsened = MILD.includes(overall) ? sorted.filter((row) => row.verdict === "regressed") : [];
  const warned = worsened.filter((row) => row.kind !== "advisory");
  const [title, action, symbol = FATES[overall].symbol] =
    uncompared(comparison) ??
    (warned.length > 0 ? onlyWarned(warned) : SAY[overall](comparison, gating.length > 0 ? gating : rows));
  const rest = advisory(worsened.length - warned.length) + leftOut(comparison) + policy(comparison);
  return { symbol, title, action: action + rest };
}

/** A headline; the symbol replaces that of the verdict where it would promise too much. */
type Words = readonly [title: string, action: string, symbol?: string];
type Say = (comparison: Comparison, rows: readonly Row[]) => Words;

const RECORD = "On the default branch, `steelyard baseline` records the baseline for later pull requests.";

const SAY: Readonly<Record<Verdict, Say>> = {
  unaffected: ({ rows }) => [
    `Not affected: the change touches nothing that ${rows.length === 1 ? "the workload depends" : `the ${counted(new Set(rows.map(({ workload }) => workload)).size, "workload")} depend`} on`,
    "Nothing to do. Nothing was measured, by `paths` in the base branch's config.",
  ],
  unchanged: (comparison, rows) => {
    const gates = rows.filter((row) => row.kind === "gate");
    if (gates.length === 0) return onlyLevels(comparison) ?? ungated(comparison);
    const bands = gates.flatMap(({ evidence }) => evidence?.band ?? []); // an exact counter has no evidence
    const by = bands.length > 0 ? `less than ${logPercent(Math.max(...bands))}` : "no";
    const which = ["the gate metric is", "both gate metrics are"][gates.length - 1];
    return [
      `No regression: ${which ?? `all ${counted(gates.length, "gate metric")} are`} shown to be ${by} worse`,
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
      const measured = counted(new Set(rows.map(itemName)).size, "workload was", "workloads were");
      const here = elsewhere === undefined ? "" : " on this kind of machine";
      return [`Nothing to compare with yet${here}: ${measured} measured for the first time`, action];
    }
    const which = fresh.length === 1 ? `${named(fresh[0])} is` : `${counted(fresh.length, "metric")} are`;
    return [`No regression found; ${which} new, with nothing to compare with yet`, action];
  },
  inconclusive: (comparison, rows) => {
    const gates = comparison.rows.filter((row) => row.gates && row.kind === "gate").length;
    if (gates === 0) return ungated(comparison);
    const suspects = rows.filter(isProbablyWorse);
    if (suspects.length > 0) return probable(comparison, suspects);
    const untested = rows.filter(
      ({ kind, gates, evidence }) => kind === "gate" && gates && evidence === null,
    );
    if (untested.length > 0) return noVerdict(comparison, untested);
    const open = rows.filter((row) => row.kind === "gate").length;
    const which = `${open} of ${counted(gates, "gate metric")} may have changed by less than this run can detect`;
    const limits = limitation(comparison, rows);
    const advice = (limits || sharper(rows)) + perhaps(rows);
    if (comparison.exit !== 0) return [`Cannot tell: ${which}${detectable(comparison)}`, advice];
    if ((comparison.mde ?? 0) > COARSE) {
      const cause = startsLimit(rows) ? "" : "Too little was measured, or the machine is noisy. ";
      return [`Cannot tell${detectable(comparison, "only ")}`, cause + advice];
    }
    return [
      `No regression found${detectable(comparison)}`,
      `The check passes. ${which}, so ${open === 1 ? "it is" : "they are"} not reported as unchanged.${limits && ` ${limits}`}${perhaps(rows)}`,
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
      "Measure on the kind of machine that the baseline is from, or record a baseline on this kind with `steelyard baseline`.",
  ],
  invalid: (_, rows) => [
    unjudged(rows, "invalid"),
    cure(rows) ?? "Measure again: this run shows nothing about the change itself.",
  ],
  missing: (_, rows) => [
    unjudged(rows, "missing"),
    cure(rows) ?? "Restore it. If it was removed on purpose, remove it from the config and the baseline too.",
  ],
  expectation: (_, rows) => [
    `${limit(rows[0], "expected")}${others(rows, "more expectation is broken", "more expectations are broken")}`,
    "Restore the expected profile, or change `expect` in the config if the new one is intended.",
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
      "Bring it back within the budget, or change the budget in the config.",
    ];
  },
  regressed: (_, rows) => [
    `${changed(rows[0])}${worse(rows)}`,
    "Fix it. If the change is worth its cost, a reviewer can accept it with a row in `.github/steelyard-waivers.yml` on the base branch.",
  ],
  failed: (_, rows) => {
    const [first] = rows;
    if (first?.warnings.some(({ code }) => code === "unable")) {
      return [
        `Head was not measured: ${plainText(first.reason, REASON_LENGTH).replace(/\.$/, "")}`,
        "Fix its build or its start, and measure again. The log of the measuring job has more.",
      ];
    }
    return [
      unjudged(rows, "failed"),
      cure(rows) ?? "Fix this first: the figures of a broken head mean nothing.",
    ];
  },
};

/** Nothing of the change was compared with base: never a headline that sounds like all is well. */
function uncompared({ overall, warnings }: Comparison): Words | undefined {
  const of = (code: string) => warnings.find((warning) => warning.code === code);
  const [alike, alone] = [of("same-images"), of("only-head")];
  const { symbol } = FATES.inconclusive;
  if (alike && MILD.includes(overall))
    return ["Nothing of this change ran: base and head ran the same images", alike.remedy ?? "", symbol];
  if (alone && overall === "new")
    return ["Nothing to compare with: base was not measured", alone.remedy ?? "", symbol];
  return undefined;
}

/** The result of load levels, where nothing else was measured. */
function onlyLevels({ levels, workloads }: Comparison): Words | undefined {
  const [first] = levels ?? [];
  if (first === undefined || workloads.length > 0) return undefined;
  const more = (levels?.length ?? 0) - 1;
  return [
    more === 0
      ? `\`${itemName(first)}\` ${first.said}`
      : `${counted(more + 1, "workload was", "workloads were")} measured at levels`,
    "Nothing to do: levels never fail the check, except through a budget for the `knee` of a sweep.",
  ];
}

/** A worsening in metrics that cannot fail this check: never a green headline. */
function onlyWarned(rows: readonly Row[]): Words {
  const why = rows[0]?.warnings[0]?.message;
  return [
    `${changed(rows[0])}${worse(rows)}`,
    `Look into it. It only warns and does not fail the check.${why === undefined ? "" : ` ${sentence(why)}`}`,
    "⚠️",
  ];
}

/** Undecided, but probably worse: never a headline that sounds like all is well. */
function probable(comparison: Comparison, rows: readonly Row[]): Words {
  const [row] = rows;
  const more = others(rows, "more metric is probably worse", "more metrics are probably worse");
  return [
    `Cannot tell: ${changed(row, "probably ")}${more}`,
    `The change is ${changeText(row!)}, which is not enough for a verdict. ${decidingMeasurement(comparison, row!)}`,
  ];
}

/** A worsening, as a log ratio, that a run has to be able to detect before "no regression found" says anything. */
const COARSE = Math.log(1.25);

/** Too little was measured for any verdict on these gates. */
function noVerdict(comparison: Comparison, rows: readonly Row[]): Words {
  const [first] = rows;
  const reason = plainText(first!.reason, REASON_LENGTH).replace(/\.$/, "");
  return [
    `Cannot tell: ${named(first)}${others(rows, "more gate metric", "more gate metrics")}: ${reason}`,
    remedy(comparison, rows) ?? sharper(rows),
  ];
}

/** No regression, but no gate metric could have failed the check either. */
function ungated(comparison: Comparison): Words {
  const gates = comparison.rows.filter((row) => row.kind === "gate");
  if (gates.length === 0) return [`No regression found${detectable(comparison)}`, "Nothing to do."];
  return [
    `Cannot tell: ${gates.length === 1 ? "the gate metric only warns" : `the ${counted(gates.length, "gate metric")} only warn`} in this run`,
    remedy(comparison, gates) ?? "Nothing is shown to be unchanged. The measurements are below.",
    FATES.inconclusive.symbol,
  ];
}

const advisory = (count: number) =>
  count === 0
    ? ""
    : ` ${counted(count, "advisory metric is", "advisory metrics are")} worse, which never fails the check.`;

/** A sentence on workloads that were left out, where others were measured. */
function leftOut({ overall, rows }: Comparison): string {
  const names = new Set(rows.flatMap((row) => (row.verdict === "unaffected" ? [row.workload] : [])));
  if (overall === "unaffected" || names.size === 0) return "";
  const [first = ""] = names;
  const which = names.size === 1 ? `\`${first}\` was` : `${counted(names.size, "workload")} were`;
  return ` ${which} not measured: the change cannot affect ${names.size === 1 ? "it" : "them"}.`;
}

/** A sentence on a policy that decides otherwise than the verdict alone would. */
function policy(comparison: Comparison): string {
  const { overall, exit } = comparison;
  const { fails, exit: own } = FATES[overall];
  if (exit === 0) return fails ? ` The policy does not fail the check for "${overall}".` : "";
  if (exit === own) return fails ? "" : ` The policy fails the check for "${overall}".`;
  const cause = failing(comparison);
  return cause === undefined ? "" : ` The check fails because of rows with the verdict "${cause}".`;
}

/** "; this run could detect a worsening of ≥ 6.2 %"; empty without a test. */
const detectable = ({ mde }: Comparison, only = "") =>
  mde === null ? "" : `; this run could ${only}detect a worsening of ≥ ${logPercent(mde)}`;

/** Codes of warnings that explain why a row failed, is missing or invalid; others only accompany it. */
const REASONS = new Set([
  "few-trials",
  "script-error",
  "failing-base",
  "setup-timeout",
  "interrupted",
  "absent-gate",
  "absent-limit",
  "missing-workload",
  "not-compared",
  "not-by-the-rules",
  "nothing-asked",
  "asked",
  "unknown-class",
  "base-load",
  "outdated",
  "base-rules",
  "other-base",
]);

/** The remedy for the reason in the title, which is that of the worst row. */
const cure = ([row]: readonly Row[]) =>
  row?.warnings.find(({ code, remedy }) => remedy !== null && REASONS.has(code))?.remedy;

/** The first remedy in the rows' warnings, else in those of the whole run. */
const remedy = ({ warnings }: Comparison, rows: readonly Row[]) =>
  [...rows.flatMap((row) => row.warnings), ...warnings].find((warning) => warning.remedy !== null)?.remedy;

/** Whether the title already says everything about the only row or group that could not be judged. */
export function inTitle({ overall }: Comparison, unjudged: readonly Group[]): boolean {
  const [group] = unjudged;
  if (group === undefined || unjudged.length > 1) return false;
  const [{ kind, verdict, warnings, reason }] = group.rows;
  const alone = group.rows.length === 1 || kind === "workload";
  return alone && verdict === overall && warnings.length === 0 && reason.length <= REASON_LENGTH;
}
