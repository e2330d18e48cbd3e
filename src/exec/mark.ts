import { readFileSync } from "node:fs";
import { domain, ownerLives, ownName } from "./owner.ts";
import { alive, type ProcessStat } from "./proc.ts";

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

/** Marks that were seen, by pid, with the start time of the process; null for one whose environment is empty. */
const seen = new Map<number, { readonly began: number; readonly mark: string | null }>();

/**
 * The mark of a process; null if it has none or belongs to another user. A mark stays once it was seen, even if the
 * process starts another program without it.
 */
export function markOf(process: ProcessStat): string | null {
  const { pid, began } = process;
  const before = seen.get(pid);
  if (before?.began === began) return before.mark;
  seen.delete(pid);
  const text = environmentOf(process);
  if (text === null) return null;
  const variable = text.split("\0").find((one) => one.startsWith(`${MARK}=`));
  const mark = variable?.slice(MARK.length + 1) ?? null;
  if (mark !== null || text === "") seen.set(pid, { began, mark });
  return mark;
}

/** Parent of the kernel's own threads, which have no environment. */
const KTHREADD = 2;
/** Milliseconds for which an empty environment is read again. */
const STARTING = 20;

/**
 * The environment of a process; null if it belongs to another user or is gone. While a process starts another program,
 * the kernel shows an empty one for a moment.
 */
function environmentOf(process: ProcessStat): string | null {
  const { pid, parent } = process;
  for (let left = pid === KTHREADD || parent === KTHREADD || !alive(process) ? 0 : STARTING; ; left--) {
    try {
      const text = readFileSync(`/proc/${pid}/environ`, "latin1");
      if (text !== "" || left <= 0) return text;
    } catch {
      return null;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}
