import { packageIn } from "../../model/packages.ts";
import type { Both, FlameTree } from "../../model/why.ts";

/** Which time the widths of a graph show: that of one side, or what one side has more than the other. */
export const VIEWS = ["head", "base", "difference"] as const;
export type View = (typeof VIEWS)[number];

/** A function in one call stack. Seconds a request. */
export interface Stack {
  readonly name: string;
  /** "src/rank.js:3", or empty for the runtime. */
  readonly place: string;
  /** From 0. */
  readonly depth: number;
  readonly caller: Stack | null;
  readonly callees: Stack[];
  readonly self: Both;
  /** With its callees. */
  readonly total: { base: number; head: number };
  /** Time that the stacks through it have more on one side, without those that have less: its width in the third view. */
  more: number;
}

/** The stacks of a tree under one root, which is the service itself. */
export function stacksOf({ service, frames, nodes }: FlameTree): Stack {
  const made = (name: string, place: string, caller: Stack | null, self: Both): Stack => ({
    name,
    place,
    caller,
    self,
    callees: [],
    total: { ...self },
    more: 0,
    depth: caller === null ? 0 : caller.depth + 1,
  });
  const root = made(service, "", null, { base: 0, head: 0 });
  const all: Stack[] = [];
  for (const [caller, frame, base, head] of nodes) {
    const { name, file, line } = frames[frame]!;
    const above = all[caller] ?? root;
    const place = file === null ? "" : line === null ? file : `${file}:${line}`;
    // Many functions have no name, and where they are tells more than that.
    const stack = made(name || `(${place.split("/").at(-1)})`, place, above, { base, head });
    above.callees.push(stack);
    all.push(stack);
  }
  // Callers come first, so that every total is complete before it is added to its caller's.
  for (const { caller, total } of all.toReversed()) {
    caller!.total.base += total.base;
    caller!.total.head += total.head;
  }
  const sign = Math.sign(root.total.head - root.total.base) || 1;
  for (const stack of all) stack.more = Math.max(0, sign * (stack.self.head - stack.self.base));
  for (const { caller, more } of all.toReversed()) caller!.more += more;
  return root;
}

/** Seconds that the width of a stack shows. */
export const size = (stack: Stack, view: View): number =>
  view === "difference" ? stack.more : stack.total[view];

/** Head less base, with its callees. */
export const added = ({ total }: Pick<Stack, "total">): number => total.head - total.base;

/** The share of all of head's time that a stack has. */
export const shareOfHead = ({ total }: Stack, root: Stack): number =>
  root.total.head === 0 ? 0 : total.head / root.total.head;

/** A stack's place in a graph, as shares of its width. */
export interface Box {
  readonly stack: Stack;
  readonly left: number;
  readonly width: number;
}

/**
 * The boxes of a graph that shows one stack at its full width: its callers over the whole width, and below it its callees, the
 * largest first.
 *
 * @param least share of the width below which a box is left out
 */
export function boxes(shown: Stack, view: View, least: number): Box[] {
  const found: Box[] = [];
  for (let above = shown.caller; above !== null; above = above.caller)
    found.unshift({ stack: above, left: 0, width: 1 });
  const whole = size(shown, view);
  const visit = (stack: Stack, left: number) => {
    const width = stack === shown ? 1 : size(stack, view) / whole;
    if (!(width >= least)) return;
    found.push({ stack, left, width });
    let next = left;
    for (const callee of inOrder(stack, view)) {
      visit(callee, next);
      next += size(callee, view) / whole;
    }
  };
  visit(shown, 0);
  return found;
}

/** Callees of a stack, the largest first. */
export const inOrder = ({ callees }: Stack, view: View): Stack[] =>
  callees.toSorted((a, b) => size(b, view) - size(a, view));

/** The stack that a key moves to; undefined for other keys, and where there is none. */
export function movedTo(at: Stack, view: View, key: string): Stack | undefined {
  const { caller } = at;
  const beside = caller === null ? [at] : inOrder(caller, view);
  switch (key) {
    case "ArrowUp":
      return caller ?? undefined;
    case "ArrowDown":
      return inOrder(at, view).find((one) => size(one, view) > 0);
    case "ArrowLeft":
      return beside[beside.indexOf(at) - 1];
    case "ArrowRight": {
      const next = beside[beside.indexOf(at) + 1];
      return next !== undefined && size(next, view) > 0 ? next : undefined;
    }
    case "Home": {
      let root = at;
      while (root.caller !== null) root = root.caller;
      return root;
    }
    default:
      return undefined;
  }
}

/** Whether a function is looked for: its name or its place has the words. */
export const isFound = ({ name, place }: Stack, words: string): boolean =>
  words !== "" && `${name} ${place}`.toLowerCase().includes(words.toLowerCase());

/** All stacks from here on, callers first. */
export function* below(stack: Stack): Generator<Stack> {
  yield stack;
  for (const callee of stack.callees) yield* below(callee);
}

/** The share of all time in stacks with a function that is looked for. */
export function foundShare(root: Stack, view: View, words: string): number {
  const inFound = (stack: Stack): number =>
    isFound(stack, words) ? size(stack, view) : stack.callees.reduce((sum, one) => sum + inFound(one), 0);
  return size(root, view) === 0 ? 0 : inFound(root) / size(root, view);
}

/** A function in all of its stacks. */
export interface FunctionTime {
  readonly name: string;
  readonly place: string;
  readonly self: { base: number; head: number };
  /** With its callees, once where it calls itself. */
  readonly total: { base: number; head: number };
}

/** Whether a function is the repository's. */
export const isOwn = ({ place }: Pick<FunctionTime, "place">): boolean =>
  place !== "" && packageIn(place) === null;

/** The functions of a tree: those of the repository before others, and whose time differs most first. */
export function functionsOf(root: Stack): FunctionTime[] {
  const found = new Map<string, FunctionTime>();
  const visit = (stack: Stack, open: ReadonlySet<string>) => {
    const { name, place, self, total } = stack;
    const key = JSON.stringify([name, place]);
    const one = found.get(key) ?? { name, place, self: { base: 0, head: 0 }, total: { base: 0, head: 0 } };
    found.set(key, one);
    for (const side of ["base", "head"] as const) {
      one.self[side] += self[side];
      if (!open.has(key)) one.total[side] += total[side];
    }
    const inside = new Set(open).add(key);
    for (const callee of stack.callees) visit(callee, inside);
  };
  for (const callee of root.callees) visit(callee, new Set());
  return [...found.values()].sort(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || Math.abs(added(b)) - Math.abs(added(a)),
  );
}

/** The stacks as lines of other tools: "main;parse 12 15", nanoseconds a request of base and head. */
export function folded(root: Stack): string {
  const lines: string[] = [];
  const visit = (stack: Stack, path: string) => {
    const place = stack.place === "" ? "" : ` (${stack.place})`;
    const here = `${path}${path === "" ? "" : ";"}${`${stack.name}${place}`.replace(/[;\s]+/g, " ")}`;
    const [base, head] = [stack.self.base, stack.self.head].map((seconds) => Math.round(1e9 * seconds));
    if (base !== 0 || head !== 0) lines.push(`${here} ${base} ${head}\n`);
    for (const callee of stack.callees) visit(callee, here);
  };
  visit(root, "");
  return lines.join("");
}
