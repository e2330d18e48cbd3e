import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Taken } from "../../model/profiler.ts";
import { COLLECTOR } from "../../model/profiling.ts";
import { Profiled, total, waitsOf } from "../../testing/agents.ts";
import { placer } from "../places.ts";
import { JAVA, javaSampler } from "./java.ts";

// A real JVM, which compiles a source file and then works without a pause: one that sleeps in step with the sampler is not seen.
const MAIN = `package shop;

public class Main {
    static final String TEXT = "item number one of many";
    static double spin(int n) {
        double total = 0;
        for (int i = 0; i < n; i++) total += TEXT.charAt(i % TEXT.length()) * 31.0 / (1 + i);
        return total;
    }
    static double other(int n) {
        return spin(n / 10);
    }
    public static void main(String[] args) {
        new Thread(Main::work, "planted-secret").start();
    }
    static void work() {
        double total = 0;
        for (long i = 0; i < 300; i++) total += spin(1_000) + other(1_000);
        System.out.println("ready " + total);
        while (true) {
            total += spin(20_000) + other(20_000);
        }
    }
}
`;
let profiled: Profiled;
afterEach(() => profiled[Symbol.asyncDispose]());

/** A pool of one connection, of the name of a well-known one. */
const POOL = `package com.zaxxer.hikari.pool;

public class HikariPool {
    static final java.util.concurrent.Semaphore FREE = new java.util.concurrent.Semaphore(1);
    public static void getConnection() throws InterruptedException { FREE.acquire(); }
    public static void close() { FREE.release(); }
}
`;
const up = async (own: Readonly<Record<string, string>> = {}, main = MAIN) => {
  profiled = new Profiled(JAVA, { "api/src/main/java/shop/Main.java": main, "HikariPool.java": POOL });
  execFileSync("javac", ["-d", "classes", "HikariPool.java"], { cwd: profiled.tree });
  await profiled.up("web", ["java", "-cp", "classes", "api/src/main/java/shop/Main.java"], own);
  return javaSampler(placer(profiled.tree), profiled.tree, profiled.profiler.attach.folder);
};
const nowhere = { targets: {}, headers: {} };
/** Seconds in a function and in all that it calls. */
const totalOf = ({ frames, nodes }: Taken, name: string) => {
  const within: boolean[] = [];
  for (const [caller, frame] of nodes) within.push(within[caller] === true || frames[frame]!.name === name);
  return total(nodes.flatMap(([, , seconds], i) => (within[i] ? seconds : [])));
};
/** Waits until the recording has begun, which is written once a second. */
async function begun(sampler: ReturnType<typeof javaSampler>, where = {}): Promise<readonly string[]> {
  for (const until = Date.now() + 20_000; ; await delay(100)) {
    const services = await sampler.begin({ ...nowhere, ...where }, new Set());
    if (services.length > 0 || Date.now() > until) return services;
  }
}

test("a method's time is found by its file and the line of its beginning, beside the service's own options", async () => {
  const sampler = await up({
    JAVA_TOOL_OPTIONS: "-Dshop.size=3 -Dtoken=planted-secret",
    TOKEN: "planted-secret",
  });
  expect(await begun(sampler)).toEqual(["web"]);
  await delay(2_000);
  const [profile, ...others] = await sampler.end();
  expect(others).toEqual([]);
  expect(profile).toMatchObject({ service: "web", source: "java", interval: 0.002 });
  const at = { file: "api/src/main/java/shop/Main.java", line: 5 };
  expect(profile!.frames).toContainEqual({ name: "Main.spin", ...at });
  const seconds = profile!.nodes.reduce((sum, [, , one]) => sum + one, 0);
  expect(seconds).toBeGreaterThan(0.3); // stacks that cannot be walked are missing
  expect(seconds).toBeLessThan(3); // not what was before, and each sample once
  expect(totalOf(profile!, "Main.spin") / seconds).toBeGreaterThan(0.8);
  // The recording names threads, of which nothing is kept.
  const written = JAVA.written!(profiled.profiler.attach.folder, "web");
  const recordings = readdirSync(written, { recursive: true }).filter((name) =>
    String(name).endsWith(".jfr"),
  );
  expect(
    recordings.some((name) => readFileSync(join(written, String(name))).includes("planted-secret")),
  ).toBe(true);
  expect(JSON.stringify(profile)).not.toContain("planted-secret");
});

