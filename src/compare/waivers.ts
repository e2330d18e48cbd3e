import type { Row, Warning } from "../model/comparison.ts";
import { format } from "../model/quantity.ts";
import type { LoadWaiver, Waiver, WaiverFate, WaiversUsed } from "../model/waiver.ts";
import { warning } from "./words.ts";

/** Accepted regressions, and the place they were read from. */
export interface Waivers {
  /** For people: "origin/main", "the checkout". */
  readonly from: string;
  readonly rows: readonly Waiver[];
  /** Workloads whose load the change may edit; none where absent. */
  readonly loads?: readonly LoadWaiver[];
  /** Whether the judged change edits the waivers; its edits do not count for itself. */
  readonly changed: boolean;
  /** The time that expiry is checked against, ISO 8601: when the run is judged, not when it was measured. */
  readonly at: string;
}

/** The rows after waivers, and the fate of each waiver. */
export interface Waived {
  readonly rows: readonly Row[];
  readonly waivers: WaiversUsed;
  readonly warnings: readonly Warning[];
}

/**
 * Applies waivers to judged rows.
 *
 * A regression of a metric is accepted where its printed estimate is at most the ceiling and the waiver has not expired.
 * Otherwise it stays, and its reason says why; also where base is not above 0, so that there is no percentage. Budgets,
 * failures and missing metrics cannot be waived. A load waiver accepts a whole workload whose load the change edits.
 *
 * @param rows every row of the comparison
 * @param known the workloads of the config, measured or not
 * @param edited the workloads whose load the change edits
 */
export function waived(
  rows: readonly Row[],
  { from, rows: waivers, loads = [], changed, at }: Waivers,
  known: readonly string[],
  edited: ReadonlySet<string> = new Set(),
): Waived {
  const today = new Date(at).toISOString().slice(0, 10);
  const fates = new Map<Waiver, WaiverFate>();
  const judged = rows.map((row) => {
    if (row.verdict !== "regressed" || !isMetric(row)) return row;
    const mine = waivers.filter((waiver) => about(waiver, row));
    const found = mine.map((waiver) => ({ waiver, fate: fateOf(waiver, row, today) }));
    for (const { waiver, fate } of found) {
      if (fates.get(waiver) !== "exceeded") fates.set(waiver, fate); // one row above the ceiling is reported
    }
    return reworded(row, found);
  });
  const accepted = loads.filter(({ workload, expires }) => expires >= today && edited.has(workload));
  const rest = (waiver: Waiver): WaiverFate => {
    if (waiver.expires < today) return "expired";
    const measured = rows.filter((row) => row.workload === waiver.workload);
    if (measured.length === 0) return known.includes(waiver.workload) ? "unmeasured" : "unmatched";
    // A broken workload has no metrics, which proves nothing about the waiver.
    if (!measured.some(isMetric)) return "unmeasured";
    return measured.some((row) => isMetric(row) && about(waiver, row)) ? "unused" : "unmatched";
  };
  return {
    rows: judged.map((row) => acceptedLoad(row, accepted)),
    waivers: {
      from,
      rows: waivers.map((waiver) => ({ waiver, fate: fates.get(waiver) ?? rest(waiver) })),
      ...(loads.length > 0 && {
        loads: loads.map((waiver) => ({
          waiver,
          fate: waiver.expires < today ? "expired" : accepted.includes(waiver) ? "accepted" : "unused",
        })),
      }),
    },
    warnings: changed ? [wasEdited(from)] : [],
  };
}

/** Accepts a failing row of a workload whose edited load a waiver names. */
function acceptedLoad(row: Row, accepted: readonly LoadWaiver[]): Row {
  const waiver = accepted.find(
    ({ workload, variant }) => workload === row.workload && (variant ?? row.variant) === row.variant,
  );
  if (waiver === undefined || !LOAD_VERDICTS.has(row.verdict)) return row;
  const why = `a waiver accepts the edited load until ${waiver.expires} (${waiver.because})`;
  return { ...row, verdict: "accepted", reason: `${why}; before the waiver: ${row.reason}`.slice(0, 2_000) };
}

/** Verdicts of base's load that a load waiver accepts: the load may no longer fit head. */
const LOAD_VERDICTS: ReadonlySet<Row["verdict"]> = new Set([
  "invalid",
  "missing",
  "expectation",
  "budget",
  "regressed",
  "failed",
]);

const wasEdited = (from: string) =>
  warning(
    "waivers-changed",
    `This change edits the waivers. Its own edits do not count; those of ${from} do.`,
    "Merge a new waiver first, in a pull request of its own.",
  );

const isMetric = ({ kind }: Row) => kind === "gate" || kind === "advisory";

const about = ({ workload, variant, metric }: Waiver, row: Pick<Row, "workload" | "variant" | "metric">) =>
  row.workload === workload && row.metric === metric && (variant === undefined || variant === row.variant);

/**
 * The waiver that accepts a change of a metric's level on the default branch; undefined where none does.
 *
 * @param today the day (UTC) to check expiry against, such as 2026-12-31
 */
export function accepting(
  waivers: readonly Waiver[],
  change: Pick<Row, "workload" | "variant" | "metric" | "better"> & {
    readonly before: number;
    readonly after: number;
  },
  today: string,
): Waiver | undefined {
  const { before, after, better } = change;
  if (before <= 0) return undefined; // no percentage exists
  const worse = better === "lower" ? after / before - 1 : 1 - after / before;
  return waivers.find((one) => about(one, change) && one.expires >= today && worse <= one.ceiling);
}

function fateOf({ ceiling, expires }: Waiver, row: Row, today: string): WaiverFate {
  if (expires < today) return "expired";
  const found = worsening(row);
  return found !== null && found <= ceiling ? "accepted" : "exceeded";
}

function reworded(row: Row, found: readonly { waiver: Waiver; fate: WaiverFate }[]): Row {
  const covering = found.find(({ fate }) => fate === "accepted");
  if (covering) {
    const { because } = covering.waiver;
    return { ...row, verdict: "accepted", reason: `${allowance(covering.waiver)}: ${because}` };
  }
  const why = found.map(({ waiver, fate }) =>
    fate === "expired" ? `; its waiver expired after ${waiver.expires}` : `; ${beyond(waiver, row)}`,
  );
  return { ...row, reason: `${row.reason}${why.join("")}`.slice(0, 2_000) };
}

const allowance = ({ ceiling, expires }: Waiver) =>
  `a waiver allows up to ${format(ceiling, "ratio")} until ${expires}`;

const beyond = (waiver: Waiver, row: Row) =>
  worsening(row) === null
    ? `${allowance(waiver)}, but base is not above 0, so there is no percentage`
    : `${allowance(waiver)}, but this change exceeds it`;

/**
 * How much worse head is, as a share of base in the metric's own direction: 0.2 is 20 % slower, or 20 % fewer requests.
 * Null where there is no ratio.
 */
function worsening({ head, base, evidence, better }: Row): number | null {
  if (head === null || base === null || base.center <= 0) return null;
  if (evidence === null) {
    const change = head.center / base.center - 1; // an exact counter has no estimate
    return better === "lower" ? change : -change;
  }
  if ([...head.values, head.center, ...base.values].some((value) => value <= 0)) return null;
  return better === "lower" ? Math.expm1(evidence.estimate) : -Math.expm1(-evidence.estimate);
}
