import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { type Child, start } from "../exec/child.ts";
import { statOf } from "../exec/proc.ts";
import { AgentProfiler, type Runtime } from "../explain/agents.ts";
import { placer } from "../explain/places.ts";
import type { Profiler, Taken } from "../model/profiler.ts";

/** Milliseconds until a process has connected, on a busy machine. */
const CONNECTED = 5_000;

/** Real processes of services in a tree, and a profiler of them. For tests only. */
export class Profiled implements AsyncDisposable {
  readonly tree = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-tree-")));
  readonly scratch: string;
  readonly profiler: Profiler;
  readonly children: Child[] = [];
  private readonly services = new Set<string>();

  /** @param scratch how the folder's name begins in which services see the agent */
  constructor(runtime: Runtime, files: Readonly<Record<string, string>>, scratch = "steelyard-scratch-") {
    this.scratch = realpathSync(mkdtempSync(join(tmpdir(), scratch)));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(this.tree, name, ".."), { recursive: true });
      writeFileSync(join(this.tree, name), text);
    }
    this.profiler = new AgentProfiler(placer(this.tree), [runtime], this.scratch);
  }

  /** Starts a service as a stack would, and waits until it prints "ready". */
  async up(service: string, argv: readonly string[], own: Readonly<Record<string, string>> = {}) {
    const env = { PATH: process.env.PATH!, ...own };
    let ready = () => {};
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const child = await start(argv, {
      cwd: this.tree,
      env: { ...env, ...this.profiler.attach.env(service, env) },
      onLine: (line: string) => line.includes("ready") && ready(),
    });
    this.children.push(child);
    this.services.add(service);
    const ended = child.exited.then(() => expect.unreachable(`it ended: ${child.tail().join("\n")}`));
    await Promise.race([isReady, ended]);
  }

  /** Profiles of a moment, or of as long as `during` takes. */
  async taken(during: () => Promise<unknown> = () => delay(600)): Promise<readonly Taken[]> {
    await delay(100); // until all processes have connected, of which some may be children
    for (const until = performance.now() + CONNECTED; ; await delay(50)) {
      const begun = new Set(await this.profiler.begin({ targets: {}, headers: {} }, new Set()));
      if (begun.size >= this.services.size || performance.now() > until) break;
      await this.profiler.end();
    }
    await during();
    return this.profiler.end();
  }

  /** Profiles of so many CPU seconds of each service, however busy the machine is. */
  worked(seconds = 0.3): Promise<readonly Taken[]> {
    return this.taken(() => Promise.all(this.children.map((child) => worked(child, seconds))));
  }

  /** Ends everything; nothing may be left. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.children.splice(0).map((child) => child.stop({ grace: 0 })));
    await this.profiler[Symbol.asyncDispose]();
    rmSync(this.tree, { recursive: true });
    rmSync(this.scratch, { recursive: true });
    expect(existsSync(this.profiler.attach.folder)).toBe(false);
  }
}

/** Waits until a program and its children have used more CPU seconds, or it has ended. */
export async function worked(child: Child, seconds: number): Promise<void> {
  const used = () => total(child.pids().map((pid) => statOf(pid)?.cpu ?? 0));
  for (const until = used() + seconds; child.ended === null && used() < until; ) await delay(50);
}

/** The share of all time that is spent in functions of this name. */
export function shareOf({ frames, nodes }: Taken, name: string): number {
  const seconds = nodes.filter(([, frame]) => frames[frame]!.name === name).map((node) => node[2]);
  return total(seconds) / total(nodes.map((node) => node[2]));
}

/**
 * Seconds that functions wait, by function and reason: "nap: a timer".
 *
 * @param depth functions of a stack that are in its key, from the innermost on: "go > nap: a timer" for 2
 */
export function waitsOf({ frames, waits = [] }: Taken, depth = 1): Record<string, number> {
  const stacks: (readonly string[])[] = [];
  const found: Record<string, number> = {};
  for (const [caller, frame, seconds] of waits) {
    const { name, file } = frames[frame]!;
    const above = stacks[caller] ?? [];
    stacks.push(file === null ? above : [...above, name]);
    const key = `${above.slice(-depth).join(" > ")}: ${name}`;
    if (seconds > 0) found[key] = (found[key] ?? 0) + seconds;
  }
  return found;
}

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
