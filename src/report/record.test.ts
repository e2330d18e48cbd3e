import { expect, test } from "vitest";
import type { RecordShown } from "../model/record.ts";
import { comparison } from "../testing/comparisons.ts";
import { comment } from "./comment.ts";
import { isRecordDocument, recordDocument } from "./record.ts";

const record = (more: Partial<RecordShown> = {}): RecordShown => ({
  name: "one",
  title: "One service",
  about: null,
  comment: false,
  signals: [],
  decisions: [],
  tables: [{ title: "Runs", columns: ["Date", "rps"], rows: [["2026-11-21", "400 /s"]], history: true }],
  targets: [{ workload: "load", variant: "fast" }],
  ...more,
});
const table = (rows: string[][], columns = ["Date", "rps"]) => [
  { title: "Runs", columns, rows, history: true },
];
const written = (shown: RecordShown, before?: string) =>
  recordDocument(comparison([], { records: [shown] }), { artifacts: [], before, setting: [], labels: {} });

test("rows of earlier runs stay, and one that is there is not added again", () => {
  const first = written(record());
  expect(first).toContain("| Date | rps |\n|---|---|\n| 2026-11-21 | 400 /s |\n\n");
  const second = written(record({ tables: table([["2026-11-22", "390 /s"]]) }), first);
  expect(second).toContain("| 2026-11-21 | 400 /s |\n| 2026-11-22 | 390 /s |\n\n");
  expect(written(record({ tables: table([["2026-11-22", "390 /s"]]) }), second)).toBe(second);
});

test("a document is known by its first line, and one of an earlier release by its heading", () => {
  const document = written(record());
  const earlier = document.slice(document.indexOf("# "));
  expect(document).toMatch(/^<!-- steelyard:records -->\n# Benchmark records\n\n/);
  expect([document, earlier, "# Notes\n", ""].map(isRecordDocument)).toEqual([true, true, false, false]);
  expect(written(record(), earlier)).toBe(document);
});

test("other columns begin another table, below the one there was", () => {
  const first = written(record());
  const wider = table([["2026-11-22", "390 /s", "2 ms"]], ["Date", "rps", "p95"]);
  const second = written(record({ tables: wider }), first);
  expect(second).toContain("| 2026-11-21 | 400 /s |\n\n| Date | rps | p95 |\n|---|---|---|\n| 2026-11-22 |");
  const third = written(
    record({ tables: [{ ...wider[0]!, rows: [["2026-11-23", "380 /s", "2 ms"]] }] }),
    second,
  );
  expect(third).toContain("| 390 /s | 2 ms |\n| 2026-11-23 | 380 /s | 2 ms |");
  expect(third.match(/\| Date \| rps \|/g)?.length).toBe(2); // one of them the wider table's beginning
});

test("records and tables without new data stay", () => {
  const both = written(
    record({ tables: [...table([["a", "1"]]), { ...table([["b", "2"]])[0]!, title: "More" }] }),
  );
  const other = written(record({ name: "two", title: "Another" }), both);
  expect(other).toContain(both.slice(both.indexOf("## One service"), both.lastIndexOf("<!--")));
  expect(other.indexOf("## Another")).toBeGreaterThan(other.indexOf("## One service"));
  const again = written(
    record({ tables: [...table([]), { ...table([["c", "3"]])[0]!, title: "More" }] }),
    other,
  );
  expect(again).toContain(
    "### Runs\n\n<!-- steelyard:rows one Runs -->\n\n| Date | rps |\n|---|---|\n| a | 1 |\n\n",
  );
  expect(again).toContain("| b | 2 |\n| c | 3 |\n");
  expect(again).toContain("## Another");
});

test("signals with their evidence, and the files of the workloads", () => {
  const signals = [
    { say: "None failed", holds: true, because: "0 % in 1 trial" },
    { say: "Overload happened", holds: false, because: "2 %" },
    { say: "No handshake failed", holds: null, because: "not measured" },
  ];
  const artifacts = [
    { workload: "load", variant: "fast", path: "out/load-fast.json" },
    { workload: "other", variant: null, path: "out/other.json" },
  ];
  const text = recordDocument(comparison([], { records: [record({ signals })] }), {
    artifacts,
    setting: [],
    labels: {},
  });
  expect(text).toContain("### Reliability signals\n\n- ✅ None failed: 0 % in 1 trial\n- ❌ Overload");
  expect(text).toContain("- ❓ No handshake failed: not measured");
  expect(text).toContain("### Artifacts\n\n- `load/fast`: `out/load-fast.json`\n");
  expect(text).not.toContain("other.json");
});

test("a decision stands beneath its table, with its variants; its text is escaped", () => {
  const decisions = [
    {
      title: "Back end",
      date: "2026-11-21",
      decision: "Keep base.",
      rationale: "The others are @slower <b>.",
      table: "Runs",
      variants: ["small", "base"],
      unmeasured: ["small"],
    },
    {
      title: "Elsewhere",
      date: "2026-11-21",
      decision: "x",
      rationale: "y",
      table: "More",
      variants: [],
      unmeasured: [],
    },
  ];
  const tables = [...table([["a", "1"]]), { ...table([["b", "2"]])[0]!, title: "More", history: false }];
  const text = written(record({ decisions, tables }));
  const [, runs = "", more = ""] = text.split("### ");
  expect(runs).toContain(
    [
      "> **Decision of 2026-11-21: Back end**",
      "> Keep base.",
      "> Because: The others are `@slower` `<b>`.",
      "> Rests on: `small`, `base`; not measured this time: `small`\n\n",
    ].join("\n>\n"),
  );
  expect(runs).not.toContain("Elsewhere");
  expect(more).toContain("> **Decision of 2026-11-21: Elsewhere**\n>\n> x\n>\n> Because: y\n\n");
});

test("the environment has every label of a deployed stack", () => {
  const labels = { image: "shop:4f2a", max_instances: "3", note: "<!-- | -->" };
  const text = recordDocument(comparison([], { records: [record()] }), {
    artifacts: [],
    setting: [],
    labels,
  });
  expect(text).toContain(
    "- Label `image`: `shop:4f2a`\n- Label `max_instances`: `3`\n- Label `note`: `<\\u0021-- | -->`",
  );
});

test("the comment has a record where the config wants it, and its contents are escaped", () => {
  expect(comment(comparison([], { records: [record()] }))).not.toContain("400 /s");
  const hostile = record({ comment: true, title: "@admin", tables: table([["a | b", "<!-- x --> #1"]]) });
  const text = comment(comparison([], { records: [hostile] }));
  expect(text).toContain("**`@admin`**");
  expect(text).toContain("a `\\|` b");
  expect(text.match(/<!--/g)?.length).toBe(1); // our own marker
});
