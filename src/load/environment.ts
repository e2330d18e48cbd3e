import { headersVariable, targetVariable } from "../model/target.ts";

/** The facts of a stack that a script or a program gets. */
export interface ScriptWorld {
  readonly env: Readonly<Record<string, string>>;
  readonly targets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly seed: number;
}

/**
 * The environment of what loads a stack, added to the allow-listed one: that of the workload, then ours. Headers
 * may be secrets, which is why nothing of this is ever an argument.
 */
export function loadEnv({ env, targets, headers, seed }: ScriptWorld): Record<string, string> {
  const ours: Record<string, string> = { STEELYARD_SEED: String(seed) };
  for (const [endpoint, url] of Object.entries(targets)) ours[targetVariable(endpoint)] = url;
  for (const [endpoint, list] of Object.entries(headers)) {
    if (Object.keys(list).length > 0) ours[headersVariable(endpoint)] = JSON.stringify(list);
  }
  return { ...env, ...ours };
}
