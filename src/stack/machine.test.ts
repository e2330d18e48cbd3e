import { expect, test } from "vitest";
import { Fingerprint } from "../model/run.ts";
import { machine, majorMinor, memory, quota, quotaFiles, runnerClass, usable } from "./machine.ts";

test("this machine has a fingerprint and a runner class", () => {
  const here = machine();
  expect(Fingerprint.parse({ ...here, generators: {} })).toMatchObject(here);
  expect(runnerClass({ os: "linux", arch: "x64", cores: 2 })).toBe("linux-x64-2c");
});

test.each([
  ["6.18.44-fc-v595", "6.18"],
  ["5.15.0-1024-azure", "5.15"],
  ["23.6.0", "23.6"],
  ["odd", "odd"],
])("the kernel %s is %s", (release, want) => {
  expect(majorMinor(release)).toBe(want);
});

test.each<[number, number | null, number]>([
  [8, null, 8],
  [8, 2, 2],
  [8, 1.5, 1], // half a core is no core
  [8, 0.5, 1],
  [2, 16, 2],
])("%i cores under a quota of %s are %i", (available, limit, want) => {
  expect(usable(available, limit)).toBe(want);
});

const GiB = 2 ** 30;
test.each<[number, number | undefined, number]>([
  [16 * GiB, undefined, 16 * GiB],
  [16 * GiB, 2 * GiB, 2 * GiB],
  [16 * GiB, 0, 16 * GiB], // Node reports 0 for no limit
  [16 * GiB, 2 ** 63, 16 * GiB], // version 1 of control groups
  [16 * GiB - 3 * 2 ** 20, undefined, 16 * GiB], // another kernel build reserves 3 MiB more
])("%d bytes with a limit of %s are %d", (total, limit, want) => {
  expect(memory(total, limit)).toBe(want);
});

test.each<[string, string | undefined, number | null]>([
  ["200000 100000\n", undefined, 2],
  ["150000 100000\n", undefined, 1.5],
  ["max 100000\n", undefined, null],
  ["-1\n", "100000\n", null],
  ["50000\n", "100000\n", 0.5],
  ["", undefined, null],
  ["200000\n", undefined, null],
])("a quota of %j and %j is %s cores", (text, period, want) => {
  expect(quota(text, period)).toBe(want);
});

test("any ancestor may set the limit", () => {
  expect(quotaFiles("0::/actions.slice/runner.service\n").map(([path]) => path)).toEqual([
    "/sys/fs/cgroup/cpu.max",
    "/sys/fs/cgroup/actions.slice/cpu.max",
    "/sys/fs/cgroup/actions.slice/runner.service/cpu.max",
  ]);
  expect(quotaFiles("4:memory:/a\n2:cpu,cpuacct:/a\n1:name=systemd:/\n")).toEqual([
    ["/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"],
    ["/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/a/cpu.cfs_period_us"],
  ]);
  expect(quotaFiles("")).toEqual([]);
});
