import { SIDES } from "../../../model/schedule.ts";
import { addressVariables, withAddresses } from "../../environment.ts";
import { runLoad } from "../../process.ts";
import type { Scratch } from "../../scratch.ts";
import { runArgv } from "../argv.ts";
import { fewOf } from "../hosts.ts";
import { logParser } from "../log.ts";
import { setupSpan } from "../options.ts";
import { PAUSED } from "../pauses.ts";
import { ITERATION, MOVED, PLACES, SCENARIO, STAYED } from "../shims.ts";
import type { K6 } from "../source.ts";
import { SHORTCUTS } from "../wrapper.ts";
import type { Iteration } from "./load.ts";
import { AROUND, type ProbeTarget, ProbeTargets, TURN_PATH } from "./probe.ts";
import type { Read } from "./read.ts";
import { ENTER, entering, enterModule, imports, SIDES_OF, setups, type Way } from "./script.ts";

/** Seconds the iterations of an attempt may take. */
const LONGEST = 20;
/** Most seconds of a pause of the script. */
export const PAUSE = 0.02;

/** Lines of our modules in k6's log. */
const PAUSE_LINE = new RegExp(`${PAUSED} ([\\d.]+)`);
const MOVED_LINE = new RegExp(`${MOVED} ([^"\\\\]+)`);
const STAYED_LINE = new RegExp(`${STAYED} ([^"\\\\]+)`);

export interface Attempting {
  readonly read: Read;
  /** Variables of targets and headers that the script or one of its imports mentions. */
  readonly mentioned: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Literal addresses that stand for an endpoint. */
  readonly literals: readonly string[];
}

/** The outcome of an attempt. */
export interface Attempted {
  /** Why the script cannot have its sides this way; null where it can. */
  readonly why: string | null;
  /** Literal addresses that were replaced. */
  readonly moved: readonly string[];
  /** An iteration, in the mean; null where one broke off over the answer of a probe: the rest of it is not known. */
  readonly iteration: Iteration | null;
}

/**
 * Runs a few iterations of a script against probe targets, and notes which of them it requests, and in whose turn.
 * Looking at the source would not tell: a target may be read in a module, kept in a variable, or handed down from
 * `setup()`. Each side has one iteration of each scenario, with pauses cut short.
 */
