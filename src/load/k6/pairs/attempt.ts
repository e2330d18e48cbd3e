import { pathToFileURL } from "node:url";
import { addressVariables, withAddresses } from "../../environment.ts";
import { runLoad } from "../../process.ts";
import type { Scratch } from "../../scratch.ts";
import { runArgv } from "../argv.ts";
import { logParser } from "../log.ts";
import { type Options, span } from "../options.ts";
import type { K6 } from "../source.ts";
import { SHORTCUTS } from "../wrapper.ts";
import type { Load } from "./load.ts";
import { type ProbeTarget, ProbeTargets } from "./probe.ts";
import type { Way } from "./script.ts";

/** Seconds the iterations of an attempt may take, and its setup where the script does not say. */
const LONGEST = 20;
const SETUP = 60;

export interface Attempting {
  readonly script: string;
  readonly options: Options;
  readonly load: Load;
  /** Variables of targets and headers that the script or one of its imports mentions. */
  readonly mentioned: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a few iterations of a script against probe targets, and notes which of them it requests. Looking at the source would not
 * tell: a target may be read in a module, kept in a variable, or handed down from `setup()`.
 *
 * @returns `why` it cannot have its sides this way, null where each iteration asks those it should and nobody else;
 *   and whether any side was reached
 */
export async function attempt(
  k6: K6,
  way: Way,
  { script, options, load, mentioned, env }: Attempting,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<{ readonly why: string | null; readonly reached: boolean }> {
  await using targets = await ProbeTargets.open();
  const variables = (name: ProbeTarget) => ({
    STEELYARD_TARGET: targets.urls[name],
    ...withAddresses(addressVariables(env), () => targets.urls[name]),
    ...Object.fromEntries(
      mentioned.map((name_) => [name_, name_.startsWith("STEELYARD_TARGET_") ? targets.urls[name] : "{}"]),
    ),
  });
  const sides = JSON.stringify({ seed: 1, base: variables("base"), head: variables("head") });
  const { exec, env: own, tags, options: more } = load.scenario;
  const scenario = Object.fromEntries(
    Object.entries({ env: own, tags, options: more }).filter(([, value]) => value),
  );
  const text = `import * as user from ${JSON.stringify(pathToFileURL(script).href)};
const { ${SHORTCUTS.join(", ")}, ...kept } = user.options || {};
export const options = Object.assign(kept, { scenarios: { attempt: ${JSON.stringify({
    ...{ ...scenario, executor: "per-vu-iterations", vus: 1, iterations: 4 },
    ...{ maxDuration: `${LONGEST}s`, gracefulStop: "0s", exec: "steelyard_attempt" },
  })} } });
const sides = ${way === "variables"} ? JSON.parse(__ENV.STEELYARD_VARIABLES) : null;
let n = 0;
export function setup() {
  if (!user.setup || ${options.noSetup === true}) return;
  if (sides) Object.assign(__ENV, ${JSON.stringify(variables("setup"))});
  return user.setup();
}
export function steelyard_attempt(data) {
  if (sides) Object.assign(__ENV, n++ % 2 ? sides.head : sides.base);
  return user[${JSON.stringify(exec ?? "default")}](data);
}
export function handleSummary() { return {}; }
`;
  const file = scratch.write("attempt.js", text);
  const log = logParser(() => {});
  const done = await runLoad(
    k6,
    runArgv(k6.binary, { wrapper: file, config: scratch.config, points: null }),
    {
      ...env,
      ...variables("top"),
      [way === "module" ? "STEELYARD_SIDES" : "STEELYARD_VARIABLES"]: sides,
      STEELYARD_PHASE: "discovery",
    },
    {
      timeout: LONGEST + span(options.setupTimeout, SETUP),
      signal,
      onLine: (line) => log.line(line),
    },
  );
  const { errors, exception } = log.result();
  const said = [...errors, exception ?? ""].find((line) => line !== "");
  const trouble = said ?? (done.code === 0 ? null : `k6 ended with ${done.code ?? done.signal}`);
  const reached = targets.reached.has("base") || targets.reached.has("head");
  return { why: reason(way, targets.reached, trouble), reached };
}

function reason(way: Way, reached: ReadonlySet<ProbeTarget>, trouble: string | null): string | null {
  if (reached.has("setup"))
    return "its setup() asks a target, and only one side would have what it leaves there";
  if (reached.has("top")) return way === "module" ? BESIDE : TOP;
  if (reached.has("base") && reached.has("head")) return null;
  if (reached.has("base") || reached.has("head")) return KEPT;
  const what = "a short try of it reached no target";
  return trouble === null ? what : `${what}: ${trouble}`;
}

const REMEDY = "read it inside the iteration, or ask `sides()` of steelyard.ts";
const TOP = `it reads its target once, at the top of the script: ${REMEDY}`;
const KEPT = `it keeps the target of its first iteration: ${REMEDY}`;
const BESIDE = "it asks a target outside of its `sides()`: take every address from a side";
