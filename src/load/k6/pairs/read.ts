import type { Scratch } from "../../scratch.ts";
import { type Options, type Scenarios, scenarios } from "../options.ts";
import { type K6, readScript, type Script } from "../source.ts";
import { declaredMetrics, mention } from "../workloaddigest.ts";
import { type Load, load } from "./load.ts";

/** A script as k6 reads it under one environment. */
export interface Read extends Script {
  readonly script: string;
  readonly options: Options;
  readonly scenarios: Scenarios;
  readonly load: Load;
  /** Whether it imports our module; whether it asks it, an attempt shows. */
  readonly module: boolean;
  /** Whether it may wait for a message of `k6/websockets`, which loses those that arrive before its event `open`. */
  readonly waitsForSockets: boolean;
  /** Names of metrics it seems to declare. */
  readonly candidates: readonly string[];
}

/** Reads a script under one environment. @throws SteelyardError (user) when k6 cannot run it */
export async function readLoad(
  k6: K6,
  script: string,
  env: Readonly<Record<string, string>>,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Read> {
  const found = await readScript(k6, script, env, scratch, signal);
  const own = scenarios(found.options, script);
  const module = mention(found.files, "STEELYARD_SIDES");
  const waitsForSockets = mention(found.files, '/websockets"', "/websockets'");
  const candidates = declaredMetrics(found.files);
  return { ...found, script, scenarios: own, load: load(own), module, waitsForSockets, candidates };
}
