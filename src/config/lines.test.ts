import { expect, test } from "vitest";
import { workloadLines } from "./lines.ts";

const TEXT = `version: 1
workloads:
  browse:
    k6: a.ts

  "buy now": { k6: b.ts }
`;

test.each([
  [TEXT, "browse", 3],
  [TEXT, "buy now", 6],
  [TEXT, "gone", 2], // where it would be
  ["", "browse", 1],
  ["{{{", "browse", 1],
  ["- a\n- b\n", "browse", 1],
  ["x".repeat(200_000), "browse", 1],
  [TEXT, "__proto__", 2],
])("%j has %s on line %i", (text, workload, line) => {
  expect(workloadLines(text).of(workload)).toBe(line);
});
