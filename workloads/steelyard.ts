import exec from "k6/execution";
import http, { type CookieJar, type RefinedParams } from "k6/http";
import { Counter, Trend } from "k6/metrics";

/**
 * The sides of a comparison, for k6 scripts. Copy this file next to your scripts: it needs nothing but k6.
 *
 *   for (const side of sides()) http.get(`${side.target()}/items`, side.params());
 *
 * Where two programs are compared, each turn of the loop belongs to one of them, in random order; all that is
 * measured in it (requests, checks, own metrics) is counted for that side. In a plain `k6 run` there is one side,
 * from STEELYARD_TARGET_<ENDPOINT> and STEELYARD_HEADERS_<ENDPOINT>. Go through the whole loop: an iteration that
 * leaves it early has not asked both sides the same.
 */
export function sides(): Iterable<Side> {
  const both = __ENV.STEELYARD_SIDES;
  if (!both) return [alone()];
  known ??= read(both);
  const { seed, base, head } = known;
  return inTurn(headFirst(seed, __VU, calls++) ? [head, base] : [base, head]);
}

/** One of two programs that are compared, or the only one there is. */
export class Side {
  /** Null where there is only one. */
  readonly name: "base" | "head" | null;
  /** What a VU keeps of this side from one turn to the next, such as a token. */
  readonly state: Record<string, unknown> = {};
  private readonly vars: Vars;
  private readonly endpoints: readonly string[];
  private jar: CookieJar | undefined;

  constructor(name: Side["name"], vars: Vars) {
    this.name = name;
    this.vars = vars;
    this.endpoints = Object.keys(vars)
      .filter((key) => key.startsWith(TARGET))
      .map((key) => key.slice(TARGET.length));
  }

  /** Base URL of an endpoint, such as "api"; without a name, of the only one. Ends the run when there is none. */
  target(endpoint?: string): string {
    const name = this.endpoint(endpoint);
    const url = this.vars[TARGET + name] ?? this.vars.STEELYARD_TARGET;
    if (!url)
      exec.test.abort(`${TARGET + name} is not set: k6 run -e ${TARGET + name}=http://127.0.0.1:8080 …`);
    return url!;
  }

  /**
   * Settings for a request to an endpoint: the script's own, with the headers that the endpoint wants, and with the
   * cookies of this turn where there are two sides. k6 keeps cookies by host, which two sides may share.
   */
  params<T extends Settings>(own?: T, endpoint?: string): T & Settings {
    const wanted = this.vars[`STEELYARD_HEADERS_${this.endpoint(endpoint)}`];
    const headers = wanted ? { headers: { ...JSON.parse(wanted), ...own?.headers } } : {};
    if (this.jar === undefined && known !== undefined) this.jar = new http.CookieJar();
    const cookies = this.jar === undefined ? {} : { jar: this.jar };
    return { ...cookies, ...own, ...headers } as T & Settings;
  }

  /** Forgets the cookies, as k6 does at the end of an iteration. */
  rest(): void {
    this.jar = undefined;
  }

  private endpoint(name: string | undefined): string {
    if (name !== undefined) return name.toUpperCase().replace(/[^A-Z0-9]/g, "_");
    const all = this.endpoints;
    if (all.length > 1)
      throw new Error(`there are the endpoints ${all.join(", ")}: name the one that is meant`);
    return all[0] ?? "API";
  }
}

type Vars = Readonly<Record<string, string | null | undefined>>;
type Settings = Pick<RefinedParams<undefined>, "headers" | "jar" | "tags">;
const TARGET = "STEELYARD_TARGET_";

/** The tag by which turns are told apart; the run sets it to the block it is in, the loop adds the side. */
const TAG = "steelyard_turn";
/** How long the turns of each side took; only where two are compared. */
const duration = __ENV.STEELYARD_SIDES ? new Trend("steelyard_turn_duration", true) : null;
/** Turns that were left early, which an exception does. */
const left = __ENV.STEELYARD_SIDES ? new Counter("steelyard_turns_left") : null;
/** Parts of k6's that each VU looks up once, which costs several times as much as using them. */
let vu: { readonly clock: typeof exec.instance; readonly tags: typeof exec.vu.metrics.tags } | undefined;

let known: { seed: number; base: Side; head: Side } | undefined;
let calls = 0;
const single: Record<string, Side> = {};

/** The side that the environment names, which may be another one in each iteration. */
function alone(): Side {
  const name =
    __ENV.STEELYARD_SIDE === "base" || __ENV.STEELYARD_SIDE === "head" ? __ENV.STEELYARD_SIDE : null;
  const side = single[name ?? ""] ?? new Side(name, __ENV);
  single[name ?? ""] = side;
  return side;
}

function read(text: string) {
  const { seed, base, head } = JSON.parse(text) as { seed: number; base: Vars; head: Vars };
  return { seed, base: new Side("base", base), head: new Side("head", head) };
}

/**
 * Whether head comes first in a VU's n-th loop: drawn for every two of them, the second the other way round, so
 * that neither side is first more often. The same seed gives the same order.
 */
export function headFirst(seed: number, vu: number, n: number): boolean {
  let h = (seed ^ Math.imul(vu, 0x9e3779b1) ^ Math.imul(n >>> 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16) ^ n) & 1) === 1;
}

/** Each side's turn, tagged while it lasts. */
function inTurn(order: readonly Side[]): Iterable<Side> {
  vu ??= { clock: exec.instance, tags: exec.vu.metrics.tags };
  const { clock, tags } = vu;
  const block = tags[TAG];
  let current: Side | undefined;
  let at = 0;
  let began = 0;
  const end = () => {
    if (current === undefined) return;
    duration?.add(clock.currentTestRunDuration - began);
    current.rest();
    current = undefined;
    if (block === undefined) delete tags[TAG];
    else tags[TAG] = block;
  };
  return {
    [Symbol.iterator]: () => ({
      next() {
        end();
        current = order[at++];
        if (current === undefined) return { done: true, value: undefined };
        tags[TAG] = `${block}.${current.name}`;
        began = clock.currentTestRunDuration; // Date.now() has no fraction: too coarse for a single request
        return { done: false, value: current };
      },
      return() {
        left?.add(1);
        end();
        return { done: true, value: undefined };
      },
    }),
  };
}
