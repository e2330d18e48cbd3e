import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../base/log.ts";
import type { LoadResult } from "../model/ports.ts";
import { Observed } from "../model/run.ts";
import type { LocalServer } from "./server.ts";

/** k6 as `obtainK6` leaves it; without it these tests cannot run, and fail saying so. */
export const K6_BINARY = join(homedir(), ".cache/steelyard/k6-v1.8.1/k6");

/** Servers and a checkout, for a load generator between them. */
export abstract class LoadBench implements AsyncDisposable {
  readonly cwd: string;
  /** Logged lines. */
  readonly said: string[] = [];
  /** Requests that arrived. */
  requests = 0;
  /** Options that every generator has. */
  protected readonly place: { cwd: string; env: NodeJS.ProcessEnv; scratch: string; log: Log };
  private readonly opened: readonly LocalServer[];

  /** @param name of the checkout, with a space and a letter beyond ASCII, because users have such */
  protected constructor(name: string, ...opened: readonly LocalServer[]) {
    this.opened = opened;
    for (const { server } of opened) server.prependListener("request", () => this.requests++);
    this.cwd = mkdtempSync(join(tmpdir(), name));
    const keep = (line: string) => void this.said.push(line);
    const log = { info: keep, warn: keep, progress() {} };
    this.place = { cwd: this.cwd, env: process.env, scratch: join(this.cwd, "scratch"), log };
  }

  write(path: string, text: string | Uint8Array): string {
    writeFileSync(join(this.cwd, path), text);
    return path;
  }

  /** Writes a shell script that stands for the generator's program. Its path. */
  program(name: string, text: string): string {
    const file = join(this.cwd, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return file;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.opened) await one[Symbol.asyncDispose]();
    rmSync(this.cwd, { recursive: true, force: true });
  }
}

/** The figures of a trial that has to succeed. */
export function observedOf(result: LoadResult): Observed {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return Observed.parse(result.observed);
}
