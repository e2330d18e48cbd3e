import { setTimeout as delay } from "node:timers/promises";
import { documents, embedding, type Hit, nearest, type Vectors } from "./vectors.ts";

/** No index is loaded, and another attempt to load one failed. */
export class NotLoaded extends Error {}

/** The nearest documents to a text. The signal ends the waiting, not the search. */
export type Search = (text: string, k: number, signal: AbortSignal) => Promise<Hit[]>;

/** A search in an index that is built at the first query, so that an unused one costs nothing. */
export function loaded(load: () => Vectors = documents): Search {
  let index: Vectors | undefined;
  return async (text, k) => {
    index ??= load();
    return nearest(index, embedding(text, index.dimensions), k);
  };
}

/** Number of concurrent attempts to load the index, and milliseconds that each takes. */
const LOOKING = { most: 4, ms: 100 };

/**
 * A search whose index never loads. Each query tries again, a few at once and the others in order behind them, and
 * fails. It therefore answers at a fixed rate on any machine, and later the more queries there are.
 *
 * @throws NotLoaded
 */
export function unloaded({ most, ms } = LOOKING): Search {
  const line = queue(most);
  return (_text, _k, signal) =>
    line(async () => {
      await delay(ms, undefined, { signal });
      throw new NotLoaded("no index is loaded");
    }, signal);
}

/** Runs work with limited concurrency; cancelled work leaves the queue. @throws the signal's reason */
export function queue(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting = new Set<() => void>();
  return async (work, signal) => {
    signal.throwIfAborted();
    if (running >= most) await turn(waiting, signal);
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed on, not freed, so that later work cannot overtake.
      const [next] = waiting;
      if (next) next();
      else running -= 1;
    }
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => () => {
      waiting.delete(go);
      signal.removeEventListener("abort", leave);
      how();
    };
    const go = settle(resolve);
    const leave = settle(() => reject(signal.reason));
    waiting.add(go);
    signal.addEventListener("abort", leave);
  });
}
