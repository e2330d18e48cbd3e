import { expect, test } from "vitest";
import { collided } from "./port.ts";

test.each([
  "Error: listen EADDRINUSE: address already in use 127.0.0.1:8080", // Node
  "listen tcp 127.0.0.1:8080: bind: address already in use", // Go
  "OSError: [Errno 98] Address already in use", // Python
  'Os { code: 98, kind: AddrInUse, message: "Address already in use" }', // Rust
  "java.net.BindException: Address already in use", // Java
  "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)",
])("%s is a taken port", (line) => {
  expect(collided(["starting", line, "bye"])).toBe(true);
});

test("other lines are not", () => {
  expect(collided([])).toBe(false);
  expect(collided(["Error: connect ECONNREFUSED 127.0.0.1:5432", "the address is in the book"])).toBe(false);
});
