import { expect, test } from "vitest";
import { collision } from "./port.ts";

test.each([
  ["Error: listen EADDRINUSE: address already in use 127.0.0.1:8080", 8080], // Node
  ["Error: listen EADDRINUSE: address already in use :::9100", 9100],
  ["2026/11/22 12:34:56 listen tcp 127.0.0.1:8080: bind: address already in use", 8080], // Go
  ["listen tcp :9100: bind: address already in use", 9100],
  ["listen tcp [::]:9100: bind: address already in use", 9100],
  ["OSError: [Errno 98] Address already in use", null], // Python
  ["[Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use", 8000],
  ["Port 5000 is in use by another program. Either identify and stop that program", 5000],
  ['Os { code: 98, kind: AddrInUse, message: "Address already in use" }', null], // Rust
  ["12:34:56.789 ERROR java.net.BindException: Address already in use", null], // Java
  ["Web server failed to start. Port 8080 was already in use.", 8080],
  ["nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)", 80],
  ["# Warning: Could not create server TCP listening socket *:6379: bind: Address already in use", 6379],
  ['Address already in use - bind(2) for "127.0.0.1" port 3000 (Errno::EADDRINUSE)', 3000], // Ruby
])("%s is a taken port: %s", (line, port) => {
  expect(collision(["starting at 12:30:00", line, "bye"])).toBe(port);
});

test("other lines are not", () => {
  expect(collision([])).toBeUndefined();
  expect(
    collision(["Error: connect ECONNREFUSED 127.0.0.1:5432", "the address is in the book"]),
  ).toBeUndefined();
});
