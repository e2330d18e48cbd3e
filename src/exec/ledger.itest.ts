import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { start } from "./child.ts";
import { allowed } from "./env.ts";
import { sweep } from "./ledger.ts";
import { alive, allStats, statOf } from "./proc.ts";

const linux = process.platform === "linux";
let ledger: string;
beforeEach(() => {
  ledger = mkdtempSync(join(tmpdir(), "steelyard-ledger-"));
});
afterEach(() => rmSync(ledger, { recursive: true, force: true }));

const left = (pid: number) =>
  allStats().filter((stat) => alive(stat) && (stat.group === pid || stat.session === pid));
const sleeper = () => start(["sleep", "1000"], { cwd: "/", env: allowed(process.env), ledger });

test.runIf(linux)("a child is recorded while it runs", async () => {
  const child = await sleeper();
  const [name] = readdirSync(ledger);
  expect(name).toBe(`${child.pid}-${statOf(child.pid)!.began}.json`);
  expect(JSON.parse(readFileSync(join(ledger, name!), "utf8"))).toMatchObject({
    pid: child.pid,
    program: "sleep",
    owner: { pid: process.pid },
  });
  await child.stop();
  expect(readdirSync(ledger)).toEqual([]);
});

test.runIf(linux)("ends the processes of a killed run, with and without their leaders", async () => {
  const script = join(ledger, "owner.ts");
  writeFileSync(
    script,
    `import { start } from ${JSON.stringify(join(import.meta.dirname, "child.ts"))};
     const options = { cwd: "/", env: { PATH: process.env.PATH }, ledger: ${JSON.stringify(ledger)} };
     const one = await start(["sh", "-c", "sleep 1000 & wait"], options);
     const two = await start(["sh", "-c", "sleep 1000 & exit 0"], options);
     await two.exited;
     console.log(one.pid + " " + two.pid);
     setInterval(() => {}, 1e6);`,
  );
  const owner = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const pids = String(await new Promise((resolve) => owner.stdout.once("data", resolve)))
    .trim()
    .split(" ")
    .map(Number);
  expect(await sweep(ledger, 1)).toEqual([]); // its owner still runs
  await expect.poll(() => pids.map((pid) => left(pid).length)).toEqual([2, 1]);

  owner.kill("SIGKILL");
  await new Promise((resolve) => owner.once("close", resolve));
  expect(pids.map((pid) => left(pid).length)).toEqual([2, 1]); // the reason for the ledger
  const swept = await sweep(ledger, 1);
  expect(swept.map(({ program, pids: ended }) => [program, ended.length]).sort()).toEqual([
    ["sh", 1],
    ["sh", 2],
  ]);
  expect(pids.flatMap(left)).toEqual([]);
  expect(readdirSync(ledger)).toEqual(["owner.ts"]);
});

test.runIf(linux)("does not touch a process that got the pid later", async () => {
  await using stranger = await start(["sleep", "1000"], { cwd: "/", env: allowed(process.env) });
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const began = statOf(stranger.pid)!.began;
  const dead = { pid: 2 ** 22 + 1, began: 1 };
  const entry = (pid: number, since: number, of: string) =>
    writeFileSync(
      join(ledger, `${pid}-${since}.json`),
      JSON.stringify({ pid, began: since, boot: of, program: "sleep", owner: dead }),
    );
  entry(stranger.pid, began - 1, boot); // the same pid, another process
  entry(stranger.pid, began, "00000000-0000-0000-0000-000000000000"); // the same pid and start, before a restart of the machine
  expect(await sweep(ledger, 0)).toEqual([]);
  expect(stranger.ended).toBeNull();
  expect(left(stranger.pid)).toHaveLength(1);
  expect(readdirSync(ledger)).toEqual([]);
});

test.each(["", "{", "[]", '{"pid":1,"began":1,"owner":{"pid":1,"began":1}}', '{"pid":-1}'])(
  "a damaged entry %j ends nothing and is removed",
  async (text) => {
    writeFileSync(join(ledger, "1-1.json"), text);
    expect(await sweep(ledger)).toEqual([]);
    expect(readdirSync(ledger)).toEqual([]);
  },
);

test("without a directory there is nothing to sweep", async () => {
  expect(await sweep(join(ledger, "none"))).toEqual([]);
});
