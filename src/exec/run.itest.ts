import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { Interrupted } from "../base/errors.ts";
import { allowed } from "./env.ts";
import { alive, allStats } from "./proc.ts";
import { type RunOptions, run } from "./run.ts";

const options = { cwd: tmpdir(), env: allowed(process.env) };
const node = (script: string, more: Partial<RunOptions> = {}) =>
  run([process.execPath, "-e", script], { ...options, ...more });
const left = (pid: number) =>
  allStats().filter((stat) => alive(stat) && (stat.group === pid || stat.session === pid));

test("returns both streams, the code, and the time", async () => {
  const done = await node("console.log('out'); console.error('err'); setTimeout(() => process.exit(3), 200)");
  expect(done).toMatchObject({
    code: 3,
    signal: null,
    timedOut: false,
    stdout: "out\n",
    stderr: "err\n",
    cut: false,
  });
  expect(done.seconds).toBeGreaterThan(0.19);
});

test("a killed command has no code", async () => {
  expect(await node("process.kill(process.pid, 'SIGTERM')")).toMatchObject({ code: null, signal: "SIGTERM" });
});

test("passes the whole input; a command that does not read it is no error", async () => {
  const input = "x".repeat(1_000_000);
  expect((await run(["wc", "-c"], { ...options, input })).stdout.trim()).toBe("1000000");
  expect(await run(["true"], { ...options, input })).toMatchObject({ code: 0 });
});

test("ten megabytes of output are cut, with a line that says so", async () => {
  const seen: number[] = [];
  const done = await node(
    "const line = 'x'.repeat(99) + '\\n'; process.stdout.write('first\\n' + line.repeat(100_000) + 'last\\n')",
    { limit: 10_000, onLine: (line) => seen.push(line.length) },
  );
  expect(done.code).toBe(0);
  expect(done.cut).toBe(true);
  // 6 + 10,000,000 + 5 bytes came, 10,000 are kept
  expect(done.stdout).toMatch(/^first\nx{99}[\s\S]*\n\[9990011 bytes not kept\]\n[\s\S]*\nlast\n$/);
  expect(done.stdout.length).toBeLessThan(10_050);
  expect(seen).toHaveLength(100_002);
});

test("a line of several megabytes, and bytes that are not text, are harmless", async () => {
  const seen: string[] = [];
  const done = await node(
    "process.stdout.write(Buffer.alloc(3e6, 0xff)); process.stdout.write('\\nend\\n')",
    { onLine: (line) => seen.push(line), limit: 100 },
  );
  expect(done.code).toBe(0);
  expect(seen).toHaveLength(2);
  expect(seen[0]!.length).toBeLessThan(5_000);
  expect(seen[1]).toBe("end");
});

test("a time-out kills the whole group, and is no success even with exit code 0", async () => {
  let pid = 0;
  const done = await run(["sh", "-c", "trap 'exit 0' TERM; sleep 1000 & echo up; wait"], {
    ...options,
    timeout: 0.5,
    onStart: (started) => {
      pid = started;
    },
  });
  expect(done).toMatchObject({ timedOut: true, code: null, stdout: "up\n" });
  expect(done.seconds).toBeLessThan(30);
  expect(left(pid)).toEqual([]);
});

test("an abort ends all processes, and its interruption is thrown", async () => {
  const abort = new AbortController();
  let pid = 0;
  const running = run(["sh", "-c", "trap '' TERM; sleep 1000 & echo up; wait; sleep 1000"], {
    ...options,
    signal: abort.signal,
    grace: 0.2,
    onStart: (started) => {
      pid = started;
    },
    onLine: () => abort.abort(new Interrupted("SIGINT")),
  });
  await expect(running).rejects.toMatchObject({ name: "Interrupted", by: "SIGINT" });
  expect(pid).toBeGreaterThan(1);
  expect(left(pid)).toEqual([]);
});

test("starts nothing after an abort", async () => {
  const started: number[] = [];
  const running = run(["true"], {
    ...options,
    signal: AbortSignal.abort(new Interrupted("SIGTERM")),
    onStart: (pid) => started.push(pid),
  });
  await expect(running).rejects.toMatchObject({ by: "SIGTERM" });
  expect(started).toEqual([]);
});

test("ends background processes of a command", async () => {
  let pid = 0;
  const done = await run(["sh", "-c", "sleep 1000 & echo done"], {
    ...options,
    onStart: (started) => {
      pid = started;
    },
  });
  expect(done).toMatchObject({ code: 0, stdout: "done\n" });
  expect(left(pid)).toEqual([]);
});

test("leaves no listeners on the signal", async () => {
  const abort = new AbortController();
  let added = 0;
  const add = abort.signal.addEventListener.bind(abort.signal);
  const removed: AbortSignal[] = [];
  abort.signal.addEventListener = ((type: "abort", listener: () => void, how: { signal?: AbortSignal }) => {
    added++;
    if (how.signal) removed.push(how.signal);
    add(type, listener, how);
  }) as typeof abort.signal.addEventListener;
  await run(["true"], { ...options, signal: abort.signal, timeout: 60 });
  expect(added).toBe(1);
  expect(removed.map((signal) => signal.aborted)).toEqual([true]);
});
