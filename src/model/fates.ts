// No zod here: the trend page imports this file.
import { EXIT, type Exit } from "../base/exit.ts";

/** The verdicts, mildest first: the order by which several are combined. */
export const VERDICTS = [
  "unaffected",
  "unchanged",
  "new",
  "inconclusive",
  "improved",
  "accepted",
  "incomparable",
  "invalid",
  "missing",
  "expectation",
  "budget",
  "regressed",
  "failed",
] as const;
type Verdict = (typeof VERDICTS)[number];

/** Conclusion of a check run. */
export type Conclusion = "success" | "neutral" | "failure";

interface Fate {
  /** Its meaning, for display. */
  readonly meaning: string;
  readonly symbol: string;
  readonly conclusion: Conclusion;
  /** Exit code where `fail_on` covers the verdict; 0 where it does not. */
  readonly exit: Exit;
  /** Whether `fail_on` covers it unless the config says otherwise. */
  readonly fails: boolean;
  /** Whether the config may remove it from `fail_on`, or add it. */
  readonly movable: boolean;
}

const pass = (meaning: string, symbol: string, conclusion: Conclusion = "success"): Fate => ({
  meaning,
  symbol,
  conclusion,
  exit: EXIT.ok,
  fails: false,
  movable: false,
});
const fail = (meaning: string, symbol: string, exit: Exit, movable: boolean): Fate => ({
  meaning,
  symbol,
  conclusion: "failure",
  exit,
  fails: true,
  movable,
});
const undecided = (meaning: string, symbol: string, conclusion: Conclusion): Fate => ({
  meaning,
  symbol,
  conclusion,
  exit: EXIT.undecided,
  fails: false,
  movable: true,
});

/** The table of meaning, conclusion and exit code of each verdict. */
export const FATES: Readonly<Record<Verdict, Fate>> = {
  unaffected: pass("the change cannot affect it, so it was not measured", "⏭️"),
  unchanged: pass("shown not to be worse by the band", "✅"),
  new: pass("nothing to compare with yet", "🆕", "neutral"),
  inconclusive: undecided("cannot tell at this precision", "🔍", "success"),
  improved: pass("better by more than the band", "🎉"),
  accepted: pass("regressed within a valid waiver", "🤝"),
  incomparable: undecided("measured under other conditions than the reference", "🔀", "neutral"),
  invalid: fail("this run cannot be judged", "🚫", EXIT.environment, false),
  missing: fail("the base has it, this run does not", "❓", EXIT.worse, false),
  expectation: fail("an expected profile did not happen", "🎭", EXIT.worse, true),
  budget: fail("an absolute limit is broken beyond its noise", "💸", EXIT.worse, true),
  regressed: fail("worse by more than the band", "❌", EXIT.worse, true),
  failed: fail("head itself broke", "💥", EXIT.worse, false),
};

/** The worst of several verdicts; `new` where there is none, because nothing was compared. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>(
    (a, b) => (VERDICTS.indexOf(b) > VERDICTS.indexOf(a) ? b : a),
    verdicts[0] ?? "new",
  );
}
