import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ROOT } from "../dev/command.ts";
import { Comparison } from "../model/comparison.ts";
import { Run } from "../model/run.ts";
import { runGit } from "../testing/git.ts";

const COMPARISON = ".steelyard/comparison.json";
const RUN = ".steelyard/run.json";

/** A repository of a benchmark's own, measured by the command line as people use it. */
export class Checkout implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "steelyard-bench-"));

  constructor() {
    this.write(".gitignore", ".steelyard\n");
    this.git("init", "-q", "-b", "main");
  }

  write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "-m", message);
  }

  git(...args: string[]): string {
    return runGit({ cwd: this.root }, ...args).trim();
  }

  /** Compares the checked-out commit with `main`. */
  check(seed: number, ...more: string[]): { comparison: Comparison; run: Run } {
    this.steelyard("check", "--base", "main", "--seed", String(seed), ...more);
    return { comparison: Comparison.parse(this.json(COMPARISON)), run: this.run() };
  }

  /** The same by a program of any version, and its seconds by the wall clock. */
  verdict(program: string, seed: number): { verdict: string; seconds: number } {
    const began = performance.now();
    this.called(program, "check", "--base", "main", "--seed", String(seed));
    const seconds = (performance.now() - began) / 1000;
    return { verdict: z.object({ overall: z.string() }).parse(this.json(COMPARISON)).overall, seconds };
  }

  /** Measures the checked-out commit alone. */
  session(trials: number, seed: number): Run {
    this.steelyard("measure", "--no-base", "--trials", String(trials), "--seed", String(seed));
    return this.run();
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private run = () => Run.parse(this.json(RUN));
  private readonly json = (name: string): unknown => JSON.parse(readFileSync(join(this.root, name), "utf8"));

  private steelyard(...args: string[]): void {
    this.called(join(ROOT, "src/cli/main.ts"), ...args);
  }

  private called(program: string, ...args: string[]): void {
    const argv = [program, ...args];
    for (const file of [COMPARISON, RUN]) rmSync(join(this.root, file), { force: true });
    const done = spawnSync(process.execPath, argv, { cwd: this.root, encoding: "utf8" });
    const made = args[0] === "check" ? COMPARISON : RUN;
    if (done.status !== null && existsSync(join(this.root, made))) return; // a verdict, whatever it is
    throw new Error(`steelyard ${args.join(" ")} ended with ${done.status}:\n${done.stderr.slice(-3_000)}`);
  }
}
