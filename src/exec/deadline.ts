/**
 * When everything that this process started has to be gone. A job that is cancelled is killed after 7.5 seconds, however
 * many things are ended one after the other: so there is one deadline for all of them, and it is this process's own.
 */

/** Seconds between the request to end and the last SIGKILL. What is removed and written then takes up to two more. */
const ORDERLY = 3;
let until = Number.POSITIVE_INFINITY;

/** Notes that this process was asked to end; the first request counts. */
export function endSoon(): void {
  until = Math.min(until, performance.now() + ORDERLY * 1000);
}

/** Of so many seconds between SIGTERM and SIGKILL those that are left now; none after the deadline. */
export const graceLeft = (wanted: number): number =>
  Math.max(0, Math.min(wanted, (until - performance.now()) / 1000));
