import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Child, start } from "../../exec/child.ts";
import { worked } from "../../testing/agents.ts";
import { placer } from "../places.ts";
import { together } from "../together.ts";
import { perfSampler } from "./perf.ts";

// A real program in the repository, and the real perf. Where that may not sample, it has to say so.
const tree = () => realpathSync(mkdtempSync(join(tmpdir(), "steelyard-tree-")));
const SPIN = "for (const end = Date.now() + 20000; Date.now() < end; ) JSON.parse('[1,2,3]')";
const children: Child[] = [];
const trees: string[] = [];
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.stop({ grace: 0 })));
  for (const one of trees.splice(0)) rmSync(one, { recursive: true });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`steelyard-perf-${process.pid}-`))).toEqual(
    [],
  );
});

/** Samples a program while it works. */
async function sampled(program: string, at: string, args: readonly string[] = ["-e", SPIN]) {
  trees.push(at);
  const env = { PATH: process.env.PATH!, TOKEN: "planted-secret" };
  const child = await start([program, ...args, "planted-secret"], { cwd: at, env });
  children.push(child);
  const sampler = perfSampler(placer(at), at);
  const where = { targets: {}, headers: {}, roots: () => ({ web: child.pid }) };
  const covered = await sampler.begin(where, new Set(["worker"]));
  await worked(child, 0.4);
  return { covered, taken: await sampler.end(), why: sampler.lacking!.get("web") };
}

/** Whether perf may sample the processes of this user here. */
const may = spawnSync("perf", ["record", "-q", "-e", "cpu-clock", "-o", "/dev/null", "true"]).status === 0;

test("the functions of a native program of the repository are named; else it is said what allows it", async () => {
  const at = tree();
  copyFileSync(process.execPath, join(at, "shop"));
  const { covered, taken, why } = await sampled(join(at, "shop"), at);
  if (!may) {
    expect([covered, taken]).toEqual([[], []]);
    expect(why).toMatch(/perf is not installed|kernel\.perf_event_paranoid is \d|perf cannot watch it/);
    return;
  }
  expect(covered).toEqual(["web"]);
  expect(taken[0]).toMatchObject({ service: "web", source: "perf", interval: 1 / 997 });
  const { frames, nodes } = taken[0]!;
  expect(frames.filter(({ file }) => file === "shop").length).toBeGreaterThan(5);
  const seconds = nodes.reduce((sum, [, , one]) => sum + one, 0);
  expect(seconds).toBeGreaterThan(0.3); // of 0.4: it samples from the beginning
  for (const secret of [at, "planted-secret"]) expect(JSON.stringify(taken)).not.toContain(secret);
  expect(existsSync(join(homedir(), ".debug", at))).toBe(false); // perf keeps copies of programs there
});

test.skipIf(!may)(
  "a program without symbols has no profile, and the reason says how to build it",
  async () => {
    const at = tree();
    copyFileSync("/bin/sh", join(at, "shop")); // distributions strip it
    const { taken, why } = await sampled(join(at, "shop"), at, ["-c", "while :; do :; done"]);
    expect(taken).toEqual([]);
    expect(why).toMatch(/^its program has no symbols: build it without `strip = true` \(Rust\)/);
  },
);

test("a load that is interrupted leaves no sampler and no folder behind", async () => {
  const at = tree();
  trees.push(at);
  copyFileSync(process.execPath, join(at, "shop"));
  const child = await start([join(at, "shop"), "-e", SPIN], { cwd: at, env: { PATH: process.env.PATH! } });
  children.push(child);
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`steelyard-perf-${process.pid}-`));
  const sampler = perfSampler(placer(at), at);
  const where = { targets: {}, headers: {}, roots: () => ({ web: child.pid }) };
  for (let loads = 0; loads < 2; loads++) {
    expect(await sampler.begin(where, new Set())).toEqual(may ? ["web"] : []);
    expect(folders()).toHaveLength(1);
  }
  const first = {
    ...sampler,
    attach: { folder: at, env: () => ({}) },
    [Symbol.asyncDispose]: async () => {},
  };
  await together(first, sampler)[Symbol.asyncDispose]();
  expect(folders()).toEqual([]);
});

test("interpreters, databases and shells are left alone, and so is a service that others profile", async () => {
  const at = tree();
  const { covered, taken, why } = await sampled(process.execPath, at);
  expect([covered, taken, why]).toEqual([[], [], expect.stringMatching(/^its Node\.js gave no profile: /)]);
  const sampler = perfSampler(placer(at), at);
  const where = { targets: {}, headers: {}, roots: () => ({ web: process.pid }) };
  expect(await sampler.begin(where, new Set(["web"]))).toEqual([]);
  expect(sampler.lacking!.size).toBe(0);
});
