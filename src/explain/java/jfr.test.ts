import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chunkIn } from "./jfr.ts";

// Of a small HTTP server on OpenJDK 17.0.15, copied while it was being written.
const RECORDED = gunzipSync(
  readFileSync(new URL("../../testing/recorded/java/samples.jfr.gz", import.meta.url)),
);
const samples = (bytes: Buffer) => [...(chunkIn(bytes)?.events() ?? [])];

test("samples of a recording that goes on are what the JDK's own tool prints", () => {
  const chunk = chunkIn(RECORDED)!;
  expect(new Date(chunk.until).toISOString()).toBe("2026-11-23T15:52:03.527Z");
  const all = samples(RECORDED);
  // `jfr print --events jdk.ExecutionSample`: 17, the first at 15:51:58.160 and the last at 15:52:02.598
  expect(all).toHaveLength(17);
  expect([all[0]!, all.at(-1)!].map(({ at }) => new Date(at).toISOString().slice(11, 23))).toEqual([
    "15:51:58.160",
    "15:52:02.598",
  ]);
  expect(all.at(-1)!.stack.slice(-2)).toEqual([
    { class: "java.util.concurrent.LinkedBlockingQueue", method: "take", line: 435 },
    {
      class: "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject",
      method: "await",
      line: 1630,
    },
  ]);
  const mine = all.filter(({ stack }) => stack.some(({ class: owner }) => owner === "shop.Rank"));
  expect(mine).toHaveLength(2);
  expect(mine[0]!.stack.at(-1)).toMatchObject({ class: "shop.Rank", method: "score" });
  expect(mine[0]!.stack[0]).toMatchObject({ class: "java.lang.Thread", method: "run" });
});

test("one that is being updated, or that has only begun, has none yet", () => {
  const updating = Buffer.from(RECORDED);
  updating[64] = 255;
  const begun = Buffer.from(RECORDED);
  begun.fill(0, 8, 32); // its length, and the places of constants and metadata
  for (const bytes of [updating, begun, RECORDED.subarray(0, 67), Buffer.alloc(0)])
    expect(chunkIn(bytes)).toBeNull();
});

test.each([
  ["another file", Buffer.alloc(100, "x")],
  [
    "the format of Java 8 and before",
    Buffer.concat([RECORDED.subarray(0, 4), Buffer.from([0, 1]), RECORDED.subarray(6)]),
  ],
])("%s is refused", (_, bytes) => expect(() => chunkIn(bytes)).toThrow("no recording of format 2"));
