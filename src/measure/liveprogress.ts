import type { Log } from "../base/log.ts";

/** Calls a function each second; returns the function that stops it. */
export type EverySecond = (tick: () => void) => () => void;

/** A live line that is written anew each second, and the time since it began. */
export abstract class LiveProgress {
  protected readonly log: Log;
  /** Milliseconds. */
  readonly #now: () => number;
  readonly #every: EverySecond;
  #began = 0;
  #end = () => {};

  constructor(log: Log, now: () => number, every: EverySecond) {
    this.log = log;
    this.#now = now;
    this.#every = every;
  }

  stop(): void {
    this.#end();
    this.log.progress("");
  }

  /** Writes the live line. */
  protected abstract tick(): void;

  /** Sets the time to 0. */
  protected startClock(): void {
    this.#began = this.#now();
  }

  protected tickEverySecond(): void {
    this.#end = this.#every(() => this.tick());
  }

  /** Seconds since it began. */
  protected gone(): number {
    return (this.#now() - this.#began) / 1000;
  }
}
