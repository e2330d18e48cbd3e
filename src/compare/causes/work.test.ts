import { describe, expect, test } from "vitest";
import type { CpuProfile, Hunk } from "../../model/profiling.ts";
import { editedNear, inHead, namesakesIn, spentIn } from "./work.ts";

describe("a line of base in head", () => {
  const hunks = [
    { base: [3, 0], head: [4, 2] }, // two lines more after line 3
    { base: [10, 3], head: [12, 3] }, // three lines replaced
    { base: [20, 2], head: [21, 0] }, // two lines gone
  ] as const;
  const all = hunks.map(({ base, head }) => ({ base: [...base], head: [...head] })) as Parameters<
    typeof inHead
  >[1];
  test.each([
    [3, 3, "before everything"],
    [4, 6, "after an insertion"],
    [11, 13, "replaced"],
    [13, 15, "after a replacement of the same length"],
    [20, 21, "removed"],
    [22, 22, "after a removal"],
  ])("%i is %i: %s", (base, head) => expect(inHead(base, all)).toBe(head));
});

/** A profile of these frames; of each node the caller, the frame and the seconds. */
const profileOf = (frames: CpuProfile["frames"], nodes: CpuProfile["nodes"]): CpuProfile => ({
  start: 0,
  side: "base",
  service: "web",
  source: "node",
  interval: 5e-4,
  frames,
  nodes,
});
const fn = (name: string, file: string | null, line: number | null = null) => ({ name, file, line });

describe("CPU time counts for", () => {
  const shown = (profile: CpuProfile, used = Infinity) =>
    [...spentIn(profile, used, {}, new Map()).values()].map(({ place, seconds, within }) => [
      place.name,
      place.file,
      seconds,
      Object.fromEntries(within),
    ]);

  test("the function of the repository that called packages and the runtime", () => {
    const profile = profileOf(
      [
        fn("handle", "src/a.js", 3),
        fn("parse", null),
        fn("query", "node_modules/pg/lib/x.js", 1),
        fn("rank", "src/b.js", 9),
      ],
      [
        [-1, 0, 1],
        [0, 1, 2],
        [0, 2, 4],
        [2, 1, 8],
        [2, 3, 16],
      ],
    );
    expect(shown(profile)).toEqual([
      ["handle", "src/a.js", 15, { parse: 10, "query of pg": 4 }],
      ["rank", "src/b.js", 16, {}],
    ]);
  });

  test("the package that the function calls, with the packages and the runtime that this one calls", () => {
    const profile = profileOf(
      [
        fn("handle", "src/a.js", 3),
        fn("equal", "node_modules/deep-equal/index.js", 1),
        fn("of", "node_modules/is-map/index.js", 1),
        fn("get", null),
        fn("rank", "src/b.js", 9),
      ],
      [
        [-1, 0, 1],
        [0, 3, 2],
        [1, 1, 4],
        [2, 2, 8],
        [3, 3, 16],
        [3, 4, 32],
        [0, 2, 64],
      ],
    );
    const [handle] = [...spentIn(profile, Infinity, {}, new Map()).values()];
    expect(Object.fromEntries(handle!.through)).toEqual({ "deep-equal": 28, "is-map": 64 });
    expect(Object.fromEntries(handle!.packages)).toEqual({ "deep-equal": 28, "is-map": 88 });
  });

  test("a function of the runtime without a name, which is the runtime", () => {
    const profile = profileOf(
      [fn("handle", "src/a.js", 3), fn("", null)],
      [
        [-1, 0, 1],
        [0, 1, 2],
      ],
    );
    expect(shown(profile)).toEqual([["handle", "src/a.js", 3, { "the runtime": 2 }]]);
  });

  test("the package or the runtime where nothing of the repository called it", () => {
    const profile = profileOf(
      [fn("(garbage collector)", null), fn("onData", "node_modules/@scope/db/x.js", 1), fn("writev", null)],
      [
        [-1, 0, 1],
        [-1, 1, 2],
        [1, 2, 4],
      ],
    );
    expect(shown(profile)).toEqual([
      ["(garbage collector)", null, 1, {}],
      ["@scope/db", "node_modules/@scope/db", 6, { writev: 4, "onData of @scope/db": 2 }],
    ]);
  });

  test.each([
    ["node_modules/pg/lib/client.js", "pg", "node_modules/pg"],
    ["site-packages/flask/app.py", "flask", "site-packages/flask"],
    ["pkg/mod/github.com/lib/pq@v1.10.9/conn.go", "github.com/lib/pq", "pkg/mod/github.com/lib/pq"],
  ])("%s is in package %s", (file, name, place) => {
    const profile = profileOf(
      [fn("f", file, 1), fn("own", "src/a.go", 1)],
      [
        [-1, 0, 1],
        [0, 1, 2],
        [1, 0, 4],
      ],
    );
    expect(shown(profile)).toEqual([
      [name, place, 1, { [`f of ${name}`]: 1 }],
      ["own", "src/a.go", 6, { [`f of ${name}`]: 4 }],
    ]);
  });

  test("no more than the service used", () => {
    const profile = profileOf(
      [fn("a", "a.js", 1), fn("b", "b.js", 1)],
      [
        [-1, 0, 3],
        [-1, 1, 1],
      ],
    );
    expect(shown(profile, 2).map(([name, , seconds]) => [name, seconds])).toEqual([
      ["a", 1.5],
      ["b", 0.5],
    ]);
    expect(shown(profile, 40).map(([, , seconds]) => seconds)).toEqual([3, 1]);
  });
});

