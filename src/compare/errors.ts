import { counted } from "../base/text.ts";
import type { Row, Warning } from "../model/comparison.ts";
import { type Count, dispersion, errorTest, pearson, total } from "../stats/errors.ts";
import { rejected } from "../stats/multiplicity.ts";
import { BROKEN, ERRORS, HARD } from "./criteria.ts";
import { brokeHard, brokenReference, failureChange } from "./decision.ts";
import { failureFinding, plausible, rates } from "./failures.ts";
import type { Case } from "./metrics.ts";
import { ENOUGH_SESSIONS } from "./reference.ts";
import { type About, row } from "./row.ts";
import { ofVariant } from "./stored.ts";
import { probability, share, warning } from "./words.ts";

/** Degrees of freedom of the prior that only chance makes the error rates of sessions differ; see the README. */
const PRIOR_DF = 4;

/** Error counts of head and, where there is one, of the reference; the test waits for its family. */
interface ErrorDraft {
  readonly about: About;
  readonly head: readonly Count[];
  readonly base: readonly Count[];
  readonly p: number | null;
  /** Whether the script or the config declares an error limit. */
  readonly declared: boolean;
  readonly warnings: readonly Warning[];
}

/** Rows about failed requests, one for each subject that sent any. A profile of them in `expect` replaces the row. */
export function errorRows(cases: readonly Case[]): Row[] {
  const drafts = cases.flatMap(errorDraft);
  const gating = (draft: ErrorDraft) => draft.base.length >= ENOUGH_SESSIONS;
  const rows = new Map<ErrorDraft, Row>();
  for (const family of [drafts.filter(gating), drafts.filter((draft) => !gating(draft))]) {
    const tested = family.filter(({ p }) => p !== null);
    const worse = rejected(
      tested.map(({ p }) => p!),
      ERRORS.level,
    );
    for (const draft of family) rows.set(draft, errorRow(draft, worse[tested.indexOf(draft)] ?? false));
  }
  return drafts.map((draft) => rows.get(draft)!);
}

function errorDraft({ subject, reference }: Case): ErrorDraft[] {
  if (Object.hasOwn(subject.config.expect, "http_req_failed.rate")) return [];
  const head = counts(subject.good.map(({ observed }) => observed));
  if (head.length === 0) return [];
  const base = counts(ofVariant(reference, subject.variant));
  const declared =
    Object.hasOwn(subject.config.budgets, "http_req_failed.rate") ||
    subject.good.some(({ observed }) =>
      observed.thresholds.some(({ metric }) => metric === "http_req_failed"),
    );
  const about = { kind: "errors", metric: "", subject, rule: { unit: "ratio", better: "lower" } } as const;
  const warnings = [...timeouts(subject.good)];
  if (base.length > 0 && base.length < ENOUGH_SESSIONS) {
    warnings.push(
      warning(
        "few-sessions-errors",
        `Only ${counted(base.length, "stored session")} with error counts: a rise warns, and only a rise from almost none to over ${share(HARD.head)} fails.`,
      ),
    );
  }
  return [{ about, head, base, p: base.length > 0 ? errorP(base, head) : null, declared, warnings }];
}

/** The counts that have requests. */
const counts = (all: readonly Count[]): Count[] => all.filter(({ requests }) => requests > 0).map(plausible);

/**
 * One-sided p of "head fails no more often than the stored sessions". The larger of two, because errors cluster both in
 * trials and in sessions.
 *
 * First, head's trials against sessions, with the scatter of both. Second, one session against the others. Three sessions
 * hardly show their scatter, so a prior of plain chance steadies it.
 */
function errorP(base: readonly Count[], head: readonly Count[]): number {
  const [b, h] = [total(base), total(head)];
  const trials = dispersion([base, head]);
  const df = base.length - 1 + PRIOR_DF;
  const sessions = { ratio: Math.max(1, (PRIOR_DF + pearson(base)) / df), df };
  return Math.max(trials.df > 0 ? errorTest(b, h, trials).p : 0, errorTest(b, h, sessions).p);
}

function errorRow(draft: ErrorDraft, worse: boolean): Row {
  const { about, head, base, p, declared, warnings } = draft;
  const h = total(head);
  const b = total(base);
  const rate = h.errors / h.requests;
  const baseRate = b.requests > 0 ? b.errors / b.requests : null;
  const verdictRow = (verdict: Row["verdict"], reason: string, gates = true) =>
    row(about, { verdict, reason, gates, head: rates(head), base: rates(base) }, warnings);
  const seen = `${share(rate)} of ${counted(h.requests, "request")} failed`;
  const known = base.length >= ENOUGH_SESSIONS;
  const broken = rate > BROKEN && h.errors >= HARD.count;

  if (baseRate === null || p === null) {
    if (broken && !declared) {
      return verdictRow(
        "failed",
        `${seen}; without a baseline, more than ${share(BROKEN)} fails unless the config expects it`,
      );
    }
    return verdictRow("new", `${seen}; nothing to compare with yet`);
  }
  const against = `${seen}, ${share(baseRate)} in ${counted(base.length, "stored session")}, ${probability(p)}`;
  if (brokenReference(b, declared)) {
    return verdictRow(
      "invalid",
      `the baseline itself is broken: ${share(baseRate)} of its requests failed, and the config expects none`,
    );
  }
  if (brokeHard(b, h, p)) {
    return verdictRow(
      "failed",
      `more than ${share(HARD.head)} fail, and fewer than ${share(HARD.base)} did before: ${against}`,
    );
  }
  if (!known && broken && !declared) {
    return verdictRow(
      "failed",
      `more than ${share(BROKEN)} fail, and the config does not expect it: ${against}`,
    );
  }
  const found = failureChange(b, h, worse);
  return verdictRow(found.verdict, `${failureFinding(found, "requests")}: ${against}`, known && found.gates);
}

/** Time-outs are reported apart: their length is the client's setting, not the service's time. */
function timeouts(good: Case["subject"]["good"]): Warning[] {
  const all = good.reduce((sum, { observed }) => sum + observed.unanswered.timeouts, 0);
  if (all === 0) return [];
  return [warning("timeouts", `${counted(all, "request")} got no answer in time.`)];
}
