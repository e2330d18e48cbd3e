import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explain } from "../base/errors.ts";
import { type Child, type ChildOptions, start } from "./child.ts";
import { allowed } from "./env.ts";
import { alive, allStats, statOf } from "./proc.ts";

const linux = process.platform === "linux";
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "steelyard-child-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const node = (script: string, options: Partial<ChildOptions> = {}) =>
  start([process.execPath, "-e", script], { cwd: directory, env: allowed(process.env), ...options });

/** Resolves with the child's first line that matches. */
async function line(child: Child, pattern: RegExp): Promise<string> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const found = child.tail().find((text) => pattern.test(text));
    if (found !== undefined) return found;
    if (child.ended) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never printed ${pattern}: ${child.tail().join("\n")}`);
}
const runs = (pid: number) => {
  const stat = statOf(pid);
  return stat !== undefined && alive(stat);
};
/** Pids that still belong to a group or session. */
const left = (pid: number) =>
  allStats().filter((stat) => alive(stat) && (stat.group === pid || stat.session === pid));

test("reports the exit code or signal, and the last lines of both streams", async () => {
  const one = await node("console.log('out'); console.error('err'); process.exitCode = 7");
  expect(await one.exited).toEqual({ code: 7, signal: null });
  expect(one.tail().sort()).toEqual(["err", "out"]);
  await one.stop();
  const two = await node("process.kill(process.pid, 'SIGKILL')");
  expect(await two.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect(two.ended).toEqual({ code: null, signal: "SIGKILL" });
  await two.stop();
});

test("a child leads its own session, and its input is empty", async () => {
  await using child = await node(
    "process.stdin.on('data', () => {}).on('end', () => console.log('end of input'))",
  );
  await line(child, /end of input/);
  if (linux) expect(statOf(child.pid) ?? { session: child.pid }).toMatchObject({ session: child.pid });
  expect(await child.exited).toEqual({ code: 0, signal: null });
});

test("a child gets nothing of an Actions runner's environment", async () => {
  const runner = {
    ...process.env,
    GITHUB_TOKEN: "ghs_hidden",
    GITHUB_ENV: "/tmp/env",
    ACTIONS_RUNTIME_TOKEN: "hidden",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "hidden",
    RUNNER_TEMP: "/tmp",
    INPUT_TOKEN: "hidden",
    NODE_OPTIONS: "--no-warnings",
  };
  await using child = await node("console.log(JSON.stringify(process.env))", {
    env: allowed(runner, { PORT: "1" }),
  });
  await child.exited;
  const seen = JSON.parse(child.tail()[0]!);
  expect(seen.PORT).toBe("1");
  expect(
    Object.keys(seen).filter((name) => /GITHUB|ACTIONS|RUNNER|INPUT|TOKEN|NODE_OPTIONS/.test(name)),
  ).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain("hidden");
});

test("a child that ignores SIGTERM is killed with its children", async () => {
  const child = await node(`
    process.on("SIGTERM", () => {});
    const { spawn } = require("node:child_process");
    const inner = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); console.log('deaf ' + process.pid); setInterval(() => {}, 1e6)"], { stdio: "inherit" });
    setInterval(() => {}, 1e6);
  `);
  const inner = Number((await line(child, /^deaf/)).split(" ")[1]);
  expect(runs(inner)).toBe(linux);
  await child.stop({ grace: 0.2 });
  expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
  expect(left(child.pid)).toEqual([]);
  expect(runs(inner)).toBe(false);
});

test("a child gets time to end on SIGTERM", async () => {
  const child = await node(
    "process.on('SIGTERM', () => setTimeout(() => { console.log('tidied'); process.exit(0) }, 100)); console.log('up'); setInterval(() => {}, 1e6)",
  );
  await line(child, /up/);
  await child.stop({ grace: 20 });
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(child.tail()).toContain("tidied");
});

test("ends children whose parent ended long ago", async () => {
  const child = await start(["sh", "-c", "sleep 1000 & echo $!; sleep 1000 >/dev/null 2>&1 &"], {
    cwd: directory,
    env: allowed(process.env),
  });
  expect(await child.exited).toEqual({ code: 0, signal: null });
  if (linux) expect(left(child.pid)).toHaveLength(2);
  const orphan = Number(child.tail()[0]);
  await child.stop();
  expect(left(child.pid)).toEqual([]);
  expect(runs(orphan)).toBe(false);
});

test.runIf(linux)("ends children in their own group and in their own session", async () => {
  // `setsid` opens a session; `timeout` moves into its own group, as many wrappers do.
  const child = await start(["sh", "-c", "setsid sleep 1000 & timeout 1000 sleep 1000 & echo up; wait"], {
    cwd: directory,
    env: allowed(process.env),
  });
  await line(child, /up/);
  // Both begin as its children in its group, and leave that a moment later.
  const gone = () =>
    allStats().filter((stat) => alive(stat) && stat.parent === child.pid && stat.group !== child.pid);
  for (const until = Date.now() + 5_000; Date.now() < until && gone().length < 2; ) await tick();
  const escaped = gone();
  expect(escaped).toHaveLength(2);
  await child.stop({ grace: 0.5 });
  expect(escaped.filter((stat) => runs(stat.pid))).toEqual([]);
  expect(left(child.pid)).toEqual([]);
});

test("stopping twice, or after the end, does nothing", async () => {
  const child = await node("");
  await child.exited;
  await Promise.all([child.stop(), child.stop({ grace: 0 })]);
  await child[Symbol.asyncDispose]();
});

test("removes the hooks of ended children", async () => {
  const before = [process.listenerCount("exit"), process.getMaxListeners()];
  const children = await Promise.all(Array.from({ length: 12 }, () => node("setInterval(() => {}, 1e6)")));
  expect(process.listenerCount("exit")).toBe(before[0]! + 12);
  await Promise.all(children.map((child) => child.stop({ grace: 1 })));
  expect([process.listenerCount("exit"), process.getMaxListeners()]).toEqual(before);
});

test("output goes to a file, and the tail is its end", async () => {
  const file = join(directory, "service.log");
  writeFileSync(file, "of an earlier run\n");
  await using child = await node(
    "process.stdout.write('x'.repeat(99) + '\\n'.repeat(2)); for (let i = 0; i < 100000; i++) console.log('line ' + i); console.error('end')",
    { file },
  );
  await child.exited;
  expect(readFileSync(file, "utf8")).toMatch(/^xxx/);
  expect(child.tail(3)).toEqual(["line 99998", "line 99999", "end"]);
});

test.each<[string, string[], Partial<ChildOptions>, RegExp]>([
  [
    "a program that is nowhere",
    ["steelyard-no-such-program"],
    {},
    /no program of this name.*\n.*\n {2}fix: install/,
  ],
  ["a path that is nowhere", ["./nowhere"], {}, /there is no such file/],
  ["a missing interpreter", ["./orphan"], {}, /interpreter its first line names is missing/],
  ["a file that is not executable", ["./plain"], {}, /is not executable[\s\S]*chmod \+x/],
  [
    "a missing directory",
    ["true"],
    { cwd: "/nonexistent/here" },
    /working directory does not exist[\s\S]*\/nonexistent\/here/,
  ],
  ["a directory that is a file", ["true"], { cwd: process.execPath }, /working directory does not exist/],
  ["no program", [], {}, /A command is empty/],
])("%s is a user error with a remedy", async (_, argv, options, message) => {
  const file = (name: string, text: string, mode: number) => {
    writeFileSync(join(directory, name), text);
    chmodSync(join(directory, name), mode);
  };
  file("plain", "#!/bin/sh\n", 0o644);
  file("orphan", "#!/nonexistent/interpreter\n", 0o755);
  const hooks = process.listenerCount("exit");
  const error = await start(argv, { cwd: directory, env: allowed(process.env), ...options }).catch((e) => e);
  expect(error).toMatchObject({ name: "SteelyardError", fault: "user" });
  expect(explain(error)).toMatch(message);
  expect(process.listenerCount("exit")).toBe(hooks);
});

test.each([
  ["an uncaught error", "setTimeout(() => { throw new Error('ours') }, 50)"],
  ["process.exit", "setTimeout(() => process.exit(3), 50)"],
])("nothing is left running when Steelyard itself ends by %s", async (_, ending) => {
  const script = join(directory, "owner.ts");
  writeFileSync(
    script,
    `import { start } from ${JSON.stringify(join(import.meta.dirname, "child.ts"))};
     const child = await start(["sh", "-c", "sleep 1000 & sleep 1000"], { cwd: "/", env: {} });
     console.log(child.pid);
     ${ending};`,
  );
  const owner = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  owner.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await new Promise((resolve) => owner.once("close", resolve));
  const pid = Number(printed);
  expect(pid).toBeGreaterThan(1);
  for (const until = Date.now() + 5_000; Date.now() < until && left(pid).length > 0; ) await tick();
  expect(left(pid)).toEqual([]);
  expect(runs(pid)).toBe(false);
});

const tick = () => new Promise((resolve) => setTimeout(resolve, 10));
