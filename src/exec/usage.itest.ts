import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { type Child, start } from "./child.ts";
import { allowed } from "./env.ts";
import { Usage } from "./usage.ts";

/**
 * A process that does a piece of work for each line on its standard output, then waits for SIGUSR2. It prints the
 * usage that it measures itself.
 */
const worker = (body: string) =>
  start(
    [
      process.execPath,
      "-e",
      `const { Worker, isMainThread } = require("node:worker_threads");
       const { spawnSync, spawn } = require("node:child_process");
       const burn = (ms) => { const from = process.cpuUsage(); for (let now = from; now.user + now.system - from.user - from.system < ms * 1e3; ) now = process.cpuUsage(); };
       const thread = (ms) => new Promise((done) => new Worker("const used = () => { const { user, system } = process.threadCpuUsage(); return user + system; }; while (used() < " + ms * 1e3 + ");", { eval: true }).once("exit", done));
       const say = () => { const { user, system } = process.cpuUsage(); console.log("used " + (user + system) / 1e6); };
       setInterval(() => {}, 1e6);
       (async () => { ${body} })();`,
    ],
    { cwd: tmpdir(), env: allowed(process.env) },
  );

async function said(child: Child, pattern: RegExp, count = 1): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const found = child.tail().filter((text) => pattern.test(text));
    if (found.length >= count) return found[count - 1]!;
    if (child.ended) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`never said ${pattern}: ${child.tail().join("\n")}`);
}
const used = async (child: Child, count = 1) => Number((await said(child, /^used/, count)).split(" ")[1]);
const linux = process.platform === "linux";

test.runIf(linux)("counts ended threads, including those never seen alive", async () => {
  await using child = await worker("for (let i = 0; i < 5; i++) await thread(100); say()");
  const own = await used(child);
  const read = new Usage(child.pid).read()!;
  expect(own).toBeGreaterThan(0.3);
  expect(Math.abs(read.cpu - own)).toBeLessThan(0.05 * own + 0.02); // two ticks of 10 ms are rounded away
  expect(read.memory).toBeGreaterThan(20 * 2 ** 20);
});

test.runIf(linux)("the difference of two readings is exact if no thread ended", async () => {
  await using child = await worker("process.on('SIGUSR2', () => { burn(150); say() }); say();");
  const usage = new Usage(child.pid);
  const began = await used(child);
  const first = usage.read()!;
  process.kill(child.pid, "SIGUSR2");
  const ended = await used(child, 2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const second = usage.read()!;
  const share = (second.cpu - first.cpu) / (ended - began);
  expect(share).toBeGreaterThan(0.95);
  expect(share).toBeLessThan(1.1); // printing, and the threads of the garbage collector, continue after its own reading
});

test.runIf(linux)("counts each child once, while it runs and after its end", async () => {
  const busy = "const e = Date.now() + 300; while (Date.now() < e);";
  await using child = await worker(
    `const inner = spawn(process.execPath, ["-e", ${JSON.stringify(`${busy} console.log("own " + (process.cpuUsage().user + process.cpuUsage().system) / 1e6); process.stdin.resume();`)}], { stdio: ["pipe", "inherit", "inherit"] });
     inner.on("exit", () => say());
     process.on("SIGUSR2", () => inner.stdin.end());`,
  );
  const usage = new Usage(child.pid);
  const inner = Number((await said(child, /^own/)).split(" ")[1]);
  const during = usage.read()!;
  process.kill(child.pid, "SIGUSR2");
  const own = await used(child);
  const after = usage.read()!;
  expect(during.cpu).toBeGreaterThan(inner);
  expect(after.cpu).toBeGreaterThanOrEqual(during.cpu);
  expect(after.cpu).toBeGreaterThan(own + inner - 0.02);
  expect(after.cpu).toBeLessThan((own + inner) * 1.1 + 0.03); // its end uses a little CPU as well
});

test.runIf(linux)("never falls, and keeps its value after the end of all processes", async () => {
  const child = await worker(
    "say(); for (;;) { await Promise.all([thread(5), thread(9)]); spawnSync('true'); }",
  );
  const usage = new Usage(child.pid);
  await used(child);
  const readings: number[] = [];
  while (readings.length < 100 || readings.at(-1)! <= readings[0]! + 0.1) {
    readings.push(usage.read()!.cpu);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await child.stop({ grace: 1 });
  readings.push(usage.read()!.cpu);
  expect(readings).toEqual([...readings].sort((a, b) => a - b));
  expect(readings.at(-1)).toBeGreaterThan(readings[0]! + 0.1);
});

test("a process that never existed has no usage", () => {
  expect(new Usage(2 ** 22 + 1).read()).toBeNull();
});

test.runIf(linux)("counts the CPU time of threads that compile, by their names", async () => {
  await using child = await worker(
    `process.title = "C2 CompilerThread0";
     for (const until = Date.now() + 300; Date.now() < until; );
     say();`,
  );
  const usage = new Usage(child.pid);
  await used(child);
  expect(usage.read()!.compilation).toBeGreaterThan(0.01);
});

test.runIf(linux)(
  "counts page faults, context switches and bytes of disks, as the process itself does",
  async () => {
    await using child = await worker(
      `const { openSync, writeSync, fsyncSync, unlinkSync } = require("node:fs");
     const { join } = require("node:path");
     process.on("SIGUSR2", async () => {
       globalThis.kept = Buffer.alloc(64 << 20, 1); // 16,384 pages
       for (let i = 0; i < 300; i++) await new Promise((done) => setTimeout(done, 1));
       const file = join(process.cwd(), "steelyard-usage-" + process.pid);
       const open = openSync(file, "w");
       writeSync(open, Buffer.alloc(1 << 20, 1));
       fsyncSync(open);
       unlinkSync(file);
       const { minorPageFault, majorPageFault, voluntaryContextSwitches } = process.resourceUsage();
       console.log("faults " + (minorPageFault + majorPageFault) + " switches " + voluntaryContextSwitches);
     });
     say();`,
    );
    const usage = new Usage(child.pid);
    await used(child);
    const first = usage.read()!;
    process.kill(child.pid, "SIGUSR2");
    const [faults, switches] = (await said(child, /^faults/)).match(/\d+/g)!.map(Number);
    const second = usage.read()!;
    expect(second.faults / faults!).toBeGreaterThan(0.99);
    expect(second.faults / faults!).toBeLessThan(1.05);
    expect(second.switches - first.switches).toBeGreaterThan(300); // each of its timers wakes it
    expect(second.switches).toBeGreaterThan(0.5 * switches!);
    expect(second.compilation).toBeNull();
    expect(second.disk!.written - first.disk!.written).toBeGreaterThanOrEqual(2 ** 20);
  },
);
