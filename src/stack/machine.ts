import { arch, availableParallelism, cpus, platform, release, totalmem } from "node:os";
import { readProc } from "../exec/proc.ts";
import type { Fingerprint } from "../model/run.ts";

/** What is known of the machine itself; the generators are added by who knows them. */
export type Machine = Omit<Fingerprint, "generators">;

/** This machine, as far as two sessions must agree on it. */
export function machine(): Machine {
  const [available, quota] = [availableParallelism(), cpuQuota()];
  return {
    os: platform(),
    arch: arch(),
    cpu: cpus()[0]?.model.replace(/\s+/g, " ").trim() || "unknown",
    cores: usable(available, quota),
    memory: memory(totalmem(), process.constrainedMemory()),
    kernel: majorMinor(release()),
    node: process.version,
  };
}

/** Names the baselines of machines like this one, such as `linux-x64-2c`. */
export function runnerClass({ os, arch, cores }: Pick<Machine, "os" | "arch" | "cores">): string {
  return `${os}-${arch}-${cores}c`;
}

/** "6.18.44-fc" → "6.18"; the patch level is no reason to measure anew. */
export function majorMinor(release: string): string {
  return /^\d+\.\d+/.exec(release)?.[0] ?? release;
}

/** Whole cores that a quota leaves; at least one. Asked by itself because Node 20 does not look at quotas. */
export function usable(available: number, quota: number | null): number {
  return Math.max(1, Math.min(available, Math.floor(quota ?? available)));
}

/**
 * Bytes that may be used: a container's limit where there is one below the machine's own. Rounded to 16 MiB,
 * since what a kernel keeps for itself changes with its build.
 */
export function memory(total: number, limit: number | undefined): number {
  const step = 16 * 2 ** 20;
  const bytes = limit !== undefined && limit > 0 && limit < total ? limit : total;
  return Math.max(step, Math.round(bytes / step) * step);
}

/** Cores' worth of CPU time that control groups allow this process; null without a limit. */
export function cpuQuota(): number | null {
  const own = readProc("/proc/self/cgroup") ?? "";
  const limits = quotaFiles(own).flatMap(([path, period]) => {
    const value = readProc(path);
    const limit = value === undefined ? null : quota(value, period === null ? undefined : readProc(period));
    return limit === null ? [] : [limit];
  });
  return limits.length === 0 ? null : Math.min(...limits);
}

/**
 * Cores' worth of time in a `cpu.max` ("200000 100000"), or in version 1's pair of quota and period files.
 * Null for "max" and −1, which are no limit.
 */
export function quota(text: string, period?: string): number | null {
  const [first, second = period] = text.trim().split(/\s+/);
  const [most, per] = [Number(first), Number(second)];
  return most > 0 && per > 0 ? most / per : null;
}

/** Files that limit the groups in a `/proc/self/cgroup`, every ancestor's included: quota, and its period or null. */
export function quotaFiles(cgroup: string): [path: string, period: string | null][] {
  return cgroup.split("\n").flatMap((line): [string, string | null][] => {
    const [, controllers = "", path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === undefined) return [];
    const parts = path.split("/").filter((part) => part !== "");
    const folders = parts.map((_, at) => `/${parts.slice(0, at + 1).join("/")}`);
    if (controllers === "") {
      return ["", ...folders].map((folder) => [`/sys/fs/cgroup${folder}/cpu.max`, null]);
    }
    if (!controllers.split(",").includes("cpu")) return [];
    return ["", ...folders].map((folder) => {
      const base = `/sys/fs/cgroup/cpu${folder}/cpu.cfs_`;
      return [`${base}quota_us`, `${base}period_us`];
    });
  });
}
