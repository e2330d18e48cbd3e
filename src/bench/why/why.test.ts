import { expect, test } from "vitest";
import type { Cause } from "../../model/cause.ts";
import { someCauses } from "../../testing/profilings.ts";
import type { Change } from "./change.ts";
import { CHANGES, COUNTED, edited } from "./changes.ts";
import { SUBJECTS } from "./subjects.ts";
import { countingTable, explainedShare, isRight, sumsTable, type Told, whyTable } from "./table.ts";

test("every change has a subject, names of its own, and a truth or none", () => {
  expect(CHANGES.filter(({ harmless }) => !harmless)).toHaveLength(35);
  expect(CHANGES.filter(({ harmless }) => harmless)).toHaveLength(11);
  expect(new Set(CHANGES.map(({ name }) => name)).size).toBe(CHANGES.length);
  const subjects = SUBJECTS.map(({ name }) => name);
  expect(CHANGES.filter(({ subject }) => !subjects.includes(subject))).toEqual([]);
});

// The code of the third one is not here before it is installed; its changes are applied when they are tried.
test.each([...CHANGES, COUNTED].filter(({ subject }) => subject !== "json-server-1"))(
  "$subject, $name: its edits fit",
  (change) => {
    const files = SUBJECTS.find(({ name }) => name === change.subject)!.files("");
    expect(edited(files, change)).not.toEqual(files);
  },
);

test("an edit whose text is not there is an error", () => {
  expect(() => edited({ a: "b" }, { edits: [["a", "c", "d"]] })).toThrow('a has no "c"');
});

const told = (first: number | null): Told => ({
  key: "x/1",
  change: "x",
  verdict: "regressed",
  seconds: { load: 10, total: 60, why: 30 },
  causes: someCauses().map((of) => ({ ...of, causes: first === null ? [] : of.causes.slice(first) })),
});
const change = (truth: Change["truth"], more: Partial<Change> = {}): Change => ({
  name: "x",
  subject: "y",
  edits: [],
  truth,
  ...more,
});

test.each<[string, Change["truth"], number | null, boolean]>([
  ["the function", { file: "src/rank.ts", names: ["", "rankItems"] }, 0, true],
  ["another function of the file", { file: "src/rank.ts", names: ["score"] }, 0, false],
  ["a function of another file", { file: "src/a.ts", names: ["rankItems"] }, 0, false],
  [
    "the function, but not for that package",
    { file: "src/rank.ts", names: ["rankItems"], within: "pg" },
    0,
    false,
  ],
  ["the statement", { statement: "order_id", repeated: true }, 1, true],
  ["the statement, but as N+1", { statement: "order_id", repeated: false }, 1, false],
  ["a service", { statement: "order_id" }, 2, false],
  ["nothing", { statement: "order_id" }, null, false],
  ["nothing where nothing may be", null, null, true],
  ["something where nothing may be", null, 0, false],
])("%s as the first cause", (_, truth, first, right) =>
  expect(isRight(change(truth), told(first))).toBe(right),
);

test("the share of the right causes", () => {
  const truth = { file: "src/rank.ts", names: ["rankItems"] };
  expect(explainedShare(change(truth), told(0))).toEqual({ share: 0.52, half: null });
  expect(explainedShare(change({ statement: "order_id" }), told(0))).toBeNull();
  expect(explainedShare(change({ file: "src/rank.ts", names: ["score"] }), told(0))).toBeNull();
  expect(explainedShare(change(truth), told(null))).toBeNull();
  const [of] = someCauses();
  const named = { ...of!.causes[0]!, shareInterval: [0.48, 0.56] };
  const collection = {
    ...named,
    name: "(garbage collector)",
    file: null,
    share: 0.1,
    shareInterval: [0.07, 0.13],
  };
  const both = { ...told(0), causes: [{ ...of!, causes: [named as Cause, collection as Cause] }] };
  expect(explainedShare(change(truth), both)).toEqual({
    share: expect.closeTo(0.62),
    half: expect.closeTo(0.05),
  });
});

test("the tables and sums", () => {
  const changes = [
    change({ file: "src/rank.ts", names: ["rankItems"] }),
    change(null, { name: "z", harmless: true }),
  ];
  const all = [told(0), { ...told(null), change: "z", verdict: "unchanged" }];
  expect(whyTable(changes, all).split("\n").slice(2)).toEqual([
    "| y | x | 1 of 1 | 1 of 1 | rankItems (src/rank.ts:42) | 52 | 60 | 30 |",
    "| y | z | 0 of 1 | 1 of 1 | nothing |  | 60 | 30 |",
  ]);
  const sums = "| 1 | 1 | 1 | 0 of 1 | 0 of 0 | 0 of 0 | 1 | 0 | 30, 30 |";
  expect(sumsTable(changes, all).split("\n").slice(2)).toEqual([`| y ${sums}`, `| all ${sums}`]);
  const counted = (cpu: number): Told => ({ ...told(null), ratios: { cpu: [cpu, cpu - 0.01, cpu + 0.01] } });
  expect(
    countingTable([told(0), counted(0), counted(0.02)])
      .split("\n")
      .slice(2),
  ).toEqual(["| cpu | 0.0 % [-1.0 %, 1.0 %]; 2.0 % [1.0 %, 3.0 %] | 1.0 % |"]);
});