export async function attempt(
  k6: K6,
  way: Way,
  { read, mentioned, env, literals }: Attempting,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<Attempted> {
  await using targets = await ProbeTargets.open();
  const variables = (name: ProbeTarget) => ({
    STEELYARD_TARGET: targets.urls[name],
    ...withAddresses(addressVariables(env), () => targets.urls[name]),
    ...Object.fromEntries(
      mentioned.map((name_) => [name_, name_.startsWith("STEELYARD_TARGET_") ? targets.urls[name] : "{}"]),
    ),
  });
  const places = (name: ProbeTarget) => Object.fromEntries(literals.map((one) => [one, targets.urls[name]]));
  const copies = way.kind === "copies";
  if (copies) enterFiles(scratch);
  const file = scratch.write("attempt.js", attemptScript(way, read, targets.urls.top));
  const log = logParser(() => {});
  const moved = new Set<string>();
  const stayed = new Set<string>();
  let paused = 0;
  const done = await runLoad(
    k6,
    runArgv(k6.binary, { wrapper: file, config: scratch.config, points: null }),
    {
      ...env,
      ...variables("top"),
      [SIDES_OF[way.kind]]: JSON.stringify({ seed: 1, base: variables("base"), head: variables("head") }),
      [PLACES]: JSON.stringify({ base: places("base"), head: places("head") }),
      STEELYARD_PHASE: "discovery",
    },
    {
      timeout: LONGEST + 2 * setupSpan(read.options),
      signal,
      onLine(line) {
        log.line(line);
        paused += Number(PAUSE_LINE.exec(line)?.[1] ?? 0);
        for (const [pattern, all] of [
          [MOVED_LINE, moved],
          [STAYED_LINE, stayed],
        ] as const) {
          const address = pattern.exec(line)?.[1];
          if (address !== undefined) all.add(address);
        }
      },
    },
  );
  const { errors, exception } = log.result();
  const complaint = [...errors, exception ?? ""].find((line) => line !== "");
  const trouble = complaint ?? (done.code === 0 ? null : `k6 ended with ${done.code ?? done.signal}`);
  const iterations = 2 * read.load.parts.length;
  const mean = { requests: targets.requests / iterations, pause: paused / iterations };
  const iteration = trouble === null ? mean : null;
  const why = (copies ? ofCopies : ofModule)(targets, () => nothing(trouble, [...stayed]));
  return { why, moved: [...moved], iteration };
}

/** Writes the modules that set the variables of a side. */
export function enterFiles(scratch: Scratch): void {
  scratch.write(ENTER, enterModule);
  for (const { name, text } of SIDES.map(entering)) scratch.write(name, text);
}

function attemptScript(way: Way, { load, options }: Read, top: string): string {
  const { lines, first } = imports(way);
  const parts = load.parts.map(({ name, scenario }) => ({ name, exec: scenario.exec ?? "default" }));
  const [{ tags, options: more } = {}] = load.parts.map(({ scenario }) => scenario);
  const common = Object.fromEntries(Object.entries({ tags, options: more }).filter(([, value]) => value));
  const scenario = {
    ...common,
    executor: "per-vu-iterations",
    vus: 1,
    iterations: 2 * parts.length,
    maxDuration: `${LONGEST}s`,
    gracefulStop: "0s",
    exec: "steelyard_attempt",
  };
  const begin = `import http from "k6/http";
${lines}
const { ${SHORTCUTS.join(", ")}, ...kept } = ${first}.options || {};
const { minIterationDuration, ...rest } = kept;
export const options = Object.assign(rest, ${JSON.stringify({ scenarios: { attempt: scenario } })});
const parts = ${JSON.stringify(parts)};
let n = 0;
export function handleSummary() { return {}; }
`;
  if (way.kind === "copies") {
    const turn = (side: string, more = "") =>
      `http.get(${JSON.stringify(top + TURN_PATH)} + ${side} + ${JSON.stringify(more)});`;
    return `${begin}
${setups(turn("side", AROUND))}
export function steelyard_attempt(data) {
  const { name, exec } = parts[n >> 1];
  const side = n++ % 2 ? "head" : "base";
  ${turn("side")}
  enter(side, name, user[side]);
  Object.assign(__ENV, { ${SCENARIO}: name, ${ITERATION}: 0 });
  __ITER = 0;
  return user[side][exec](data?.[side]);
}
`;
  }
  return `${begin}
export function setup() {
  if (!user.setup || ${options.noSetup === true}) return;
  return user.setup();
}
export function steelyard_attempt(data) {
  const { name, exec } = parts[n++ >> 1];
  Object.assign(__ENV, { ${SCENARIO}: name, ${ITERATION}: 0 });
  __ITER = 0;
  return user[exec](data);
}
`;
}

/** Each copy has only its own side's addresses, whether an answer of a probe lets it reach its end or not. */
function ofCopies({ reached, crossed }: ProbeTargets, otherwise: () => string): string | null {
  if (crossed.size > 0) return "its code for one side asks the other side's target";
  if (reached.has("base") || reached.has("head")) return null;
  return otherwise();
}

function ofModule({ reached }: ProbeTargets, otherwise: () => string): string | null {
  if (!reached.has("top") && reached.has("base") && reached.has("head")) return null;
  return otherwise();
}

/** @param stayed the addresses that it asked */
function nothing(trouble: string | null, stayed: readonly string[]): string {
  const asked = fewOf(stayed);
  const instead =
    asked === "" ? "" : `, but asked ${asked} (a target's address can be a variable in \`env:\`)`;
  return `a short try of it reached no target${instead}${trouble === null ? "" : `: ${trouble}`}`;
}
