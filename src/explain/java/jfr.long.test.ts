import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chunkIn } from "./jfr.ts";

const RECORDED = gunzipSync(
  readFileSync(new URL("../../testing/recorded/java/samples.jfr.gz", import.meta.url)),
);
const samples = (bytes: Buffer) => [...(chunkIn(bytes)?.events() ?? [])];

test("one that is cut off or damaged ends in an error or in fewer samples, at once", () => {
  const began = performance.now();
  samples(RECORDED);
  const once = performance.now() - began;
  let ended = 0;
  for (let i = 0; i < 300; i++) {
    const damaged = Buffer.from(RECORDED.subarray(0, i % 3 === 0 ? 68 + i * 390 : undefined));
    for (let n = 0; n < 4; n++) damaged[(i * 7919 + n * 104_729) % damaged.length] = (i * 31 + n * 17) % 256;
    const from = performance.now();
    try {
      samples(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      ended++;
    }
    expect(performance.now() - from).toBeLessThan(50 * once + 200);
  }
  expect(ended).toBeGreaterThan(20);
});
