/** Thresholds shared by both references: stored sessions, and base measured next to head. */

/** Limits beyond which the generator measures itself: dropped iterations, share of target rate, share of its cores. */
export const GENERATOR = { dropped: 0.01, achieved: 0.98, busy: 0.85 } as const;
/** Shares of the host's CPUs in use: queues set the pace above the first, and neither side of a pair has spare CPU above the second. */
export const HOST = { queues: 0.9, full: 0.85 } as const;
/** Fewest good trials (or pairs) for any statement, and for a verdict. */
export const LEAST = 3;
export const ENOUGH = 6;
/** Share of pairs that a side may lose by its own fault. */
export const MOST_LOST = 0.2;
/** A metric whose smallest detectable change exceeds this many bands is too noisy to judge. */
export const TOO_NOISY = 4;
/** How many standard deviations an exact counter may move: beyond chance for any number of tests. */
export const SIGMAS = 5;
/** Lower limit for the spread of trials, sides, starts and sessions, an sd of logs. */
export const LEAST_SD = 0.001;
/** Most degrees of freedom that a prior from history may add. The pairs decide, the prior only steadies the test. */
export const MOST_PRIOR_DF = 8;

/** When more failures matter: the level of their family, 0.1 percentage points, and 1.5 times as many. */
export const ERRORS = { level: 0.005, points: 0.001, ratio: 1.5 } as const;
/** Head is broken: above 1 % in head, below 0.1 % in base, at least five failures. */
export const HARD = { head: 0.01, base: 0.001, count: 5 } as const;
/** Share of unexpected failed requests above which a program is broken, and so is a reference. */
export const BROKEN = 0.05;
