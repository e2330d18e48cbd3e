/** A stream that text goes to, and whether a person is watching it live. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where it cannot tell. */
  readonly columns: number;
}

/**
 * Everything a program may know of the outside, read once at the edge.
 *
 * Built in `cli/main.ts` and the actions' entries and nowhere else; the code behind them never reads
 * `process`, the clock or `Math.random` by itself.
 */
export interface World {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Results: what a pipe wants. */
  readonly out: Sink;
  /** Progress and messages. */
  readonly err: Sink;
  readonly now: () => Date;
  /** A uniform number in [0, 1): only to draw a seed, which is then recorded. */
  readonly random: () => number;
  /** Aborted with an `Interrupted` on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}
