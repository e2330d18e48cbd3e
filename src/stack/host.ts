import { readProc } from "../exec/proc.ts";
import type { Host, HostReading } from "../model/ports.ts";

/** Length of the idle probe in milliseconds: longer than two scheduler slices, short enough to cost little. */
const SPIN = 8;

/** Readings of this machine. Values that the platform does not provide are null. */
export function linuxHost(): Host {
  return { read, probe };
}

function read(): HostReading {
  return {
    at: performance.now() / 1000,
    load: load(readProc("/proc/loadavg")),
    ticks: ticks(readProc("/proc/stat")),
    stalled: stalled(readProc("/proc/pressure/cpu")),
  };
}

/**
 * Clock ticks of all cores since boot, from the first line of `/proc/stat`. Waiting for a disk counts as idle; the
 * time of guests is already part of `user`. See proc_stat(5).
 */
export function ticks(text: string | undefined): HostReading["ticks"] {
  const [, rest] = /^cpu +([\d ]+)$/m.exec(text ?? "") ?? [];
  const [user, nice, system, idle, iowait = 0, irq = 0, softirq = 0, steal = 0] = (rest ?? "")
    .split(" ")
    .filter((field) => field !== "")
    .map(Number);
  if (user === undefined || nice === undefined || system === undefined || idle === undefined) return null;
  const total = user + nice + system + idle + iowait + irq + softirq + steal;
  return { idle: idle + iowait, steal, total };
}

/** Microseconds since boot in which at least one task waited for a CPU, from `/proc/pressure/cpu`. */
export function stalled(text: string | undefined): number | null {
  const [, total] = /^some .*\btotal=(\d+)/m.exec(text ?? "") ?? [];
  return total === undefined ? null : Number(total);
}

/** One-minute load average, from `/proc/loadavg`. */
export function load(text: string | undefined): number | null {
  const first = Number.parseFloat(text ?? "");
  return Number.isNaN(first) ? null : first;
}

/**
 * Wall time over CPU time of a short spin: 1 on an idle host, 2 if other work had the core half of the time. Null
 * if the CPU clock did not advance.
 */
function probe(): number | null {
  const began = performance.now();
  const from = cpu();
  while (performance.now() - began < SPIN);
  const used = (cpu() - from) / 1000;
  const wall = performance.now() - began;
  // Without a clock of the thread, the clock of the process also counts the garbage collector: below 1 means 1.
  return used > 0 ? Math.max(1, wall / used) : null;
}

/** CPU microseconds of this thread (from Node 23.9), else of the whole process. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}
