import { join } from "node:path/posix";
import type { Work } from "../../model/work.ts";

/** The text of a file; undefined if it cannot be read. */
export type Read = (path: string) => string | undefined;

/** The files with a container's counters. */
export interface Cgroup {
  readonly cpu: { readonly file: string; readonly version: 1 | 2 };
  /** Null for kernels without a peak (control groups v2 before Linux 5.19). */
  readonly memory: string | null;
  /** Files that may be missing: page faults, bytes of disks, and the list of its threads. */
  readonly faults: string | null;
  readonly disk: string | null;
  readonly threads: string | null;
}

interface Mount {
  /** The control group that is mounted here: "/", except in a container that sees only a part of the hierarchy. */
  readonly root: string;
  readonly at: string;
  readonly type: string;
  readonly options: readonly string[];
}

/**
 * The control group of a container, or null if none can be read. `/proc/<pid>/cgroup` of its main process gives the
 * group, mountinfo the place where it can be read. In a runner that is itself a container, that pid belongs to
 * another process or to none. The group is therefore also searched in the mounted part of the hierarchy, by the
 * names that engines give.
 *
 * @param id the full id of the container
 */
export function cgroupOf(pid: number, id: string, read: Read): Cgroup | null {
  const mounts = mountsIn(read);
  const own = read(`/proc/${pid}/cgroup`) ?? "";
  const groups = own.includes(id) ? own.split("\n").map((line) => line.split(":")) : [];
  /** Folders of the container in the hierarchies of a controller. v2 has a single hierarchy without a name. */
  const folders = (controller: string | null) => {
    const known = groups.find(([, names = ""]) =>
      controller === null ? names === "" : names.split(",").includes(controller),
    );
    const path = known?.slice(2).join(":");
    return mounts
      .filter(({ type, options }) =>
        controller === null ? type === "cgroup2" : type === "cgroup" && options.includes(controller),
      )
      .flatMap(({ root, at }) => [
        ...(path === undefined ? [] : below(path, root).map((rest) => join(at, rest))),
        ...usualNames(id).map((name) => join(at, name)),
      ]);
  };
  const first = (files: readonly string[]) => files.find((file) => read(file) !== undefined);
  const one = first(folders("cpuacct").map((folder) => join(folder, "cpuacct.usage")));
  if (one !== undefined) {
    const of = (controller: string, file: string) =>
      first(folders(controller).map((folder) => join(folder, file))) ?? null;
    return {
      cpu: { file: one, version: 1 },
      memory: of("memory", "memory.max_usage_in_bytes"),
      faults: of("memory", "memory.stat"),
      disk: of("blkio", "blkio.throttle.io_service_bytes"),
      threads: of("cpuacct", "tasks"),
    };
  }
  const two = folders(null).find((folder) => seconds(read(join(folder, "cpu.stat")), 2) !== null);
  if (two === undefined) return null;
  const of = (file: string) => first([join(two, file)]) ?? null;
  return {
    cpu: { file: join(two, "cpu.stat"), version: 2 },
    memory: of("memory.peak"),
    faults: of("memory.stat"),
    disk: of("io.stat"),
    threads: of("cgroup.threads"),
  };
}

/**
 * Whether the control groups of all containers are below a mount here. A container sees only its own, unless the
 * machine's hierarchy is mounted into it. Of all groups, only the root has a release agent (v1), or no type (v2).
 */
export function hasRoot(read: Read): boolean {
  return mountsIn(read).some(({ at, type, options }) =>
    type === "cgroup2"
      ? read(join(at, "cgroup.procs")) !== undefined && read(join(at, "cgroup.type")) === undefined
      : options.includes("cpuacct") && read(join(at, "release_agent")) !== undefined,
  );
}

/** CPU seconds so far, and peak memory in bytes (page cache included). Null for a counter that cannot be read. */
export function cgroupUse(
  { cpu, memory }: Cgroup,
  read: Read,
): { cpu: number | null; memory: number | null } {
  const bytes = memory === null ? undefined : read(memory)?.trim();
  return {
    cpu: seconds(read(cpu.file), cpu.version),
    memory: bytes !== undefined && /^\d+$/.test(bytes) ? Number(bytes) : null,
  };
}

/** Page faults, and bytes of disks, so far. Empty for what cannot be read. */
export function cgroupWork({ faults, disk }: Cgroup, read: Read): Work {
  const [, count] = /^pgfault (\d+)$/m.exec((faults && read(faults)) ?? "") ?? [];
  const moved = (disk === null ? undefined : read(disk))?.trim();
  return {
    ...(count !== undefined && { page_faults: Number(count) }),
    ...(moved !== undefined && { disk_read: bytes(moved, "r"), disk_written: bytes(moved, "w") }),
  };
}

/** v1 prints a line for each disk and direction, `8:0 Read 4096`; v2 a line for each disk, `8:0 rbytes=4096 wbytes=0 …`. */
function bytes(text: string, direction: "r" | "w"): number {
  const word = { r: "Read |\\brbytes=", w: "Write |\\bwbytes=" }[direction];
  return [...text.matchAll(new RegExp(`(?:${word})(\\d+)`, "g"))].reduce((sum, [, n]) => sum + Number(n), 0);
}

/** Threads of the group that are visible from here. */
export const threadsOf = ({ threads }: Cgroup, read: Read): number[] =>
  ((threads && read(threads)) ?? "")
    .split("\n")
    .map(Number)
    .filter((thread) => thread > 0);

/** Bytes that came in and went out over a network of its own, from `/proc/PID/net/dev`; empty for any other text. */
export function networkWork(text: string | undefined): Work {
  const all = [...(text ?? "").matchAll(/^\s*(\S+):\s*(\d+)(?:\s+\d+){7}\s+(\d+)/gm)].filter(
    ([, name]) => name !== "lo",
  );
  if (all.length === 0) return {};
  const sum = (at: 2 | 3) => all.reduce((total, found) => total + Number(found[at]), 0);
  return { bytes_received: sum(2), bytes_sent: sum(3) };
}

/** v1 prints nanoseconds; v2 prints a table with `usage_usec`. */
function seconds(text: string | undefined, version: 1 | 2): number | null {
  const [, digits] = (version === 1 ? /^(\d+)\s*$/ : /^usage_usec (\d+)$/m).exec(text ?? "") ?? [];
  return digits === undefined ? null : Number(digits) / (version === 1 ? 1e9 : 1e6);
}

const mountsIn = (read: Read): Mount[] =>
  (read("/proc/self/mountinfo") ?? "").split("\n").flatMap((line) => mountOf(line) ?? []);

/** A line of mountinfo, see proc_pid_mountinfo(5); undefined if it is not a control group. */
function mountOf(line: string): Mount | undefined {
  const [left = "", right = ""] = line.split(" - ");
  const [, , , root = "", at = ""] = left.split(" ");
  const [type = "", , options = ""] = right.split(" ");
  if (type !== "cgroup" && type !== "cgroup2") return undefined;
  return { root, at, type, options: options.split(",") };
}

/** The path below the mounted part; empty if it lies outside. */
function below(path: string, root: string): string[] {
  if (root === "/" || path.startsWith("/..")) return [path];
  return path === root || path.startsWith(`${root}/`) ? [path.slice(root.length)] : [];
}

/** Paths of the cgroupfs and systemd drivers of Docker, and of Podman. */
const usualNames = (id: string) => [
  `docker/${id}`,
  `system.slice/docker-${id}.scope`,
  `machine.slice/libpod-${id}.scope`,
];
