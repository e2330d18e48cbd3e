/** Every exit code of the command line. The verdict table (`model/fates.ts`) refers to these. */
export const EXIT = {
  ok: 0,
  worse: 1,
  user: 2,
  environment: 3,
  undecided: 4,
  neutral: 5,
  bug: 70,
  sigint: 130,
  sigterm: 143,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** What each of them means, for people. */
export const EXIT_MEANINGS: Readonly<Record<Exit, string>> = {
  0: "nothing was found",
  1: "head is worse or broken: regressed, failed, budget, expectation, missing",
  2: "a mistake in the config, the arguments or a file",
  3: "no verdict is possible: invalid measurements, or a broken environment",
  4: "undecided, and the policy demands a decision: inconclusive, incomparable",
  5: "nothing was compared; only `gitlab report` ends so, since a job of GitLab has no neutral end",
  70: "a bug in steelyard",
  130: "interrupted (SIGINT)",
  143: "ended (SIGTERM)",
};
