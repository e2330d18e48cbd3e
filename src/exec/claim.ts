import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { readProc, statOf } from "./proc.ts";

/** What a lock file says of the process that has it. Anybody may have written it: `holds` says what of it is true. */
export interface Claim {
  readonly pid: number;
  /** When the process started: ticks after boot, or what `ps` prints. Null where neither is known. */
  readonly began: number | string | null;
  /** Its command line; undefined in locks of older versions. */
  readonly command?: string | undefined;
}

/** Characters of a command line that are kept. */
const LONGEST = 300;

/** This process, as the text of a lock file. */
export function ownClaim(): string {
  const own = processOf(process.pid);
  return JSON.stringify({ pid: process.pid, began: own?.began ?? null, command: own?.command });
}

/** The claim in a text; null for a text that was cut off, and for pids that are no single process. */
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
 * Whether a claim is true of a living process: of the user that owns the file, started when it says, with the command
 * line that it says. Nobody can claim a lock for a process of somebody else.
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

/** A living process as the kernel describes it, or `ps` where there is no `/proc`; null for none. */
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

/** The same by `ps`, whose start times have 24 characters such as "Mon Nov  2 13:04:05 2026". */
export function listed(pid: number): Described | null {
  const argv = ["-ww", "-o", "uid=", "-o", "lstart=", "-o", "command=", "-p", String(pid)];
  const { status, stdout } = spawnSync("ps", argv, { encoding: "utf8", env: { LC_ALL: "C" } });
  const [, uid, began, command] = /^\s*(\d+)\s+(\S.{23})\s+(.*)$/m.exec(stdout ?? "") ?? [];
  if (status !== 0 || uid === undefined || began === undefined || command === undefined) return null;
  return { uid: Number(uid), began, command: command.trim().slice(0, LONGEST) };
}
