import { z } from "zod";
import { EXIT, type Exit } from "../base/exit.ts";
import { type Conclusion, FATES, VERDICTS } from "./fates.ts";

export { type Conclusion, FATES, VERDICTS, worst } from "./fates.ts";

export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

/** Verdicts that fail a check: the defaults with the config's additions and removals. */
export function failing(add: readonly Verdict[], remove: readonly Verdict[]): ReadonlySet<Verdict> {
  const set = new Set(VERDICTS.filter((verdict) => FATES[verdict].fails));
  for (const verdict of add) set.add(verdict);
  for (const verdict of remove) set.delete(verdict);
  return set;
}

/** Severity of exit codes, mildest first: worse beats an unusable run, which beats undecided, which beats success. */
const SEVERITY: readonly Exit[] = [EXIT.ok, EXIT.undecided, EXIT.environment, EXIT.worse];

/** The exit code of a comparison: the most severe over all gating verdicts that `failOn` covers. */
export function exitCode(verdicts: readonly Verdict[], failOn: ReadonlySet<Verdict>): Exit {
  return verdicts
    .filter((verdict) => failOn.has(verdict))
    .map((verdict) => FATES[verdict].exit)
    .reduce<Exit>((a, b) => (SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a), EXIT.ok);
}

/** The conclusion of the check: failure where the exit code is not 0, else that of the overall verdict. */
export function conclusion(overall: Verdict, exit: Exit): Conclusion {
  if (exit !== EXIT.ok) return "failure";
  const own = FATES[overall].conclusion;
  return own === "failure" ? "neutral" : own; // a failing verdict that the policy does not cover
}

export const Movable = z.enum(["inconclusive", "incomparable"]);
export const Removable = z.enum(["expectation", "budget", "regressed"]);
