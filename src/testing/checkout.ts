import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { Run } from "../model/run.ts";
import { bundle } from "./bundles.ts";
import { testEnv } from "./project.ts";

/** This checkout. */
export const ROOT = resolve(import.meta.dirname, "../..");
/** Its own config, as text. */
export const CONFIG = readFileSync(join(ROOT, ".github/steelyard.yml"), "utf8");

/** Milliseconds after which a command counts as hung. */
const HUNG = 280_000;

/** The command line on this checkout, with a separate folder for its output and temporary files. */
export class Checkout implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "steelyard-checkout-"));

  /** Runs it to its end, which is never a bug of ours. */
  run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle("cli"), ...argv], {
      cwd: ROOT,
      env: { ...testEnv(), CI: "", NO_COLOR: "1", TMPDIR: this.folder, ...env },
      encoding: "utf8",
      timeout: HUNG,
    });
    expect(stderr).not.toMatch(/bug in steelyard/);
    return { code: status, out: stdout, err: stderr };
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Writes a file into the folder. Where it is. */
  write(name: string, text: string): string {
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  json(...names: string[]) {
    return JSON.parse(readFileSync(this.path(...names), "utf8"));
  }

  /** The run that was written into a folder of the folder. */
  runIn(name: string): Run {
    return Run.parse(this.json(name, "run.json"));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
