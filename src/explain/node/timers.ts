import type { Runtime } from "node:inspector";
import type { TimerOptions } from "node:timers";

/** A place in a file. Line and column are from 0. */
export type Position = Pick<Runtime.CallFrame, "url" | "lineNumber" | "columnNumber">;
/** Says how long functions waited for the timers that they set. */
export interface TimerWaits {
  /** Names of functions that call the service's code. */
  readonly callers: ReadonlySet<string>;
  /** Begins anew. */
  start(): void;
  stop(): void;
  /** By stack, the outermost function first: microseconds until the timers of the innermost one fired. */
  waits(): {
    readonly stack: readonly (Position & { readonly functionName: string })[];
    readonly micros: number;
  }[];
}

/**
 * Replaces the functions that set a timer by such that also measure it. It is sent to a service as text, like the agent, and
 * so it refers to nothing outside of itself. Node.js' own modules do not use these functions.
 */
export function timerWaits(load: NodeJS.Require): TimerWaits {
  const timers = load("node:timers") as typeof import("node:timers");
  const promises = load("node:timers/promises") as typeof import("node:timers/promises");
  const { syncBuiltinESMExports } = load("node:module") as typeof import("node:module");
  const mostStacks = 1_000;
  const deepest = 24;
  /** A function that waits, by the stack of its call. */
  interface Wait {
    readonly since: number;
    stack?: unknown;
  }
  const sums = new Map<string, { readonly sites: readonly NodeJS.CallSite[]; micros: number }>();
  let isOn = false;

  const { setTimeout: set } = globalThis;
  const { setTimeout: sleep } = promises;
  const callers = new Set([timed.name, fired.name]);
  try {
    // `util.promisify` finds the other one by a property of this one.
    Object.defineProperties(timed, Object.getOwnPropertyDescriptors(set));
    globalThis.setTimeout = timers.setTimeout = timed as typeof set;
    promises.setTimeout = slept as typeof sleep;
    syncBuiltinESMExports();
  } catch {} // where the runtime's objects are frozen, no timer is measured

  return {
    callers,
    start() {
      sums.clear();
      isOn = true;
    },
    stop() {
      isOn = false;
    },
    waits: () =>
      [...sums.values()].map(({ sites, micros }) => ({ stack: sites.toReversed().map(located), micros })),
  };

  function timed(callback: unknown, delay?: number, ...given: unknown[]) {
    const wait = isOn && typeof callback === "function" ? begun(timed) : null;
    if (wait === null) return Reflect.apply(set, undefined, [callback, delay, ...given]);
    return set(fired, delay, wait, callback as () => void, given);
  }

  function fired(this: unknown, wait: Wait, callback: (...given: unknown[]) => void, given: unknown[]) {
    ended(wait);
    return Reflect.apply(callback, this, given);
  }

  async function slept(...given: [delay?: number, value?: unknown, options?: TimerOptions]) {
    const wait = isOn ? begun(slept) : null;
    const value = await sleep(...given);
    if (wait !== null) ended(wait);
    return value;
  }

  /** A wait that begins. @param called the function that was called for it */
  function begun(called: (...of: never[]) => unknown): Wait | null {
    const { stackTraceLimit } = Error;
    try {
      const wait = { since: performance.now() };
      Error.stackTraceLimit = deepest;
      Error.captureStackTrace(wait, called);
      return wait;
    } catch {
      return null; // the service goes on without that being counted
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  /** The end of a wait. Its stack is read only now, since most timers are cleared. Of one that fires again, the first time counts. */
  function ended(wait: Wait): void {
    const { prepareStackTrace } = Error;
    try {
      const micros = 1000 * (performance.now() - wait.since);
      Error.prepareStackTrace = (_, sites) => sites;
      const all = wait.stack as readonly NodeJS.CallSite[];
      wait.stack = undefined;
      // In `new Promise((done) => setTimeout(done, 3))` it is the function around that waits.
      const sites = all.filter(
        (site, i) => !isPromise(site) && !(isPromise(all[i + 1]) && !site.getFunctionName()),
      );
      const key = sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}`).join("\n");
      const sum = sums.get(key) ?? { sites, micros: 0 };
      if (!isOn || (!sums.has(key) && sums.size === mostStacks)) return;
      sums.set(key, sum);
      sum.micros += micros;
    } catch {
      // as above
    } finally {
      Error.prepareStackTrace = prepareStackTrace;
    }
  }

  function isPromise(site: NodeJS.CallSite | undefined): boolean {
    return site?.isConstructor() === true && site.getFunctionName() === "Promise";
  }

  /** Where the function begins; by older versions, where the call in it is. */
  function located(site: NodeJS.CallSite) {
    const of = site as NodeJS.CallSite &
      Partial<Record<`getEnclosing${"Line" | "Column"}Number`, () => number>>;
    return {
      functionName: site.getFunctionName() ?? "",
      url: site.getFileName() ?? "",
      lineNumber: (of.getEnclosingLineNumber?.() ?? site.getLineNumber() ?? 0) - 1,
      columnNumber: (of.getEnclosingColumnNumber?.() ?? site.getColumnNumber() ?? 0) - 1,
    };
  }
}
