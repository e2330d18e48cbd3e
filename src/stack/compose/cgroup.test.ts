import { expect, test } from "vitest";
import { cgroupOf, cgroupUse } from "./cgroup.ts";

const ID = "4f5c".repeat(16);
const reader = (files: Readonly<Record<string, string>>) => (path: string) =>
  Object.hasOwn(files, path) ? files[path] : undefined;

// Lines as kernels print them; see proc_pid_mountinfo(5) and cgroups(7).
const V1_MOUNTS = `25 21 0:22 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs rw,mode=755
30 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
31 25 0:28 / /sys/fs/cgroup/memory rw,relatime shared:10 - cgroup cgroup rw,memory
32 25 0:29 / /sys/fs/cgroup/unified rw,relatime shared:11 - cgroup2 cgroup2 rw`;
const V2_MOUNTS = "26 21 0:23 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
const V1_OWN = `12:memory:/docker/${ID}\n4:cpu,cpuacct:/docker/${ID}\n0::/docker/${ID}`;
const SCOPE = `system.slice/docker-${ID}.scope`;

const V1 = {
  "/proc/self/mountinfo": V1_MOUNTS,
  "/proc/7/cgroup": V1_OWN,
  [`/sys/fs/cgroup/cpu,cpuacct/docker/${ID}/cpuacct.usage`]: "1500000000\n",
  [`/sys/fs/cgroup/memory/docker/${ID}/memory.max_usage_in_bytes`]: "4096\n",
};
const V2 = {
  "/proc/self/mountinfo": V2_MOUNTS,
  "/proc/7/cgroup": `0::/${SCOPE}`,
  [`/sys/fs/cgroup/${SCOPE}/cpu.stat`]: "usage_usec 1500000\nuser_usec 1000000\nsystem_usec 500000\n",
  [`/sys/fs/cgroup/${SCOPE}/memory.peak`]: "4096\n",
};
const { [`/sys/fs/cgroup/${SCOPE}/memory.peak`]: _, ...NO_PEAK } = V2;

test.each<[string, Record<string, string>, { cpu: number | null; memory: number | null } | null]>([
  ["control groups v1", V1, { cpu: 1.5, memory: 4096 }],
  ["control groups v2", V2, { cpu: 1.5, memory: 4096 }],
  ["v2 on a kernel without memory.peak", NO_PEAK, { cpu: 1.5, memory: null }],
  [
    "a group that Docker placed below another one",
    {
      ...V2,
      "/proc/7/cgroup": `0::/ci.slice/${ID}`,
      [`/sys/fs/cgroup/ci.slice/${ID}/cpu.stat`]: "usage_usec 250000\n",
    },
    { cpu: 0.25, memory: null },
  ],
  // A runner in a container: the pid belongs to another process here, but the hierarchy is mounted.
  [
    "a runner in a container, v1",
    { ...V1, "/proc/7/cgroup": "4:cpuacct:/init.scope" },
    { cpu: 1.5, memory: 4096 },
  ],
  ["a runner in a container, v2", { ...V2, "/proc/7/cgroup": "0::/init.scope" }, { cpu: 1.5, memory: 4096 }],
  [
    "a runner in a container that sees only the containers' part of the hierarchy",
    {
      "/proc/self/mountinfo": "26 21 0:23 /docker /host/cgroup ro - cgroup2 cgroup2 rw",
      "/proc/7/cgroup": `0::/docker/${ID}`,
      [`/host/cgroup/${ID}/cpu.stat`]: "usage_usec 2000000\n",
    },
    { cpu: 2, memory: null },
  ],
  [
    "a mount without the group",
    { ...V2, "/proc/self/mountinfo": V2_MOUNTS.replace(" / /sys", " /other /else") },
    null,
  ],
  ["Docker Desktop: no such file here", { "/proc/self/mountinfo": V2_MOUNTS }, null],
  ["no /proc at all", {}, null],
])("%s", (_, files, want) => {
  const read = reader(files);
  const found = cgroupOf(7, ID, read);
  expect(found && cgroupUse(found, read)).toEqual(want);
});

test("a removed group has no figures, and never zero", () => {
  const found = cgroupOf(7, ID, reader(V1))!;
  expect(cgroupUse(found, reader({}))).toEqual({ cpu: null, memory: null });
  expect(cgroupUse(found, () => "rubbish")).toEqual({ cpu: null, memory: null });
});
