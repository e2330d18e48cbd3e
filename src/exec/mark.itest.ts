import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Child, start } from "./child.ts";
import { enterFence, sweepFences } from "./fence.ts";
import { sweepMarked } from "./ledger.ts";
import { MARK, marked, newMark } from "./mark.ts";
import { domain, ownName } from "./owner.ts";
import { alive, statOf } from "./proc.ts";

const linux = process.platform === "linux";
const env = { PATH: process.env.PATH ?? "" };
const runs = (pid: number) => {
  const stat = statOf(pid);
  return stat !== undefined && alive(stat);
};
// A temporary folder of its own: whoever shares one ends what the others left, and these tests leave a good deal.
const before = process.env.TMPDIR;
const temporary = mkdtempSync(join(tmpdir(), "steelyard-marks-"));
process.env.TMPDIR = temporary;
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(temporary, { recursive: true });
});

const strangers: number[] = [];
afterEach(() => {
  for (const pid of strangers.splice(0)) if (runs(pid)) process.kill(pid, "SIGKILL");
});

/** Starts a program that leaves a daemon behind, with its own session and without a parent, and ends. */
async function leaving(options: { env: Record<string, string> }): Promise<{ child: Child; daemon: number }> {
  const child = await start(["sh", "-c", "setsid -f sh -c 'echo $$; exec sleep 1000 > /dev/null 2>&1'"], {
    cwd: "/",
    ...options,
  });
  await child.exited;
  await expect.poll(() => child.tail()).toHaveLength(1);
  const daemon = Number(child.tail()[0]);
  strangers.push(daemon);
  return { child, daemon };
}

test.runIf(linux)("ends a daemon with the child that left it, even if the child ended first", async () => {
  const { child, daemon } = await leaving({ env });
  expect(runs(daemon)).toBe(true);
  await child.stop();
  expect(runs(daemon)).toBe(false);
});

test.runIf(linux)("variables of the config do not override the mark", async () => {
  const { child, daemon } = await leaving({ env: { ...env, [MARK]: "nobody" } });
  expect(readFileSync(`/proc/${daemon}/environ`, "utf8")).toContain(`${MARK}=${ownName()}/`);
  await child.stop();
  expect(runs(daemon)).toBe(false);
});

test("each child has its own mark", () => {
  expect(newMark()).not.toBe(newMark());
  expect(marked({ A: "1", [MARK]: "x" }, "y")).toEqual({ [MARK]: "y", A: "1" });
});

const [host = "", boot = "", namespace = ""] = ownName().split("/");
const OWNERS: [owner: string, mark: string, ended: boolean][] = [
  ["that has ended", [host, boot, namespace, 4_194_305, 1, 1, domain()].join("/"), true],
  ["that lives", `${ownName()}/1/${domain()}`, false],
  ["in another container", [host, boot, "1", 4_194_305, 1, 1, domain()].join("/"), false],
  ["on another machine", ["elsewhere", boot, namespace, 4_194_305, 1, 1, domain()].join("/"), false],
  ["of another temporary folder", [host, boot, namespace, 4_194_305, 1, 1, "0123456789ab"].join("/"), false],
  ["that is invalid", "x", false],
];
test.runIf(linux).each(OWNERS)(
  "a sweep ends a process with the mark of an owner %s: %s, %s",
  async (_, mark, ended) => {
    const stranger = spawn("sleep", ["1000"], {
      env: { ...env, [MARK]: mark },
      detached: true,
      stdio: "ignore",
    });
    strangers.push(stranger.pid!);
    const closed = once(stranger, "close");
    const swept = await sweepMarked(1);
    expect(swept.some(({ pids }) => pids.includes(stranger.pid!))).toBe(ended);
    if (ended) await closed;
    expect(runs(stranger.pid!)).toBe(!ended);
  },
);

test.runIf(linux)("a sweep ends neither its own process nor its ancestors", async () => {
  const mark = [host, boot, namespace, 4_194_305, 1, 1, domain()].join("/");
  const script = `import { sweepMarked } from ${JSON.stringify(`${import.meta.dirname}/ledger.ts`)};
    console.log(JSON.stringify(await sweepMarked(0)));`;
  const shell = spawn("sh", ["-c", `"${process.execPath}" --input-type=module -e '${script}'; echo lives`], {
    env: { ...env, TMPDIR: temporary, [MARK]: mark },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  shell.stdout.on("data", (part) => {
    out += part;
  });
  await once(shell, "close");
  expect(out).toBe("[]\nlives\n");
});

test("a control group can be left, and a group in use is not swept", async () => {
  const before = readFileSync("/proc/self/cgroup", "utf8");
  {
    await using fence = enterFence();
    if (fence !== null) expect(readFileSync("/proc/self/cgroup", "utf8")).not.toBe(before);
    expect(await sweepFences()).not.toContain(process.pid);
  }
  expect(readFileSync("/proc/self/cgroup", "utf8")).toBe(before);
});
