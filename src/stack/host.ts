import { readProc } from "../exec/proc.ts";
import type { Host, HostReading } from "../model/ports.ts";

/** CPU time of the idle probe in milliseconds: two scheduler slices, short enough to cost little. */
const SPIN = 8;
/** Milliseconds that it may take where other programs have the cores. */
const LONGEST = 100;

/** Readings of this machine. Values that the platform does not provide are null. */
export function linuxHost(): Host {
  return { read, probe: () => probe() };
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
 *
 * Many kernels count CPU time in ticks of 4 ms. The spin begins and ends where the clock advances: between two other
 * moments of an idle host, 8 ms are one tick or two.
 *
 * @param wall milliseconds
 * @param cpu microseconds of this thread
 */
export function probe(wall = () => performance.now(), cpu = threadCpu): number | null {
  const latest = wall() + LONGEST;
  const advanced = () => {
    const before = cpu();
    let now = before;
    while (now === before && wall() < latest) now = cpu();
    return now;
  };
  const from = advanced();
  const began = wall();
  let used = 0;
  while (used < SPIN && wall() < latest) used = (advanced() - from) / 1000;
  const taken = wall() - began;
  // Without a clock of the thread, the clock of the process also counts the garbage collector: below 1 means 1.
  return used > 0 ? Math.max(1, taken / used) : null;
}

/** CPU microseconds of this thread (from Node 23.9), else of the whole process. */
function threadCpu(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}
