/** The outcome of a verb, for a program. Its text for a person was printed meanwhile. */
export interface Answer {
  readonly exit: number;
  /** The value that `--json` prints: the content of the verb's result file, where it writes one. */
  readonly json: unknown;
}
