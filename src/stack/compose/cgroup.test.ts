import { describe, expect, test } from "vitest";
import { cgroupOf, cgroupUse, cgroupWork, hasRoot, networkWork, threadsOf } from "./cgroup.ts";

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
    "a runner in a container with its own namespace of groups, v2",
    {
      ...V2,
      "/proc/self/mountinfo": V2_MOUNTS.replace(" / /sys", " /../.. /sys"),
      "/proc/7/cgroup": `0::/../docker-${ID}.scope`,
    },
    { cpu: 1.5, memory: 4096 },
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

const AT = "/sys/fs/cgroup";
test.each<[string, Record<string, string>, boolean]>([
  ["a machine, v1", { "/proc/self/mountinfo": V1_MOUNTS, [`${AT}/cpu,cpuacct/release_agent`]: "" }, true],
  ["a container, v1", { "/proc/self/mountinfo": V1_MOUNTS, [`${AT}/cpu,cpuacct/tasks`]: "1" }, false],
  ["a machine, v2", { "/proc/self/mountinfo": V2_MOUNTS, [`${AT}/cgroup.procs`]: "1" }, true],
  [
    "a container, v2",
    { "/proc/self/mountinfo": V2_MOUNTS, [`${AT}/cgroup.procs`]: "1", [`${AT}/cgroup.type`]: "domain" },
    false,
  ],
  ["no /proc at all", {}, false],
])("%s sees the groups of all containers: its mounts have the root", (_, files, want) => {
  expect(hasRoot(reader(files))).toBe(want);
});

test("a removed group has no figures, and never zero", () => {
  const found = cgroupOf(7, ID, reader(V1))!;
  expect(cgroupUse(found, reader({}))).toEqual({ cpu: null, memory: null });
  expect(cgroupUse(found, () => "rubbish")).toEqual({ cpu: null, memory: null });
});

describe("work", () => {
  const v1 = {
    ...V1,
    [`/sys/fs/cgroup/memory/docker/${ID}/memory.stat`]:
      "cache 8192\npgpgin 7\npgfault 1234\ntotal_pgfault 9\n",
    "/proc/self/mountinfo": `${V1_MOUNTS}\n33 25 0:29 / /sys/fs/cgroup/blkio rw shared:12 - cgroup cgroup rw,blkio`,
    "/proc/7/cgroup": `${V1_OWN}\n7:blkio:/docker/${ID}`,
    [`/sys/fs/cgroup/blkio/docker/${ID}/blkio.throttle.io_service_bytes`]:
      "254:0 Read 4096\n254:0 Write 12288\n254:0 Sync 1\n254:0 Total 16384\n8:0 Read 1\n8:0 Write 0\nTotal 16385\n",
    [`/sys/fs/cgroup/cpu,cpuacct/docker/${ID}/tasks`]: "70\n71\n0\n",
  };
  const v2 = {
    ...V2,
    [`/sys/fs/cgroup/${SCOPE}/memory.stat`]: "anon 1\npgfault 1234\npgmajfault 5\n",
    [`/sys/fs/cgroup/${SCOPE}/io.stat`]:
      "254:0 rbytes=4096 wbytes=12288 rios=1 wios=3 dbytes=9 dios=1\n8:0 rbytes=1 wbytes=0 rios=1 wios=0\n",
    [`/sys/fs/cgroup/${SCOPE}/cgroup.threads`]: "70\n71\n",
  };
  test.each([
    ["control groups v1", v1],
    ["control groups v2", v2],
  ])("of %s", (_, files) => {
    const read = reader(files);
    const found = cgroupOf(7, ID, read)!;
    expect(cgroupWork(found, read)).toEqual({ page_faults: 1234, disk_read: 4097, disk_written: 12288 });
    expect(threadsOf(found, read)).toEqual([70, 71]);
  });
  test("a group without these files has none, and a disk that nobody used counts zero", () => {
    const read = reader(V2);
    const found = cgroupOf(7, ID, read)!;
    expect([cgroupWork(found, read), threadsOf(found, read)]).toEqual([{}, []]);
    const idle = reader({ ...V2, [`/sys/fs/cgroup/${SCOPE}/io.stat`]: "" });
    expect(cgroupWork(cgroupOf(7, ID, idle)!, idle)).toEqual({ disk_read: 0, disk_written: 0 });
  });

  // As Linux 6.18 prints it.
  const NETWORK = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 9000000     120    0    0    0     0          0         0  9000000     120    0    0    0     0       0          0
  eth0:    1500      10    0    0    0     0          0         0     7300      12    0    0    0     0       0          0
eth1:20 1 0 0 0 0 0 0 30 1 0 0 0 0 0 0
`;
  test("bytes of its networks, without those to itself", () => {
    expect(networkWork(NETWORK)).toEqual({ bytes_received: 1520, bytes_sent: 7330 });
    const alone = NETWORK.split("\n").slice(0, 3).join("\n");
    for (const text of [undefined, "", "rubbish", alone]) expect(networkWork(text)).toEqual({});
  });
});
