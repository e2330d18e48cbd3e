/** Every exit code of the command line, once. The verdict table (`model/verdict.ts`) refers to these. */
export const EXIT = {
  ok: 0,
  /** Head is worse, or broken: regressed, failed, budget, expectation, missing. */
  worse: 1,
  /** Config, arguments or files that the user can mend. */
  user: 2,
  /** Nothing can be said: invalid measurements, or an environment that does not work. */
  environment: 3,
  /** Undecided, and the policy asks for a decision: inconclusive, incomparable. */
  undecided: 4,
  bug: 70,
  sigint: 130,
  sigterm: 143,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];
