import type { Runtime } from "node:inspector";
import type { TimerOptions } from "node:timers";

/** A place in a file. Line and column are from 0. */
export type Position = Pick<Runtime.CallFrame, "url" | "lineNumber" | "columnNumber">;
/** Says how long functions waited for timers that they set, and for pools and locks that they asked. */
export interface Waits {
  /** Names of functions that call the service's code. */
  readonly callers: ReadonlySet<string>;
  /** Begins anew. */
  start(): void;
  stop(): void;
  /** By stack, the outermost function first: the microseconds that the innermost one waited, and what for. */
  waits(): {
    readonly stack: readonly (Position & { readonly functionName: string })[];
    readonly of: string;
    readonly micros: number;
  }[];
}

/**
 * Replaces the functions that set a timer by such that also measure it; and the methods of well-known packages that give
 * something of a pool, or a lock. It is sent to a service as text, like the agent, and so it refers to nothing outside of
 * itself. Node.js' own modules do not use these functions.
 */
export function watchWaits(load: NodeJS.Require): Waits {
  const timers = load("node:timers") as typeof import("node:timers");
  const promises = load("node:timers/promises") as typeof import("node:timers/promises");
  const { syncBuiltinESMExports } = load("node:module") as typeof import("node:module");
  /** The end of a module's path, the class in it (none where the module is one), the method, and the reason of the wait. */
  const queues = [
    ["pg-pool/index.js", "", "connect", "a connection"],
    ["mysql2/lib/pool.js", "", "getConnection", "a connection"],
    ["mysql2/lib/base/pool.js", "", "getConnection", "a connection"],
    ["tarn/dist/Pool.js", "Pool", "acquire", "a connection"],
    ["sequelize-pool/lib/Pool.js", "Pool", "acquire", "a connection"],
    ["generic-pool/lib/Pool.js", "", "acquire", "a pool"],
    ["async-mutex/lib/Semaphore.js", "default", "acquire", "a lock"],
  ] as const;
  const shortest = 100; // microseconds
  const mostStacks = 1_000;
  const deepest = 24;
  /** A function that waits, by the stack of its call. */
  interface Wait {
    readonly of: string;
    readonly since: number;
    stack?: unknown;
  }
  type Called = (...given: unknown[]) => unknown;
  const sums = new Map<
    string,
    { readonly sites: readonly NodeJS.CallSite[]; readonly of: string; micros: number }
  >();
  const replaced = new WeakSet<Called>();
  let isOn = false;

  const { setTimeout: set } = globalThis;
  const { setTimeout: sleep } = promises;
  const callers = new Set([timed.name, fired.name, "asked", "given"]);
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
      for (const queue of queues) replaceQueue(queue);
      isOn = true;
    },
    stop() {
      isOn = false;
    },
    waits: () =>
      [...sums.values()].map(({ sites, of, micros }) => ({
        stack: sites.toReversed().map(located),
        of,
        micros,
      })),
  };

  function timed(callback: unknown, delay?: number, ...given: unknown[]) {
    const wait = isOn && typeof callback === "function" ? begun(timed, "a timer") : null;
    if (wait === null) return Reflect.apply(set, undefined, [callback, delay, ...given]);
    return set(fired, delay, wait, callback as () => void, given);
  }

  function fired(this: unknown, wait: Wait, callback: (...given: unknown[]) => void, given: unknown[]) {
    ended(wait);
    return Reflect.apply(callback, this, given);
  }

  async function slept(...given: [delay?: number, value?: unknown, options?: TimerOptions]) {
    const wait = isOn ? begun(slept, "a timer") : null;
    const value = await sleep(...given);
    if (wait !== null) ended(wait);
    return value;
  }

  /** Replaces a method in each version of its package that is loaded. A package that is part of a bundle is not found. */
  function replaceQueue([end, name, method, of]: (typeof queues)[number]) {
    for (const [path, loaded] of Object.entries(load.cache)) {
      if (!path.replaceAll("\\", "/").endsWith(`/node_modules/${end}`)) continue;
      try {
        const owner = name === "" ? loaded?.exports : loaded?.exports[name];
        const original = Object.getOwnPropertyDescriptor(owner.prototype, method)?.value;
        if (typeof original !== "function" || replaced.has(original)) continue;
        owner.prototype[method] = queued(original, of);
        replaced.add(owner.prototype[method]);
      } catch {} // of another version, or frozen
    }
  }

  /** A method that answers by a promise, an object with one, or a callback. */
  function queued(original: Called, of: string): Called {
    return function asked(this: unknown, ...args: unknown[]) {
      const wait = isOn ? begun(asked, of) : null;
      if (wait === null) return Reflect.apply(original, this, args);
      const callback = args.at(-1);
      if (typeof callback === "function")
        args[args.length - 1] = function given(this: unknown, ...results: unknown[]) {
          ended(wait);
          return Reflect.apply(callback, this, results);
        };
      const answer = Reflect.apply(original, this, args) as PromiseLike<unknown> & {
        promise?: PromiseLike<unknown>;
      };
      const then = (value: unknown) => {
        ended(wait);
        return value;
      };
      if (typeof answer?.then === "function") return answer.then(then);
      if (typeof answer?.promise?.then === "function") answer.promise = answer.promise.then(then);
      return answer;
    };
  }

  /** A wait that begins. @param called the function that was called for it */
  function begun(called: (...of: never[]) => unknown, of: string): Wait | null {
    const { stackTraceLimit } = Error;
    try {
      const wait = { of, since: performance.now() };
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
      if (micros < shortest) return;
      Error.prepareStackTrace = (_, sites) => sites;
      const all = wait.stack as readonly NodeJS.CallSite[];
      wait.stack = undefined;
      // In `new Promise((done) => setTimeout(done, 3))` it is the function around that waits.
      const sites = all.filter(
        (site, i) => !isPromise(site) && !(isPromise(all[i + 1]) && !site.getFunctionName()),
      );
      const places = sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}`);
      const key = [wait.of, ...places].join("\n");
      const sum = sums.get(key) ?? { sites, of: wait.of, micros: 0 };
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
