import { expect, test } from "vitest";
import type { Row, Warning } from "../model/comparison.ts";
import { comparison, row } from "../testing/comparisons.ts";
import { notes } from "./notes.ts";

const FIX = "Measure on a machine that does nothing else.";
const crowded = (count: string, unit = "pairs"): Warning => {
  const [n = 0, all = 0] = count.split(" of ").map(Number);
  const rest = `${unit} were measured while other programs used the CPU.`;
  return { code: "contended", message: `${count} ${rest}`, remedy: FIX, tally: { n, of: all, rest } };
};
const of = (workload: string, warning: Warning, more: Partial<Row> = {}) =>
  row({ workload, warnings: [warning], ...more });
const told = (...rows: Row[]) => notes(comparison(rows)).map(({ warning }) => warning.message);

test("a warning of several workloads with counts is shown once and names them", () => {
  const rows = [
    of("browse", crowded("11 of 30")),
    of("browse", crowded("11 of 30"), { metric: "cpu_per_request" }),
    of("pay", crowded("2 of 6"), { variant: "card" }),
    of("search", crowded("2 of 6")),
    row({ workload: "quiet" }),
  ];
  const [note, ...others] = notes(comparison(rows));
  expect(others).toEqual([]);
  expect(note!.warning).toMatchObject({
    code: "contended",
    remedy: FIX,
    message:
      "11 of 30 (`browse`), 2 of 6 (`pay/card`, `search`) pairs were measured while other programs used the CPU.",
  });
  expect(note!.rows).toEqual(new Set(rows.slice(0, 4)));
});

test("one workload of several is named, and a warning about all names none", () => {
  expect(told(of("browse", crowded("1 of 6")), row({ workload: "pay" }))).toEqual([
    `\`browse\`: ${crowded("1 of 6").message}`,
  ]);
  const all = ["browse", "pay"].map((workload) => of(workload, crowded("1 of 6")));
  expect(told(...all)).toEqual([crowded("1 of 6").message]);
  expect(told(of("browse", crowded("1 of 6")))).toEqual([crowded("1 of 6").message]);
});

test("different counts of one workload, other units and other remedies stay apart", () => {
  const apart = [
    of("browse", crowded("1 of 6")),
    of("browse", crowded("2 of 6"), { metric: "cpu_per_request" }),
    of("pay", crowded("3 of 6", "trials")),
    of("pay", { ...crowded("4 of 6", "trials"), remedy: null }),
  ];
  expect(told(...apart)).toHaveLength(4);
});

test("of very many workloads the first are named", () => {
  const rows = Array.from({ length: 11 }, (_, i) => of(`w${i}`, crowded(`${i + 1} of 20`)));
  const [message] = told(...rows);
  expect(message).toMatch(/^1 of 20 \(`w0`\), .* … \(3 more workloads\) pairs were measured/);
});

test("a warning of the whole run comes first and names no workload; of advisory metrics alone it is minor", () => {
  const whole = { code: "only-head", message: "3 of 4 things were not had.", remedy: null };
  const minor = of("pay", { ...whole, code: "odd" }, { kind: "advisory" });
  const found = notes(comparison([minor, of("browse", crowded("1 of 6"))], { warnings: [whole] }));
  expect(found.map(({ warning, minor }) => [warning.code, minor])).toEqual([
    ["only-head", false],
    ["contended", false],
    ["odd", true],
  ]);
  expect(found[0]!.warning).toEqual(whole);
});
