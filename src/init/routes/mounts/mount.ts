import { below } from "../route.ts";

/** Most routers above a route: a longer chain is a circle. */
export const MOST_ROUTERS = 6;

/** Where a route is declared: on which object. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly on: string;
}

/** How a router is mounted: the router above it, null for the application, and the prefix of its paths: "" or "/x". */
export interface Mount {
  readonly prefix: string;
  readonly into: Place | null;
}

/** A mount below a router, with a path as it is written: "/x", "/x/" or "/". */
export const mountedAt = (path: string, into: Place): Mount => ({ prefix: path.replace(/\/$/, ""), into });

/** The prefix of the blocks around a line. @param pattern of a block that has one, whose first group is it */
export const prefixAround = (text: string, line: number, pattern: RegExp): string =>
  enclosing(text, line).reduceRight((before, one) => {
    const prefix = pattern.exec(one.text)?.[1];
    return prefix === undefined ? before : below(before, prefix);
  }, "");

/** The lines around a line that it is indented in, the nearest first. */
export function enclosing(text: string, line: number): { readonly line: number; readonly text: string }[] {
  const lines = text.split("\n");
  const indent = (one: string) => /^\s*/.exec(one)![0].length;
  let least = indent(lines[line - 1] ?? "");
  const found = [];
  for (let at = line - 2; at >= 0 && least > 0; at--) {
    const one = lines[at]!;
    if (one.trim() === "" || indent(one) >= least) continue;
    least = indent(one);
    found.push({ line: at + 1, text: one });
  }
  return found;
}
