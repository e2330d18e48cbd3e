import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../dev/command.ts";
import type { Comparison } from "../../model/comparison.ts";
import type { PairMode } from "../../model/noise.ts";
import type { Run } from "../../model/run.ts";
import { Checkout } from "../checkout.ts";
import { type Condition, CPU, LOADS, P50 } from "./conditions.ts";

/** How a side is measured. */
export interface Setting {
  readonly mode: PairMode;
  readonly stack: "process" | "compose";
  /** Most pairs and fewest. */
  readonly pairs: readonly [fewest: number, most: number];
}

/** The demo's services, which run from this checkout wherever the file is. */
const COMPOSE = "compose.yaml";
const CONFIG = ".github/steelyard.yml";

/** A repository of two commits, base and head, that both run the gateway of this checkout. */
export class Lab implements Disposable {
  private readonly checkout = new Checkout();
  private prepared = 0;

  constructor() {
    const { root } = this.checkout;
    cpSync(join(ROOT, "workloads"), join(root, "workloads"), { recursive: true });
    const services = readFileSync(join(ROOT, "compose/compose.yaml"), "utf8");
    this.checkout.write(COMPOSE, services.replaceAll('"..:/app', `"${ROOT}:/app`));
  }

  /** Base on main, head on a branch; the two differ by what their gateways are made to do. */
  prepare({ base, head, ...rest }: Condition, setting: Setting): void {
    const { checkout } = this;
    checkout.git("checkout", "-q", "--orphan", `lab-${++this.prepared}`);
    checkout.write(CONFIG, config(base, rest, setting));
    checkout.commit("base");
    checkout.git("branch", "-f", "main");
    checkout.write(CONFIG, `${config(head, rest, setting)}# head\n`);
    checkout.commit("head");
    checkout.git("branch", "-f", "head");
  }

  /** Measures base and head paired. */
  check(seed: number): { comparison: Comparison; run: Run } {
    this.checkout.git("checkout", "-q", "--detach", "head");
    return this.checkout.check(seed);
  }

  /** One commit alone: so many trials in one session. */
  session(side: "base" | "head", trials: number, seed: number): Run {
    this.checkout.git("checkout", "-q", "--detach", side === "base" ? "main" : "head");
    return this.checkout.session(trials, seed);
  }

  [Symbol.dispose](): void {
    this.checkout[Symbol.dispose]();
  }
}

/** The config of one side: JSON is YAML. */
function config(
  faults: string,
  { loads, band, young }: Pick<Condition, "loads" | "band" | "young">,
  { mode, stack, pairs }: Setting,
): string {
  const env = { BENCH_BYPASS: "steelyard", ...(faults && { FAULTS: faults }) };
  const node = process.execPath;
  const process_ = {
    services: {
      gateway: {
        run: [node, ...held(young), join(ROOT, "compose/gateway/main.ts")],
        env,
        ports: { 8080: "PORT" },
        ready: { http: "/health/ready", within: "30s" },
      },
    },
  };
  const compose = {
    files: [COMPOSE],
    allow: ["host-files"],
    env,
    ready: { gateway: { http: "/health/ready" } },
  };
  const measured = {
    warmup: "6s",
    settle: "200ms",
    gate: mode === "duet" ? [CPU] : [P50, CPU],
    measure: { mode, duration: "2s", block: "1s", pairs, trials: 10 },
  };
  return `${JSON.stringify(
    {
      version: 1,
      stack: {
        ...(stack === "process" ? { process: process_ } : { compose }),
        seed: {
          ...(stack === "process"
            ? { run: [node, join(ROOT, "compose/seed/main.ts")] }
            : { service: "seed" }),
          env: { BENCH_BYPASS: "steelyard" },
        },
        endpoints: { api: { service: "gateway", port: 8080 } },
      },
      workloads: Object.fromEntries(loads.map((name) => [name, { ...LOADS[name], ...measured }])),
      policy: { band },
    },
    null,
    1,
  )}\n`;
}

/** Arguments that hold V8's young generation at one size. @param mib null: as V8 likes */
const held = (mib: number | null) =>
  mib === null ? [] : [`--min-semi-space-size=${mib}`, `--max-semi-space-size=${mib}`];
