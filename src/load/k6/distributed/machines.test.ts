import { expect, test } from "vitest";
import { machinesIn, sshArgv } from "./machines.ts";

test.each([
  [undefined, []],
  ["", []],
  ["bench-b", ["bench-b"]],
  [" bench-b , load@bench-c.example,bench-b", ["bench-b", "load@bench-c.example"]],
])("machines in %j", (value, want) => {
  expect(machinesIn({ STEELYARD_GENERATORS: value })).toEqual(want);
});

test.each(["-oProxyCommand=x", "a b", "a;b", "$(x)", "a,-l", "user@-host", "a@b@c", "ssh://a"])(
  "%j is no destination",
  (value) => {
    expect(() => machinesIn({ STEELYARD_GENERATORS: value })).toThrow("is not a destination of ssh");
  },
);

test("a command over ssh: nothing is asked, a forwarded port must work, words are quoted for the shell there", () => {
  expect(sshArgv("b", ["k6", "it's", "p(95)", "0:1/2", "$HOME"], { local: 1, remote: 2 })).toEqual([
    "ssh",
    "-o",
    "BatchMode=yes",
    "-o",
    "ConnectTimeout=10",
    "-o",
    "ExitOnForwardFailure=yes",
    "-L",
    "127.0.0.1:1:127.0.0.1:2",
    "--",
    "b",
    "k6",
    `'it'\\''s'`,
    "'p(95)'",
    "0:1/2",
    "'$HOME'",
  ]);
});
