import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../../dev/command.ts";
import { Comparison } from "../../model/comparison.ts";
import type { PairMode } from "../../model/noise.ts";
import { Run } from "../../model/run.ts";
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

/** A repository of two commits, base and head, that both run the gateway of this checkout. */
export class Lab implements Disposable {
  private readonly root = mkdtempSync(join(tmpdir(), "steelyard-bench-"));

  private prepared = 0;

  constructor() {
    cpSync(join(ROOT, "workloads"), join(this.root, "workloads"), { recursive: true });
    const services = readFileSync(join(ROOT, "compose/compose.yaml"), "utf8");
    writeFileSync(join(this.root, COMPOSE), services.replaceAll('"..:/app', `"${ROOT}:/app`));
    writeFileSync(join(this.root, ".gitignore"), ".steelyard\n");
    this.git("init", "-q", "-b", "main");
    this.git("config", "user.name", "bench");
    this.git("config", "user.email", "bench@localhost");
  }

  /** Base on main, head on a branch; the two differ by what their gateways are made to do. */
  prepare({ base, head, ...rest }: Condition, setting: Setting): void {
    this.git("checkout", "-q", "--orphan", `lab-${++this.prepared}`);
    this.write(config(base, rest, setting));
    this.commit("base");
    this.git("branch", "-f", "main");
    this.write(`${config(head, rest, setting)}# head\n`);
    this.commit("head");
    this.git("branch", "-f", "head");
  }

  /** Measures base and head paired. */
  check(seed: number): { comparison: Comparison; run: Run } {
    this.git("checkout", "-q", "--detach", "head");
    this.steelyard("check", "--base", "main", "--seed", String(seed));
    return { comparison: Comparison.parse(this.json("comparison.json")), run: this.run() };
  }

  /** One commit alone: so many trials in one session. */
  session(side: "base" | "head", trials: number, seed: number): Run {
    this.git("checkout", "-q", "--detach", side === "base" ? "main" : "head");
    this.steelyard("measure", "--no-base", "--trials", String(trials), "--seed", String(seed));
    return this.run();
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private run = () => Run.parse(this.json("run.json"));
  private readonly json = (name: string): unknown =>
    JSON.parse(readFileSync(join(this.root, ".steelyard", name), "utf8"));

  private steelyard(...args: string[]): void {
    const argv = [join(ROOT, "src/cli/main.ts"), ...args];
    const done = spawnSync(process.execPath, argv, { cwd: this.root, encoding: "utf8" });
    if (done.status === 0 || done.status === 1) return; // both are verdicts
    throw new Error(`steelyard ${args.join(" ")} ended with ${done.status}:\n${done.stderr.slice(-3_000)}`);
  }

  private write(text: string): void {
    const file = join(this.root, ".github/steelyard.yml");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  private commit(message: string): void {
    this.git("add", "-A");
    this.git("commit", "-q", "-m", message);
  }

  private git(...args: string[]): string {
    const done = spawnSync("git", args, { cwd: this.root, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
    return done.stdout.trim();
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
    ...{ warmup: "6s", settle: "200ms", gate: mode === "duet" ? [CPU] : [P50, CPU] },
    measure: { mode, duration: "2s", pairs, trials: 10 },
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
