import { readFileSync, readlinkSync } from "node:fs";
import { allStats, numbersIn, readProc } from "../exec/proc.ts";

/** A listening TCP socket. */
export interface Listener {
  readonly port: number;
  readonly inode: number;
  /** The address in hexadecimal, as the kernel prints it: 8 digits for IPv4, 32 for IPv6. */
  readonly address: string;
}

const LISTEN = "0A";
/** ::1 as `/proc/net/tcp6` prints it: four little-endian words. */
const LOOPBACK6 = "00000000000000000000000001000000";

/** The listening sockets in the text of `/proc/net/tcp` or `tcp6`; see proc_pid_net(5). */
export function listeners(text: string): Listener[] {
  return text.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    return state === LISTEN ? [{ port: Number.parseInt(port, 16), inode: Number(inode), address }] : [];
  });
}

/** A loopback address of IPv4, or one of those as IPv6 has it. Docker's own name server listens at 127.0.0.11. */
const LOOPBACK4 = /^(?:0{16}FFFF0000)?.{6}7F$/;

/** Whether anything listens for others in the network of a process; null where that cannot be seen. */
export function listensForOthers(pid: number, read = readProc): boolean | null {
  const texts = ["tcp", "tcp6"].flatMap((name) => read(`/proc/${pid}/net/${name}`) ?? []);
  const isForOthers = ({ address }: Listener) => address !== LOOPBACK6 && !LOOPBACK4.test(address);
  return texts.length === 0 ? null : texts.flatMap(listeners).some(isForOthers);
}

/** The process that listens on a port: pid and command line. Null if there is none, or it is not visible. */
export function holder(port: number): { readonly pid: number; readonly command: string } | null {
  const inodes = new Set(all().flatMap((socket) => (socket.port === port ? socket.inode : [])));
  const pid = allStats().find((stat) => socketsOf(stat.pid).some((inode) => inodes.has(inode)))?.pid;
  if (pid === undefined) return null;
  const command = (readProc(`/proc/${pid}/cmdline`) ?? "").replaceAll("\u0000", " ").trim();
  return { pid, command: command.slice(0, 200) || "?" };
}

/** The ports on which processes listen, lowest first, and whether each is open only on the IPv6 loopback. */
export function listening(pids: readonly number[]): { readonly port: number; readonly only6: boolean }[] {
  const inodes = new Set(pids.flatMap(socketsOf));
  const own = all().filter(({ inode }) => inodes.has(inode));
  const ports = [...new Set(own.map(({ port }) => port))].sort((a, b) => a - b);
  return ports.map((port) => ({
    port,
    only6: own.every((socket) => socket.port !== port || socket.address === LOOPBACK6),
  }));
}

function all(): Listener[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => {
    try {
      return listeners(readFileSync(path, "latin1")); // long under load, with thousands of connections
    } catch {
      return [];
    }
  });
}

/** Inodes of a process's sockets. */
function socketsOf(pid: number): number[] {
  return numbersIn(`/proc/${pid}/fd`).flatMap((file) => {
    try {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${file}`)) ?? [];
      return inode === undefined ? [] : Number(inode);
    } catch {
      return []; // closed meanwhile
    }
  });
}
