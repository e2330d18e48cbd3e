import { locationOf } from "../../base/text.ts";
import type { Cause } from "../../model/cause.ts";
import type { CpuProfile, Frame, Profiled, Profiling } from "../../model/profiling.ts";
import { SIDES, type Side } from "../../model/schedule.ts";
import type { Both, FlameTree, ProfiledWorkload, StatementWork, WaitWork } from "../../model/why.ts";
import { means, waiting } from "./parts.ts";
import { comparable, type StartSeen, startsSeen } from "./seen.ts";
import { frameKey, namesakesIn, scaleOf } from "./work.ts";

/** Nodes of a tree, at most. */
const MOST_NODES = 4_000;
/** Share of a service's time below which a branch counts for its caller. */
const LEAST = 0.0005;
/** Statements of a workload, and functions that wait, at most. */
const MOST_STATEMENTS = 100;
const MOST_WAITS = 25;

/** Call trees and statements of one workload, of both sides, in means over the starts. @param causes of that workload */
export function workOf(
  of: Profiled,
  changes: Profiling["changes"],
  causes: readonly Cause[],
): ProfiledWorkload {
  const starts = startsSeen(of, changes);
  const { profiles } = comparable(of);
  const names = [...new Set(profiles.map(({ service }) => service))];
  const services = names.map((service) => treeOf(service, profiles, starts, changes));
  return {
    services: services.sort((a, b) => difference(b) - difference(a)),
    statements: statementsOf(starts, causes),
    waits: waitsOf(starts, causes),
  };
}

/** By how many CPU seconds a request the sides differ. */
const difference = ({ nodes }: FlameTree) =>
  Math.abs(nodes.reduce((sum, [, , base, head]) => sum + head - base, 0));

/** A node of the joined tree; mutable while it grows. */
interface Node {
  frame: Frame;
  readonly self: { base: number; head: number };
  readonly callees: Map<string, Node>;
}

function treeOf(
  service: string,
  profiles: readonly CpuProfile[],
  starts: readonly StartSeen[],
  changes: Profiling["changes"],
): FlameTree {
  const roots = new Map<string, Node>();
  const namesakes = namesakesIn(profiles);
  const keyOf = (frame: Frame, side: Side) => frameKey(frame, side === "base" ? changes : {}, namesakes);
  for (const seen of starts) {
    for (const side of SIDES) {
      const { cpu, requests } = seen[side];
      const used = (cpu.get(service) ?? 0) * requests;
      for (const profile of profiles) {
        if (profile.service !== service || profile.start !== seen.start || profile.side !== side) continue;
        grow(roots, profile, scaleOf(profile, used) / requests / starts.length, keyOf);
      }
    }
  }
  const source = profiles.find((one) => one.service === service)!.source;
  for (let least = LEAST; ; least *= 2) {
    const tree = { service, source, ...flat(roots, least) };
    if (tree.nodes.length <= MOST_NODES) return tree;
  }
}

/** Adds a profile's seconds, each times `scale`. @param keyOf what a function of a side has in common with the other side's */
function grow(
  roots: Map<string, Node>,
  { side, frames, nodes }: CpuProfile,
  scale: number,
  keyOf: (frame: Frame, side: Side) => string,
): void {
  const grown: (Node | undefined)[] = [];
  for (const [i, [caller, index, seconds]] of nodes.entries()) {
    const frame = frames[index];
    const callees = caller < 0 ? roots : caller < i ? grown[caller]?.callees : undefined;
    if (frame === undefined || callees === undefined) {
      grown.push(undefined);
      continue;
    }
    const key = keyOf(frame, side);
    const node = callees.get(key) ?? { frame, self: { base: 0, head: 0 }, callees: new Map() };
    callees.set(key, node);
    if (side === "head") node.frame = frame; // head's line is the one that readers find
    node.self[side] += scale * seconds;
    grown.push(node);
  }
}

/** The tree as a list, callers first; branches with less than a share of all time count for their caller. */
function flat(roots: ReadonlyMap<string, Node>, least: number): Pick<FlameTree, "frames" | "nodes"> {
  const sizes = new Map<Node, number>();
  const sized = (node: Node): number => {
    let size = Math.max(node.self.base, node.self.head);
    for (const callee of node.callees.values()) size += sized(callee);
    sizes.set(node, size);
    return size;
  };
  let all = 0;
  for (const root of roots.values()) all += sized(root);
  const frames: Frame[] = [];
  const known = new Map<string, number>();
  const indexOf = (frame: Frame) => {
    const key = JSON.stringify(frame);
    if (!known.has(key)) known.set(key, frames.push(frame) - 1);
    return known.get(key)!;
  };
  const nodes: [number, number, number, number][] = [];
  const visit = (node: Node, caller: number) => {
    const isSmall = sizes.get(node)! < least * all;
    const at = isSmall ? caller : nodes.push([caller, indexOf(node.frame), 0, 0]) - 1;
    if (at < 0) return;
    nodes[at]![2] += node.self.base;
    nodes[at]![3] += node.self.head;
    for (const callee of node.callees.values()) visit(callee, at);
  };
  for (const root of roots.values()) visit(root, -1);
  return { frames, nodes };
}

function statementsOf(starts: readonly StartSeen[], causes: readonly Cause[]): StatementWork[] {
  const found = new Map<string, { -readonly [K in keyof StatementWork]: StatementWork[K] }>();
  const none = { base: 0, head: 0 };
  for (const start of starts) {
    for (const side of SIDES) {
      const each = 1 / start[side].requests / starts.length;
      for (const [key, executed] of start[side].statements) {
        const { service, text, http, calls, rows, seconds } = executed;
        const cause = causes.find(
          (one) => one.kind === "statement" && one.service === service && one.text === text,
        );
        const of = found.get(key) ?? {
          service,
          text,
          ...(http && { http }),
          calls: none,
          rows: none,
          seconds: none,
          added: cause?.added ?? null,
        };
        found.set(key, of);
        of.calls = { ...of.calls, [side]: of.calls[side] + each * calls };
        of.rows = { ...of.rows, [side]: of.rows[side] + each * rows };
        of.seconds = { ...of.seconds, [side]: of.seconds[side] + each * seconds };
        for (const name of ["locked", "blocks"] as const) {
          const { [name]: value } = executed;
          const { [name]: before = none } = of;
          if (value !== undefined) of[name] = { ...before, [side]: before[side] + each * value };
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => size(b) - size(a)).slice(0, MOST_STATEMENTS);
}

function waitsOf(starts: readonly StartSeen[], causes: readonly Cause[]): WaitWork[] {
  const found = waiting(starts).map(({ place, work }): WaitWork => {
    const { service, name } = place;
    const cause = causes.find(
      (one) =>
        one.kind === "wait" &&
        one.service === service &&
        one.file === place.file &&
        one.name === name &&
        one.line === place.line,
    );
    return { service, name, place: locationOf(place), seconds: means(work), added: cause?.added ?? null };
  });
  return found
    .filter((one) => size(one) > 0)
    .sort((a, b) => size(b) - size(a))
    .slice(0, MOST_WAITS);
}

const size = ({ seconds }: { readonly seconds: Both }) => Math.max(seconds.base, seconds.head);
