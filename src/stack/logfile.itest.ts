import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { start } from "../exec/child.ts";
import { allowed } from "../exec/env.ts";
import { shortenLog } from "./logfile.ts";

const directory = mkdtempSync(join(tmpdir(), "steelyard-log-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("a log is emptied while it is written, and later lines follow", async () => {
  const file = join(directory, "service.log");
  const script = `process.on("SIGUSR2", () => { console.log("after"); process.exit() }); setInterval(() => {}, 1e6);
    for (let i = 0; i < 100; i++) console.log("x".repeat(99)); console.log("half");`;
  await using child = await start([process.execPath, "-e", script], {
    cwd: directory,
    env: allowed(process.env),
    file,
  });
  for (const end = Date.now() + 20_000; Date.now() < end && !child.tail().includes("half"); ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(shortenLog(file, 20_000)).toBe(false); // 100 × 100 bytes and one line
  expect(shortenLog(file, 10_000)).toBe(true);
  process.kill(child.pid, "SIGUSR2");
  await child.exited;
  expect(readFileSync(file, "utf8")).toBe("[steelyard: 10005 bytes of log dropped here]\nafter\n");
  expect(statSync(file).blocks * 512).toBeLessThan(10_000); // no hole in place of the old lines
});

test("a missing log is left alone", () => {
  expect(shortenLog(join(directory, "none.log"))).toBe(false);
});
