import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { domain, ownName } from "./owner.ts";
import { alive, readProc, statOf } from "./proc.ts";

/**
 * A control group of our own, which this process enters: whatever it starts is born in it and cannot leave, whatever
 * session it opens and whoever adopts it. Where this user may not make one (most machines without root or delegation,
 * and every one that is no Linux) the marks of `mark.ts` have to do.
 *
 * Its folder says whose it is, `steelyard-<pid namespace>-<pid>-<start>-<temporary folder>`, so that a later run finds it.
 */
export interface Fence extends AsyncDisposable {
  readonly folder: string;
}

const NAME = /^steelyard-(\d+)-(\d+)-(\d+)-([0-9a-f]+)$/;
/** Looks until a group whose processes were killed is given up, and milliseconds between two. */
const LOOKS = 100;
const PAUSE = 20;
/** Limits that programs read from their own group: one of ours would hide those of the group above it. */
const LIMITS = ["memory.max", "memory.high", "cpu.max"];

/**
 * Makes a control group and enters it; null where that is not possible here.
 *
 * Disposing of it kills whatever is left in it, and leaves it.
 */
export function enterFence(): Fence | null {
  for (const parent of parents()) {
    const folder = join(parent, nameOf());
    try {
      mkdirSync(folder);
      enter(folder);
    } catch {
      removed(folder);
      continue;
    }
    return {
      folder,
      async [Symbol.asyncDispose]() {
        enter(parent);
        await emptied(folder);
      },
    };
  }
  return null;
}

/**
 * Kills what is in the groups of measurements that were killed, and removes these. A group cannot be forged by who may
 * not make groups here.
 *
 * @returns pids that were ended
 */
export async function sweepFences(): Promise<number[]> {
  const ended: number[] = [];
  for (const parent of new Set(parents().flatMap(ancestors))) {
    for (const name of foldersIn(parent)) {
      const folder = join(parent, name);
      if (!abandoned(name) || isOwn(folder)) continue;
      ended.push(...membersIn(folder));
      await emptied(folder);
    }
  }
  return [...new Set(ended)];
}

/** This process as part of a folder's name. */
function nameOf(): string {
  const [, , namespace = "", pid = "", began = ""] = ownName().split("/");
  return `steelyard-${namespace}-${pid}-${began}-${domain()}`;
}

/** Whether the process that a folder is named after is gone; one of another namespace of pids is none of ours to judge. */
function abandoned(name: string): boolean {
  const [, namespace, pid, began, of] = NAME.exec(name) ?? [];
  const [, , own] = ownName().split("/");
  if (namespace !== own || of !== domain()) return false;
  const stat = statOf(Number(pid));
  return stat === undefined || stat.began !== Number(began) || !alive(stat);
}

/** Groups that this process is in and could make others below: of version 2, else one that counts nothing we read. */
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

/** A group and those above it. */
function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return existsSync(join(above, "cgroup.procs")) ? [folder, ...ancestors(above)] : [folder];
}

const isOwn = (folder: string) => membersIn(folder).includes(process.pid);
const enter = (folder: string) => writeFileSync(join(folder, "cgroup.procs"), String(process.pid));

/** Pids in a group and in those below it; 0 stands for processes of another namespace. */
function membersIn(folder: string): number[] {
  const own = textOf(join(folder, "cgroup.procs")).split("\n").map(Number);
  return [
    ...own.filter((pid) => pid > 0),
    ...foldersIn(folder).flatMap((name) => membersIn(join(folder, name))),
  ];
}

/** Kills all that is in a group, and removes it. What does not end, hung in the kernel, keeps it. */
async function emptied(folder: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const members = membersIn(folder);
    if (members.length === 0 && removed(folder)) return;
    try {
      writeFileSync(join(folder, "cgroup.kill"), "1"); // Linux 5.14: all at once, and nothing can fork away
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
    // gone already
  }
}

/** Removes a group and those below it; whether it is gone. */
function removed(folder: string): boolean {
  try {
    for (const name of foldersIn(folder)) removed(join(folder, name));
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

/** The text of a kernel's file, which may be long and has no size; empty where there is none. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
