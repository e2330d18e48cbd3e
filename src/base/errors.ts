import { EXIT } from "./exit.ts";

/**
 * Who can correct it: the user (config, arguments, files), the environment (engine, ports, disk), or Steelyard
 * itself.
 */
export type Fault = "user" | "environment" | "bug";

/** The parts of a message that a person can act on. */
export interface Advice {
  /** Where it is: `file:line:column`, a path, an address. */
  readonly where?: string;
  /** The correction, as a command or an instruction. */
  readonly remedy?: string;
  /** Files that are missing, where the failure is due to these. */
  readonly absent?: readonly string[];
  readonly cause?: unknown;
}

/**
 * An error that states what failed, where, how to correct it, and whose fault it is.
 *
 * Any other error is a bug in Steelyard, and its stack is printed.
 */
export class SteelyardError extends Error {
  readonly fault: Fault;
  readonly where: string | undefined;
  readonly remedy: string | undefined;
  readonly absent: readonly string[];

  constructor(fault: Fault, what: string, advice: Advice = {}) {
    super(what, advice.cause === undefined ? undefined : { cause: advice.cause });
    this.name = "SteelyardError";
    this.fault = fault;
    this.where = advice.where;
    this.remedy = advice.remedy;
    this.absent = advice.absent ?? [];
  }
}

export const userError = (what: string, advice?: Advice) => new SteelyardError("user", what, advice);
export const environmentError = (what: string, advice?: Advice) =>
  new SteelyardError("environment", what, advice);

/** The error for an option of the command line that has a value which cannot be used. */
export const wrongOption = (name: string, found: string, remedy: string) =>
  userError(`--${name} got "${found.slice(0, 80)}".`, { where: "the command line", remedy });

/** Whether an error is a failure that the user or the environment can correct: no bug, and no interruption. */
export const isExpected = (error: unknown): error is SteelyardError =>
  error instanceof SteelyardError && error.fault !== "bug";

/** The run was ended by SIGINT or SIGTERM. It names the signal, because the exit code depends on it. */
export class Interrupted extends Error {
  readonly by: "SIGINT" | "SIGTERM";
  constructor(by: "SIGINT" | "SIGTERM") {
    super(`interrupted by ${by}`);
    this.name = "Interrupted";
    this.by = by;
  }
}

/** The reason of an aborted signal, as an error to throw. An abort without a reason counts as SIGTERM. */
export function interruption(signal: AbortSignal): Interrupted {
  return signal.reason instanceof Interrupted ? signal.reason : new Interrupted("SIGTERM");
}

/** Error codes of the machine's limits. Any system call may fail with them, and they are no bugs. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOMEM: "there is not enough memory",
  EIO: "the disk does not work",
};

/** The error itself, or an environment error if the machine reached a limit. */
function blamed(error: unknown): unknown {
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  const what = typeof code === "string" ? REFUSALS[code] : undefined;
  if (what === undefined || error instanceof SteelyardError) return error;
  const where = typeof path === "string" ? { where: path } : {};
  return environmentError(`The system refused the operation: ${what}.`, {
    ...where,
    remedy: "free the missing resource",
    cause: error,
  });
}

/** The exit code for a thrown value. */
export function exitOf(thrown: unknown): number {
  const error = blamed(thrown);
  if (error instanceof Interrupted) return error.by === "SIGINT" ? EXIT.sigint : EXIT.sigterm;
  if (error instanceof SteelyardError) {
    return { user: EXIT.user, environment: EXIT.environment, bug: EXIT.bug }[error.fault];
  }
  return EXIT.bug;
}

/** The message for people: what failed, where, the cause and the remedy. A bug keeps its stack. */
export function explain(thrown: unknown): string {
  const error = blamed(thrown);
  if (error instanceof Interrupted) return error.message;
  if (!isExpected(error)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `This is a bug in steelyard, not in your configuration.\n${stack}`;
  }
  const lines = [error.message];
  if (error.where !== undefined) lines.push(`  at ${error.where}`);
  const cause = reason(error.cause);
  if (cause !== undefined) lines.push(`  because ${cause}`);
  if (error.remedy !== undefined) lines.push(`  fix: ${error.remedy}`);
  return lines.join("\n");
}

/** The same facts for a program. */
export function errorFacts(thrown: unknown): object {
  const error = blamed(thrown);
  if (error instanceof Interrupted) return { fault: null, message: error.message };
  if (!isExpected(error)) return { fault: "bug", message: explain(error) };
  const { fault, message, where, remedy } = error;
  return { fault, message, where, because: reason(error.cause), remedy };
}

function reason(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? cause.message : String(cause);
}
