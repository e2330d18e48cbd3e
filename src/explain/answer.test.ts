import { expect, test } from "vitest";
import { CpuProfile } from "../model/profiling.ts";
import { Answer, callsOf, samplingOf, treeOf, versionsOf } from "./answer.ts";

const placed = (url: string) => (url === "" ? null : url.slice(1));
const tree = (...answers: Answer[]) => treeOf(answers, placed);
const total = ({ nodes }: ReturnType<typeof tree>) => nodes.reduce((sum, [, , seconds]) => sum + seconds, 0);
/** Whether it is a profile that a run may hold. */
const fits = (of: ReturnType<typeof tree>) =>
  CpuProfile.safeParse({ start: 0, side: "base", service: "web", source: "node", interval: 1, ...of })
    .success;

test("processes of a service are one tree, without what took no time", () => {
  const one: Answer = {
    functions: [
      ["main", "/a.js", 1],
      ["idle", "/a.js", 9],
      ["parse", "", null],
    ],
    nodes: [
      [-1, 0, 1e6],
      [0, 1, 0],
      [0, 2, 2e6],
    ],
  };
  expect(tree(one, one)).toEqual({
    frames: [
      { name: "main", file: "a.js", line: 1 },
      { name: "parse", file: null, line: null },
    ],
    nodes: [
      [-1, 0, 1],
      [0, 1, 2],
      [-1, 0, 1],
      [2, 1, 2],
    ],
  });
});

test("a call that recurs without end is cut, with all of its time", () => {
  const nodes = Array.from({ length: 5_000 }, (_, i): [number, number, number] => [i - 1, 0, 1e6]);
  const deep = tree({ functions: [["f", "/a.js", 1]], nodes, waits: nodes });
  expect([deep.nodes.length, deep.waits!.length]).toEqual([500, 500]);
  expect(total(deep)).toBeCloseTo(5_000);
});

test("functions of an agent are left out, under whatever folder it lies", () => {
  const functions: Answer["functions"] = [
    ["fired", "file:///srv/.steelyard/scratch/steelyard-why-7-B2C/agent.cjs", 378],
    ["main", "/a.js", 1],
    ["_steelyard", "/tmp/steelyard-why-8-x/web.py/sitecustomize.py", 1],
  ];
  const nodes: Answer["nodes"] = [
    [-1, 0, 1e6],
    [0, 1, 2e6],
    [1, 2, 4e6],
  ];
  expect(tree({ functions, nodes, waits: nodes })).toEqual({
    frames: [{ name: "main", file: "a.js", line: 1 }],
    nodes: [[-1, 0, 6]],
    waits: [[-1, 0, 6]],
  });
});

test("allocations are bytes, and known only where all processes tell them", () => {
  const functions: Answer["functions"] = [["f", "/a.js", 1]];
  const known: Answer = { functions, nodes: [], allocated: [[-1, 0, 4096]] };
  expect(tree(known, known).allocated).toEqual([
    [-1, 0, 4096],
    [-1, 0, 4096],
  ]);
  expect(tree(known, { functions, nodes: [], allocated: null })).not.toHaveProperty("allocated");
  expect(tree(known, { functions, nodes: [] })).not.toHaveProperty("allocated");
});

test("a line without a file tells nothing", () => {
  expect(tree({ functions: [["f", "", 7]], nodes: [[-1, 0, 1]] }).frames).toEqual([
    { name: "f", file: null, line: null },
  ]);
});

test("the smallest branches of a large tree count for their callers", () => {
  const functions = Array.from(
    { length: 30_000 },
    (_, i) => [`f${i}`, "/a.js", i + 1] as [string, string, number],
  );
  const nodes = functions.map((_, i): [number, number, number] => [i === 0 ? -1 : 0, i, i === 1 ? 1e9 : 10]);
  const found = tree({ functions, nodes });
  expect(fits(found)).toBe(true);
  expect(found.frames.slice(0, 2).map(({ name }) => name)).toEqual(["f0", "f1"]);
  expect(total(found)).toBeCloseTo(1000.3, 1);
});

