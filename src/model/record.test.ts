import { expect, test } from "vitest";
import { parts, RecordSpec } from "./record.ts";

test.each([
  [
    "c = {env.C}",
    [
      { kind: "text", text: "c = " },
      { kind: "variable", scope: "env", name: "C" },
    ],
  ],
  ["{requests}", [{ kind: "field", field: "requests" }]],
  ["{stack_env.ALGO}", [{ kind: "variable", scope: "stack_env", name: "ALGO" }]],
  [
    "{http_req_duration{name:a.b}.p95}!",
    [
      { kind: "metric", selector: "http_req_duration{name:a.b}.p95" },
      { kind: "text", text: "!" },
    ],
  ],
  ["{cpu_per_request}", [{ kind: "metric", selector: "cpu_per_request" }]],
  ["{statuses.202}", [{ kind: "status", code: "202" }]],
  ["{statuses}", [{ kind: "field", field: "statuses" }]],
  ["{rows_in.value}", [{ kind: "metric", selector: "rows_in.value" }]],
  ["{reqests}", [undefined]],
  ["{}", [undefined]],
  ["", []],
])("%s", (cell, want) => expect(parts(cell)).toEqual(want));

const table = (cell: string) => ({
  title: "T",
  tables: { Runs: { workloads: ["a"], columns: { n: cell } } },
});
test("an unknown column is refused with the list of known ones", () => {
  const wrong = RecordSpec.safeParse(table("{reqests}"));
  expect(wrong.error?.issues[0]).toMatchObject({ path: ["tables", "Runs", "columns", "n"] });
  expect(wrong.error?.issues[0]?.message).toContain("{requests}");
  expect(RecordSpec.safeParse(table("{requests}")).success).toBe(true);
});

test.each([
  ["2026-11-21", true],
  ["2026-02-29", false], // no leap year
  ["21.11.2026", false],
  ["2026-11-21T10:00:00Z", false],
])("a decision of %s is one: %s", (date, wanted) => {
  const decision = { title: "D", date, decision: "keep it", rationale: "it is faster", table: "Runs" };
  const read = RecordSpec.safeParse({ ...table("{requests}"), decisions: [decision] });
  expect(read.success).toBe(wanted);
  if (!wanted) expect(read.error?.issues[0]?.path).toEqual(["decisions", 0, "date"]);
});
