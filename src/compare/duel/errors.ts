import { counted } from "../../base/text.ts";
import type { Row } from "../../model/comparison.ts";
import { type Count, dispersion, errorTest, total } from "../../stats/errors.ts";
import { rejected } from "../../stats/multiplicity.ts";
import { ERRORS, HARD } from "../criteria.ts";
import { brokeHard, failureChange } from "../decision.ts";
import { exampleOf, failureFinding, plausible, rates } from "../failures.ts";
import { type About, row } from "../row.ts";
import { probability, share } from "../words.ts";
import { type DuelCase, goodPairs } from "./pairs.ts";
import type { Exclusion } from "./validity.ts";

/** The two kinds of failure: of requests and of the script's checks. Both are counted, tested and judged in the same way. */
type Kind = "errors" | "checks";
const KINDS: readonly Kind[] = ["errors", "checks"];
const WORDS: Readonly<Record<Kind, readonly [one: string, more: string]>> = {
  errors: ["request", "requests"],
  checks: ["check", "checks"],
};

/** Failures of both sides, one count per pair, and the p-value of their test. */
interface Failures {
  readonly kind: Kind;
  readonly base: readonly Count[];
  readonly head: readonly Count[];
  /** One-sided, of "head fails no more often". */
  readonly p: number;
  /** Examples of head's failures. */
  readonly examples: readonly string[];
}

/**
 * Failures in the first `slots` pairs. Undefined where nothing was counted, where a profile judges them, and for a
 * single pair, whose scatter is unknown.
 */
function failures(kind: Kind, of: DuelCase, slots: number): Failures | undefined {
  if (of.expected[kind]) return undefined;
  const pairs = goodPairs(of.pairs, slots);
  const sides = pairs
    .map(({ base, head }) =>
      kind === "errors" ? ([base.requests, head.requests] as const) : ([base.checks, head.checks] as const),
    )
    .filter(([base, head]) => base.requests > 0 && head.requests > 0);
  if (sides.length < 2) return undefined;
  const base = sides.map(([count]) => plausible(count));
  const head = sides.map(([, count]) => plausible(count));
  const examples = kind === "errors" ? [...new Set(pairs.flatMap(({ head }) => head.failing ?? []))] : [];
  return { kind, base, head, p: errorTest(total(base), total(head), dispersion([base, head])).p, examples };
}

const rate = (counts: readonly Count[]) => total(counts).errors / total(counts).requests;

/** Whether head is broken: failures beyond doubt where base has almost none. Checked at every look. */
const hard = ({ base, head, p }: Failures) => brokeHard(total(base), total(head), p);

export function hardError(of: DuelCase, slots: number): Exclusion | undefined {
  for (const kind of KINDS) {
    const found = failures(kind, of, slots);
    if (found && hard(found)) return { kind: "failed", reason: hardReason(found) };
  }
  return undefined;
}

const hardReason = (found: Failures) =>
  `more than ${share(HARD.head)} fail, and fewer than ${share(HARD.base)} do in the base: ${against(found)}`;

/**
 * Rows about failed requests and checks, made once, at each workload's last look; all of them are one family.
 *
 * @param slots for each case the pairs planned by its last look; null where it is not judged
 */
export function duelErrorRows(cases: readonly DuelCase[], slots: readonly (number | null)[]): Row[] {
  const found = cases.flatMap((of, i) => {
    const upTo = slots[i] ?? null;
    return upTo === null
      ? []
      : KINDS.flatMap((kind) => {
          const one = failures(kind, of, upTo);
          return one ? [{ of, one }] : [];
        });
  });
  const worse = rejected(
    found.map(({ one }) => one.p),
    ERRORS.level,
  );
  return found.map(({ of, one }, i) => failureRow(of, one, worse[i]!));
}

function failureRow(of: DuelCase, found: Failures, rejected: boolean): Row {
  const { kind, base, head } = found;
  const better = kind === "errors" ? "lower" : "higher"; // checks are shown as the share that passed
  const about: About = { kind, metric: "", subject: of, rule: { unit: "ratio", better } };
  const verdictRow = (verdict: Row["verdict"], reason: string, gates = true) =>
    row(about, { verdict, reason, gates, head: rates(head, better), base: rates(base, better) });
  if (hard(found)) return verdictRow("failed", hardReason(found));
  const change = failureChange(total(base), total(head), rejected);
  return verdictRow(
    change.verdict,
    `${failureFinding(change, WORDS[kind][1])}: ${against(found)}`,
    change.gates,
  );
}

const against = ({ kind, base, head, p, examples }: Failures) => {
  const [one, many] = WORDS[kind];
  const sum = total(head).requests;
  return `${share(rate(head))} of ${counted(sum, one, many)} failed, ${share(rate(base))} in the base, over ${counted(head.length, "pair")}, ${probability(p)}${exampleOf(examples)}`;
};
