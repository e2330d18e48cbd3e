import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { statOf } from "../exec/proc.ts";
import { makeScratch } from "./scratch.ts";

const parent = () => {
  const path = mkdtempSync(join(tmpdir(), "steelyard-scratch-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
};

test("a directory of its own, gone when it is disposed of", async () => {
  using inside = parent();
  const one = await makeScratch(inside.path);
  const two = await makeScratch(inside.path);
  expect(one.path).not.toBe(two.path);
  expect([one, two].map(({ config }) => existsSync(config))).toEqual([true, true]); // the second spares the first
  await one[Symbol.asyncDispose]();
  expect([one, two].map(({ path }) => existsSync(path))).toEqual([false, true]);
});

test.runIf(process.platform === "linux")("what the dead left is removed, and nothing else", async () => {
  using inside = parent();
  const own = statOf(process.pid)!;
  const parentStat = statOf(process.ppid)!;
  const dead = [
    `load-4194399-77-aaaaaa`, // above the highest pid there can be
    `load-${own.pid}-${own.began + 1}-bbbbbb`, // a pid that was given again
  ];
  const kept = [
    `load-${parentStat.pid}-${parentStat.began}-cccccc`,
    "load-4194399-0-dddddd",
    "load-mine",
    "notes",
  ];
  for (const name of [...dead, ...kept]) {
    mkdirSync(join(inside.path, name));
    writeFileSync(join(inside.path, name, "points.json"), "{}");
  }
  await using scratch = await makeScratch(inside.path);
  expect(basename(scratch.path)).toMatch(new RegExp(`^load-${own.pid}-${own.began}-`));
  expect(dead.filter((name) => existsSync(join(inside.path, name)))).toEqual([]);
  expect(kept.filter((name) => existsSync(join(inside.path, name)))).toEqual(kept);
});
