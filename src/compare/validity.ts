import type { Warning } from "../model/comparison.ts";
import type { Policy } from "../model/config.ts";
import type { Failure, FailureCode, Fingerprint } from "../model/run.ts";
import { median } from "../stats/samples.ts";
import type { Subject } from "./subject.ts";
import { counted, share, warning } from "./words.ts";

/** Whether a workload's figures can be judged at all; validity comes before every comparison. */
export type Validity =
  | { readonly kind: "judged"; readonly warnings: readonly Warning[] }
  | { readonly kind: "failed" | "invalid"; readonly reason: string; readonly warnings: readonly Warning[] };

/**
 * Whose fault a failed trial is. `head`: the system under test did not serve, or died. `run`: the measurement
 * itself broke, so nothing follows about head.
 */
const FAULT: Readonly<Record<FailureCode, "head" | "run">> = {
  "dead-target": "head",
  "no-requests": "head",
  "service-died": "head",
  timeout: "head", // the load ended in no time that was planned for it: something hung
  "script-error": "run",
  "setup-timeout": "run",
  "no-summary": "run",
  "bad-numbers": "run",
  generator: "run",
  interrupted: "run",
};

/** Fewest good trials of which anything can be said, and fewest for a verdict. */
const LEAST_TRIALS = 3;
export const ENOUGH_TRIALS = 6;

const MOST_DROPPED = 0.01;
const LEAST_ACHIEVED = 0.98;
const MOST_GENERATOR_CPU = 0.85;
const CONTENDED_PROBE = 1.25;
const CONTENDED_STEAL = 0.05;

export function validity(subject: Subject, policy: Policy, machine: Fingerprint): Validity {
  const { good } = subject;
  const warnings = [...contention(subject)];
  const broken = crash(subject) ?? tooManyFailures(subject, policy) ?? generatorFault(subject, machine);
  if (broken) return { ...broken, warnings };
  if (good.length < LEAST_TRIALS) {
    const reason = `only ${counted(good.length, "good trial")}; at least ${LEAST_TRIALS} are needed to say anything, ${ENOUGH_TRIALS} for a verdict`;
    return { kind: "invalid", reason, warnings: [...warnings, more] };
  }
  const lost = subject.planned - good.length;
  if (lost > 0) {
    warnings.push(
      warning("failed-trials", `${counted(lost, "trial")} of ${subject.planned} failed: ${causes(subject)}.`),
    );
  }
  if (good.length < ENOUGH_TRIALS) {
    warnings.push(
      warning(
        "few-trials",
        `Only ${counted(good.length, "good trial")}: no verdict is given below ${ENOUGH_TRIALS}.`,
        more.remedy,
      ),
    );
  }
  return { kind: "judged", warnings };
}

const more = warning("few-trials", "Too few trials.", "Measure more trials: `measure.trials` or `--trials`.");

type Broken = { readonly kind: "failed" | "invalid"; readonly reason: string };

/** A service that crashes under load is broken, however seldom it does. */
function crash({ good, failures }: Subject): Broken | undefined {
  const died = failures.filter(({ code }) => code === "service-died");
  if (died[0]) {
    return { kind: "failed", reason: `a service died in ${counted(died.length, "trial")}: ${told(died[0])}` };
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
  const heads = failures.filter(({ code }) => FAULT[code] === "head");
  const kind = 2 * heads.length >= lost ? "failed" : "invalid";
  const allowed = good.length === 0 ? "" : ` (${share(policy.failed_trials)} may)`;
  const all = good.length === 0 ? `all ${planned}` : `${lost} of ${planned}`;
  return { kind, reason: `${all} trials failed${allowed}: ${causes(subject)}` };
}

/** "7 × dead-target (refused), 1 × not made" */
function causes({ planned, good, failures }: Subject): string {
  const byCode = new Map<FailureCode, Failure[]>();
  for (const failure of failures) byCode.set(failure.code, [...(byCode.get(failure.code) ?? []), failure]);
  const said = [...byCode]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([code, all]) => `${all.length} × ${code} (${told(all[0]!)})`);
  const absent = planned - good.length - failures.length;
  return [...said, ...(absent > 0 ? [`${absent} × planned and not made`] : [])].join(", ");
}

/** The first line of a failure's message, not too long. */
const told = ({ message }: Failure) => message.trim().split("\n")[0]!.slice(0, 200);

/** A generator that could not keep up measures itself. */
function generatorFault({ good }: Subject, { cores }: Fingerprint): Broken | undefined {
  if (good.length === 0) return undefined;
  const saturated = (detail: string): Broken => ({
    kind: "invalid",
    reason: `the load generator was saturated: ${detail}`,
  });
  const sum = (of: (trial: (typeof good)[number]) => number) =>
    good.reduce((all, trial) => all + of(trial), 0);
  const dropped = sum(({ observed }) => observed.generator.dropped);
  const iterations = sum(({ observed }) => {
    const made = observed.metrics.iterations;
    return made?.kind === "counter" ? made.count : observed.requests;
  });
  if (dropped > MOST_DROPPED * (dropped + iterations)) {
    return saturated(`${share(dropped / (dropped + iterations))} of the iterations were dropped`);
  }
  const achieved = good.flatMap(({ observed }) => observed.generator.achieved ?? []);
  if (achieved.length > 0 && median(achieved) < LEAST_ACHIEVED) {
    return saturated(`it reached ${share(median(achieved))} of its target rate`);
  }
  const cpu = good.flatMap(({ observed: { generator } }) =>
    generator.cpu === null || generator.wall === 0 ? [] : generator.cpu / (generator.wall * cores),
  );
  if (cpu.length > 0 && median(cpu) > MOST_GENERATOR_CPU) {
    return saturated(`it used ${share(median(cpu))} of ${counted(cores, "core")}`);
  }
  return undefined;
}

/** Trials in which something else wanted the CPU: kept, counted, and named. */
function contention({ good }: Subject): Warning[] {
  const contended = good.filter(
    ({ host: { probe, steal } }) =>
      (probe !== null && Math.max(...probe) > CONTENDED_PROBE) || (steal !== null && steal > CONTENDED_STEAL),
  );
  if (contended.length === 0) return [];
  return [
    warning(
      "contended",
      `${contended.length} of ${counted(good.length, "trial")} were measured while something else used the CPU.`,
      "Measure on a machine that does nothing else.",
    ),
  ];
}
