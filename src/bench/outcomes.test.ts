import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Outcomes, outcomesIn } from "./outcomes.ts";

const folder = mkdtempSync(join(tmpdir(), "steelyard-outcomes-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface One {
  readonly key: string;
  readonly took: number;
}
const line = (key: string, took: number) => `${JSON.stringify({ key, took })}\n`;

test("an interrupted run continues with what was kept: the published first, each once, without half a line", async () => {
  const [kept, published] = [join(folder, "run/kept.jsonl"), join(folder, "published.jsonl")];
  writeFileSync(published, line("a", 1) + line("b", 2));
  const first = new Outcomes<One>(kept, published);
  first.add({ key: "c", took: 3 });
  writeFileSync(kept, `${readFileSync(kept, "utf8")}${line("b", 9)}{"key":"d","to`);
  const again = new Outcomes<One>(kept, published);
  expect(["a", "b", "c", "d"].map((key) => again.has(key))).toEqual([true, true, true, false]);
  await again.publish(published);
  expect(outcomesIn<One>(published).map(({ key, took }) => `${key}${took}`)).toEqual(["a1", "b2", "c3"]);
});

test("of a file that is not there, nothing is kept", () =>
  expect(outcomesIn(join(folder, "none.jsonl"))).toEqual([]));
