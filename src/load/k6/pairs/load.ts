import type { LoadRate } from "../../../model/ports.ts";
import { type Scenario, type Scenarios, span } from "../options.ts";

/** One scenario of a load that can be cut into blocks. */
export type Part = { readonly name: string; readonly scenario: Scenario } & (
  | /** VUs that ask again as soon as they have an answer. */
  { readonly kind: "closed"; readonly vus: number }
  /** So many iterations a second, whatever comes back. */
  | { readonly kind: "open"; readonly rate: number }
);

/** A load that can be cut into blocks. */
export interface Load {
  readonly parts: readonly Part[];
  /** The parts that are held at their mean, in words: "8 VUs of `browse`"; null where the script's own load is constant. */
  readonly held: string | null;
}

/** Seconds that a scenario bound by its iterations counts as, where only they say how long it is. */
const UNKNOWN = 0;

/**
 * The load of a script as one that lasts as long as we like. Each scenario holds the mean of its VUs or of its rate
 * over the whole course of the script: the mix of iterations stays, ramps and starting times go. A number of iterations
 * is a closed loop as well: its VUs do in a block what they would do in the whole.
 */
export function load(scenarios: Scenarios): Load {
  const all = Object.entries(scenarios);
  const whole = Math.max(...all.map(([, one]) => span(one.startTime, 0) + lengthOf(one)));
  const parts = all.map(([name, scenario]): Part & { readonly held: boolean } => {
    const share = whole === UNKNOWN || isBound(scenario) ? 1 : lengthOf(scenario) / whole;
    const level = share * levelOf(scenario);
    const held = share < 1 || scenario.executor.startsWith("ramping-");
    if (scenario.executor.endsWith("arrival-rate"))
      return { kind: "open", name, scenario, rate: level / span(scenario.timeUnit, 1), held };
    return { kind: "closed", name, scenario, vus: Math.max(1, Math.round(level)), held };
  });
  const held = parts.filter((part) => part.held);
  return { parts, held: held.length === 0 ? null : held.map(partText).join(", ") };
}

const partText = (part: Part) => {
  const level =
    part.kind === "closed" ? `${part.vus} VUs` : `${Number(part.rate.toPrecision(3))} iterations/s`;
  return part.name === "default" ? level : `${level} of \`${part.name}\``;
};

export const openParts = ({ parts }: Load) => parts.filter(({ kind }) => kind === "open");
export const isOpen = (load: Load) => openParts(load).length > 0;
export const vusOf = ({ parts }: Load) =>
  parts.reduce((sum, part) => sum + (part.kind === "closed" ? part.vus : 0), 0);
export const rateOf = ({ parts }: Load) =>
  parts.reduce((sum, part) => sum + (part.kind === "open" ? part.rate : 0), 0);

/** An iteration of a script: its requests, and seconds of its pauses. */
export interface Iteration {
  readonly requests: number;
  readonly pause: number;
}

/** Seconds that a request counts as, before any was measured. */
const ANSWER = 0.003;

/** About how many requests a second a load makes, from what one of its iterations does. */
export const requestRate = (load: Load, { requests, pause }: Iteration): number =>
  requests * (rateOf(load) + vusOf(load) / Math.max(0.001, pause + requests * ANSWER));

/** How many times as long as its answers an iteration pauses, where these hardly count: ten times as slow, they cost 8 %. */
const LONG_PAUSE = 100;

/**
 * The lower of a rate and that of another load, by what one of its iterations does. It is a guess where either is: that of a
 * closed load with short pauses depends on how long answers take.
 */
export const lower = (rate: LoadRate, load: Load, iteration: Iteration): LoadRate => ({
  requests: Math.min(rate.requests, requestRate(load, iteration)),
  isGuess: rate.isGuess || (vusOf(load) > 0 && iteration.pause < LONG_PAUSE * iteration.requests * ANSWER),
});

/**
 * Why the pauses of a script are too long for blocks; null where they are not.
 *
 * @param copies whether each iteration is of one side, so that a VU of a closed load makes two of them
 * @param seconds that a block waits for its iterations
 */
export function tooLongPause(
  load: Load,
  { pause }: Iteration,
  { copies, seconds }: { readonly copies: boolean; readonly seconds: number },
): string | null {
  const two = copies && vusOf(load) > 0;
  if ((two ? 2 : 1) * pause <= seconds) return null;
  const waits = `a block waits ${seconds} s for ${two ? "two of them" : "it"} (\`timeout:\`)`;
  return `an iteration pauses for ${Number(pause.toPrecision(3))} s, and ${waits}`;
}

const isBound = ({ executor }: Scenario) => executor.endsWith("-iterations");

/** The most iterations that a VU makes, by scenario that has a number of them. */
export const boundsOf = ({ parts }: Load): Record<string, number> =>
  Object.fromEntries(
    parts
      .filter(({ scenario }) => isBound(scenario))
      .map(({ name, scenario }) => [name, scenario.iterations ?? 1]),
  );

/** The iterations of all VUs together, by scenario that has a number of them. */
export const totalsOf = ({ parts }: Load): Record<string, number> =>
  Object.fromEntries(
    parts
      .filter(({ scenario }) => isBound(scenario))
      .map(({ name, scenario: { executor, iterations, vus } }) => [
        name,
        (iterations ?? 1) * (executor.startsWith("per-vu-") ? (vus ?? 1) : 1),
      ]),
  );

/** Seconds that a scenario runs for. */
function lengthOf(one: Scenario): number {
  if (isBound(one)) return UNKNOWN;
  if (one.stages) return one.stages.reduce((sum, { duration }) => sum + span(duration, 0), 0);
  return span(one.duration, 1);
}

/** VUs, or iterations in a time unit, that a scenario has in the mean while it runs. */
function levelOf(one: Scenario): number {
  if (one.stages === null || one.stages === undefined) return one.rate ?? one.vus ?? 1;
  let from = one.startRate ?? one.startVUs ?? (one.executor === "ramping-vus" ? 1 : 0);
  let area = 0;
  for (const { duration, target } of one.stages) {
    const to = target ?? 0;
    area += ((from + to) / 2) * span(duration, 0);
    from = to;
  }
  const length = lengthOf(one);
  return length > 0 ? area / length : from;
}

/** Seconds in which a rate that is no whole number is given to k6. */
const FINE = 1_000;

/** The scenarios of a load without an end of its own, each run by this function of the wrapper. */
export function endless({ parts }: Load, exec: string, seconds: number): Scenarios {
  return Object.fromEntries(
    parts.map((part) => {
      const { env, tags, options, timeUnit, preAllocatedVUs, maxVUs } = part.scenario;
      const pool = { preAllocatedVUs: preAllocatedVUs ?? 1, maxVUs };
      const own = part.kind === "open" && Number.isInteger(part.rate * span(timeUnit, 1));
      const shape =
        part.kind === "closed"
          ? { executor: "constant-vus", vus: part.vus }
          : {
              executor: "constant-arrival-rate",
              ...pool,
              rate: own ? part.rate * span(timeUnit, 1) : Math.max(1, Math.round(part.rate * FINE)),
              timeUnit: own ? (timeUnit ?? "1s") : `${FINE}s`,
            };
      const all = {
        ...shape,
        env,
        tags,
        options,
        exec,
        duration: `${Math.ceil(seconds)}s`,
        gracefulStop: "0s",
      };
      const set = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
      return [part.name, Object.fromEntries(set) as unknown as Scenario];
    }),
  );
}
