import { expect, test } from "vitest";
import { remedy } from "./source.ts";

// The words of k6 1.8.1.
test.each([
  [
    'could not load JS test \'file:///a.js\': unknown modules ["k6/x/disruptor", "k6/x/sql"] were tried to be loaded, but couldn\'t - this likely means automatic extension resolution is required',
    "put a k6 that is built with k6/x/disruptor, k6/x/sql on the PATH, which is used before any other",
  ],
  [
    'The moduleSpecifier "https://raw.githubusercontent.com/o/r/main/lib.js" couldn\'t be retrieved from the resolved url "https://raw.githubusercontent.com/o/r/main/lib.js". Error : "dial tcp: no such host"',
    "let this machine reach raw.githubusercontent.com, or keep the module in the repository and import it from there",
  ],
  [
    'The moduleSpecifier "./lib.js" couldn\'t be found on local disk.',
    "mend the script, until `k6 inspect` prints its options",
  ],
  ["SyntaxError: Unexpected token", "mend the script, until `k6 inspect` prints its options"],
])("a script that k6 refuses, and what helps: %s", (complaint, want) => {
  expect(remedy(complaint)).toBe(want);
});
