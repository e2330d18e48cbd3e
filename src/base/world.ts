/** A stream for text, and whether a person watches it live. */
export interface Sink {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal as it is now, since it may become narrower; 80 if unknown. */
  readonly columns: number;
  /** Whether messages and progress are left out; warnings and errors are not. */
  readonly isQuiet?: boolean;
}

/** A sink for the same terminal, with other members. */
export const sinkLike = (sink: Sink, more: Partial<Omit<Sink, "columns">>): Sink => ({
  ...sink,
  ...more,
  get columns() {
    return sink.columns;
  },
});

/**
 * Everything that a program may know of the outside, read once at the edge.
 *
 * Built only in `cli/main.ts` and the entries of the actions. The code behind them never reads `process`, the clock
 * or `Math.random` directly.
 */
export interface World {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Results, for pipes and files. */
  readonly out: Sink;
  /** Progress and messages. */
  readonly err: Sink;
  readonly now: () => Date;
  /** A uniform number in [0, 1). Only for drawing a seed, which is then recorded. */
  readonly random: () => number;
  /** Aborted with an `Interrupted` on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Asks the person at the terminal a question, and returns the answer; absent where nobody can answer. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}
