/** Every exit code of the command line. The verdict table (`model/verdict.ts`) refers to these. */
export const EXIT = {
  ok: 0,
  /** Head is worse or broken: regressed, failed, budget, expectation, missing. */
  worse: 1,
  /** The user must correct the config, the arguments or a file. */
  user: 2,
  /** No verdict is possible: invalid measurements, or a broken environment. */
  environment: 3,
  /** Undecided, and the policy demands a decision: inconclusive, incomparable. */
  undecided: 4,
  bug: 70,
  sigint: 130,
  sigterm: 143,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];
