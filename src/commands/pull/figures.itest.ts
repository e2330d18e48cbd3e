import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Forge } from "../../github/forge.ts";
import type { Origin } from "../../github/subject.ts";
import { fetchFigures } from "./figures.ts";

// Figures that a job has downloaded before its report: no forge is asked for them.
const origin: Origin = { run: 7, attempt: 1, sha: null, selfReported: false } as Origin;
const forge = {} as Forge;
const of = (text: string) => ({ kind: "file", bytes: Buffer.from(text) });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-figures-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function artifact(name: string, text: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "run.json"), text);
}

test("a run file, or a folder with the artifact's", async () => {
  artifact("steelyard", "{}");
  const path = join(folder, "steelyard", "run.json");
  for (const where of [path, folder])
    expect(await fetchFigures(origin, { artifact: "steelyard", path: where }, forge)).toEqual(of("{}"));
});

test("of two machines one artifact each, and one that is not there is said", async () => {
  artifact("steelyard-1of2", "1");
  const where = { artifact: "steelyard", path: folder, shards: 2 };
  const lacking = await fetchFigures(origin, where, forge);
  expect(lacking).toEqual({
    kind: "shards",
    all: [
      { index: 1, of: of("1") },
      { index: 2, why: "The figures cannot be read" },
    ],
  });
  artifact("steelyard-2of2", "2");
  expect(await fetchFigures(origin, where, forge)).toMatchObject({ all: [{ of: of("1") }, { of: of("2") }] });
});

test("a folder that is not there is an error with its path", async () => {
  const path = join(folder, "nothing");
  const asked = fetchFigures(origin, { artifact: "steelyard", path, shards: 2 }, forge);
  await expect(asked).rejects.toMatchObject({ fault: "user", where: path });
});
