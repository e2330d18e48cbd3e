import { own } from "../base/own.ts";
import { type Baseline, MOST_SESSIONS, MOST_TRIALS, NO_VARIANT, type Session } from "../model/baseline.ts";
import type { Config } from "../model/config.ts";
import { select } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { tag } from "../model/versioned.ts";
import { total } from "../stats/errors.ts";
import { LEAST } from "./criteria.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { compared, type Subject, saturated, subjects } from "./subject.ts";
import { trackedMetrics } from "./tracked.ts";

/**
 * The session that a run adds to the baseline of one workload: raw values, one per trial.
 *
 * Null where the run was interrupted, did not measure the workload, or has no variant with three good trials.
 */
export function session(run: Run, config: Config, name: string): Session | null {
  const facts = own(run.workloads, name);
  if (run.state === "interrupted" || !facts) return null;
  const measured = subjects(run, config).filter(({ workload }) => workload === name);
  const usable = measured.filter(({ good }) => good.length >= LEAST);
  if (!usable[0]) return null;
  const selectors = trackedMetrics(run, name, usable[0].config);
  return {
    run: run.id,
    commit: run.commit && !run.commit.dirty ? run.commit.sha : null, // a dirty tree is no commit
    at: run.began,
    fingerprint: fingerprintOf(run, name),
    digest: facts.digest,
    variants: Object.fromEntries(
      usable.map((subject) => [
        subject.variant ?? NO_VARIANT,
        contribution(subject, selectors, run.fingerprint.cores),
      ]),
    ),
  };
}

function contribution(
  subject: Subject,
  selectors: readonly string[],
  cores: number,
): Session["variants"][string] {
  const trials = subject.good.slice(0, MOST_TRIALS);
  const counts = total(trials.map(({ observed }) => observed));
  const values = selectors.map((text) => {
    const all = trials.flatMap(({ observed }) => select(observed.metrics, text) ?? []);
    return [text, all] as const;
  });
  return {
    values: Object.fromEntries(values.filter(([, all]) => all.length > 0)),
    requests: counts.requests,
    errors: counts.errors,
    saturated: saturated(subject.good, cores),
  };
}

/**
 * Adds a session to a baseline, or starts a new one. A session of the same run replaces the earlier one. Beyond twelve,
 * the oldest are dropped. The noise model of pairs is kept.
 */
export function withSession(
  baseline: Baseline | null,
  session: Session,
  of: { readonly workload: string; readonly runnerClass: string },
): Baseline {
  const others = baseline?.sessions.filter(({ run }) => run !== session.run) ?? [];
  return {
    schema: tag("baseline"),
    workload: of.workload,
    runnerClass: of.runnerClass,
    sessions: [...others, session]
      .sort((a, b) => compared(a.at, b.at) || compared(a.run, b.run))
      .slice(-MOST_SESSIONS),
    ...(baseline?.noise && { noise: baseline.noise }),
  };
}

/**
 * Adds to `known` the sessions of `proposed` that are younger than all of its own. Older ones that `known` lacks were
 * dropped from it and stay dropped.
 */
export function withSince(known: Baseline | null, proposed: Baseline | null): Baseline | null {
  if (known === null || proposed === null) return known ?? proposed;
  const youngest = known.sessions.at(-1)!.at;
  const since = proposed.sessions.filter(({ at }) => compared(at, youngest) > 0);
  return since.reduce<Baseline>((baseline, added) => withSession(baseline, added, known), known);
}
