import { expect, test } from "vitest";
import { warnFailing } from "./explore.ts";

test.each([
  ["GET /songs answered 500", true],
  ["GET /songs answered 404", false],
])("where every request failed, its log may have the reason: %s is %s", (allFailed, want) => {
  const said: string[] = [];
  const log = { warn: (text: string) => said.push(text) };
  warnFailing(log as never, { budgets: {}, expect: {} } as never, "browse", { head: { allFailed } as never });
  expect(said.join()).toContain(`browse: every request of a short run against head failed: ${allFailed}`);
  expect(said.join().includes("the service's log says why")).toBe(want);
});
