import { expect, test } from "vitest";
import { type CallTree, type CpuProfile, DEEPEST, ofTree, shallow } from "./profiling.ts";

test("of a tree that is deeper than it may be, the deepest functions count for the last one that is kept", () => {
  const chain = Array.from({ length: 20_000 }, (_, i): CallTree[number] => [i - 1, i, 1]);
  const kept = shallow([...chain, [0, 7, 3], [-1, 8, 4]]);
  expect(kept).toHaveLength(DEEPEST + 2);
  expect(kept[DEEPEST - 1]).toEqual([DEEPEST - 2, DEEPEST - 1, 20_000 - DEEPEST + 1]);
  expect(kept.slice(DEEPEST)).toEqual([
    [0, 7, 3],
    [-1, 8, 4],
  ]);
});

test("a tree that is not as deep stays as it is, callers that come later too", () => {
  const nodes: CallTree = [
    [-1, 0, 1],
    [0, 1, 2],
    [5, 1, 3],
    [3, 2, 4],
  ];
  expect(shallow(nodes)).toEqual(nodes);
});

test("a profile of perf without a function of the repository counts where another start of the service has one", () => {
  const profile = (service: string, source: CpuProfile["source"], start: number, file: string | null) => ({
    service,
    source,
    start,
    side: "base" as const,
    interval: 1e-3,
    nodes: [],
    frames: [{ name: "f", file, line: null }],
  });
  const api = [profile("api", "perf", 0, null), profile("api", "perf", 1, "src/main.rs")];
  const web = profile("web", "node", 0, null);
  expect(ofTree([...api, profile("proxy", "perf", 0, null), web])).toEqual([...api, web]);
});
