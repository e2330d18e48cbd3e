import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { logTo } from "../base/log.ts";
import { makeTemporaryClone, sweepClones } from "./clone.ts";

// A temporary folder of its own: what others are doing is left alone.
let place: string;
const before = process.env.TMPDIR;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "steelyard-clones-"));
  process.env.TMPDIR = place;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(place, { recursive: true, force: true });
});

function swept(): { count: number; text: string } {
  const lines: string[] = [];
  const out = { write: (text: string) => void lines.push(text), isTerminal: false, columns: 100 };
  return { count: sweepClones(logTo(out)), text: lines.join("") };
}

/** A program that makes a clone, prints its folder, and is killed. */
async function killed(): Promise<string> {
  const script = `import { makeTemporaryClone } from ${JSON.stringify(join(import.meta.dirname, "clone.ts"))};
    const { folder } = await makeTemporaryClone(); console.log(folder); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const folder = line.toString().trim();
    writeFileSync(join(folder, "data.json"), "{}");
    expect(swept().count).toBe(0); // it still runs
    return folder;
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

test("a clone goes with its publisher", async () => {
  const { folder } = await makeTemporaryClone().then((one) => {
    using clone = one;
    expect(existsSync(join(clone.folder, ".git"))).toBe(true);
    return clone;
  });
  expect(existsSync(folder)).toBe(false);
});

test("the clone of a killed publisher is removed by the next, and everything else stays", async () => {
  const folder = await killed();
  using mine = await makeTemporaryClone();
  const others = [join(place, "steelyard-publish-other"), join(place, "steelyard-publish-text")];
  for (const other of others) mkdirSync(join(other, ".git"), { recursive: true });
  writeFileSync(join(others[1]!, ".git/steelyard-owner"), "another machine/boot/1/2/3");
  const outside = join(place, "outside");
  mkdirSync(outside);
  symlinkSync(outside, join(place, "steelyard-publish-link"));
  const { count, text } = swept();
  expect([count, text]).toEqual([1, expect.stringContaining(folder)]);
  expect([folder, mine.folder, ...others, outside].map(existsSync)).toEqual([false, true, true, true, true]);
  expect(swept().count).toBe(0);
});
