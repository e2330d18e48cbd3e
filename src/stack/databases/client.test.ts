import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { statementsBy } from "./client.ts";
import { REDIS } from "./redis.ts";

test.each([
  [1, { counts: [{ text: "GET", calls: 2, rows: 0, seconds: 3e-6 }] }],
  [2, { lacking: "its client redis-cli printed nothing" }],
])("a client whose output is lost %d times of two", async (times, want) => {
  const folder = mkdtempSync(join(tmpdir(), "steelyard-client-"));
  const script = `n=$(cat n 2>/dev/null | wc -l); echo >> n; [ "$n" -lt ${times} ] || printf '# Commandstats\\ncmdstat_get:calls=2,usec=3\\n'`;
  try {
    const client = { argv: ["sh", "-c", script], cwd: folder, env: {} };
    const found = await statementsBy(
      client,
      "",
      REDIS,
      () => Promise.resolve(undefined),
      new AbortController().signal,
    );
    expect(found).toEqual(want);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
