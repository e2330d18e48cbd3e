import { uniform } from "../random.ts";

/** Endpoints that can be made to misbehave. */
export const ENDPOINTS = ["recommend", "health"] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Faults injected into each request of one endpoint. */
export interface Fault {
  /** Rounds of `spin`: a fixed amount of work, independent of the machine's load. */
  readonly cpu: number;
  /** Whole milliseconds waited without using the CPU; Node has no finer timer. */
  readonly wait: number;
  /** Share of requests answered 500, from 0 to 1. */
  readonly errors: number;
  /** Bytes allocated at the first request and never freed. */
  readonly memory: number;
}
export type Faults = Readonly<Partial<Record<Endpoint, Fault>>>;

/** Rounds of `spin` that take a millisecond on the reference machine (`compose/calibrate.ts` measures both constants). */
export const ROUNDS_PER_MS = 540_000;
/** CPU milliseconds of one whole request there, its HTTP included: `cpu=50%` is half of it. */
export const OWN_MS: Readonly<Record<Endpoint, number>> = { recommend: 0.27, health: 0.08 };

const NONE: Fault = { cpu: 0, wait: 0, errors: 0, memory: 0 };
const KNOBS = Object.keys(NONE).join(", ");
const MS = { us: 1e-3, ms: 1, s: 1e3 } as const;
const BYTES = { kB: 1e3, MB: 1e6, KiB: 2 ** 10, MiB: 2 ** 20 } as const;
/** Bounds against typing errors: a minute of waiting, ten seconds of CPU, a gigabyte. */
const MOST = { cpu: 10_000 * ROUNDS_PER_MS, wait: 60_000, errors: 1, memory: 1e9 } as const;

/**
 * `recommend.cpu=50%,recommend.wait=5ms,health.errors=10%` as faults.
 *
 * `cpu`: a duration, or a percentage of the endpoint's own CPU time. Constants convert both to a fixed number of
 * rounds, which is the same work everywhere and takes about that time. `wait`: a duration of whole milliseconds.
 * `errors`: a percentage. `memory`: a size.
 *
 * @throws Error that names the entry and the allowed values
 */
export function faults(text: string): Faults {
  const all: Partial<Record<Endpoint, Fault>> = {};
  const seen = new Set<string>();
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [, name, knob, value] = /^([a-z]+)\.([a-z]+)=(\S+)$/.exec(entry) ?? [];
    if (value === undefined) throw wrong(entry, 'endpoint.knob=value, such as "recommend.cpu=50%"');
    const endpoint = ENDPOINTS.find((known) => known === name);
    if (endpoint === undefined) throw wrong(entry, `one of the endpoints ${ENDPOINTS.join(", ")}`);
    if (!isKnob(knob)) throw wrong(entry, `one of the knobs ${KNOBS}`);
    if (seen.has(`${name}.${knob}`)) throw wrong(entry, "each knob only once");
    seen.add(`${name}.${knob}`);
    const amount = READ[knob](value, endpoint);
    if (amount === undefined) throw wrong(entry, WANT[knob]);
    if (amount > MOST[knob]) throw wrong(entry, `${WANT[knob]}, and not that much`);
    all[endpoint] = { ...(all[endpoint] ?? NONE), [knob]: amount };
  }
  return all;
}

const WANT: Readonly<Record<keyof Fault, string>> = {
  cpu: 'a duration such as "200us" or a percentage such as "50%"',
  wait: 'a duration of whole milliseconds such as "5ms"',
  errors: 'a percentage up to "100%"',
  memory: 'a size such as "50MB"',
};
const READ: Readonly<Record<keyof Fault, (value: string, endpoint: Endpoint) => number | undefined>> = {
  cpu(value, endpoint) {
    const share = percentage(value);
    const ms = share === undefined ? amount(value, MS) : share * OWN_MS[endpoint];
    return ms === undefined ? undefined : Math.round(ms * ROUNDS_PER_MS);
  },
  wait(value) {
    const ms = amount(value, MS);
    return Number.isInteger(ms) ? ms : undefined;
  },
  errors: percentage,
  memory: (value) => amount(value, BYTES),
};

const isKnob = (name: string | undefined): name is keyof Fault =>
  name !== undefined && Object.hasOwn(NONE, name);
const wrong = (entry: string, want: string) => new Error(`"${entry}" is not a fault; wanted ${want}`);

function amount(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text) ?? [];
  const size = unit !== undefined && Object.hasOwn(units, unit) ? units[unit] : undefined;
  return size === undefined ? undefined : Number(number) * size;
}

function percentage(text: string): number | undefined {
  const [, number] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) / 100;
}

/**
 * Returns a function that injects the fault into one request and returns whether the request must fail. A failing
 * request does no other work first: injected errors are fast.
 *
 * @param seed of the sequence that decides which requests fail: the same seed fails the same ones
 */
export function injector(fault: Fault, seed: number): () => Promise<boolean> {
  const draw = uniform(seed);
  const held: Buffer[] = [];
  return async () => {
    // Filled, because the system only counts pages that were written to.
    if (fault.memory > 0 && held.length === 0) held.push(Buffer.alloc(fault.memory, 1));
    if (fault.errors > 0 && draw() < fault.errors) return true;
    if (fault.cpu > 0) spin(fault.cpu);
    if (fault.wait > 0) await new Promise((resolve) => setTimeout(resolve, fault.wait));
    return false;
  };
}

let state = 1;
/** Keeps one core busy for so many rounds of xorshift32 (Marsaglia 2003); the state outlives the call, so that
 * no compiler finds the work to be for nothing. */
export function spin(rounds: number): void {
  let x = state;
  for (let i = 0; i < rounds; i++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  state = x;
}
