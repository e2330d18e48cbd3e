import { expect, test } from "vitest";
import type { LevelRow, LevelsShown } from "../model/levelrun.ts";
import { comparison } from "../testing/comparisons.ts";
import { comment } from "./comment.ts";
import { terminal } from "./terminal.ts";

const row = (level: number, more: Partial<LevelRow> = {}): LevelRow => ({
  level,
  probes: 1,
  trials: 3,
  failed: 0,
  achieved: level,
  served: level,
  cpu: 0.0003,
  services: { api: 0.0002, worker: 0.0001 },
  p50: 0.01,
  p95: 0.02,
  p99: null,
  requests: 900,
  errors: 0,
  statuses: "202: 900",
  status: "holds",
  reason: "",
  ...more,
});
const swept: LevelsShown = {
  workload: "ingest",
  variant: null,
  axis: "rate",
  curve: null,
  said: "holds up to 20 /s and breaks at 21 /s (http_req_failed.rate 5 %, required < 1 %)",
  notes: ["the time limit was reached before all was measured"],
  rows: [row(20), row(21, { status: "breaks", reason: "http_req_failed.rate 5 %", errors: 45, failed: 1 })],
  knee: { holds: 20, breaks: 21, limit: "service", confirmed: [2, 2] },
};
const curve: LevelsShown = {
  workload: "search",
  variant: "warm",
  axis: "vus",
  knee: null,
  notes: [],
  said: "peak 9 /s at 4 VUs",
  rows: [row(1), row(4, { p50: null, requests: 0, services: {} })],
  curve: {
    peak: { level: 4, rate: 9 },
    saturation: null,
    sustained: null,
    capacity: null,
    plans: [],
    law: { kind: "refused", why: "x" },
  },
};
const both = comparison([], { levels: [swept, curve], workloads: [] });

test("the comment has a sentence for each workload, and a folded table of its levels", () => {
  const text = comment(both);
  expect(text).toContain(
    "**Levels**\n\n- `ingest` holds up to 20 /s and breaks at 21 /s (`http_req_failed.rate` 5 %, required &lt; 1 %)\n" +
      "- `ingest`: the time limit was reached before all was measured\n- `search/warm` peak 9 /s at 4 VUs\n",
  );
  const [, tables = ""] = /<summary>Each level<\/summary>\n\n([\s\S]*?)<\/details>/.exec(text) ?? [];
  expect(tables).toContain("| 20 /s | 3 | 20 /s | 10 ms | 20 ms | n/a | 0 of 900 | 202: 900 | ✅ holds |");
  expect(tables).toContain("| 21 /s | 3 (1 failed) |");
  expect(tables).toContain("| 45 of 900 | 202: 900 | ❌ breaks: `http_req_failed.rate` 5 % |");
  expect(tables).toContain(
    "| 1 VU | 3 | 1 /s | 10 ms | 20 ms | n/a | 300 µs | `api` 200 µs, `worker` 100 µs | ✅ holds |",
  );
  expect(tables).toContain("| 4 VUs | 3 | 4 /s | n/a | 20 ms | n/a | 300 µs | n/a | ✅ holds |");
});

test("a run of levels only states that first; the result of a single one is its title", () => {
  expect(comment(both)).toContain("2 workloads were measured at levels");
  const one = comment(comparison([], { levels: [swept], workloads: [] }));
  expect(one).toMatch(/^### 🆕 `ingest` holds up to 20 \/s and breaks at 21 \/s/m);
  expect(one).toContain("Measured at load levels only");
});

test("the terminal has the same lines, and nothing where nothing was measured at levels", () => {
  const page = { colour: false, columns: 132 };
  expect(terminal(both, page)).toContain(
    "Levels\n  ingest holds up to 20 /s and breaks at 21 /s (http_req_failed.rate 5 %, required < 1 %)\n" +
      "    the time limit was reached before all was measured\n  search/warm peak 9 /s at 4 VUs\n",
  );
  expect(terminal(comparison([]), page)).not.toContain("Levels");
  expect(comment(comparison([]))).not.toMatch(/Levels|Each level/);
});
