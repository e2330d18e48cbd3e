import { readFileSync } from "node:fs";
import { domain, ownerLives, ownName } from "./owner.ts";
import type { ProcessStat } from "./proc.ts";

/**
 * The variable that every process we start has in its environment, and what it starts inherits: who started it, a number
 * for each child of ours, and the temporary folder. A process that opens a session of its own and loses its parent keeps it; one that
 * clears its environment does not.
 */
export const MARK = "STEELYARD_OWNER";

let made = 0;

/** The mark of a child that is about to be started. */
export const newMark = (): string => `${ownName()}/${++made}/${domain()}`;

/** Whether a mark is of a maker that no longer lives, and shared this temporary folder. */
export const isAbandoned = (mark: string): boolean =>
  mark.split("/")[6] === domain() && ownerLives(mark) === false;

/** An environment with a mark, which nothing in it overrules. */
export function marked(
  env: Readonly<Record<string, string>>,
  mark: string,
): Readonly<Record<string, string>> {
  const { [MARK]: _, ...rest } = env;
  return { [MARK]: mark, ...rest };
}

/** Marks that were seen, with the start time of whose they are. */
const seen = new Map<number, { readonly began: number; readonly mark: string }>();

/**
 * The mark of a process; null where it has none, or is of another user. A mark that was seen once stays, though the
 * process start another program without it.
 */
export function markOf({ pid, began }: Pick<ProcessStat, "pid" | "began">): string | null {
  const before = seen.get(pid);
  if (before?.began === began) return before.mark;
  seen.delete(pid);
  const mark = markIn(pid);
  if (mark !== null) seen.set(pid, { began, mark });
  return mark;
}

function markIn(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, "latin1");
    const variable = text.split("\0").find((one) => one.startsWith(`${MARK}=`));
    return variable?.slice(MARK.length + 1) ?? null;
  } catch {
    return null;
  }
}
