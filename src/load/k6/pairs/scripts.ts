import { resolve } from "node:path";
import type { Workload } from "../../../model/config.ts";
import { settingsOf } from "../../../model/load.ts";
import type { Scratch } from "../../scratch.ts";
import { mentionedVariables, readingEnv } from "../../script.ts";
import { scriptEnv } from "../argv.ts";
import { declaredMetrics } from "../digest.ts";
import { type Options, type Scenarios, scenarios } from "../options.ts";
import { type K6, readScript } from "../source.ts";
import { attempt } from "./attempt.ts";
import { type Load, load } from "./load.ts";
import type { Way } from "./script.ts";

/** A script as k6 reads it under one environment. */
export interface Read {
  readonly script: string;
  readonly options: Options;
  readonly scenarios: Scenarios;
  /** Its load, or why it cannot be cut into blocks. */
  readonly load: Load | string;
  /** Whether it imports our module; whether it asks it, an attempt shows. */
  readonly module: boolean;
  /** Names of metrics it seems to declare. */
  readonly candidates: readonly string[];
}

/** How the iterations of a script get their sides, or in words why they cannot. */
export type Suited = { readonly way: Way; readonly why: null } | { readonly way: null; readonly why: string };

/** Facts of scripts, each found once for each environment. */
export class Scripts {
  private readonly k6: K6;
  private readonly reads = new Map<string, Read>();
  private readonly suits = new Map<string, Suited>();

  constructor(k6: K6) {
    this.k6 = k6;
  }

  path(workload: Workload): string {
    return resolve(this.k6.cwd, settingsOf("k6", workload));
  }

  /** @throws SteelyardError (user) when k6 cannot run the script */
  async read(
    workload: Workload,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Read> {
    const script = this.path(workload);
    const key = JSON.stringify([script, env]);
    const before = this.reads.get(key);
    if (before) return before;
    const { options, files } = await readScript(this.k6, script, env, scratch, signal);
    const own = scenarios(options, script);
    const module = files.some(({ content }) => content.includes("STEELYARD_SIDES"));
    const candidates = declaredMetrics(files);
    const read = { script, options, scenarios: own, load: load(own, options), module, candidates };
    this.reads.set(key, read);
    return read;
  }

  /**
   * @param env of the workload and its variant
   * @throws SteelyardError (user) when k6 cannot run the script
   */
  async suited(
    workload: Workload,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Suited> {
    const script = this.path(workload);
    const key = JSON.stringify([script, env]);
    const before = this.suits.get(key);
    if (before) return before;
    const own = scriptEnv({ env, targets: {}, headers: {}, seed: 0 });
    const read = await this.read(workload, readingEnv(script, own), scratch, signal);
    const result = await this.tried(read, own, scratch, signal);
    this.suits.set(key, result);
    return result;
  }

  private async tried(
    read: Read,
    env: Readonly<Record<string, string>>,
    scratch: Scratch,
    signal: AbortSignal,
  ): Promise<Suited> {
    if (typeof read.load === "string") return { way: null, why: read.load };
    const trying = { ...read, load: read.load, mentioned: mentionedVariables(read.script), env };
    const module = read.module ? await attempt(this.k6, "module", trying, scratch, signal) : null;
    if (module?.why === null) return { way: "module", why: null };
    const variables = await attempt(this.k6, "variables", trying, scratch, signal);
    if (variables.why === null) return { way: "variables", why: null };
    return { way: null, why: (module?.reached && module.why) || variables.why };
  }
}
