import { type Mapping, UNITS } from "../../model/mapping.ts";
import { quoted, type Seen, UNCOUNTED, Unreadable } from "./seen.ts";

/**
 * The value at a JSON pointer (RFC 6901); undefined where there is none. A dozen lines of our own rather than a
 * dependency: of the standard nothing else is needed, neither writing nor relative pointers.
 */
export function pointed(data: unknown, pointer: string): unknown {
  let value = data;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    // of a list its items, and not its length
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/**
 * The figures of a mapping. Each of them has to be there: one that is not is a broken program, not a zero.
 *
 * @throws Unreadable
 */
export function mapped(data: unknown, { requests, errors, metrics }: Mapping): Seen {
  const sent = requests === undefined ? 0 : whole(data, requests);
  const failed = errors === undefined ? 0 : whole(data, errors);
  if (failed > sent) throw new Unreadable(`there are ${failed} errors of ${sent} requests`);
  const found = Object.entries(metrics).map(([name, { at, unit: printed, better }]) => {
    const { unit, factor } = UNITS[printed];
    return [name, { kind: "gauge", unit, value: number(data, at) * factor, better }] as const;
  });
  return { ...UNCOUNTED, requests: sent, errors: failed, metrics: Object.fromEntries(found) };
}

function number(data: unknown, at: string): number {
  const value = pointed(data, at);
  if (value === undefined) throw new Unreadable(`there is nothing at ${quoted(at)}`);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Unreadable(
    `at ${quoted(at)} is ${quoted(typeof value === "object" ? typeof value : value)}, no number`,
  );
}

function whole(data: unknown, at: string): number {
  const value = number(data, at);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new Unreadable(`at ${quoted(at)} is ${value}, no count`);
}
