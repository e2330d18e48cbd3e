import { headersVariable, targetVariable } from "../../model/target.ts";
import { TREND_STATS } from "./summary.ts";

/** What every call of k6 has: nothing listens, nothing is reported home, and its log is JSON lines. */
const common = (config: string) => [
  "--address",
  "",
  "--config",
  config,
  "--log-format",
  "json",
  "--no-color",
];

export interface RunFiles {
  readonly wrapper: string;
  /** k6's own config file: an empty one of ours, so that nobody's personal one shapes a trial. */
  readonly config: string;
  /** Where each sample is written; null to write none, which costs nothing. */
  readonly points: string | null;
}

/** The command of a trial, or of a short run that writes its samples. */
export function runArgv(binary: string, { wrapper, config, points }: RunFiles): string[] {
  const out = points === null ? [] : ["--out", `json=${points}`];
  const quiet = ["--quiet", "--no-usage-report", "--summary-trend-stats", TREND_STATS];
  return [binary, "run", ...common(config), ...quiet, ...out, wrapper];
}

/**
 * The command that packs a script with its options and everything it imports and opens. The environment is for
 * its init code alone, and has to be asked for; it may hold secrets, and stays out of the file.
 */
export function archiveArgv(binary: string, config: string, script: string, into: string): string[] {
  const pack = ["--include-system-env-vars", "--exclude-env-vars", "--archive-out", into];
  return [binary, "archive", ...common(config), ...pack, script];
}

/** What a script learns of the stack. */
export interface ScriptWorld {
  readonly env: Readonly<Record<string, string>>;
  readonly targets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly seed: number;
}

/**
 * The environment of a script, added to the allow-listed one: that of the workload, then ours. Headers may be
 * secrets, which is why nothing of this is ever an argument.
 */
export function scriptEnv({ env, targets, headers, seed }: ScriptWorld): Record<string, string> {
  const ours: Record<string, string> = {
    STEELYARD_SEED: String(seed),
    K6_AUTO_EXTENSION_RESOLUTION: "false", // a missing extension is an error, not a download
  };
  for (const [endpoint, url] of Object.entries(targets)) ours[targetVariable(endpoint)] = url;
  for (const [endpoint, list] of Object.entries(headers)) {
    if (Object.keys(list).length > 0) ours[headersVariable(endpoint)] = JSON.stringify(list);
  }
  return { ...env, ...ours };
}

/** Settings of k6's environment that would overrule the scenarios or the summary of a trial. */
const OVERRULING =
  /^K6_(VUS|DURATION|ITERATIONS|STAGES|EXECUTION_SEGMENT\w*|NO_(THRESHOLDS|SUMMARY|SETUP|TEARDOWN)|SUMMARY_\w+|SYSTEM_TAGS|INCLUDE_SYSTEM_ENV_VARS|LOG_\w+|CONSOLE_OUTPUT)$/;

/** The variable of an environment that must not be set for a script, if there is one. */
export const overruling = (env: Readonly<Record<string, string>>) =>
  Object.keys(env).find((name) => OVERRULING.test(name));
