/** What decides in the same way whatever head is compared with: stored sessions, or base beside it. */

/** The generator measures itself beyond these: iterations dropped, share of its target reached, of its cores used. */
export const GENERATOR = { dropped: 0.01, achieved: 0.98, busy: 0.85 } as const;
/** Fewest good trials, or pairs, of which anything can be said, and of which a verdict is given. */
export const LEAST = 3;
export const ENOUGH = 6;
/** Share of pairs that a side may lose by its own fault. */
export const MOST_LOST = 0.2;
/** A metric that cannot see a change of this many bands is too noisy to judge. */
export const TOO_NOISY = 4;
/** How many standard deviations an exact counter may move: beyond any chance, whatever the family. */
export const SIGMAS = 5;
/** No two trials, sides, starts or sessions agree better than this, whatever their figures say: an sd of logs. */
export const LEAST_SD = 0.001;
/** Most that history may count for, degrees of freedom: a prior steadies a test, the pairs decide it. */
export const MOST_PRIOR_DF = 8;

/** When more failures matter: level of their family, a tenth of a percentage point, and half as many again. */
export const ERRORS = { level: 0.005, points: 0.001, ratio: 1.5 } as const;
/** The hard rule: above 1 % in head, below 0.1 % in base, five failures at least. */
export const HARD = { head: 0.01, base: 0.001, count: 5 } as const;
/** A program of which more requests fail, unexpected, is broken: so is what it is compared with. */
export const BROKEN = 0.05;
