import { expect, test } from "vitest";
import type { CpuProfile, Profiling } from "../../model/profiling.ts";
import { aProfiling, type ProfilingSpec } from "../../testing/profilings.ts";
import { workOf } from "./flame.ts";

const STATEMENT = "SELECT * FROM items WHERE id = $1";
const work = (spec: ProfilingSpec, alter = (of: Profiling) => of) => {
  const { workloads, changes } = alter(aProfiling(spec));
  return workOf(workloads[0]!, changes, []);
};
/** Microseconds a request in each function itself. */
const shown = ({ frames, nodes }: ReturnType<typeof work>["services"][number]) =>
  nodes.map(([caller, frame, base, head]) => [
    caller,
    frames[frame]!.name,
    ...[base, head].map((one) => Math.round(1e7 * one) / 10),
  ]);

test("both sides are one tree, in seconds a request over all starts", () => {
  const [tree, ...others] = work({ head: { rank: 80, parse: 28 } }).services;
  expect(others).toEqual([]);
  expect(tree).toMatchObject({ service: "web", source: "node" });
  expect(shown(tree!)).toEqual([
    [-1, "", 49.9, 50],
    [0, "rankItems", 49.9, 51.9],
    [1, "parse", 0, 28],
    [-1, "(program)", 49.9, 50],
  ]);
});

test("a start with a lost pair counts for nothing", () => {
  const [tree] = work({ head: { rank: 80 }, lost: [0, 3] }).services;
  expect(shown(tree!)[1]).toEqual([0, "rankItems", 50.1, 80.2]); // of the two others
});

test("a function that the change moved is the same one, at its line in head", () => {
  const changes = {
    "src/server.js": [{ base: [1, 0] as [number, number], head: [2, 2] as [number, number] }],
  };
  const moved = (of: CpuProfile): CpuProfile =>
    of.side === "base"
      ? of
      : { ...of, frames: of.frames.map((one) => (one.name === "" ? { ...one, line: 9 } : one)) };
  const alter = ({ workloads }: Profiling): Profiling => ({
    workloads: workloads.map((one) => ({ ...one, profiles: one.profiles.map(moved) })),
    changes,
  });
  const [tree] = work({}, alter).services;
  expect(tree!.frames.filter(({ name }) => name === "")).toEqual([
    { name: "", file: "src/server.js", line: 9 },
  ]);
  const [apart] = work({}, (of) => ({ ...alter(of), changes: {} })).services;
  expect(apart!.frames.filter(({ name }) => name === "")).toHaveLength(2);
});

test("the smallest branches of a large tree count for their callers", () => {
  const wide = (of: CpuProfile): CpuProfile => ({
    ...of,
    frames: Array.from({ length: 9_000 }, (_, i) => ({ name: `f${i}`, file: "a.js", line: i + 1 })),
    nodes: Array.from({ length: 9_000 }, (_, i) => [i === 0 ? -1 : 0, i, i === 0 ? 0 : 1e-5 * (1 + (i % 9))]),
  });
  const [tree] = work({}, ({ workloads, changes }) => ({
    workloads: workloads.map((one) => ({ ...one, profiles: one.profiles.map(wide) })),
    changes,
  })).services;
  expect(tree!.nodes.length).toBeLessThanOrEqual(4_000);
  const sum = (at: 2 | 3) => tree!.nodes.reduce((all, node) => all + node[at], 0);
  expect(sum(2)).toBeCloseTo(150e-6, 6); // what the service used
  expect(sum(3)).toBeCloseTo(sum(2), 9);
});

test("trees of any depth are read, of which the outermost calls are shown", () => {
  const chain = (of: CpuProfile): CpuProfile => ({
    ...of,
    frames: Array.from({ length: 9_000 }, (_, i) => ({ name: `f${i}`, file: "a.js", line: i + 1 })),
    nodes: Array.from({ length: 9_000 }, (_, i) => [i - 1, i, 1e-5]),
  });
  const [tree] = work({}, ({ workloads, changes }) => ({
    workloads: workloads.map((one) => ({ ...one, profiles: one.profiles.map(chain) })),
    changes,
  })).services;
  expect(tree!.nodes).toHaveLength(500);
  expect(tree!.nodes.reduce((all, node) => all + node[2], 0)).toBeCloseTo(9e-2 / 2_000, 6);
});

test("the service that differs most comes first", () => {
  const two = ({ workloads, changes }: Profiling): Profiling => ({
    workloads: workloads.map((one) => ({
      ...one,
      profiles: [...one.profiles.map((of) => ({ ...of, service: "idle" })), ...one.profiles],
    })),
    changes,
  });
  expect(work({ head: { rank: 80 } }, two).services.map(({ service }) => service)).toEqual(["web", "idle"]);
});

test("statements of both sides, most time first, with the interval of those that are causes", () => {
  const of = aProfiling({
    base: { statements: { [STATEMENT]: { calls: 1, seconds: 50e-6 } } },
    head: {
      statements: {
        [STATEMENT]: { calls: 4, seconds: 2e-4, locked: 1e-4, blocks: 12 },
        "SELECT $1": { calls: 1, seconds: 3e-4 },
      },
    },
  }).workloads[0]!;
  const added = { estimate: 1.5e-4, interval: [1e-4, 2e-4] as [number, number] };
  const both = { base: 0, head: 0 };
  const cause = { kind: "statement", service: "db", text: STATEMENT, ...both, added } as const;
  const { statements } = workOf(of, {}, [{ ...cause, calls: both, rows: both, repeated: false }]);
  expect(statements).toEqual([
    {
      service: "db",
      text: "SELECT $1",
      added: null,
      calls: { base: 0, head: 1 },
      rows: { base: 0, head: 1 },
      seconds: { base: 0, head: expect.closeTo(3e-4, 6) },
    },
    {
      service: "db",
      text: STATEMENT,
      added,
      calls: { base: 1, head: 4 },
      rows: { base: 1, head: 4 },
      seconds: { base: expect.closeTo(50e-6, 6), head: expect.closeTo(2e-4, 6) },
      locked: { base: 0, head: expect.closeTo(1e-4, 6) },
      blocks: { base: 0, head: 12 },
    },
  ]);
});
