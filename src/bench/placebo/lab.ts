import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "../../model/comparison.ts";
import type { Run } from "../../model/run.ts";
import { Checkout } from "../checkout.ts";
import type { Service } from "./service.ts";

/** Texts by path. */
type Files = Readonly<Record<string, string>>;

/** A repository of one service, with a branch for each change of it. */
export class ServiceLab implements Disposable {
  private readonly checkout = new Checkout();

  /**
   * @param at       the folder in which the service is installed
   * @param branches the files that each branch changes, by the files of `main`
   */
  constructor(service: Service, at: string, branches: (files: Files) => Readonly<Record<string, Files>>) {
    const { checkout } = this;
    const files = service.files(at);
    for (const [path, text] of Object.entries(files)) checkout.write(path, text);
    const { stack, workloads } = { stack: service.stack(at), workloads: service.workloads };
    checkout.write(".github/steelyard.yml", `${JSON.stringify({ version: 1, stack, workloads }, null, 1)}\n`);
    // An image is built from committed files.
    if ("Dockerfile" in files && existsSync(join(at, "node_modules")))
      cpSync(join(at, "node_modules"), join(checkout.root, "node_modules"), { recursive: true });
    checkout.commit("base");
    for (const [name, changed] of Object.entries(branches(files))) this.branch(name, changed);
  }

  /** Compares a branch with main. @param more arguments of `check` */
  check(branch: string, seed: number, ...more: string[]): { comparison: Comparison; run: Run } {
    this.checkout.git("checkout", "-q", branch);
    return this.checkout.check(seed, ...more);
  }

  /** The same by another program of this project, and its seconds by the wall clock. */
  verdict(program: string, branch: string, seed: number): { verdict: string; seconds: number } {
    this.checkout.git("checkout", "-q", branch);
    return this.checkout.verdict(program, seed);
  }

  [Symbol.dispose](): void {
    this.checkout[Symbol.dispose]();
  }

  private branch(name: string, files: Files): void {
    this.checkout.git("checkout", "-q", "-b", name, "main");
    for (const [path, text] of Object.entries(files)) this.checkout.write(path, text);
    this.checkout.commit(name);
  }
}
