import { counted, firstLine } from "../base/text.ts";
import type { Warning } from "../model/comparison.ts";
import type { Policy } from "../model/config.ts";
import type { Failure, FailureCode, Fingerprint } from "../model/run.ts";
import { contention } from "./contention.ts";
import { ENOUGH, LEAST } from "./criteria.ts";
import { loadsOf, saturatedGenerator } from "./generator.ts";
import { mergedPercentiles } from "./merged.ts";
import type { Subject } from "./subject.ts";
import { share, warning } from "./words.ts";

/** Why figures cannot be judged. `saturated`: they are invalid, because the generator could not keep up. */
type Fault = "failed" | "invalid" | "saturated";

/** Whether a workload's figures can be judged; checked before every comparison. */
export type Validity =
  | { readonly kind: "judged"; readonly warnings: readonly Warning[] }
  | { readonly kind: Fault; readonly reason: string; readonly warnings: readonly Warning[] };

/** Why a figure of a workload is not judged, for the reason of its row. */
export function notJudged(validity: Validity): string {
  switch (validity.kind) {
    case "judged":
      return "not judged with its workload";
    case "failed":
      return "not judged, because the workload failed";
    case "invalid":
      return "not judged, because the workload is invalid";
    case "saturated":
      return `not judged, because ${validity.reason}`;
  }
}

/**
 * The side at fault for a failed trial. `head`: the system under test did not serve, or died. `run`: the measurement
 * broke, so nothing follows about head.
 */
export const SIDE_AT_FAULT: Readonly<Record<FailureCode, "head" | "run">> = {
  "dead-target": "head",
  "no-requests": "head",
  "service-died": "head",
  timeout: "head", // the load exceeded its planned time: something hung
  "script-error": "run",
  "setup-timeout": "run",
  "no-summary": "run",
  "bad-numbers": "run",
  generator: "run",
  interrupted: "run",
};

/** @param least good trials without which nothing is judged */
export function validity(
  subject: Subject,
  policy: Policy,
  machine: Fingerprint,
  least: number = LEAST,
): Validity {
  const { good } = subject;
  const warnings = contention(good, machine);
  const broken = crash(subject) ?? tooManyFailures(subject, policy) ?? generatorFault(subject, machine);
  if (broken) return { ...broken, warnings: [...(broken.warnings ?? []), ...warnings] };
  if (good.length < least) {
    return { kind: "invalid", reason: tooFewGood(good.length, "trial"), warnings: [...warnings, more] };
  }
  const lost = subject.planned - good.length;
  if (lost > 0) {
    warnings.push(
      warning("failed-trials", `${counted(lost, "trial")} of ${subject.planned} failed: ${causes(subject)}.`),
    );
  }
  if (good.length < ENOUGH) {
    warnings.push(fewWarning(good.length, "trial", more.remedy!));
  }
  const measured = good.map(({ observed }) => observed.metrics);
  warnings.push(...mergedPercentiles(measured, subject.config));
  return { kind: "judged", warnings };
}

const more = warning("few-trials", "Too few trials.", "Measure more trials: `measure.trials` or `--trials`.");

interface Broken {
  readonly kind: Fault;
  readonly reason: string;
  /** The remedy, where one is known. */
  readonly warnings?: readonly Warning[];
}

/** A service that crashes under load is broken, even if it crashes rarely. */
function crash({ good, failures }: Subject): Broken | undefined {
  const died = failures.filter((failure) => failure.code === "service-died" && wasRun(failure));
  if (died[0]) {
    return {
      kind: "failed",
      reason: `a service died in ${counted(died.length, "trial")}: ${failureLine(died[0])}`,
    };
  }
  const restarted = good.flatMap(({ services }) =>
    Object.entries(services).flatMap(([name, { restarts }]) => (restarts > 0 ? [name] : [])),
  );
  if (restarted.length === 0) return undefined;
  const names = [...new Set(restarted)].sort().join(", ");
  return { kind: "failed", reason: `restarted while it was measured: ${names}` };
}

