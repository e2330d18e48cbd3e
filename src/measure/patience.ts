/** Failures in a row of one workload, of trials or of pairs, after which no more are tried: it is broken, not unlucky. */
export const GIVE_UP = 3;
/** Times that what a start brings up is brought up again within it after a service died. */
export const REVIVALS = 2;
