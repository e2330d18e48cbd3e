import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import { lock, lockWhenFree } from "./lock.ts";
import { statOf } from "./proc.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a lock is held until it is disposed of", () => {
  {
    using held = lock(path, "taken");
    expect(held).toBeDefined();
    expect(() => lock(path, "taken")).toThrow("taken");
  }
  expect(existsSync(path)).toBe(false);
});

test("who holds it is named", () => {
  writeFileSync(path, JSON.stringify({ pid: process.ppid, began: statOf(process.ppid)?.began ?? null }));
  expect(() => lock(path, "taken")).toThrowError(
    expect.objectContaining({
      fault: "environment",
      where: expect.stringContaining(`process ${process.ppid}`),
    }),
  );
});

test.each([
  ["of a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, began: 5 })],
  ["of a process whose pid is a stranger's now", JSON.stringify({ pid: process.ppid, began: 1 })],
  ["that was cut off", '{"pid": 12'],
])("a lock %s is taken over", (_, text) => {
  writeFileSync(path, text);
  using held = lock(path, "taken");
  expect(held).toBeDefined();
});

test("who waits is told once who has it, and gets it when it is free", async () => {
  const told: (number | null)[] = [];
  const first = lock(path, "taken");
  const second = lockWhenFree(path, (pid) => told.push(pid), new AbortController().signal);
  await new Promise((done) => setTimeout(done, 300));
  first[Symbol.dispose]();
  using held = await second;
  expect([held !== undefined, told]).toEqual([true, [process.pid]]);
  expect(() => lock(path, "taken")).toThrow("taken");
});

test("waiting ends with an interruption", async () => {
  using _held = lock(path, "taken");
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Interrupted("SIGINT")), 20);
  await expect(lockWhenFree(path, () => {}, abort.signal)).rejects.toMatchObject({ by: "SIGINT" });
});
