import { accessSync, constants, statfsSync } from "node:fs";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { makeFolder } from "../exec/linkless.ts";
import { readProc } from "../exec/proc.ts";
import { format } from "../model/quantity.ts";
import { CONTENDED_PROBE } from "../model/trial.ts";
import { linuxHost, stalled } from "./host.ts";
import { cpuQuota, machine } from "./machine.ts";

/** One check of the machine. `remedy` is null if no action is needed or possible. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warn" | "fail";
  readonly detail: string;
  readonly remedy: string | null;
}

/** Number of idle probes, and the pause between two of them in milliseconds. */
const PROBES = 10;
const PAUSE = 20;

/** Checks the machine, in about half a second. Makes `directory`, where results go, and changes nothing else. */
export async function machineChecks(directory: string): Promise<Check[]> {
  const { cores, memory } = machine();
  const host = linuxHost();
  const probes: (number | null)[] = [];
  for (let i = 0; i < PROBES; i++) {
    await delay(PAUSE);
    probes.push(host.probe());
  }
  return [
    coresCheck(cores, cpuQuota()),
    memoryCheck(memory),
    loadCheck(loadavg()[0] ?? 0, cores),
    noiseCheck(probes.filter((probe) => probe !== null)),
    governorCheck(readProc("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
    pressureCheck(stalled(readProc("/proc/pressure/cpu"))),
    schedstatCheck(readProc("/proc/self/schedstat")),
    nodeCheck(process.version),
    ...directoryChecks(directory),
  ];
}

export const ok = (name: string, detail: string): Check => ({ name, state: "ok", detail, remedy: null });
export const warn = (name: string, detail: string, remedy: Check["remedy"]): Check => ({
  name,
  state: "warn",
  detail,
  remedy,
});
export const fail = (name: string, detail: string, remedy: Check["remedy"]): Check => ({
  name,
  state: "fail",
  detail,
  remedy,
});

export function coresCheck(cores: number, quota: number | null): Check {
  const limited = quota === null ? "" : `, limited by a control group to ${quota}`;
  const detail = `${cores}${limited}`;
  return cores >= 2
    ? ok("cores", detail)
    : warn("cores", detail, "use a machine with two or more: load generator and stack compete for one");
}

export function memoryCheck(bytes: number): Check {
  const detail = format(bytes, "B");
  return bytes >= 1.5 * 2 ** 30
    ? ok("memory", detail)
    : warn("memory", detail, "use a machine with 2 GiB or more: a stack that swaps measures the disk");
}

/** A load average above 30 % of the cores is the work of other programs. */
export function loadCheck(load: number, cores: number): Check {
  const detail = `${load.toFixed(2)} over the last minute, on ${cores} cores`;
  return load <= 0.3 * cores
    ? ok("load", detail)
    : warn("load", detail, "end what else runs here, or wait: its work is measured along with yours");
}

/** On an idle host, short spins take as long as their CPU time; see the probe of the host. */
export function noiseCheck(probes: readonly number[]): Check {
  if (probes.length === 0) {
    return warn("noise", "the CPU clock of this platform is too coarse to tell", "measure on Linux");
  }
  const sorted = [...probes].sort((a, b) => a - b);
  const middle = sorted[sorted.length >> 1]!;
  const worst = sorted.at(-1)!;
  const contended = probes.filter((probe) => probe > CONTENDED_PROBE).length;
  const detail = `${probes.length} idle probes: median ${middle.toFixed(2)}, worst ${worst.toFixed(2)}, ${contended} contended (1 is an idle host)`;
  return middle <= 1.05 && contended <= probes.length / 5
    ? ok("noise", detail)
    : warn(
        "noise",
        detail,
        "use a quieter or dedicated machine: contended trials are kept and marked, not measured again",
      );
}

export function governorCheck(text: string | undefined): Check {
  const governor = text?.trim();
  if (!governor) return ok("governor", "not controllable from here (a virtual machine, or not Linux)");
  return governor === "performance"
    ? ok("governor", governor)
    : warn("governor", governor, "cpupower frequency-set -g performance: clock speeds that change add noise");
}

export function pressureCheck(total: number | null): Check {
  return total === null
    ? warn("pressure", "not available", "boot Linux 4.20 or later with psi=1 to see contention")
    : ok("pressure", "available");
}

export function schedstatCheck(text: string | undefined): Check {
  return /^\d+ \d+ \d+/.test(text ?? "")
    ? ok("cpu time", "read in nanoseconds")
    : warn(
        "cpu time",
        "no /proc/PID/schedstat: read in ticks of 10 ms, or not at all",
        "measure on Linux with CONFIG_SCHED_INFO for an exact cpu_per_request",
      );
}

/** Oldest Node version that runs the bundles. */
const OLDEST = [20, 11] as const;

export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
    ? ok("node", version)
    : fail("node", version, `install Node ${OLDEST.join(".")} or later`);
}

/** Free bytes below which there is a warning: logs are cut at 64 MiB each, and the file of a run stays below 100 MB. */
const LEAST_FREE = 2 ** 30;

export function diskCheck(free: number): Check {
  const detail = `${format(free, "B")} free`;
  if (free >= LEAST_FREE) return ok("disk", detail);
  const remedy = "free some space: logs and results need up to 1 GiB";
  return free >= LEAST_FREE / 10 ? warn("disk", detail, remedy) : fail("disk", detail, remedy);
}

function directoryChecks(directory: string): Check[] {
  try {
    makeFolder(directory, 0o700);
    accessSync(directory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(directory);
    return [ok("output", `${directory} can be written`), diskCheck(bavail * bsize)];
  } catch (error) {
    const detail = `${directory} cannot be written: ${(error as Error).message}`;
    return [fail("output", detail, "choose another directory with --out, or correct its permissions")];
  }
}
