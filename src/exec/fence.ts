import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { domain, ownName } from "./owner.ts";
import { lives, readProc } from "./proc.ts";

/**
 * A control group that this process enters. Every process that it starts is in the group and cannot leave it, even
 * with a new session and another parent. If the user may not make groups (on most machines without root or
 * delegation, and off Linux), the marks of `mark.ts` must do.
 *
 * The folder `steelyard-<pid namespace>-<pid>-<start>-<temporary folder>` names the owner, so that a later run can find it.
 */
export interface Fence extends AsyncDisposable {
  readonly folder: string;
}

const NAME = /^steelyard-(\d+)-(\d+)-(\d+)-([0-9a-f]+)$/;
/** Attempts to empty a group whose processes were killed, and milliseconds between two. */
const LOOKS = 100;
const PAUSE = 20;
/** Limits that programs read from their own group. A new group would hide those of its parent. */
const LIMITS = ["memory.max", "memory.high", "cpu.max"];

/**
 * Makes a control group and enters it; null if that is not possible here.
 *
 * Its disposal leaves the group and kills the processes that are left in it.
 */
export function enterFence(): Fence | null {
  for (const parent of parents()) {
    const folder = join(parent, nameOf());
    try {
      mkdirSync(folder);
      enter(folder);
    } catch {
      removeGroup(folder);
      continue;
    }
    return {
      folder,
      async [Symbol.asyncDispose]() {
        enter(parent);
        await emptyGroup(folder);
      },
    };
  }
  return null;
}

/**
 * Kills the processes in groups of killed measurements, and removes the groups. Only users who may make groups here
 * could forge one.
 *
 * @returns pids of ended processes
 */
export async function sweepFences(): Promise<number[]> {
  const ended: number[] = [];
  for (const parent of new Set(parents().flatMap(ancestors))) {
    for (const name of foldersIn(parent)) {
      const folder = join(parent, name);
      if (!abandoned(name) || isOwn(folder)) continue;
      ended.push(...membersIn(folder));
      await emptyGroup(folder);
    }
  }
  return [...new Set(ended)];
}

/** The folder's name for this process. */
function nameOf(): string {
  const [, , namespace = "", pid = "", began = ""] = ownName().split("/");
  return `steelyard-${namespace}-${pid}-${began}-${domain()}`;
}

/**
 * Whether the process in a folder's name has ended. False for another pid namespace, which is not visible from
 * here.
 */
function abandoned(name: string): boolean {
  const [, namespace, pid, began, of] = NAME.exec(name) ?? [];
  const [, , own] = ownName().split("/");
  if (namespace !== own || of !== domain()) return false;
  return !lives({ pid: Number(pid), began: Number(began) });
}

/**
 * Groups of this process in which it can make another: version 2, else a version 1 group without the counters in
 * use.
 */
function parents(): string[] {
  const lines = (readProc("/proc/self/cgroup") ?? "").split("\n");
  const of = (known: (controllers: string) => boolean) =>
    lines.flatMap((line) => {
      const [, controllers = "", path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      return path !== undefined && known(controllers) ? [path === "/" ? "" : path] : [];
    });
  const second = of((controllers) => controllers === "").flatMap((path) => [
    `/sys/fs/cgroup${path}`,
    `/sys/fs/cgroup/unified${path}`,
  ]);
  const first = of((controllers) => controllers === "freezer").map((path) => `/sys/fs/cgroup/freezer${path}`);
  return [...second.filter((folder) => !isLimited(folder)), ...first].filter((folder) =>
    existsSync(join(folder, "cgroup.procs")),
  );
}

function isLimited(folder: string): boolean {
  return LIMITS.some((name) => /^\d/.test(textOf(join(folder, name))));
}

/** A group and its ancestors. */
function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return existsSync(join(above, "cgroup.procs")) ? [folder, ...ancestors(above)] : [folder];
}

const isOwn = (folder: string) => membersIn(folder).includes(process.pid);
const enter = (folder: string) => writeFileSync(join(folder, "cgroup.procs"), String(process.pid));

/** Pids in a group and in those below it. The kernel prints 0 for processes of another namespace. */
function membersIn(folder: string): number[] {
  const own = textOf(join(folder, "cgroup.procs")).split("\n").map(Number);
  return [
    ...own.filter((pid) => pid > 0),
    ...foldersIn(folder).flatMap((name) => membersIn(join(folder, name))),
  ];
}

/** Kills all processes in a group and removes it. A process that hangs in the kernel keeps the group. */
async function emptyGroup(folder: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const members = membersIn(folder);
    if (members.length === 0 && removeGroup(folder)) return;
    try {
      writeFileSync(join(folder, "cgroup.kill"), "1"); // Linux 5.14: kills all at once, so that no fork escapes
    } catch {
      for (const pid of members) kill(pid);
    }
    await delay(PAUSE);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // already gone
  }
}

/** Removes a group and those below it. Returns whether it is gone. */
function removeGroup(folder: string): boolean {
  try {
    for (const name of foldersIn(folder)) removeGroup(join(folder, name));
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((one) => one.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** The text of a kernel file, which may be long and has no size; empty if it is missing. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
