import type { Log } from "../base/log.ts";
import type { Side } from "../model/schedule.ts";
import type { Failure } from "../model/trial.ts";

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
  /** First lines of the failures whose further lines were logged, each with its side. */
  readonly #logged = new Set<string>();

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

  /** Logs the further lines of a failure, such as the last ones of a service, where its first one is new for the side. */
  protected logRest({ message }: Pick<Failure, "message">, side: Side | null): void {
    const [first = "", ...rest] = message.split("\n");
    const key = `${side ?? ""} ${first}`;
    if (rest.length === 0 || this.#logged.has(key)) return;
    this.#logged.add(key);
    this.log.info(rest.join("\n"));
  }

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
