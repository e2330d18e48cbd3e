import { createHash } from "node:crypto";
import { readlinkSync, realpathSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { lives, readProc, statOf } from "./proc.ts";

/**
 * The name of this process, for things that outlive it: machine, boot, pid namespace, pid and start time. Off
 * Linux, where a process cannot be named safely, the start time is 0.
 */
export function ownName(): string {
  return [...here(), process.pid, statOf(process.pid)?.began ?? 0].join("/");
}

/**
 * A short digest of the temporary folder. Measurements that share it share the lock of the host, and end each other's
 * leftovers.
 */
export function domain(): string {
  const folder = tmpdir();
  let path = folder;
  try {
    path = realpathSync(folder);
  } catch {
    // not there: whoever writes into it says so
  }
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}

/**
 * Whether the process with a name still runs. Null if that is not visible from here: it is on another machine or in
 * another container, or the text is no such name.
 */
export function ownerLives(text: string): boolean | null {
  const [host, boot, namespace, pid = "", began = ""] = text.split("/");
  const [ourHost, ourBoot, ourNamespace] = here();
  if (host !== ourHost || !/^\d+$/.test(pid) || !/^\d+$/.test(began)) return null;
  if (boot !== ourBoot) return false; // the machine was restarted since
  if (namespace !== ourNamespace) return null;
  if (began === "0") return signalable(Number(pid));
  return lives({ pid: Number(pid), began: Number(began) });
}

function here(): [host: string, boot: string, namespace: string] {
  return [hostname(), readProc("/proc/sys/kernel/random/boot_id")?.trim() ?? "-", namespaceOfPids()];
}

function namespaceOfPids(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "-";
  }
}

function signalable(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
