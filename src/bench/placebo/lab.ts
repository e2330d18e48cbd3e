import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Comparison } from "../../model/comparison.ts";
import type { Run } from "../../model/run.ts";
import { Checkout } from "../checkout.ts";
import type { Service } from "./services.ts";

/** A repository of one service: `main`, `same` with unchanged code, and `slower` where it has such a knob. */
export class ServiceLab implements Disposable {
  private readonly checkout = new Checkout();

  /** @param at the folder in which the service is installed */
  constructor(service: Service, at: string) {
    const { checkout } = this;
    const files = service.files(at);
    for (const [path, text] of Object.entries(files)) checkout.write(path, text);
    const { stack, workloads } = { stack: service.stack(at), workloads: service.workloads };
    checkout.write(".github/steelyard.yml", `${JSON.stringify({ version: 1, stack, workloads }, null, 1)}\n`);
    // An image is built from committed files.
    if ("Dockerfile" in files && existsSync(join(at, "node_modules")))
      cpSync(join(at, "node_modules"), join(checkout.root, "node_modules"), { recursive: true });
    checkout.commit("base");
    this.branch("same", { "NOTES.md": "Nothing changed.\n" });
    if (service.slower !== null) this.branch("slower", service.slower(files));
  }

  /** Compares a branch with main. */
  check(branch: "same" | "slower", seed: number): { comparison: Comparison; run: Run } {
    this.checkout.git("checkout", "-q", branch);
    return this.checkout.check(seed);
  }

  [Symbol.dispose](): void {
    this.checkout[Symbol.dispose]();
  }

  private branch(name: string, files: Readonly<Record<string, string>>): void {
    this.checkout.git("checkout", "-q", "-b", name, "main");
    for (const [path, text] of Object.entries(files)) this.checkout.write(path, text);
    this.checkout.commit(name);
  }
}
