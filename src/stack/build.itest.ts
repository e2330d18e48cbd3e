import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Log } from "../base/log.ts";
import { Builds } from "./build.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "steelyard-build-"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const shown: string[] = [];
const live: string[] = [];
beforeEach(() => {
  shown.length = live.length = 0;
});
const log: Log = {
  info: (line) => shown.push(line),
  warn: (line) => shown.push(line),
  progress: (line) => live.push(line),
};
const node = (script: string) => ["node", "-e", script];
const build = (...commands: string[][]) =>
  new Builds().once(
    {
      build: commands,
      cwd,
      env: process.env,
      log,
      logs: ".",
      redact: (text) => text.replaceAll("s3cret", "***"),
    },
    new AbortController().signal,
  );

test("a build is one line of the log, whatever it prints; a terminal shows how far it is", async () => {
  await build(node("console.log('compiling')"), node("2"));
  expect(shown).toEqual([
    expect.stringMatching(/^built in \d+\.\d s: node -e console\.log\('compiling'\); node -e 2$/),
  ]);
  expect(live).toEqual(["building: node -e console.log('compiling')", "compiling", "building: node -e 2"]);
});

test("all of a build that fails is shown, up to what is kept of an output", async () => {
  const lines = "for (let i = 0; i < 50; i++) console.log('line ' + i, 's3cret')";
  const error = await build(node("console.error('warned')"), node(`${lines}; process.exitCode = 3`)).catch(
    ({ message }) => message,
  );
  expect(error).toMatch(/^The build failed: node -e for .*: exit code 3\.\n {2}its last lines:/);
  expect(shown.slice(0, 2)).toEqual(["  | $ node -e console.error('warned')", "  | warned"]);
  const all = [...shown, ...error.split("\n").slice(2)]; // the error has the last 20 lines, and the log no line twice
  expect([shown.length, all.length]).toEqual([33, 53]);
  expect(all.slice(3)).toEqual(Array.from({ length: 50 }, (_, i) => `  | line ${i} ***`));
  expect(all.map((line) => line.replace("  | ", "")).join("\n")).toBe(
    readFileSync(join(cwd, "build.log"), "utf8").trim(),
  );
  shown.length = 0;
  const much = "for (let i = 0; i < 2e5; i++) console.log('x'.repeat(59)); process.exitCode = 1";
  await expect(build(node(much))).rejects.toThrow("exit code 1");
  expect(shown.join("").length).toBeLessThan(11e6);
  expect(shown.some((line) => /^ {2}\| \[\d+ bytes not kept\]$/.test(line))).toBe(true);
});
