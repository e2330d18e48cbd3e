import { expect, test } from "vitest";
import { VERDICTS } from "../model/verdict.ts";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { hostile, huge } from "../testing/hostile.ts";
import { reading } from "../testing/markdown.ts";
import { EXAMPLES, excused, mixed, warned } from "../testing/verdicts.ts";
import { COMMENT_LIMIT, comment, DROPPED_FIRST, marker } from "./comment.ts";
import { SUMMARY_LIMIT, summary } from "./summary.ts";

const LINKS = {
  trend: "https://example.test/trend/",
  artifact: "https://example.test/runs/1#artifacts",
  rerun: "https://example.test/actions/workflows/perf.yml",
};

test.each(VERDICTS)("the comment of %s", async (verdict) => {
  const text = comment(EXAMPLES[verdict]);
  expect(reading(text).faults).toEqual([]);
  await expect(text).toMatchFileSnapshot(`__goldens__/${verdict}.md`);
});

test.each([
  ["mixed", mixed(), { links: LINKS }],
  ["warned", warned(), {}],
  ["excused", excused(), {}],
  ["hostile", hostile(), {}],
  ["huge", huge(), { links: LINKS }],
] as const)("the comment of a %s run", async (name, given, options) => {
  const text = comment(given, options);
  expect(text.length).toBeLessThanOrEqual(COMMENT_LIMIT);
  await expect(text).toMatchFileSnapshot(`__goldens__/${name}.md`);
});

test("checks of head alone hold; they are compared with nothing", () => {
  const alone = row({ kind: "checks", metric: "", verdict: "unchanged", base: null });
  const text = comment(comparison([tested("unchanged", 100, 100), alone]));
  expect(text).toContain("<summary>1 gate and 1 row of errors and checks</summary>");
  expect(text).toMatch(/\| checks \|.*\| ✅ holds \|/);
});

test("the marker comes first and once, and a key cannot end it", () => {
  expect(marker("perf --> @x")).toBe("<!-- steelyard:comment:perf_--___x -->");
  const text = comment(hostile(), { key: "perf" });
  expect(text.startsWith("<!-- steelyard:comment:perf -->\n### ")).toBe(true);
  expect(text.split("<!--")).toHaveLength(2);
});

test("a gate that is probably worse is shown beside one that is shown to be", () => {
  const p50 = tested("inconclusive", 1, 2, { metric: "http_req_duration.p50" }, 0.1, { pWorse: 0.0005 });
  const text = comment(comparison([tested("regressed", 1, 2), p50]));
  const shown = text.slice(0, text.indexOf("<details>"));
  expect(shown).toMatch(/p50.*\| 🔍 cannot tell, probably worse \|/);
});

test.each([
  [0.1, true],
  [0.4, false],
])(
  "an undecided gate with a standard error of %s is shown where its interval lies beyond the band: %s",
  (se, isShown) => {
    const p50 = tested("inconclusive", 1, 2, { metric: "http_req_duration.p50" }, se, { pWorse: 0.03 });
    const text = comment(comparison([tested("regressed", 1, 2), p50]));
    const shown = text.slice(0, text.indexOf("<details>"));
    expect(/p50.*\| 🔍 cannot tell \|/.test(shown)).toBe(isShown);
  },
);

test("undecided and unchanged rows are folded", () => {
  const text = comment(
    comparison([
      tested("unchanged", 1, 1.001),
      tested("inconclusive", 1, 1.02, { metric: "http_req_duration.p95" }),
    ]),
  );
  const shown = text.slice(0, text.indexOf("<details>"));
  expect(shown).not.toContain("%  [");
  expect(shown).not.toContain("p95");
  expect(text.slice(text.indexOf("<details>"))).toMatch(/p95.*cannot tell/);
});

test("ten changes are shown and the rest is folded, the worst first", () => {
  const rows = Array.from({ length: 13 }, (_, i) =>
    tested("regressed", 1, 1.1 + i / 10, { metric: `m${i}` }),
  );
  const text = comment(comparison(rows));
  const shown = [...text.slice(0, text.indexOf("<details>")).matchAll(/^\| `recommend` \| `(m\d+)`/gm)].map(
    (found) => found[1],
  );
  expect(shown).toEqual(["m12", "m11", "m10", "m9", "m8", "m7", "m6", "m5", "m4", "m3"]);
  expect(text).toContain("<summary>3 more changes</summary>");
});