function tooManyFailures(subject: Subject, policy: Policy): Broken | undefined {
  const { planned, good, failures } = subject;
  const lost = planned - good.length;
  if (lost === 0 || (good.length > 0 && lost / planned <= policy.failed_trials)) return undefined;
  const heads = failures.filter(({ code }) => SIDE_AT_FAULT[code] === "head");
  const kind = 2 * heads.length >= lost ? "failed" : "invalid";
  const allowed = good.length === 0 ? "" : ` (allowed: ${share(policy.failed_trials)})`;
  const all = good.length === 0 ? `all ${planned}` : `${lost} of ${planned}`;
  const reason = `${all} trials failed${allowed}: ${causes(subject)}`;
  return { kind, reason, warnings: kind === "invalid" ? remedies(subject) : [] };
}

/** Remedies for failures of the measurement that repeat when it is repeated. */
const REMEDY: Readonly<Partial<Record<FailureCode, string>>> = {
  "script-error":
    "Fix the script: measuring again will fail in the same way. `steelyard measure` shows its error.",
  "setup-timeout": "Fix the script's `setup()`, or raise the option `setupTimeout`.",
};

/** The remedy of the most frequent failure, where it has one. */
function remedies({ failures }: Subject): Warning[] {
  const often = (code: FailureCode) => failures.filter((failure) => failure.code === code).length;
  const [first] = [...failures].sort((a, b) => often(b.code) - often(a.code));
  return first === undefined ? [] : remedyOf(first, counted(often(first.code), "trial"));
}

/** The remedy of a failure that repeats when the measurement is repeated. @param what of the measurements that ended so */
export function remedyOf(failure: Pick<Failure, "code" | "message">, what: string): Warning[] {
  const remedy = REMEDY[failure.code];
  if (remedy === undefined) return [];
  return [warning(failure.code, `${what} ended with ${failure.code}: ${failureLine(failure)}.`, remedy)];
}

/** Whether a failed trial ran at all; it is skipped where too many before it failed. */
const wasRun = ({ skipped }: Failure) => skipped !== true;

/** "3 × dead-target (refused), 4 × not run after these, 1 × planned but absent" */
function causes({ planned, good, failures }: Subject): string {
  const byCode = new Map<FailureCode, Failure[]>();
  const run = failures.filter(wasRun);
  for (const failure of run.length > 0 ? run : failures) {
    byCode.set(failure.code, [...(byCode.get(failure.code) ?? []), failure]);
  }
  const reasons = [...byCode]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([code, all]) => `${all.length} × ${code} (${failureLine(all[0]!)})`);
  const absent = planned - good.length - failures.length;
  const skipped = run.length > 0 ? failures.length - run.length : 0;
  if (skipped > 0) reasons.push(`${skipped} × not run after these`);
  if (absent > 0) reasons.push(`${absent} × planned but absent`);
  return reasons.join(", ");
}

/** The first line of a failure's message. */
export const failureLine = ({ message }: Pick<Failure, "message">) => firstLine(message, 200);

/** The fault of a generator that could not keep up: it measured its own limits. */
function generatorFault({ good }: Subject, { cores }: Fingerprint): Broken | undefined {
  const reason = saturatedGenerator(loadsOf(good, cores));
  return reason === undefined ? undefined : { kind: "saturated", reason };
}

/** Why fewer good trials or pairs than `LEAST` are not judged. */
export const tooFewGood = (good: number, unit: "trial" | "pair") =>
  `only ${counted(good, `good ${unit}`)}; ${LEAST} are needed for figures, ${ENOUGH} for a verdict`;

/** The warning about fewer good trials or pairs than `ENOUGH`. */
export const fewWarning = (good: number, unit: "trial" | "pair", remedy: string) =>
  warning(`few-${unit}s`, `Only ${counted(good, `good ${unit}`)}; a verdict needs ${ENOUGH}.`, remedy);