test.each<[string, Answer]>([
  [
    "roots without end",
    { functions: [["f", "/a.js", 1]], nodes: Array.from({ length: 100_000 }, () => [-1, 0, 1]) },
  ],
  [
    "callers that come later, or call themselves",
    {
      functions: [["f", "/a.js", 1]],
      nodes: [
        [2, 0, 1],
        [1, 0, 1],
        [0, 0, 1],
      ],
    },
  ],
  [
    "functions and callers that are not there",
    {
      functions: [],
      nodes: [
        [-1, 5, 1],
        [99, 7, 1],
      ],
    },
  ],
  ["long names", { functions: [["f".repeat(9_999), "/a.js", 1]], nodes: [[-1, 0, 1]] }],
])("a profile with %s fits", (_, answer) => expect(fits(tree(Answer.parse(answer)))).toBe(true));

test.each<[string, unknown]>([
  ["a time below zero", { functions: [], nodes: [[-1, 0, -1]] }],
  ["a time that is no number", { functions: [], nodes: [[-1, 0, null]] }],
  [
    "more nodes than any program has",
    { functions: [], nodes: Array.from({ length: 500_001 }, () => [-1, 0, 1]) },
  ],
  ["something else", "started"],
])("a profile with %s is none", (_, answer) => expect(Answer.safeParse(answer).success).toBe(false));

test("versions of packages are those of all processes; what looks like none is left out", () => {
  const of = (versions: Answer["versions"]): Answer => ({ functions: [], nodes: [], versions });
  const odd = { "../etc": "1", a: "", b: "1".repeat(81), c: "1 <b>", ["d".repeat(215)]: "1" };
  expect(versionsOf([of({ flask: "3.0.0", ...odd }), of(undefined), of({ rpds: "0.1+local" })])).toEqual({
    flask: "3.0.0",
    rpds: "0.1+local",
  });
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`p${i}`, "1"]));
  expect(Object.keys(versionsOf([of(many)])!)).toHaveLength(1_000);
});

test("what sampling costs is the sum of all processes, at the mean price of a sample", () => {
  const of = (sampling: Answer["sampling"]): Answer => ({ functions: [], nodes: [], sampling });
  const all = [
    of({ thread: 100, samples: 30, price: 10 }),
    of(null),
    of({ thread: 50, samples: 10, price: 30 }),
  ];
  expect(samplingOf(all)).toEqual({ thread: 150e-6, samples: 40, price: 15e-6 });
  expect([samplingOf([of(null)]), samplingOf([of({ thread: 1, samples: 0, price: 1 })])?.price]).toEqual([
    undefined,
    0,
  ]);
});

test("calls of other services are those of all processes; what does not look like one is left out", () => {
  const of = (...calls: [string, number, number][]): Answer => ({ functions: [], nodes: [], calls });
  const odd = ["GET http://a/b?token=c", "get a", "GET a b", "GET a\n", "", `GET ${"a".repeat(300)}`];
  const all = [
    of(["GET pricing:8080", 2, 3e6], ["POST [::1]:80", 1, 10]),
    of(["POST stock:50051/shop.v1.Stock/Get", 1, 10], ["POST stock:50051/stock/alice/1", 1, 10]),
    of(["GET pricing:8080", 3, 1e6], ...odd.map((text) => [text, 1, 1] as [string, number, number])),
    { functions: [], nodes: [] },
  ];
  expect(callsOf(all)).toEqual([
    { text: "GET pricing:8080", calls: 5, rows: 0, seconds: 4 },
    { text: "POST [::1]:80", calls: 1, rows: 0, seconds: 10e-6 },
    { text: "POST stock:50051/shop.v1.Stock/Get", calls: 1, rows: 0, seconds: 10e-6 },
  ]);
  expect(Answer.safeParse({ functions: [], nodes: [], calls: [["GET a", -1, 0]] }).success).toBe(false);
});

test("a function of a compiled file is where it was written, others where they are", () => {
  const written = (_: string, name: string) => (name === "rank" ? { file: "src/rank.ts", line: 3 } : null);
  const functions: Answer["functions"] = [
    ["rank", "/dist/rank.js", 9],
    ["other", "/dist/rank.js", 12],
  ];
  const nodes: Answer["nodes"] = [
    [-1, 0, 1e6],
    [-1, 1, 1e6],
  ];
  expect(
    treeOf(
      [{ functions, nodes }],
      Object.assign((url: string) => placed(url), { written }),
    ).frames,
  ).toEqual([
    { name: "rank", file: "src/rank.ts", line: 3 },
    { name: "other", file: "dist/rank.js", line: 12 },
  ]);
});