test("sections go in the declared order, as few as will do, and are named", () => {
  const order = DROPPED_FIRST.map(([, name]) => name);
  let before = 0;
  for (const limit of [60_000, 40_000, 30_000, 20_000, 12_000, 8_000]) {
    const text = comment(hostile(), { limit, links: LINKS });
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(reading(text).faults).toEqual([]);
    const dropped = /^Left out to fit: (.*)\. The file/m.exec(text)?.[1]?.split(", ") ?? [];
    const places = dropped.map((name) => order.indexOf(name as (typeof order)[number]));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.length).toBeGreaterThanOrEqual(before);
    before = places.length;
  }
  expect(before).toBeGreaterThan(5);
});

test("a single character of room more or less decides whether a section stays", () => {
  const whole = comment(mixed());
  expect(comment(mixed(), { limit: whole.length })).toBe(whole);
  expect(comment(mixed(), { limit: whole.length - 1 })).toContain("Left out to fit: advisory metrics.");
});

test("the summary has more room and no marker", () => {
  const text = summary(huge(), { links: LINKS });
  expect(text).toContain("<summary>1,400 advisory metrics</summary>");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(SUMMARY_LIMIT);
  expect(text).not.toContain("<!--");
  expect(Buffer.byteLength(summary(huge(), { links: LINKS }, 20_000))).toBeLessThanOrEqual(20_000);
});

test("warnings about advisory metrics are folded, and the marks still fit", () => {
  const note = (code: string) => ({ code, message: `about ${code}`, remedy: null });
  const text = comment(
    comparison([
      tested("regressed", 1, 2, {
        kind: "advisory",
        gates: false,
        metric: "aside",
        warnings: [note("aside")],
      }),
      tested("unchanged", 1, 1, { metric: "gate", warnings: [note("gate")] }),
    ]),
  );
  const fold = text.indexOf("<details>");
  expect(text.slice(0, fold)).toContain("¹ about gate.");
  expect(text.slice(0, fold)).not.toContain("about aside");
  expect(text.slice(fold)).toContain("² about aside.");
  expect(text).toMatch(/`aside` .*regressed \(advisory\) ²/);
});

test("a reason shared by many metrics of a workload is shown once", () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    row({ verdict: "invalid", metric: `m${i}`, reason: "too few trials" }),
  );
  expect(comment(comparison(rows)).match(/cannot be judged: too few trials\./g)).toHaveLength(1);
});

test("a limit whose figure is absent does not hold", () => {
  const absent = row({ kind: "budget", metric: "own.p50", verdict: "inconclusive", gates: false });
  const broken = row({ kind: "workload", metric: "", verdict: "invalid", reason: "the script failed" });
  expect(comment(comparison([broken, absent]))).toMatch(/Budgets and expectations[^\n]*0 of 1 hold\./);
});

test("the totals name a machine that other programs disturbed", () => {
  const warnings = [{ code: "contended", message: "Other programs used the CPU.", remedy: null }];
  const calm = row({ workload: "calm" });
  const text = comment(comparison([calm, row({ workload: "noisy", warnings })]));
  const host = (workload: string) =>
    new RegExp(`^\\| \`${workload}\` \\|.*\\| ([^|]+) \\|$`, "m").exec(
      text.slice(text.indexOf("Time-outs")),
    )?.[1];
  expect([host("calm"), host("noisy")]).toEqual(["not saturated", "disturbed by other programs"]);
});

test("of what nobody asked for, statements stand above, and the kernel's counts are folded", () => {
  const advisory = { kind: "advisory", gates: false, unit: "1" } as const;
  const bytes = { ...advisory, metric: "bytes_sent_per_request{service:db}", unit: "B" } as const;
  const text = comment(
    comparison([
      tested("regressed", 200, 900, bytes),
      tested("regressed", 0.002, 0.003, { ...advisory, metric: "http_req_duration.mean", unit: "s" }),
      tested("regressed", 1, 3, {
        ...advisory,
        metric: "statements_per_request{service:db}",
        evidence: null,
      }),
    ]),
  );
  const [above, folded] = text.split("<summary>1 more change</summary>");
  expect(folded).toContain("| `bytes_sent_per_request{service:db}` |");
  expect(above).not.toContain("bytes_sent");
  const rows = above!.split("\n").filter((line) => line.startsWith("| `recommend`"));
  expect(rows.map((line) => line.split(" | ")[1])).toEqual([
    "`statements_per_request{service:db}`",
    "`http_req_duration.mean`",
  ]);
});
