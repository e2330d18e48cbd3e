import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ROOT } from "./command.ts";

// Which Node.js the action `publish` runs with: its steps are of the shell.
const SCRIPT = join(ROOT, "action/publish/node.sh");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "steelyard-node-"));
  // The few programs that the script itself needs, and no other.
  for (const name of ["bash", "sed", "readlink"]) linked(name, "bin");
});
afterEach(() => rmSync(folder, { recursive: true }));

function linked(name: string, to: string) {
  mkdirSync(join(folder, to), { recursive: true });
  const [path] = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.split("\n");
  symlinkSync(path!, join(folder, to, name));
}

/** A Node.js of that version: enough of one to be asked. */
function aNode(to: string, version: string): string {
  mkdirSync(join(folder, to), { recursive: true });
  const path = join(folder, to, "node");
  const code = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
  writeFileSync(join(folder, to, "version.cjs"), code);
  const args = `--require ${join(folder, to, "version.cjs")}`;
  writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${args} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The script, as a step below a program of the runner would start it. */
function found(below?: string) {
  const PATH = join(folder, "bin");
  const shell = below ?? join(PATH, "bash");
  const command = below === undefined ? [SCRIPT] : ["--norc", "-c", `"$BASH_OF_STEP" "${SCRIPT}"; exit $?`];
  const env = { PATH, BASH_OF_STEP: join(PATH, "bash") };
  return spawnSync(shell, command, { env, encoding: "utf8" });
}

test("that of the PATH, if it is new enough", () => {
  const node = aNode("bin", "20.11.0");
  expect(found()).toMatchObject({ status: 0, stdout: `${node}\n`, stderr: "" });
});

test("else the runner's own, next to the program that started the step", () => {
  aNode("bin", "18.19.1");
  const own = aNode("runner/externals/node24/bin", "24.2.0");
  aNode("runner/externals/node16/bin", "16.20.0");
  mkdirSync(join(folder, "runner/bin"));
  const worker = join(folder, "runner/bin/Runner.Worker");
  copyFileSync("/bin/bash", worker); // what `/proc` calls it is the file that runs
  chmodSync(worker, 0o755);
  expect(found(worker)).toMatchObject({ status: 0, stdout: `${own}\n`, stderr: "" });
});

test("without any, the error says what to do", () => {
  aNode("bin", "20.10.0");
  const { status, stdout, stderr } = found();
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^::error::.*20\.11 or newer.*actions\/setup-node/);
});
