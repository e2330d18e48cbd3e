/**
 * The deadline for all processes that this process started. A cancelled job is killed after 7.5 seconds, even if
 * several things are ended one after the other. So all of them share one deadline.
 */

/** Seconds between the request to end and the last SIGKILL. Removing and writing files then takes up to two more. */
const ORDERLY = 3;
let until = Number.POSITIVE_INFINITY;

/** Starts the deadline: this process was asked to end. Only the first call counts. */
export function endSoon(): void {
  until = Math.min(until, performance.now() + ORDERLY * 1000);
}

/** The part that is left of a grace period, in seconds; 0 after the deadline. */
export const graceLeft = (wanted: number): number =>
  Math.max(0, Math.min(wanted, (until - performance.now()) / 1000));
