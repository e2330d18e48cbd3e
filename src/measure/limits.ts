/** Consecutive failed trials or lost pairs after which a workload is abandoned: it is broken, not unlucky. */
export const MAX_CONSECUTIVE_FAILURES = 3;
/** Restarts of the stacks within one planned start after a service died. */
export const MAX_RESTARTS = 2;
