import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { alive, statOf } from "../../exec/proc.ts";
import { Workload } from "../../model/config.ts";
import type { LoadResult } from "../../model/ports.ts";
import { Observed } from "../../model/run.ts";
import { slot } from "../../testing/plans.ts";
import { commandGenerator } from "./generator.ts";

/** A checkout with a program, which loads nothing: what matters is how it is talked to. */
class Bench implements Disposable {
  readonly cwd = mkdtempSync(join(tmpdir(), "steelyard command ü-"));

  async load(
    program: string,
    options: {
      output?: "file";
      warmup?: number;
      timeout?: number;
      run?: string[];
      signal?: AbortSignal;
      begun?: () => void;
    } = {},
  ): Promise<LoadResult> {
    writeFileSync(join(this.cwd, "bench.mjs"), program);
    const { output = "stdout", run = [process.execPath, "bench.mjs"], timeout } = options;
    const workload = Workload.parse({
      command: { run, format: "steelyard", output },
      gate: ["x"],
      env: { WHO: "env" },
      ...(timeout === undefined ? {} : { timeout }),
    });
    const generator = commandGenerator({
      cwd: this.cwd,
      env: { ...process.env, GITHUB_TOKEN: "secret" },
      scratch: join(this.cwd, "scratch"),
    });
    const signal = options.signal ?? new AbortController().signal;
    await generator.facts("w", workload, signal);
    const result = await generator.load(
      {
        name: "w",
        workload,
        env: workload.env,
        slot: slot({ duration: 1.5, warmup: options.warmup ?? 0, seed: 42 }),
        targets: { api: "http://127.0.0.1:1" },
        headers: { api: { A: "b" } },
      },
      () => {
        writeFileSync(join(this.cwd, "border"), "");
        options.begun?.();
      },
      signal,
    );
    expect(readdirSync(join(this.cwd, "scratch"))).toEqual([]);
    return result;
  }

  [Symbol.dispose](): void {
    rmSync(this.cwd, { recursive: true, force: true });
  }
}

const failure = (result: LoadResult) => {
  if (result.ok) throw new Error("the trial succeeded");
  return result.failure;
};

test("a program learns where, how long and with which seed, and nothing of the runner", async () => {
  using bench = new Bench();
  const program = `
    import { existsSync, appendFileSync } from "node:fs";
    const { STEELYARD_PHASE: phase, STEELYARD_DURATION: duration, ...rest } = process.env;
    const { WHO, STEELYARD_SEED, STEELYARD_TARGET_API, STEELYARD_HEADERS_API, GITHUB_TOKEN = "none" } = rest;
    appendFileSync("log", [phase, duration, existsSync("border"), ""].join(" "));
    const said = [WHO, STEELYARD_SEED, STEELYARD_TARGET_API, STEELYARD_HEADERS_API, GITHUB_TOKEN].join("|");
    const until = Date.now() + 120;
    while (Date.now() < until);
    console.log(JSON.stringify({
      schema: "load/1", requests: 3, checks: [{ name: said, passes: 1, fails: 0 }],
      metrics: { x: { kind: "gauge", unit: "1", value: 1 }, rows: { kind: "counter", unit: "1", count: 5 } },
    }));`;
  const result = await bench.load(program, { warmup: 0.5 });
  if (!result.ok) throw new Error(result.failure.message);
  const observed = Observed.parse(result.observed);
  expect(observed.checks[0]?.name).toBe('env|42|http://127.0.0.1:1|{"A":"b"}|none');
  expect(observed.metrics.rows).toMatchObject({ count: 5, seconds: observed.seconds });
  expect(observed.generator.cpu).toBeGreaterThan(0.05);
  expect(readFileSync(join(bench.cwd, "log"), "utf8")).toBe("warmup 0.5 false measured 1.5 true ");
});

test("a file takes its output, beside whatever it prints", async () => {
  using bench = new Bench();
  const program = `
    import { writeFileSync } from "node:fs";
    console.log("chatter");
    const text = JSON.stringify({ schema: "load/1", metrics: { x: { kind: "gauge", unit: "1", value: 7 } } });
    writeFileSync(process.env.STEELYARD_OUTPUT, text);`;
  expect(await bench.load(program, { output: "file" })).toMatchObject({
    ok: true,
    observed: { metrics: { x: { value: 7 } } },
  });
});

test.each([
  ["an exit code", 'console.error("no luck"); process.exit(3)', {}, "script-error", "exit code 3: no luck"],
  ["a signal", 'process.kill(process.pid, "SIGKILL")', {}, "interrupted", "SIGKILL"],
  ["a hang", "setInterval(() => {}, 1000)", { timeout: 1 }, "timeout", "within 1 s"],
  ["no output", "", {}, "no-summary", "printed nothing"],
  ["no file", "", { output: "file" }, "no-summary", "did not write"],
  ["10 MB", 'process.stdout.write("x".repeat(1e7))', {}, "no-summary", "more than 8 MiB"],
  [
    "a file of 10 MB",
    'import { writeFileSync } from "node:fs"; writeFileSync(process.env.STEELYARD_OUTPUT, "x".repeat(1e7))',
    { output: "file" },
    "no-summary",
    "more than 8 MiB",
  ],
  ["no such program", "", { run: ["no-such-program"] }, "script-error", "no-such-program"],
] as const)("%s: a failure with its reason", async (_, program, options, code, message) => {
  using bench = new Bench();
  const { run, ...rest } = { run: undefined, ...options } as { run?: readonly string[]; timeout?: number };
  const found = failure(await bench.load(program, { ...rest, ...(run ? { run: [...run] } : {}) }));
  expect(found.code).toBe(code);
  expect(found.message).toContain(message);
});

test("what it leaves running is ended with it", async () => {
  using bench = new Bench();
  const program = `
    import { spawn } from "node:child_process";
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    child.unref();
    console.log(JSON.stringify({ schema: "load/1", metrics: { pid: { kind: "gauge", unit: "1", value: child.pid } } }));`;
  const result = await bench.load(program);
  if (!result.ok) throw new Error(result.failure.message);
  const pid = result.observed.metrics.pid;
  const left = statOf(pid?.kind === "gauge" ? pid.value : 0);
  expect(left !== undefined && alive(left)).toBe(false); // a zombie is nobody's
});

test("an interruption ends it, and is thrown", async () => {
  using bench = new Bench();
  const abort = new AbortController();
  const never = bench.load("setInterval(() => {}, 1000)", {
    signal: abort.signal,
    begun: () => abort.abort(),
  });
  await expect(never).rejects.toThrow("interrupted");
});
