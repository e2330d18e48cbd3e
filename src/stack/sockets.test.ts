import { expect, test } from "vitest";
import { listeners } from "./sockets.ts";

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
