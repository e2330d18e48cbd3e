import { setTimeout as delay } from "node:timers/promises";
import { documents, embedding, type Hit, nearest, type Vectors } from "./vectors.ts";

/** No index is loaded, and looking for one again brought none. */
export class NotLoaded extends Error {}

/** The nearest documents to a text. The signal ends the waiting, not the search. */
export type Search = (text: string, k: number, signal: AbortSignal) => Promise<Hit[]>;

/** A search in an index that is made at the first query: what is never asked costs nothing. */
export function loaded(load: () => Vectors = documents): Search {
  let index: Vectors | undefined;
  return async (text, k) => {
    index ??= load();
    return nearest(index, embedding(text, index.dimensions), k);
  };
}

/** How many look for the index at once, and how many milliseconds that takes. */
const LOOKING = { most: 4, ms: 100 };

/**
 * A search whose index never came: each query looks for it again, a few at once and the others behind them in their
 * order, and finds none. So it answers at a fixed rate, whatever the machine, and the more is asked of it the later.
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

/** Runs work, so much of it at once; what is given up leaves the line. @throws the signal's reason */
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
      // The place is handed on, not freed: nobody who comes now may overtake.
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
