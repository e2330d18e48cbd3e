import { expect, test } from "vitest";
import type { SlowShown } from "../model/slow.ts";
import { comparison } from "../testing/comparisons.ts";
import { comment } from "./comment.ts";
import { recordDocument } from "./record.ts";
import { terminal } from "./terminal.ts";

const cluster = (more: Partial<SlowShown> = {}): SlowShown => ({
  workload: "query",
  variant: null,
  trial: 0,
  at: "2026-11-21T12:00:00Z",
  requests: 3,
  least: 13,
  most: 42,
  cause: "deed",
  lines: [],
  text: "3 requests of 13 s to 42 s began 40 ms after `api` was ready: the first after its start",
  ...more,
});
const wrote = { service: "api", text: "loading <b>model</b> @everyone ::stop-commands::x" };

test("a line for each cluster: folded in the comment, plain in the terminal", () => {
  const given = comparison([], { slow: [cluster({ lines: [wrote] })] });
  const text = comment(given);
  expect(text).toContain("<summary>3 slow requests, up to 42 s</summary>");
  expect(text).toContain(
    "- `query`: 3 requests of 13 s to 42 s began 40 ms after `api` was ready: the first after its start; `api` wrote `loading <b>model</b> @everyone",
  );
  const shown = terminal(given, { colour: false, columns: 200 });
  expect(shown).toContain(
    "Slow requests\n  query: 3 requests of 13 s to 42 s began 40 ms after api was ready",
  );
  for (const form of [text, shown]) expect(form).not.toMatch(/(^|\s)::stop/m);
});

test("of many the slowest few; the rest is counted; nothing where there are none", () => {
  const many = Array.from({ length: 7 }, (_, i) => cluster({ most: 42 - i }));
  expect(comment(comparison([], { slow: many }))).toContain("- and 2 more clusters of slow requests");
  expect(comment(comparison([]))).not.toContain("slow request");
  expect(terminal(comparison([]), { colour: false, columns: 80 })).not.toContain("Slow requests");
});

test("a record has those of its workloads", () => {
  const record = {
    name: "one",
    title: "One",
    about: null,
    comment: false,
    signals: [],
    tables: [],
    decisions: [],
    targets: [{ workload: "query", variant: "text" }],
  };
  const of = (slow: SlowShown[]) =>
    recordDocument(comparison([], { records: [record], slow }), { artifacts: [], setting: [], labels: {} });
  expect(of([cluster({ variant: "text" })])).toContain("### Slow requests\n\n- `query/text`: 3 requests of");
  expect(of([cluster()])).not.toContain("### Slow requests");
});
