import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { readProc, statOf } from "./proc.ts";

/** The process that a lock file names. Any process may have written it: `holds` checks it. */
export interface Claim {
  readonly pid: number;
  /** Start time of the process: ticks after boot, or the output of `ps`. Null if neither is known. */
  readonly began: number | string | null;
  /** Its command line; undefined in locks of older versions. */
  readonly command?: string | undefined;
}

/** The most characters of a command line that are kept. */
const LONGEST = 300;

/** The claim of this process, as the text of a lock file. */
export function ownClaim(): string {
  const own = processOf(process.pid);
  return JSON.stringify({ pid: process.pid, began: own?.began ?? null, command: own?.command });
}

/** The claim in a text; null for a text that was cut off, and for a pid that is not a single process. */
export function claimIn(text: string): Claim | null {
  try {
    const { pid, began = null, command } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 1) return null;
    if (began !== null && typeof began !== "number" && typeof began !== "string") return null;
    return { pid, began, ...(typeof command === "string" && { command }) };
  } catch {
    return null;
  }
}

/**
 * Whether a claim matches a running process: its user owns the file, and its start time and command line are those
 * of the claim. So nobody can claim a lock for another user's process.
 */
export function holds(claim: Claim | null, file: { readonly uid: number }): claim is Claim {
  if (claim === null) return false;
  const found = processOf(claim.pid);
  if (found === null || found.uid !== file.uid || found.began !== claim.began) return false;
  return claim.command === undefined || claim.command === found.command;
}

interface Described {
  readonly uid: number;
  readonly began: number | string;
  readonly command: string;
}

/** A running process as described by the kernel, or by `ps` without `/proc`; null if there is none. */
function processOf(pid: number): Described | null {
  const stat = statOf(pid);
  if (stat === undefined) return statOf(process.pid) === undefined ? listed(pid) : null;
  if (stat.state === "Z" || stat.state === "X") return null;
  try {
    const { uid } = statSync(`/proc/${pid}`);
    const words = (readProc(`/proc/${pid}/cmdline`) ?? "").split("\0").join(" ").trim();
    return { uid, began: stat.began, command: words.slice(0, LONGEST) };
  } catch {
    return null; // it ended meanwhile
  }
}

/** A running process as described by `ps`. Its start times have 24 characters, such as "Mon Nov  2 13:04:05 2026". */
export function listed(pid: number): Described | null {
  const argv = ["-ww", "-o", "uid=", "-o", "lstart=", "-o", "command=", "-p", String(pid)];
  const { status, stdout } = spawnSync("ps", argv, { encoding: "utf8", env: { LC_ALL: "C" } });
  const [, uid, began, command] = /^\s*(\d+)\s+(\S.{23})\s+(.*)$/m.exec(stdout ?? "") ?? [];
  if (status !== 0 || uid === undefined || began === undefined || command === undefined) return null;
  return { uid: Number(uid), began, command: command.trim().slice(0, LONGEST) };
}
