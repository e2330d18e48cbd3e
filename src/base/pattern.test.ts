import { expect, test } from "vitest";
import { matches } from "./pattern.ts";

test.each([
  ["v*", "v1.2.0", true],
  ["v*", "v", true],
  ["v*", "rev1", false],
  ["v1.*", "v1x2", false],
  ["*", "anything/at.all", true],
  ["api/v*", "api/v2", true],
  ["api/v*", "web/v2", false],
  ["v*.0", "v1.0", true],
  ["v*.0", "v1.1", false],
  ["v*0*0", "v100", true],
  ["v*0*0", "v10", false],
  ["ab*ba", "aba", false],
  ["v1", "v1", true],
  ["v1", "v12", false],
])("%s and %s: %s", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});
