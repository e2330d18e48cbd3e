import { EXIT } from "./exit.ts";

/** Who can mend it: the user (config, arguments, files), the environment (engine, ports, disk), or we. */
export type Fault = "user" | "environment" | "bug";

/** The parts of a message a person can act on. */
export interface Advice {
  /** Where it is: `file:line:column`, a path, an address. */
  readonly where?: string;
  /** What to do about it, as a command or an instruction. */
  readonly remedy?: string;
  readonly cause?: unknown;
}

/**
 * An error that carries its fate: what happened, where, what to do, and whose it is to mend.
 *
 * Anything thrown that is not one of these is a bug of ours, and keeps its stack.
 */
export class SteelyardError extends Error {
  readonly fault: Fault;
  readonly where: string | undefined;
  readonly remedy: string | undefined;

  constructor(fault: Fault, what: string, advice: Advice = {}) {
    super(what, advice.cause === undefined ? undefined : { cause: advice.cause });
    this.name = "SteelyardError";
    this.fault = fault;
    this.where = advice.where;
    this.remedy = advice.remedy;
  }
}

export const userError = (what: string, advice?: Advice) => new SteelyardError("user", what, advice);
export const environmentError = (what: string, advice?: Advice) =>
  new SteelyardError("environment", what, advice);

/** The run was ended by SIGINT or SIGTERM; carries which, because the exit code says so. */
export class Interrupted extends Error {
  readonly by: "SIGINT" | "SIGTERM";
  constructor(by: "SIGINT" | "SIGTERM") {
    super(`interrupted by ${by}`);
    this.name = "Interrupted";
    this.by = by;
  }
}

/** The reason an aborted signal carries, as an error to throw; an unnamed abort counts as SIGTERM. */
export function interruption(signal: AbortSignal): Interrupted {
  return signal.reason instanceof Interrupted ? signal.reason : new Interrupted("SIGTERM");
}

/** Refusals of the machine that may come anywhere, and are nobody's bug. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ENOMEM: "there is not enough memory",
  EIO: "the disk does not work",
};

/** The error itself, or, for what the machine refused, an environment error that says so. */
function blamed(error: unknown): unknown {
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  const what = typeof code === "string" ? REFUSALS[code] : undefined;
  if (what === undefined || error instanceof SteelyardError) return error;
  const where = typeof path === "string" ? { where: path } : {};
  return environmentError(`The machine refused: ${what}.`, {
    ...where,
    remedy: "free what is short",
    cause: error,
  });
}

/** The process exit code for something thrown. */
export function exitOf(thrown: unknown): number {
  const error = blamed(thrown);
  if (error instanceof Interrupted) return error.by === "SIGINT" ? EXIT.sigint : EXIT.sigterm;
  if (error instanceof SteelyardError) {
    return { user: EXIT.user, environment: EXIT.environment, bug: EXIT.bug }[error.fault];
  }
  return EXIT.bug;
}

/** The message a person reads: the thing, the place, the remedy; a bug keeps its stack. */
export function explain(thrown: unknown): string {
  const error = blamed(thrown);
  if (error instanceof Interrupted) return error.message;
  if (!(error instanceof SteelyardError) || error.fault === "bug") {
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

function reason(cause: unknown): string | undefined {
  if (cause === undefined) return undefined;
  return cause instanceof Error ? cause.message : String(cause);
}
