/**
 * The words of a report, for `steelyard explain` and the reference. The table of gates explains its columns with the same
 * texts. Where a key of the config has the same name, `explain` tells of the key.
 */
export const TERMS: Readonly<Record<string, string>> = {
  "cannot tell":
    "neither a regression nor its absence was shown (`inconclusive`); more pairs, more starts or a wider band decide",
  "probably worse":
    "of an undecided gate: the interval that holds its change in 95 of 100 such runs, for all tests and looks together, excludes zero",
  "Change [95 %]":
    "head against base or baseline, and the interval that holds the true change in 95 of 100 such runs",
  n: "number of sessions or pairs compared",
  p: "how often chance alone would look at least this much worse (better, where improved)",
  δ: "the smallest change that matters",
  Detectable:
    "the smallest worsening that 8 of 10 such runs detect; for unchanged, the smallest that this run rules out",
  "too noisy to judge": "only a worsening of more than four bands could have been detected",
  gate: "a metric that may fail the check",
  advisory: "a metric that is shown, and never fails the check",
  "warns only": "a row that is judged like a gate, and never fails the check",
  base: "the state that a change is compared with",
  head: "the change",
  baseline: "stored sessions that head is compared with where it is not paired with base",
  session: "all trials of a workload in one run",
  start: "one start of the stack; processes of one build differ, so that a run has several",
  pair: "figures of base and of head that were measured next to each other",
  look: "a moment at which the pairs so far are judged; the levels of all looks together are 1 %",
  "start-up variance":
    "differences between processes of one build, which further starts reduce and longer pairs do not",
  disturbed: "measured while other programs used the CPUs",
  "not saturated": "the machine had CPU time to spare, so that the load was not limited by it",
  "not explained":
    "the part of a difference that no function, statement, call or service named in the report has",
};
