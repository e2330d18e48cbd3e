import type { Comparison, Row } from "../../model/comparison.ts";
import type { SelfTest, TestedDuel } from "../../model/selftest.ts";
import { FATES } from "../../model/verdict.ts";
import { size } from "../words.ts";

/** The gates of a duel, and the conclusion of the check. */
export const testedDuel = (comparison: Comparison, pairs: number): TestedDuel => ({
  run: comparison.run,
  overall: comparison.overall,
  exit: comparison.exit,
  pairs,
  gates: gatesOf(comparison).map(({ workload, variant, metric, verdict, reason, evidence }) => ({
    workload,
    variant,
    metric,
    verdict,
    reason,
    estimate: evidence?.estimate ?? null,
    interval: evidence?.interval ?? null,
    mde: evidence?.mde ?? null,
  })),
});

const gatesOf = ({ rows }: Comparison): Row[] =>
  rows.filter(({ kind }) => kind === "gate" || kind === "workload");

/**
 * The proof by both duels: the gate fails for the slowdown, and passes without it.
 *
 * A head that broke does not prove that a slower one is detected. A duel that cannot be judged proves nothing.
 */
export function proof(slowed: Comparison, unslowed: Comparison): Pick<SelfTest, "outcome" | "why"> {
  const [found, quiet] = [finding(slowed), harmless(unslowed)];
  const why = [found, quiet].flatMap(({ why }) => why);
  if (why.length === 0)
    return { outcome: "proved", why: ["The gate fails for the slowdown and passes without it."] };
  const unjudged = [found, quiet].every(({ judged, why }) => why.length === 0 || !judged);
  return { outcome: unjudged ? "unjudged" : "refuted", why };
}

interface Finding {
  /** Whether the gate could be judged. */
  readonly judged: boolean;
  /** The problems, in sentences; empty where there are none. */
  readonly why: readonly string[];
}
const GOOD: Finding = { judged: true, why: [] };

function finding(slowed: Comparison): Finding {
  const gates = gatesOf(slowed);
  const regressed = gates.filter(({ gates, verdict }) => gates && verdict === "regressed");
  if (regressed.length > 0) {
    if (slowed.exit === FATES.regressed.exit) return GOOD;
    return wrong(
      "The gate detected the slowdown, but the check would pass: `policy.fail_on` leaves `regressed` out.",
    );
  }
  const broken = gates.find(({ verdict }) => verdict === "failed");
  if (broken) {
    return unjudged(`Head broke instead of getting slower (${broken.reason}): use a milder slowdown.`);
  }
  const invalid = gates.find(({ verdict }) => verdict === "invalid" || verdict === "missing");
  if (invalid) return unjudged(`The slowed duel cannot be judged: ${invalid.reason}.`);
  if (gates.length > 0 && gates.every(({ verdict }) => verdict === "unchanged")) {
    return wrong(
      "The slowdown had no effect: every gate was shown unchanged. Check that the service reads the variable or runs the patched code, and that the workload requests it.",
    );
  }
  const detectable = slowed.mde === null ? "" : ` It could detect ${size(slowed.mde)}.`;
  return wrong(
    `The gate did not fail for the slowdown.${detectable} Use a larger slowdown. \`steelyard calibrate\` shows how to detect smaller ones.`,
  );
}

function harmless(unslowed: Comparison): Finding {
  if (unslowed.exit === FATES.unchanged.exit) return GOOD;
  const gates = gatesOf(unslowed).filter(({ gates }) => gates);
  const alarm = gates.find(({ verdict }) => verdict === "regressed");
  if (alarm) {
    return wrong(
      `The same commit was found worse without the slowdown (${alarm.workload} ${alarm.metric}: ${alarm.reason}): a false alarm. \`steelyard calibrate --sessions 10\` measures how often that happens here.`,
    );
  }
  const [first] = gates.filter(({ verdict }) => verdict === unslowed.overall);
  const what = first?.reason ?? unslowed.overall;
  if (unslowed.exit === FATES.inconclusive.exit) {
    return wrong(
      `Without the slowdown the check would fail too, because the policy fails \`${unslowed.overall}\`: ${what}.`,
    );
  }
  return unjudged(`Without the slowdown the duel cannot be judged: ${what}.`);
}

const wrong = (why: string): Finding => ({ judged: true, why: [why] });
const unjudged = (why: string): Finding => ({ judged: false, why: [why] });
