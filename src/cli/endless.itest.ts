import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { Project } from "../testing/project.ts";

// Node's own recursive mkdir never ends where the file system answers ENOENT for a folder whose parent is there, as
// /proc does, and no signal but SIGKILL ends it: it is one system call after the other, without a turn of the loop.

const CLI = resolve(import.meta.dirname, "main.ts");
/** Milliseconds, far above what any of these takes. */
const TIMEOUT = 60_000;

test.skipIf(process.platform !== "linux").each([
  [
    "--out below /proc",
    ["measure", "--out", "/proc/x/y"],
    {},
    /Cannot make this folder[\s\S]*\/proc\/x\/y[\s\S]*fix:/,
  ],
  ["--out right in /proc", ["measure", "--out", "/proc/x"], {}, /Cannot make this folder[\s\S]*\/proc\/x/],
  [
    "a HOME below /proc",
    ["measure"],
    { HOME: "/proc/x/y", XDG_CACHE_HOME: "", PATH: "/usr/bin:/bin" },
    /\/proc\/x\/y/,
  ],
])("%s ends with a clear error", (_, argv, env, message) => {
  using project = new Project();
  const done = spawnSync(process.execPath, [CLI, ...argv], {
    cwd: project.folder,
    encoding: "utf8",
    timeout: TIMEOUT,
    killSignal: "SIGKILL",
    env: { ...process.env, CI: "", NO_COLOR: "1", TMPDIR: project.temporary, ...env },
  });
  expect(done.signal).toBeNull();
  expect([2, 3]).toContain(done.status);
  expect(done.stderr).toMatch(message);
});

test("no folder of the product is made by Node's own recursion", () => {
  const root = resolve(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".ts") && !/test\.ts$/.test(file) && !/^(?:testing|dev|bench)$/.test(file.split(sep)[0]!),
  );
  const found = files.filter((file) =>
    /\bmkdir(?:Sync)?\([^)]*recursive/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
