import { expect, test } from "vitest";
import { listeners, listensForOthers } from "./sockets.ts";

const HEAD =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

test("the listening sockets of a recorded /proc/net/tcp", () => {
  const text = `${HEAD}   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 48213 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F90 0100007F:D2A4 01 00000000:00000000 00:00000000 00000000  1000        0 48300 1 0000000000000000 20 4 30 10 -1
   2: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 977 1 0000000000000000 100 0 0 10 0
`;
  expect(listeners(text)).toEqual([
    { port: 8080, inode: 48213, address: "0100007F" }, // 0x1F90
    { port: 80, inode: 977, address: "00000000" },
  ]);
});

test("IPv6's loopback", () => {
  const text = `${HEAD}   0: 00000000000000000000000001000000:0BB8 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5151 1 0000000000000000 100 0 0 10 0\n`;
  expect(listeners(text)).toEqual([
    { port: 3000, inode: 5151, address: "00000000000000000000000001000000" }, // 0xBB8
  ]);
});

test.each(["", HEAD, "0: cut", "\n\n"])("%j holds none", (text) => {
  expect(listeners(text)).toEqual([]);
});

const at = (address: string, state = "0A") =>
  `${HEAD}   0: ${address}:1F90 ${"0".repeat(address.length)}:0000 ${state} 00000000:00000000 00:00000000 00000000 0 0 48213 1\n`;

test.each<[boolean | null, string, string | undefined, string | undefined]>([
  [true, "any address", at("00000000"), undefined],
  [true, "any address of IPv6", HEAD, at("0".repeat(32))],
  [true, "an address of its network", at("020012AC"), HEAD], // 172.18.0.2
  [false, "Docker's name server alone", at("0B00007F"), HEAD], // 127.0.0.11
  [false, "both loopbacks", at("0100007F"), at("00000000000000000000000001000000")],
  [false, "the loopback of IPv4 in IPv6", HEAD, at("0000000000000000FFFF00000100007F")],
  [false, "a connection, and nothing that listens", at("020012AC", "01"), HEAD],
  [false, "nothing", HEAD, HEAD],
  [null, "files that cannot be read", undefined, undefined],
])("%j for %s", (want, _, tcp, tcp6) => {
  const files: Record<string, string | undefined> = { "/proc/7/net/tcp": tcp, "/proc/7/net/tcp6": tcp6 };
  expect(listensForOthers(7, (path) => files[path])).toBe(want);
});
