import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import { claimIn, holds, listed, ownClaim } from "./claim.ts";
import { type Locker, lock, locker, lockWhenFree, unlock } from "./lock.ts";
import { statOf } from "./proc.ts";

let folder: string;
let path: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "lock-")));
  path = join(folder, "lock");
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  }
  rmSync(folder, { recursive: true });
});

const REST = { signal: new AbortController().signal, waiting: () => {}, busy: "waited in vain", most: 20 };
/** A claim for another process that has the lock: the parent of this test. */
const parent = () => ({ pid: process.ppid, began: statOf(process.ppid)?.began ?? null });

/** Both ways of locking. CI machines have `flock`. */
const WAYS: Locker[] = ["flock", null];
test.runIf(process.env.CI === "true" && process.platform === "linux")("flock is here", () => {
  expect(locker()).toBe("flock");
});

describe.each(WAYS.filter((way) => way === null || locker() !== null))("locked by %s", (by) => {
  test("a lock is held until it is disposed of", () => {
    {
      using held = lock(path, "taken", "wait", by);
      expect(held).toBeDefined();
      expect(() => lock(path, "taken", "wait", by)).toThrow("taken");
      expect(unlock(path, by)).toBe(false);
    }
    expect(existsSync(path)).toBe(false);
    expect(unlock(path, by)).toBe(false);
  });

  test("names the holder, even a measurement by an older version", () => {
    writeFileSync(path, JSON.stringify(parent()));
    expect(() => lock(path, "taken", "wait", by)).toThrowError(
      expect.objectContaining({
        fault: "environment",
        where: expect.stringContaining(`process ${process.ppid}`),
      }),
    );
  });

  const foreign = { pid: process.ppid, began: 1 };
  test.each([
    ["of a process that ended", JSON.stringify({ pid: 2 ** 22 + 1, began: 5 })],
    ["of a process whose pid belongs to another now", JSON.stringify(foreign)],
    ["that was cut off", '{"pid": 12'],
    ["of init", JSON.stringify({ pid: 1, began: statOf(1)?.began ?? 0 })],
    ["of every process", JSON.stringify({ pid: -1, began: null })],
    ["of every process of this group", JSON.stringify({ pid: 0, began: null })],
    ["of a process by another command line", JSON.stringify({ ...parent(), command: "sleep 1" })],
    ["that is too long for a claim", "x".repeat(100_000)],
    ["that is empty", ""],
  ])("a lock %s is taken over", (_, text) => {
    writeFileSync(path, text);
    using held = lock(path, "taken", "wait", by);
    expect(held).toBeDefined();
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
  });

  const FORGED: [what: string, forge: () => void][] = [
    ["a pipe", () => void expect(spawnSync("mkfifo", [path]).status).toBe(0)],
    ["a link to a file", () => symlinkSync("/etc/passwd", path)],
    ["a link to nothing", () => symlinkSync("/nowhere", path)],
    ["a folder", () => mkdirSync(path)],
  ];
  test.each(FORGED)("%s with its name is an immediate error, and is left alone", async (_, forge) => {
    forge();
    const before = lstatSync(path).mode;
    expect(() => lock(path, "taken", "wait", by)).toThrowError(expect.objectContaining({ where: path }));
    await expect(lockWhenFree(path, { ...REST, by })).rejects.toMatchObject({ where: path });
    expect(lstatSync(path).mode).toBe(before);
  });

  test("reports the holder once, waits, and takes the lock when it is free", async () => {
    const told: (number | null)[] = [];
    const first = lock(path, "taken", "wait", by);
    const events = new EventEmitter();
    const waits = once(events, "waits");
    const second = lockWhenFree(path, {
      ...REST,
      by,
      waiting(holder) {
        told.push(holder?.pid ?? null);
        events.emit("waits");
      },
    });
    await waits;
    first[Symbol.dispose]();
    using held = await second;
    expect([held !== undefined, told]).toEqual([true, [process.pid]]);
    expect(() => lock(path, "taken", "wait", by)).toThrow("taken");
  });

  test("an interruption ends the wait", async () => {
    using _held = lock(path, "taken", "wait", by);
    const abort = new AbortController();
    const waiting = () => abort.abort(new Interrupted("SIGINT"));
    await expect(lockWhenFree(path, { ...REST, by, waiting, signal: abort.signal })).rejects.toMatchObject({
      by: "SIGINT",
    });
  });

  test("the wait has a limit; its error names the holder and a remedy", async () => {
    using _held = lock(path, "taken", "wait", by);
    await expect(lockWhenFree(path, { ...REST, by, most: 0.3 })).rejects.toMatchObject({
      fault: "environment",
      message: "waited in vain",
      where: expect.stringContaining(`process ${process.pid}`),
      remedy: expect.stringContaining(path),
    });
  });
});

describe.runIf(locker() !== null)("the kernel's lock", () => {
  test("is held by the process that locks the file, whatever its text; the wait is limited then too", async () => {
    writeFileSync(path, "");
    const child = spawn("flock", ["-x", path, "sh", "-c", "echo on; read _"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    children.push(child);
    await once(child.stdout!, "data");
    await expect(lockWhenFree(path, { ...REST, most: 0.3 })).rejects.toMatchObject({
      where: `an unknown process, which holds ${path}`,
    });
    child.stdin!.end();
    await once(child, "close");
    using held = await lockWhenFree(path, REST);
    expect(held).toBeDefined();
  });

  test("is free after its holder was killed, even while the holder's children run", async () => {
    const script = join(folder, "holder.ts");
    writeFileSync(
      script,
      `import { spawn } from "node:child_process";
       import { lock } from ${JSON.stringify(join(import.meta.dirname, "lock.ts"))};
       lock(${JSON.stringify(path)}, "taken");
       const left = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
       console.log(left.pid);
       setInterval(() => {}, 1e6);`,
    );
    const holder = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(holder);
    const left = Number(String((await once(holder.stdout!, "data"))[0]));
    try {
      expect(() => lock(path, "taken")).toThrowError(
        expect.objectContaining({ where: expect.stringContaining(`process ${holder.pid}`) }),
      );
      const waiting = lockWhenFree(path, { ...REST, waiting: () => holder.kill("SIGKILL") });
      using held = await waiting;
      expect([held !== undefined, statOf(left)?.state === "Z" || statOf(left) === undefined]).toEqual([
        true,
        false,
      ]);
    } finally {
      process.kill(left, "SIGKILL");
    }
  });
});

test("a claim matches only its own process: user, start and command line", () => {
  const own = claimIn(ownClaim())!;
  const { uid } = lstatSync(folder);
  expect(holds(own, { uid })).toBe(true);
  expect(holds(own, { uid: uid + 1 })).toBe(false);
  expect(holds({ ...own, began: 1 }, { uid })).toBe(false);
  expect(holds({ ...own, command: "x" }, { uid })).toBe(false);
  expect(holds(null, { uid })).toBe(false);
});

test("ps reports the same process where there is no /proc", () => {
  const found = listed(process.pid)!;
  expect(found.uid).toBe(process.getuid?.());
  expect(new Date(found.began).getTime()).toBeGreaterThan(Date.now() - 86_400_000);
  expect(found.command).toContain("node");
  expect(listed(2 ** 22 + 1)).toBeNull();
});
