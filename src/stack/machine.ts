import { arch, availableParallelism, cpus, platform, release, totalmem } from "node:os";
import { readProc } from "../exec/proc.ts";
import type { Fingerprint } from "../model/run.ts";

/** The machine's part of a fingerprint. The generators are added elsewhere. */
export type Machine = Omit<Fingerprint, "generators">;

/** The properties of this machine in which two sessions must agree. */
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

/** The class of machines that share baselines, such as `linux-x64-2c`. */
export function runnerClass({ os, arch, cores }: Pick<Machine, "os" | "arch" | "cores">): string {
  return `${os}-${arch}-${cores}c`;
}

/** "6.18.44-fc" → "6.18". A new patch level does not invalidate baselines. */
export function majorMinor(release: string): string {
  return /^\d+\.\d+/.exec(release)?.[0] ?? release;
}

/** Whole cores within a quota, at least one. A separate check because Node 20 ignores quotas. */
export function usable(available: number, quota: number | null): number {
  return Math.max(1, Math.min(available, Math.floor(quota ?? available)));
}

/**
 * Usable bytes: a container's limit if it is below the machine's memory. Rounded to 16 MiB, because the memory that
 * a kernel reserves changes with its build.
 */
export function memory(total: number, limit: number | undefined): number {
  const step = 16 * 2 ** 20;
  const bytes = limit !== undefined && limit > 0 && limit < total ? limit : total;
  return Math.max(step, Math.round(bytes / step) * step);
}

/** CPU time that control groups allow this process, in cores; null without a limit. */
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
 * CPU time in cores, from the text of `cpu.max` ("200000 100000"), or from the quota and period files of version 1.
 * Null for "max" and −1, which mean no limit.
 */
export function quota(text: string, period?: string): number | null {
  const [first, second = period] = text.trim().split(/\s+/);
  const [most, per] = [Number(first), Number(second)];
  return most > 0 && per > 0 ? most / per : null;
}

/**
 * Files with the limits of the groups in a `/proc/self/cgroup`, ancestors included: quota file, and period file or
 * null.
 */
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
