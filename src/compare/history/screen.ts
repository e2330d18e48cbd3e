import { own } from "../../base/own.ts";
import { counted } from "../../base/text.ts";
import type { Baseline } from "../../model/baseline.ts";
import type { Row } from "../../model/comparison.ts";
import type { Config } from "../../model/config.ts";
import { isItem } from "../../model/item.ts";
import type { Run } from "../../model/run.ts";
import { noteworthyDifferences, reference } from "../reference.ts";
import { rule, standing } from "../rule.ts";
import { ofVariant, storedParts, storedValues } from "../stored.ts";
import { subjects } from "../subject.ts";
import { size } from "../words.ts";
import { epochs, type Spread, sessionSeries, spread } from "./epochs.ts";

/** A run, with the rules and baselines that it is judged by. */
export interface ScreenedRun {
  readonly run: Run;
  readonly config: Config;
  readonly baselines: ReadonlyMap<string, Baseline>;
}

/**
 * Decides for each workload of a run whether stored sessions settle it.
 *
 * @param rows of the run, judged by the same rules and baselines
 */
export function screens(
  { run, config, baselines }: ScreenedRun,
  rows: readonly Row[],
): ReadonlyMap<string, Screening> {
  const all = subjects(run, config);
  const names = [...new Set(all.map(({ workload }) => workload))];
  return new Map(
    names.map((workload) => {
      const known = reference(workload, run, baselines.get(workload));
      const latest = known.kind === "sessions" ? known.sessions.at(-1) : undefined;
      const differences = latest ? noteworthyDifferences(latest.fingerprint, run.fingerprint) : [];
      const learned = (metric: string, variant: string | null) => {
        const same = isItem({ workload, variant });
        const subject = all.find(same);
        const row = rows.find((one) => same(one) && one.metric === metric);
        if (!subject || !row?.evidence) return null;
        const { used } = storedParts(subject, known, run.fingerprint.cores);
        return spread(epochs(sessionSeries(storedValues(used, metric)), row.evidence.band));
      };
      return [workload, screened({ rows, workload, differences, spread: learned })] as const;
    }),
  );
}

/**
 * The workloads that stored sessions could settle, decided before measuring. Every gate of every variant needs comparable
 * sessions from the same kind of machine whose spread is learned and small enough.
 *
 * @param here the machine of the planned run, and the workloads as they are now
 */
export function screenable(
  here: Pick<Run, "id" | "runnerClass" | "workloads" | "fingerprint">,
  config: Config,
  baselines: ReadonlyMap<string, Baseline>,
): string[] {
  return Object.keys(here.workloads).filter((workload) => {
    const rules = own(config.workloads, workload);
    const known = reference(workload, here, baselines.get(workload));
    if (!rules || known.kind !== "sessions") return false;
    if (noteworthyDifferences(known.sessions.at(-1)!.fingerprint, here.fingerprint).length > 0) return false;
    const declared = Object.keys(rules.variants);
    return (declared.length > 0 ? declared : [null]).every((variant) => {
      const parts = ofVariant(known, variant).filter(({ saturated }) => !saturated);
      return rules.gate.every((metric) => {
        const { band, unit } = rule(metric, undefined, rules, config.policy);
        const kind = standing(metric, undefined, unit);
        if (kind !== "test") return kind === "exact";
        const learned = spread(epochs(sessionSeries(storedValues(parts, metric)), band));
        return learned !== null && learned.upper <= band * SHARE_OF_BAND;
      });
    });
  });
}

/** Largest spread between sessions, as a share of the band, with which stored sessions can replace base. */
const SHARE_OF_BAND = 1 / 3;

/** A workload's comparison with stored sessions. */
export interface ScreenInput {
  /** Rows of one workload, all its variants; those of other workloads are ignored. */
  readonly rows: readonly Row[];
  readonly workload: string;
  /** Differences between this machine and that of the stored sessions: "kernel 6.1 → 6.8"; empty where there are none. */
  readonly differences: readonly string[];
  /** The spread between sessions of this metric; null until it is learned. */
  readonly spread: (metric: string, variant: string | null) => Spread | null;
}

/** A metric or workload that is not shown unchanged, and the reason. */
export interface Suspect {
  readonly variant: string | null;
  /** A selector; empty for the workload as a whole. */
  readonly metric: string;
  readonly why: string;
}

/** Whether stored sessions settle a workload, or base must be measured next to head. */
export interface Screening {
  readonly duel: boolean;
  /** For people. */
  readonly reason: string;
  /** Empty where no duel is needed. */
  readonly suspects: readonly Suspect[];
}

/**
 * Decides whether base need not be measured for a workload. The machine must be that of the stored sessions, and every
 * gate must be shown unchanged against them. The spread between sessions must be at most a third of the band, so that they
 * could have shown a change. Errors, checks and the workload itself must be in order too.
 *
 * A metric that is not shown unchanged is suspect, even where it improved. Advisory rows, budgets and profiles do not
 * count: the first never fail, and the others are judged on head's own load in either case.
 */
export function screened({ rows, workload, differences, spread }: ScreenInput): Screening {
  const mine = rows.filter((row) => row.workload === workload);
  const gates = mine.filter(({ kind }) => kind === "gate");
  const suspects = [
    ...differences.map((what) => about(`the machine differs from that of the stored sessions: ${what}`)),
    ...(gates.length === 0 ? [about("no gate was compared with stored sessions")] : []),
    ...mine.flatMap((row) => {
      const why = suspicion(row, spread);
      return why === undefined ? [] : { variant: row.variant, metric: row.metric, why };
    }),
  ];
  return { duel: suspects.length > 0, reason: reason(gates.length, suspects), suspects };
}

const about = (why: string): Suspect => ({ variant: null, metric: "", why });

/** Why a row is suspect; undefined where it is in order, or does not count. */
function suspicion(row: Row, spread: ScreenInput["spread"]): string | undefined {
  if (row.kind === "errors" || row.kind === "checks" || row.kind === "workload") {
    return row.verdict === "unchanged" ? undefined : `${row.kind}: ${row.verdict}`;
  }
  if (row.kind !== "gate") return undefined;
  if (row.verdict !== "unchanged") return `${row.verdict}, so not shown unchanged`;
  if (!row.gates) return "shown unchanged by a comparison that cannot fail";
  if (row.evidence === null) return undefined; // an exact counter needs no test
  if (row.evidence.mode !== "baseline") return "not compared with stored sessions";
  const known = spread(row.metric, row.variant);
  if (known === null) return "the spread between sessions is not learned yet";
  const most = row.evidence.band * SHARE_OF_BAND;
  if (known.upper <= most) return undefined;
  return `sessions may differ by ${size(known.upper)} (sd), more than the ${size(most)} that a band of ${size(row.evidence.band)} allows`;
}

/** Most suspects named; the others are counted. */
const NAMED = 3;

function reason(gates: number, suspects: readonly Suspect[]): string {
  if (suspects.length === 0) {
    return `${counted(gates, "gate")} shown unchanged against stored sessions (their spread is at most a third of the band), so base was not measured`;
  }
  const named = suspects.slice(0, NAMED).map(({ variant, metric, why }) => {
    const what = [variant, metric].filter((part) => part !== null && part !== "").join(" ");
    return what === "" ? why : `${what}: ${why}`;
  });
  const rest = suspects.length - named.length;
  return `base is measured next to head: ${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
