import type { Log } from "../../base/log.ts";
import { type CheckMode, postCheck } from "../../github/check.ts";
import type { Forge, JobExecution } from "../../github/forge.ts";
import type { Delivery } from "../../model/delivery.ts";
import { format } from "../../model/quantity.ts";

export interface WatchOptions {
  /**
   * The workflow run, and the name of the job in it; in a called workflow the name ends with it. Jobs of several machines have a
   * number after it.
   */
  readonly run: number;
  readonly job: string;
  /** Seconds within which a machine has to take the job. */
  readonly within: number;
  /** The check, and the commit that it is at. */
  readonly check: {
    readonly name: string;
    readonly sha: string;
    readonly details: string;
    readonly mode: CheckMode;
  };
}

/** Seconds between two looks. */
const EVERY = 15;

/**
 * Waits until a machine takes a job. If none does in time, the check fails. A job whose labels no machine has would wait for
 * a day, and everything that requires its check with it.
 *
 * @param clock seconds since any moment, and a wait
 * @returns null once the job runs or is over; else how the failed check was delivered
 * @throws ForgeError where the forge does not answer
 */
export async function watchJob(
  { run, job, within, check }: WatchOptions,
  forge: Forge,
  clock: { readonly now: () => number; readonly wait: (seconds: number) => Promise<void> },
  log: Log,
): Promise<Delivery | null> {
  const names = (name: string) => name === job || name.endsWith(` / ${job}`);
  const isIt = ({ name }: JobExecution) => names(name) || names(name.replace(/ \d+$/, ""));
  const until = clock.now() + within;
  for (;;) {
    const jobs = await forge.jobs(run);
    if (jobs === null) {
      log.warn("this forge does not list jobs: nobody watches whether a machine takes the measurement");
      return null;
    }
    const found = jobs.filter(isIt);
    const last = Math.max(...found.map(({ attempt }) => attempt));
    if (found.some(({ attempt, waits }) => attempt === last && !waits)) return null;
    const left = until - clock.now();
    if (left <= 0) break;
    await clock.wait(Math.min(EVERY, left));
  }
  const title = `No machine took the measurement within ${format(within, "s")}`;
  log.warn(title);
  const { mode, ...at } = check;
  const remedy =
    "Start the machine, or correct the labels of the measuring job. If one takes it later, its report replaces this.";
  return await postCheck(
    forge,
    { ...at, conclusion: "failure", title, summary: remedy, annotations: [], compared: false },
    mode,
  );
}
