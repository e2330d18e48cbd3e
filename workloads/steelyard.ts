import exec from "k6/execution";
import { Trend } from "k6/metrics";

/**
 * The sides of a comparison, for k6 scripts. Copy this file beside your scripts: it needs nothing but k6.
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
  if (!both) return [new Side(null, __ENV, {})];
  known ??= read(both);
  const { seed, turns } = known;
  return inTurn(headFirst(seed, __VU, calls++) ? [turns.head, turns.base] : [turns.base, turns.head]);
}

type Vars = Record<string, string | undefined>;
type Settings = Record<string, unknown> & { headers?: Record<string, string> };

/** One of two programs that are compared, or the only one there is. */
export class Side {
  /** Null where there is only one. */
  readonly name: "base" | "head" | null;
  /** What the script keeps from one turn of this VU and side to the next, such as a token. */
  readonly state: Record<string, unknown>;
  private readonly vars: Vars;

  constructor(name: Side["name"], vars: Vars, state: Record<string, unknown>) {
    this.name = name;
    this.vars = vars;
    this.state = state;
  }

  /** Base URL of an endpoint, such as "api"; without a name, of the only one. Ends the run when there is none. */
  target(endpoint?: string): string {
    const url = this.vars[`STEELYARD_TARGET_${this.endpoint(endpoint)}`] ?? this.vars.STEELYARD_TARGET;
    if (!url) {
      const name = `STEELYARD_TARGET_${endpoint ? shouted(endpoint) : "API"}`;
      exec.test.abort(`${name} is not set: k6 run -e ${name}=http://127.0.0.1:8080 …`);
    }
    return url!;
  }

  /** Settings of a request with the headers that the endpoint wants added; the script's own win. */
  params<T extends object>(own?: T, endpoint?: string): T & { headers: Record<string, string> } {
    const wanted = this.vars[`STEELYARD_HEADERS_${this.endpoint(endpoint)}`];
    const settings = (own ?? {}) as Settings;
    const headers = { ...(wanted ? JSON.parse(wanted) : {}), ...settings.headers };
    return { ...settings, headers } as unknown as T & { headers: Record<string, string> };
  }

  private endpoint(name: string | undefined): string {
    if (name !== undefined) return shouted(name);
    const all = Object.keys(this.vars).filter((key) => key.startsWith("STEELYARD_TARGET_"));
    if (all.length > 1) throw new Error(`there are ${all.length} endpoints: name the one that is meant`);
    return all.length === 0 ? "" : all[0]!.slice("STEELYARD_TARGET_".length);
  }
}

const shouted = (endpoint: string) => endpoint.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** How long the turns of each side took; only where two are compared. */
const duration = __ENV.STEELYARD_SIDES ? new Trend("steelyard_turn_duration", true) : null;
/** The tag by which turns are told apart; the run sets it to the block it is in. */
const TAG = "steelyard_turn";

/** Milliseconds, with a fraction: `Date.now()` has none, which is too coarse for a single request. */
const now = () => exec.instance.currentTestRunDuration;

let known: { seed: number; turns: { base: Side; head: Side } } | undefined;
let calls = 0;

function read(text: string) {
  const { seed, base, head } = JSON.parse(text) as { seed: number; base: Vars; head: Vars };
  return { seed, turns: { base: new Side("base", base, {}), head: new Side("head", head, {}) } };
}

/**
 * Whether head comes first in a VU's n-th loop: drawn for every two of them, the second the other way round, so
 * that neither side is ever first more often. The same seed gives the same order.
 */
export function headFirst(seed: number, vu: number, n: number): boolean {
  let h = (seed ^ Math.imul(vu, 0x9e3779b1) ^ Math.imul(n >>> 1, 0x85ebca6b)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16) ^ n) & 1) === 1;
}

/** Each side's turn, tagged while it lasts. */
function inTurn(order: readonly Side[]): Iterable<Side> {
  const tags = exec.vu.metrics.tags;
  const block = tags[TAG];
  let at = 0;
  let began = 0;
  const end = () => {
    if (at > 0) duration?.add(now() - began);
    if (block === undefined) delete tags[TAG];
    else tags[TAG] = block;
  };
  return {
    [Symbol.iterator]: () => ({
      next() {
        end();
        const side = order[at++];
        if (side === undefined) return { done: true, value: undefined };
        tags[TAG] = `${block}.${side.name}`;
        began = now();
        return { done: false, value: side };
      },
      return() {
        end();
        return { done: true, value: undefined };
      },
    }),
  };
}
