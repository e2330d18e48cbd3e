import { expect, test } from "vitest";
import { someCauses } from "../../testing/profilings.ts";
import { CHANGES, type Change, edited } from "./changes.ts";
import { SUBJECTS } from "./subjects.ts";
import { isRight, type Told, whySums, whyTable } from "./table.ts";

test("every change has a subject, names of its own, and a truth or none", () => {
  expect(CHANGES.filter(({ harmless }) => !harmless)).toHaveLength(24);
  expect(CHANGES.filter(({ harmless }) => harmless)).toHaveLength(8);
  expect(new Set(CHANGES.map(({ name }) => name)).size).toBe(CHANGES.length);
  const subjects = SUBJECTS.map(({ name }) => name);
  expect(CHANGES.filter(({ subject }) => !subjects.includes(subject))).toEqual([]);
});

// The code of the third one is not here before it is installed; its changes are applied when they are tried.
test.each(CHANGES.filter(({ subject }) => subject !== "json-server-1"))(
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
  seconds: 60,
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
  ["the statement", { statement: "order_id", repeated: true }, 1, true],
  ["the statement, but as N+1", { statement: "order_id", repeated: false }, 1, false],
  ["a service", { statement: "order_id" }, 2, false],
  ["nothing", { statement: "order_id" }, null, false],
  ["nothing where nothing may be", null, null, true],
  ["something where nothing may be", null, 0, false],
])("%s as the first cause", (_, truth, first, right) =>
  expect(isRight(change(truth), told(first))).toBe(right),
);

test("the table and its sums", () => {
  const changes = [
    change({ file: "src/rank.ts", names: ["rankItems"] }),
    change(null, { name: "z", harmless: true }),
  ];
  const all = [told(0), { ...told(null), change: "z", verdict: "unchanged" }];
  expect(whyTable(changes, all).split("\n").slice(2)).toEqual([
    "| y | x | 1 of 1 | 1 of 1 | rankItems (src/rank.ts:42), 52 % | 60 |",
    "| y | z | 0 of 1 | 1 of 1 | nothing | 60 |",
  ]);
  expect(whySums(changes, all)).toBe("right: 1 of 1; harmless changes without a cause: 1 of 1");
});
