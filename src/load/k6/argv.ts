import { loadEnv, type ScriptWorld } from "../environment.ts";
import { TREND_STATS } from "./summary.ts";

/** What every call of k6 has: nothing listens unless it is to, nothing is reported home, and its log is JSON lines. */
export const common = (config: string, address = "") => [
  "--address",
  address,
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
 * its init code alone, and has to be asked for; it may hold secrets, and stays out of the file unless `env` is set.
 */
export function archiveArgv(
  binary: string,
  config: string,
  script: string,
  into: string,
  { env = false }: { readonly env?: boolean } = {},
): string[] {
  const kept = env ? [] : ["--exclude-env-vars"];
  const pack = ["--include-system-env-vars", ...kept, "--archive-out", into];
  return [binary, "archive", ...common(config), ...pack, script];
}

/** The environment of a k6 script, added to the allow-listed one. Nothing of it is ever an argument. */
export const scriptEnv = (world: ScriptWorld): Record<string, string> => ({
  ...loadEnv(world),
  K6_AUTO_EXTENSION_RESOLUTION: "false", // a missing extension is an error, not a download
});

/** Settings of k6's environment that would overrule the scenarios or the summary of a trial. */
const OVERRULING =
  /^K6_(VUS|DURATION|ITERATIONS|STAGES|EXECUTION_SEGMENT\w*|NO_(THRESHOLDS|SUMMARY|SETUP|TEARDOWN)|SUMMARY_\w+|SYSTEM_TAGS|INCLUDE_SYSTEM_ENV_VARS|LOG_\w+|CONSOLE_OUTPUT)$/;

/** The variable of an environment that must not be set for a script, if there is one. */
export const overruling = (env: Readonly<Record<string, string>>) =>
  Object.keys(env).find((name) => OVERRULING.test(name));
