/** Limits of a duel that are the same when a session is judged against stored ones. */

/** The generator measures itself beyond these: iterations dropped, share of its target reached, of its cores used. */
export const GENERATOR = { dropped: 0.01, achieved: 0.98, busy: 0.85 } as const;
/** Fewest good pairs of which anything can be said. */
export const LEAST_PAIRS = 3;
/** Share of pairs that a side may lose by its own fault. */
export const MOST_LOST = 0.2;
/** A metric that cannot see a change of this many bands is too noisy to judge. */
export const TOO_NOISY = 4;
/** How many standard deviations an exact counter may move: beyond any chance, whatever the family. */
export const SIGMAS = 5;

/** When more failures matter: level of their family, a tenth of a percentage point, and half as many again. */
export const ERRORS = { level: 0.005, points: 0.001, ratio: 1.5 } as const;
/** The hard rule: above 1 % in head, below 0.1 % in base, five failures at least. */
export const HARD = { head: 0.01, base: 0.001, count: 5 } as const;
/** A base of which more requests fail, unexpected, is itself broken. */
export const BROKEN = 0.05;
