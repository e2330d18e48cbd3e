import { join } from "node:path";
import type { Log } from "../../base/log.ts";
import { meansFailures, type Workload } from "../../model/config.ts";
import { runLoad } from "../process.ts";
import type { Scratch } from "../scratch.ts";
import { runArgv } from "./argv.ts";
import { type Discovery, discovery } from "./discovery.ts";
import { logParser } from "./log.ts";
import { portable } from "./names.ts";
import { aroundSpan, type Options, type Scenario, type Scenarios } from "./options.ts";
import type { K6 } from "./source.ts";
import { systemTags, wrapper } from "./wrapper.ts";

/** Iterations of each scenario in the short run, and seconds they may take: a script may pick its requests. */
const ITERATIONS = 20;
const LONGEST = 5;

/**
 * The scenarios of a short run: one VU each, few iterations, the same function and environment.
 *
 * Its requests reach the target before the first trial does, far fewer of them than a warm-up sends.
 */
export function shortScenarios(scenarios: Scenarios): Scenarios {
  return Object.fromEntries(
    Object.entries(scenarios).map(([name, one]) => {
      const { exec, tags, options, iterations } = one;
      const env = { ...one.env, STEELYARD_PHASE: "discovery" };
      const kept = Object.entries({ exec, env, tags, options }).filter(
        ([, v]) => v !== null && v !== undefined,
      );
      const most = Math.min(
        ITERATIONS,
        iterations ?? (one.executor.endsWith("-iterations") ? 1 : ITERATIONS),
      );
      const short: Scenario = {
        ...Object.fromEntries(kept),
        executor: "per-vu-iterations",
        vus: 1,
        iterations: most,
        maxDuration: `${LONGEST}s`,
        gracefulStop: "0s",
      };
      return [name, short];
    }),
  );
}

export interface Exploring {
  /** Address of the script, or of its copy. */
  readonly url: string;
  readonly options: Options;
  readonly scenarios: Scenarios;
  /** Names of metrics the script seems to declare; those k6 does not know are dropped. */
  readonly candidates: readonly string[];
  /** Tags whose values are wanted. */
  readonly split: readonly string[];
  readonly targets: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a script for a moment to see which checks, metrics and tag values it has.
 *
 * @returns the findings, with values that hold under other addresses of the targets, or the reason why they cannot be relied upon
 */
export async function explore(
  k6: K6,
  { url, options, scenarios, candidates, split, targets, env }: Exploring,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Discovery | string> {
  const points = join(scratch.path, "points.json");
  const file = join(scratch.path, "explore.js");
  const names = new Set(candidates);
  const argv = runArgv(k6.binary, { wrapper: file, config: scratch.config, points });
  const timeout = LONGEST + aroundSpan(options);
  for (;;) {
    const thresholds = Object.fromEntries([...names].map((name) => [name, []]));
    const wrapping = {
      script: url,
      options: { scenarios: shortScenarios(scenarios), thresholds, ...systemTags(options) },
    };
    scratch.write(
      "explore.js",
      wrapper({
        ...wrapping,
        hasDefault: usesDefault(scenarios),
        teardown: options.noTeardown !== true,
        summary: null,
      }),
    );
    const log = logParser(() => {});
    const done = await runLoad(k6, argv, env, { timeout, signal, onLine: (line) => log.line(line) });
    const { errors } = log.result();
    const unknown =
      done.code === 104 ? /no metric name \\?"([^"\\]+)\\?" found/.exec(errors.join("\n"))?.[1] : undefined;
    if (unknown !== undefined && names.delete(unknown)) continue;
    if (done.code !== 0) return errors.join("\n") || `k6 ended with ${done.code ?? done.signal}`;
    const text = scratch.read("points.json") ?? "";
    const found = discovery(text.split("\n"), split);
    if (found.requests && !found.answers) return log.result().failedRequest ?? "not one request was answered";
    const metrics = [...new Set([...found.metrics, ...names])].sort();
    const kept = found.split.map((one) => ({ ...one, value: portable(one.value, targets) }));
    return { ...found, metrics, split: kept };
  }
}

/**
 * Warns of a load whose every request fails: the service may be sound, and the paths of the load wrong.
 *
 * @param found by the name of the target: "base", "the service"
 */
export function warnFailing(
  log: Log,
  workload: Pick<Workload, "budgets" | "expect">,
  name: string,
  found: Readonly<Record<string, Discovery>>,
): void {
  if (meansFailures(workload)) return;
  const failing = Object.entries(found).flatMap(([side, { allFailed }]) =>
    allFailed === null ? [] : [[allFailed, side] as const],
  );
  for (const how of new Set(failing.map(([reason]) => reason))) {
    const against = failing.flatMap(([reason, side]) => (reason === how ? [side] : []));
    const hint = / answered 5\d\d$/.test(how)
      ? "the service's log says why (`logs/` beside run.json): often its database has no tables, which a `seed` makes;\nelse "
      : "";
    log.warn(
      `${name}: every request of a short run against ${against.join(" and ")} failed: ${how}\n` +
        `${hint}check the load's paths and logins; where failures are meant, declare them in \`budgets: http_req_failed.rate\``,
    );
  }
}

/** Whether any scenario runs the default function. */
export const usesDefault = (scenarios: Scenarios) =>
  Object.values(scenarios).some(({ exec }) => exec === null || exec === undefined || exec === "default");
