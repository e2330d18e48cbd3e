import { interruption } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Host } from "../../model/ports.ts";
import { contendedAround } from "../../model/trial.ts";
import { hostState } from "../host.ts";
import type { Judge } from "../judge.ts";
import type { MeasuredPairs } from "./measured.ts";
import type { DuelProgress } from "./progress.ts";
import type { Left } from "./turns.ts";

/** Seconds between two looks at the machine. */
const STEP = 0.5;
/**
 * Limits of the wait for a calm machine: seconds in one start, and the share of the comparison's time that all waits take
 * together. Most disturbances are short (a timer, an update); one that lasts longer outlasts a longer wait as well.
 */
const LONGEST = 10;
const SHARE = 0.1;

/** Waits so many seconds, or until the signal is aborted. */
export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>;

interface Edges {
  readonly host: Host;
  readonly log: Log;
  readonly now: () => Date;
  readonly pause: Pause;
  readonly judge: Pick<Judge, "repeats">;
  readonly progress: Pick<DuelProgress, "waiting">;
}

/** The start whose pairs are repeated, and the seconds of the comparison: those gone, and those left. */
interface At {
  readonly start: number;
  readonly look: number;
  readonly gone: number;
  readonly left: number;
}

/** Further attempts at lost and disturbed pairs, at the end of their start. */
export class Repeats {
  /** Seconds waited for a calm machine so far. */
  waited = 0;
  /** Whether such a wait was in vain, so that none follows. */
  private isVain = false;
  private readonly pairs: MeasuredPairs;
  private readonly edges: Edges;
  private readonly signal: AbortSignal;

  constructor(pairs: MeasuredPairs, edges: Edges, signal: AbortSignal) {
    this.pairs = pairs;
    this.edges = edges;
    this.signal = signal;
  }

  /**
   * Makes the pairs pending that are worth another attempt. Where other programs disturbed one, waits first until the machine
   * is calm.
   *
   * @throws Interrupted when the signal is aborted
   */
  async plan(all: readonly Left[], at: At): Promise<void> {
    let disturbed = 0;
    for (const one of all) {
      if (this.pairs.isAbandoned(one.of)) continue;
      const mine = this.pairs.of(one.of);
      one.pending = this.edges.judge.repeats(one.of, mine, at.look, at.start).map((slot) => {
        const attempts = mine.filter((pair) => pair.slot === slot);
        if (attempts.some((pair) => pair.outcome === "ok" && contendedAround(pair.host))) disturbed++;
        return { slot, attempt: attempts.length };
      });
    }
    const most = Math.min(LONGEST, SHARE * at.gone - this.waited, at.left);
    if (disturbed > 0 && !this.isVain && most >= STEP) await this.untilCalm(disturbed, most);
  }

  private async untilCalm(disturbed: number, most: number): Promise<void> {
    const { log, now, progress } = this.edges;
    progress.waiting(disturbed, most);
    const began = now().getTime();
    const gone = () => (now().getTime() - began) / 1000;
    let isCalm = false;
    while (!isCalm && gone() + STEP <= most) isCalm = await this.isCalm();
    this.waited += gone();
    if (isCalm) return;
    this.isVain = true;
    log.info("other programs keep using the CPU: no further wait for them to stop");
  }

  /** Whether the machine is calm for one step, by the signs that show a disturbed pair. */
  private async isCalm(): Promise<boolean> {
    const { host, pause } = this.edges;
    const [before, probe] = [host.read(), host.probe()];
    await pause(STEP, this.signal);
    if (this.signal.aborted) throw interruption(this.signal);
    return !contendedAround(hostState(before, host.read(), [probe, host.probe()]));
  }
}
