import { readFileSync } from "node:fs";
import { alive, statOf } from "./proc.ts";

/** A process by pid and start time, so that a stranger who got the pid later is never taken for it. */
export interface Owner {
  readonly pid: number;
  /** Ticks after boot; null off Linux. */
  readonly began: number | null;
}

export const ourselves = (): Owner => ({ pid: process.pid, began: statOf(process.pid)?.began ?? null });

/** Whether that process still lives. Off Linux the pid alone is looked at. */
export function lives({ pid, began }: Owner): boolean {
  const stat = statOf(pid);
  if (stat !== undefined) return stat.began === began && alive(stat);
  if (began !== null) return false; // there is a /proc, and it has no such process
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The owner that a file names; undefined for a file that is gone or was cut off. */
export function ownerIn(path: string): Owner | undefined {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(pid) ? { pid, began } : undefined;
  } catch {
    return undefined;
  }
}
