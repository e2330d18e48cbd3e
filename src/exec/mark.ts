import { readFileSync } from "node:fs";
import { domain, ownerLives, ownName } from "./owner.ts";
import type { ProcessStat } from "./proc.ts";

/**
 * The environment variable that marks every started process and is inherited by its children: the owner, a number for
 * each child of it, and the temporary folder. A process that opens its own session and loses its parent keeps the mark. One that
 * clears its environment does not.
 */
export const MARK = "STEELYARD_OWNER";

let made = 0;

/** The mark of the next child. */
export const newMark = (): string => `${ownName()}/${++made}/${domain()}`;

/** Whether a mark names an owner that has ended, and that shared this temporary folder. */
export const isAbandoned = (mark: string): boolean =>
  mark.split("/")[6] === domain() && ownerLives(mark) === false;

/** An environment with a mark, which none of its variables overrides. */
export function marked(
  env: Readonly<Record<string, string>>,
  mark: string,
): Readonly<Record<string, string>> {
  const { [MARK]: _, ...rest } = env;
  return { [MARK]: mark, ...rest };
}

/** Marks that were seen, by pid, with the start time of the process. */
const seen = new Map<number, { readonly began: number; readonly mark: string }>();

/**
 * The mark of a process; null if it has none or belongs to another user. A mark stays once it was seen, even if the
 * process starts another program without it.
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