test("the total of a function has that of all functions of the repository that it calls, once where it calls itself", () => {
  const profile = profileOf(
    [fn("a", "a.js", 1), fn("b", "b.js", 1), fn("parse", null)],
    [
      [-1, 0, 1],
      [0, 1, 2],
      [1, 2, 4],
      [1, 0, 8],
      [3, 1, 16],
    ],
  );
  const found = [...spentIn(profile, Infinity, {}, new Map()).values()];
  expect(found.map(({ place, seconds, total }) => [place.name, seconds, total])).toEqual([
    ["a", 9, 31],
    ["b", 22, 30],
  ]);
});

test("an anonymous function of base is that of head at the line to which the change moved it", () => {
  const [base, head] = (["base", "head"] as const).map((side) => ({
    ...profileOf(
      [fn("", "a.js", side === "base" ? 5 : 7), fn("named", "a.js", side === "base" ? 9 : 1)],
      [
        [-1, 0, 1],
        [-1, 1, 1],
      ],
    ),
    side,
  }));
  const changes = { "a.js": [{ base: [1, 0] as [number, number], head: [2, 2] as [number, number] }] };
  const keys = (profile: CpuProfile) => [...spentIn(profile, Infinity, changes, new Map()).keys()];
  expect(keys(base!)).toEqual(keys(head!));
});

test("methods of one name in a file are apart, at the lines to which the change moved them", () => {
  const of = (side: "base" | "head", ...lines: number[]) => ({
    ...profileOf(
      [...lines.map((line) => fn("get", "a.js", line)), fn("get", "node_modules/pg/a.js", lines[0])],
      lines.map((_, i) => [-1, i, i + 1]),
    ),
    side,
  });
  const [base, head] = [of("base", 5, 9), of("head", 7, 11)];
  const few = of("head", 11); // the other one is in no sample
  const changes = { "a.js": [{ base: [1, 0] as [number, number], head: [2, 2] as [number, number] }] };
  const namesakes = namesakesIn([base, head, few]);
  const seconds = (profile: CpuProfile) =>
    [...spentIn(profile, Infinity, changes, namesakes)].map(([key, spent]) => [key, spent.seconds]);
  expect(seconds(base)).toHaveLength(2);
  expect(seconds(base)).toEqual(seconds(head));
  expect(seconds(few)).toEqual([[seconds(head)[1]![0], 1]]);
  expect([...namesakes.keys()]).toEqual(["a.js"]); // a package's lines change with its version
});

test("a function that only moved, alone in its file with its name, is the same at any line", () => {
  const at = (line: number) => profileOf([fn("get", "a.js", line)], [[-1, 0, 1]]);
  const namesakes = namesakesIn([at(3), at(90)]);
  const keys = (profile: CpuProfile) => [...spentIn(profile, Infinity, {}, namesakes).keys()];
  expect(keys(at(3))).toEqual(keys(at(90)));
});

test.each<[string, number, [number, number] | null]>([
  ["within them", 12, [10, 14]],
  ["before them", 3, [10, 14]],
  ["between two places", 20, [30, 30]],
  ["after all of them", 50, [30, 30]],
])("the lines that a change edits next to a line %s", (_, line, wanted) => {
  const hunks: Hunk[] = [
    { base: [10, 1], head: [10, 5] },
    { base: [26, 4], head: [30, 0] }, // lines that are gone, after line 30
  ];
  expect(editedNear(hunks, line)).toEqual(wanted);
  expect(editedNear([], line)).toBeNull();
});