const WAITS = `package shop;

import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock LOCK = new ReentrantLock();
    static void nap() throws Exception {
        Thread.sleep(20);
    }
    static synchronized void guarded() throws Exception {
        nap();
    }
    // A thread that takes the monitor again at once keeps the other one out for seconds, and a wait counts when it ends.
    static volatile double sum;
    static void takeTurns() throws Exception {
        guarded();
        for (int i = 0; i < 5; i++) sum = spin();
    }
    static void locked() throws Exception {
        LOCK.lock();
        try { nap(); } finally { LOCK.unlock(); }
    }
    static void query() throws Exception {
        com.zaxxer.hikari.pool.HikariPool.getConnection();
        try { nap(); } finally { com.zaxxer.hikari.pool.HikariPool.close(); }
    }
    static int found() throws Exception {
        return java.util.concurrent.CompletableFuture.supplyAsync(() -> {
            try { Thread.sleep(20); } catch (InterruptedException ended) { }
            return 1;
        }).get();
    }
    static double spin() {
        double total = 0;
        for (int i = 0; i < 200_000; i++) total += Math.sqrt(i);
        return total;
    }
    public static void main(String[] args) throws Exception {
        for (int n = 0; n < 8; n++) {
            int kind = n / 2;
            new Thread(() -> {
                try {
                    while (true)
                        if (kind == 0) takeTurns(); else if (kind == 1) locked(); else if (kind == 2) query(); else found();
                } catch (Exception ended) { }
            }).start();
        }
        var idle = new java.util.concurrent.LinkedBlockingQueue<Runnable>();
        new java.util.concurrent.ThreadPoolExecutor(2, 2, 1, java.util.concurrent.TimeUnit.DAYS, idle).prestartAllCoreThreads();
        System.out.println("ready");
        for (double total = 0; ; ) total += spin();
    }
}
`;

test("methods that wait are named with what they wait for, and not the threads that have nothing to do", async () => {
  const sampler = await up({}, WAITS);
  expect(await begun(sampler)).toEqual(["web"]);
  await delay(2_000);
  const [profile] = await sampler.end();
  const found = waitsOf(profile!);
  const names = [
    "Main.nap: a timer",
    "Main.guarded: a lock",
    "Main.locked: a lock",
    "HikariPool.getConnection: a connection",
    "Main.found: another thread",
  ];
  for (const name of names) {
    const [least, most] = [0.5, 16]; // of eight threads for two seconds
    const seconds = found[name]!;
    expect([seconds > least, seconds < most], `${name}: ${seconds}`).toEqual([true, true]);
  }
  // The pool that `found` asks has locks of its own.
  const others = Object.keys(found).filter((name) => !names.includes(name) && !name.startsWith("Main.found"));
  expect(others).toEqual([]);
});

const GARBAGE = `package shop;

public class Main {
    static Object kept;
    static void wasteful() { for (int i = 0; i < 8; i++) kept = new byte[1_000_000]; }
    static void frugal() { kept = new byte[1_000_000]; }
    // So few allocations that each one is recorded: above its limit the recording leaves an unlike number out from second to second.
    static void allocate() {
        try {
            while (true) { wasteful(); frugal(); Thread.sleep(50); }
        } catch (InterruptedException ended) { }
    }
    public static void main(String[] args) {
        new Thread(Main::allocate).start();
        System.out.println("ready");
        for (int total = 0; ; ) for (int i = 0; i < 30_000; i++) total += i % 7;
    }
}
`;

test.each(["Serial", "G1"])("the collector's time (%s), and whose garbage it is", async (collector) => {
  const sampler = await up({ JAVA_TOOL_OPTIONS: `-Xmx64m -XX:+Use${collector}GC` }, GARBAGE);
  expect(await begun(sampler, { roots: () => ({ web: profiled.children[0]!.pid }) })).toEqual(["web"]);
  await delay(2_000);
  const [profile] = await sampler.end();
  const collected = totalOf(profile!, COLLECTOR);
  expect(collected).toBeGreaterThan(0.001);
  expect(collected).toBeLessThan(4); // of two cores for two seconds
  const bytes = (name: string) => totalOf({ ...profile!, nodes: profile!.allocated! }, name);
  const share = bytes("Main.wasteful") / (bytes("Main.wasteful") + bytes("Main.frugal"));
  expect(share).toBeGreaterThan(0.8); // eight ninths
  expect(share).toBeLessThan(0.98);
});

test("what others profile is left out, and a folder that only links, nonsense or more than 64 MiB are in has no profile", async () => {
  const sampler = await up();
  expect(await begun(sampler)).toEqual(["web"]);
  expect(await sampler.begin(nowhere, new Set(["web"]))).toEqual([]);
  expect(await sampler.end()).toEqual([]);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-why-")));
  const process = join(JAVA.written!(folder, "web"), "2026_11_23_00_00_00_1");
  mkdirSync(process, { recursive: true });
  const written = JAVA.written!(profiled.profiler.attach.folder, "web");
  const [recorded] = readdirSync(written, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".jfr"));
  symlinkSync(join(written, recorded!), join(process, "a.jfr"));
  writeFileSync(join(process, "b.jfr"), "FLR\0nonsense".repeat(20));
  const services = () => javaSampler(placer(folder), folder, folder).begin(nowhere, new Set());
  expect(await services()).toEqual([]);
  const large = join(process, "c.jfr");
  copyFileSync(join(written, recorded!), large);
  for (const [mebibytes, seen] of [
    [63, ["web"]],
    [65, []],
  ] as const) {
    truncateSync(large, mebibytes * 2 ** 20); // grows it
    expect(await services()).toEqual(seen);
  }
  rmSync(folder, { recursive: true });
});
