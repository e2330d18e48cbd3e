import { z } from "zod";
import { Name } from "../model/config.ts";
import type { Taken } from "../model/profiler.ts";
import { byText, CpuProfile, Frame, type StatementCount, shallow } from "../model/profiling.ts";
import type { Placer } from "./places.ts";

const index = z.number().int().min(-1).max(1e6);

/** Services that one service calls, at most. */
const MOST_CALLEES = 1_000;
/** Packages with versions of a service, at most. */
const MOST_PACKAGES = 1_000;
const [PACKAGE, VERSION] = [/^[a-z0-9-]{1,214}$/, /^[\w.+!-]{1,80}$/];
/** A method, and a host with its port; of gRPC with a service and its method. */
const CALL = /^[A-Z]{1,20} [\w.[\]:-]{1,200}(?:\/[\w.]{1,100}\/\w{1,100})?$/;

/** Caller's index or −1, function's index, and microseconds or bytes. */
const Tree = z.array(z.tuple([index, index.min(0), z.number().min(0)])).max(500_000);

/** The first line of a process. */
export const Hello = z.object({ service: Name, source: CpuProfile.shape.source });
/** As the agent sends it. It comes from the service, so it may be anything. */
export const Answer = z.object({
  /** Each with its file, its line and its class. */
  functions: z
    .array(z.tuple([z.string(), z.string(), z.number().int().min(1).nullable(), z.string().optional()]))
    .max(100_000),
  nodes: Tree,
  /** Microseconds that functions waited, in a tree of its own. */
  waits: Tree.optional(),
  /** Bytes that functions allocated, in a tree of its own; null where they are not known. */
  allocated: Tree.nullable().optional(),
  /** What sampling costs, in CPU microseconds: a thread of the profiler's own, and each sample; null where it is not known. */
  sampling: z
    .object({ thread: z.number().min(0), samples: z.number().int().min(0), price: z.number().min(0) })
    .nullable()
    .optional(),
  /** Versions of the packages that functions are in, by name. */
  versions: z.record(z.string(), z.string()).optional(),
  /** Calls of other services by HTTP: method and host, how many, and their microseconds together. */
  calls: z
    .array(z.tuple([z.string(), z.number().int().min(0), z.number().min(0)]))
    .max(MOST_CALLEES)
    .optional(),
});
export type Answer = z.infer<typeof Answer>;

/** How the name of a folder begins that agents are in. */
export const AGENTS = "steelyard-why-";
/** A file of an agent: its folder's name ends in the process that made it, and random characters. */
const OF_AGENT = new RegExp(`/${AGENTS}\\d+-\\w+/`);

/** Nodes and functions of a tree, at most. */
const MOST_NODES = 20_000;
const MOST_FRAMES = 10_000;

/**
 * The answers of a service's processes as one call tree, without its smallest branches where there are too many. Functions of
 * an agent, which may be that of another measurement, are left out: their callees belong to their callers.
 */
export function treeOf(answers: readonly Answer[], placed: Placer): Trees {
  for (let least = 0; ; least = least === 0 ? 1e-6 : 2 * least) {
    const trees = treesOf(answers, placed, least);
    const { frames, nodes, waits = [], allocated = [] } = trees;
    if (Math.max(nodes.length, waits.length, allocated.length) <= MOST_NODES && frames.length <= MOST_FRAMES)
      return trees;
  }
}

type Trees = Pick<Taken, "frames" | "nodes" | "waits" | "allocated">;

/** The calls of other services by a service's processes together; what does not look like one is left out. */
export function callsOf(answers: readonly Answer[]): StatementCount[] {
  const counts = answers.flatMap(({ calls = [] }) =>
    calls.flatMap(([text, n, micros]) =>
      CALL.test(text) ? [{ text, calls: n, rows: 0, seconds: micros / 1e6 }] : [],
    ),
  );
  return [...byText(counts).values()].slice(0, MOST_CALLEES);
}

/** The versions of the packages of a service's processes, without what looks like none; undefined where there are none. */
export function versionsOf(answers: readonly Answer[]): CpuProfile["versions"] {
  const all = answers.flatMap(({ versions = {} }) => Object.entries(versions));
  const found = all.filter(([name, version]) => PACKAGE.test(name) && VERSION.test(version));
  return found.length === 0 ? undefined : Object.fromEntries(found.slice(0, MOST_PACKAGES));
}

/** What sampling costs a service's processes together, in seconds; undefined where nobody says. */
export function samplingOf(answers: readonly Answer[]): CpuProfile["sampling"] {
  const known = answers.flatMap(({ sampling }) => sampling ?? []);
  if (known.length === 0) return undefined;
  const sum = (of: (one: (typeof known)[number]) => number) => known.reduce((all, one) => all + of(one), 0);
  const samples = sum((one) => one.samples);
  const price = sum((one) => one.samples * one.price) / Math.max(1, samples);
  return { thread: sum(({ thread }) => thread) / 1e6, samples, price: price / 1e6 };
}

/** @param least share of a tree's time below which a branch counts as its caller's own time, or not at all without one */
function treesOf(answers: readonly Answer[], placed: Placer, least: number): Trees {
  const frames: Frame[] = [];
  const known = new Map<string, number>();
  const frameOf = ([name, url, line, owner]: Answer["functions"][number]) => {
    const file = placed(url);
    const place = placed.written?.(url, name, owner) ?? { file, line: file === null ? null : line };
    const frame = Frame.parse({ name: name.slice(0, 200), ...place });
    const key = JSON.stringify(frame);
    if (!known.has(key)) known.set(key, frames.push(frame) - 1);
    return known.get(key)!;
  };
  const joined = (of: (one: Answer) => Answer["nodes"], unit = 1e-6) => {
    const trees = answers.map((one) => ({ functions: one.functions, own: of(one) }));
    const all = trees.reduce((sum, { own }) => own.reduce((sub, [, , micros]) => sub + micros, sum), 0);
    const nodes: [number, number, number][] = [];
    for (const { functions, own } of trees) {
      const totals = own.map(([, , micros]) => micros);
      for (let i = own.length - 1; i > 0; i--) {
        const caller = own[i]![0];
        if (caller >= 0 && caller < i) totals[caller]! += totals[i]!;
      }
      const at = new Map<number, number>();
      for (const [i, [caller, fn, micros]] of own.entries()) {
        const called = functions[fn];
        const above = at.get(caller) ?? -1;
        if (called === undefined || totals[i] === 0) continue;
        const amount = unit * micros;
        const isLeftOut = totals[i]! < least * all || OF_AGENT.test(called[1]);
        if (!isLeftOut) at.set(i, nodes.push([above, frameOf(called), amount]) - 1);
        else if (above >= 0) {
          nodes[above]![2] += amount;
          at.set(i, above);
        }
      }
    }
    return shallow(nodes);
  };
  const nodes = joined((one) => one.nodes);
  const waits = joined((one) => one.waits ?? []);
  const allocated = joined((one) => one.allocated ?? [], 1);
  return {
    frames,
    nodes,
    ...(answers.some((one) => one.waits !== undefined) && { waits }),
    ...(answers.every((one) => one.allocated) && { allocated }),
  };
}
