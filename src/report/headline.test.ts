import { expect, test } from "vitest";
import type { Comparison, Row } from "../model/comparison.ts";
import { FATES, VERDICTS, type Verdict } from "../model/verdict.ts";
import { comparing } from "../testing/comparing.ts";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { aDuelRecord } from "../testing/dueling.ts";
import { aRun } from "../testing/runs.ts";
import { EXAMPLES } from "../testing/verdicts.ts";
import { markdownText } from "./escape.ts";
import { headline } from "./headline.ts";
import { opening } from "./sections.ts";
import { terminal } from "./terminal.ts";

test.each<[Verdict, RegExp]>([
  ["unchanged", /^No regression: both gate metrics are shown to be less than 3 % worse$/],
  ["new", /^Nothing to compare with yet/],
  ["inconclusive", /^No regression found; this run could detect a worsening of ≥ 6\.8 %$/],
  ["improved", /is 27 % higher \(812 → 1,030 \/s\), and 1 more metric is better$/],
  ["accepted", /is 12 % slower \(12\.1 → 13\.6 ms\), accepted by a waiver$/],
  ["incomparable", /^`recommend` cannot be compared: /],
  ["invalid", /^`recommend` cannot be judged: /],
  ["missing", /^`recommend` `cpu_per_request` is missing: /],
  ["expectation", /is 8\.4 %; expected 25 % to 55 %$/],
  ["budget", /is 312 ms; the budget is < 250 ms$/],
  ["regressed", /^`recommend` `http_req_duration\.p50` is 34 % slower \(12\.1 → 16\.2 ms\)$/],
  ["failed", /^`recommend` broke: 3 of 10 trials failed/],
])("%s in a sentence", (verdict, title) => {
  const found = headline(EXAMPLES[verdict]);
  expect(EXAMPLES[verdict].overall).toBe(verdict);
  expect(found.title).toMatch(title);
  expect(found.symbol).toBe(FATES[verdict].symbol);
  expect(found.action).toMatch(/[.…]$/);
});

test("failed requests come before the checks that they break", () => {
  const failing = (kind: "checks" | "errors", reason: string) =>
    row({ kind, metric: "", verdict: "failed", reason });
  const rows = [
    failing("checks", "1 % of 9,000 checks failed"),
    failing("errors", "1 % of 9,000 requests failed"),
  ];
  expect(headline(comparison(rows)).title).toMatch(/requests failed/);
});

test("the table above has every verdict", () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual([...VERDICTS].sort());
});

test.each<[string, Verdict, number, RegExp]>([
  [
    "a regression that the policy lets pass",
    "regressed",
    0,
    /The policy does not fail the check for "regressed"\.$/,
  ],
  [
    "an undecided run that it does not",
    "inconclusive",
    4,
    /The policy fails the check for "inconclusive"\.$/,
  ],
  ["a regression as usual", "regressed", 1, /waivers\.yml` on the base branch\.$/],
])("%s", (_, verdict, exit, action) => {
  expect(headline({ ...EXAMPLES[verdict], exit }).action).toMatch(action);
});

test("a check that fails for a milder verdict than the overall one names it", () => {
  const rows = [
    tested("regressed", 1, 2),
    row({ verdict: "invalid", kind: "workload", metric: "", workload: "search" }),
  ];
  // exit 3 belongs to invalid: the policy has taken regressed out
  const found = headline(comparison(rows, { exit: 3 }));
  expect(found.title).toMatch(/100 % slower/);
  expect(found.action).toMatch(/The check fails because of rows with the verdict "invalid"\.$/);
});

test("the worst gating row is named, in any order of rows", () => {
  const rows = [
    tested("regressed", 1, 1.1, { metric: "small" }),
    tested("regressed", 1, 1.5, { metric: "large" }),
    tested("regressed", 1, 9, { metric: "beside", gates: false }),
  ];
  for (const order of [rows, [...rows].reverse()]) {
    expect(headline(comparison(order)).title).toBe(
      "`recommend` `large` is 50 % slower (1 → 1.5 s), and 1 more metric is worse",
    );
  }
});

test("a warning is never green: a worsening comes first, and untested is not unchanged", () => {
  const saturated = { code: "saturated", message: "The host was saturated", remedy: "Use a lower rate." };
  const beside = { gates: false, warnings: [saturated] };
  const errors = row({ kind: "errors", metric: "", reason: "no errors" });
  const slower = headline(comparison([errors, tested("regressed", 0.0121, 0.0162, beside)]));
  expect(slower).toEqual({
    symbol: "⚠️",
    title: "`recommend` `http_req_duration.p50` is 34 % slower (12.1 → 16.2 ms)",
    action: "Look into it. It only warns and does not fail the check. The host was saturated.",
  });
  const unsure = headline(comparison([errors, tested("inconclusive", 1, 1.02, beside)]));
  expect(unsure).toEqual({
    symbol: "🔍",
    title: "Cannot tell: the gate metric only warns in this run",
    action: "Use a lower rate.",
  });
});

test("an exact counter among the gates leaves the tolerance of the others", () => {
  const counter = row({ metric: "rows_read_per_request", unit: "1" });
  const title = (...rows: Row[]) => headline(comparison(rows)).title;
  expect(title(tested("unchanged", 1, 1), counter)).toBe(
    "No regression: both gate metrics are shown to be less than 3 % worse",
  );
  expect(title(counter)).toBe("No regression: the gate metric is shown to be no worse");
});

test("an advisory metric that is worse is mentioned, and no headline", () => {
  const rows = [
    tested("unchanged", 1, 1),
    tested("regressed", 1, 2, { kind: "advisory", gates: false, metric: "p99" }),
  ];
  expect(headline(comparison(rows))).toEqual({
    symbol: "✅",
    title: "No regression: the gate metric is shown to be less than 3 % worse",
    action: "Nothing to do. 1 advisory metric is worse, which never fails the check.",
  });
});

test("many metrics of one workload that cannot be judged are one workload", () => {
  const invalid = (workload: string, metric: string) =>
    row({ verdict: "invalid", workload, metric, reason: "too few trials" });
  const title = (...rows: Parameters<typeof comparison>[0]) => headline(comparison(rows)).title;
  expect(title(invalid("a", "p50"), invalid("a", "p90"))).toBe("`a` cannot be judged: too few trials");
  expect(title(invalid("a", "p50"), invalid("b", "p50"))).toBe(
    "`a` cannot be judged, and 1 more workload: too few trials",
  );
});

test("a verdict without any row of its own is still a sentence", () => {
  for (const overall of VERDICTS) {
    const { title, action } = headline(comparison([], { overall }));
    expect(title).toMatch(/^[A-Z]/);
    expect(`${title}${action}`).not.toMatch(/undefined|NaN|null/);
  }
});

const NOISE = { code: "contended", message: "Something else used the CPU.", remedy: "Measure elsewhere." };
const BASELINE = {
  code: "no-baseline",
  message: "There is none.",
  remedy: "On the default branch: measure.",
};

test.each<[Verdict, string, RegExp]>([
  ["failed", "few-sessions", /^Fix this first/],
  ["missing", "few-sessions", /^Restore it/],
  ["invalid", "few-sessions", /^Measure again: this run shows nothing/],
  ["invalid", "script-error", /^Do this\.$/],
  ["invalid", "few-trials", /^Do this\.$/],
  ["missing", "missing-workload", /^Do this\.$/],
])("%s: the action is a remedy of the reason only (%s)", (verdict, code, action) => {
  const own = { code, message: "It is so.", remedy: "Do this." };
  const broken = row({ verdict, kind: "workload", metric: "", reason: "x", warnings: [NOISE, own] });
  const found = headline(comparison([broken], { warnings: [BASELINE] }));
  expect(found.action).toMatch(action);
});

test("a crossed threshold of the script is named", () => {
  const crossed = row({
    kind: "budget",
    verdict: "budget",
    unit: "ratio",
    metric: "http_req_duration: p(95)<0.01",
    reason: "the script's threshold `http_req_duration: p(95)<0.01` was crossed in 6 of 6 trials",
    limit: {
      wanted: "crossed in at most half of the trials",
      because: null,
      seen: 1,
      bounds: null,
      outcome: "fail",
      crossed: { trials: 6, of: 6 },
    },
  });
  expect(headline(comparison([crossed]))).toMatchObject({
    title:
      "In `recommend` the script's threshold `http_req_duration: p(95)<0.01` was crossed in 6 of 6 trials",
    action: expect.stringMatching(/in the script\.$/),
  });
});

test("where every gate metric is new, nothing was compared", () => {
  const errors = row({ kind: "errors", metric: "", reason: "no errors" });
  const fresh = row({ verdict: "new", reason: "no baseline yet" });
  const first = headline(comparison([errors, fresh]));
  expect(first.title).toBe("Nothing to compare with yet: 1 workload was measured for the first time");
  expect(first.action).toMatch(/^Nothing to do here\./);
  const elsewhere = { code: "other-class", message: "Other classes have some.", remedy: "Name the class." };
  const other = headline(comparison([errors, fresh], { warnings: [elsewhere] }));
  expect(other.title).toMatch(/^Nothing to compare with yet on this kind of machine: /);
  expect(other.action).toBe("Name the class.");
  const partly = headline(comparison([tested("unchanged", 1, 1), { ...fresh, metric: "own.p50" }]));
  expect(partly.title).toMatch(/^No regression found; .* is new/);
});

test.each<[string, Row, string]>([
  ["same-images", tested("unchanged", 1, 1), "Nothing of this change ran: base and head ran the same images"],
  [
    "same-images",
    tested("inconclusive", 1, 1),
    "Nothing of this change ran: base and head ran the same images",
  ],
  ["only-head", row({ verdict: "new" }), "Nothing to compare with: base was not measured"],
])("where nothing of the change was compared, the title says it (%s)", (code, of, title) => {
  const warned = { code, message: "It is so.", remedy: "Do this." };
  const found = headline(comparison([of], { warnings: [NOISE, warned] }));
  expect(found).toEqual({ symbol: "🔍", title, action: "Do this." });
});

test("a regression stays in the title", () => {
  const warnings = ["same-images", "only-head"].map((code) => ({ code, message: "It is so.", remedy: null }));
  const found = headline(comparison([tested("regressed", 1, 2)], { warnings }));
  expect(found.title).toMatch(/slower/);
});

test.each<[string, Row, RegExp, RegExp]>([
  [
    "pairs that would decide with more of them",
    tested("inconclusive", 10e-3, 11e-3, {}, 0.03, { mode: "trial", n: 6, pWorse: 0.004, mde: 0.19 }),
    /^Cannot tell: `recommend` `http_req_duration\.p50` is probably 10 % slower \(10 → 11 ms\)$/,
    /^The change is \+10 % \[[^\]]+\], .* About \d+ more minutes? would decide: `steelyard check --base --pairs 24`\. What makes it slow: whole trials are compared \(mode `trial`\)\.$/,
  ],
  [
    "a change below the band",
    tested("inconclusive", 10e-3, 10.2e-3, {}, 0.005, { mode: "slice", n: 20, pWorse: 0.001 }),
    /is probably 2 % slower/,
    /may be below the band of ±3 %\. Measure more pairs/,
  ],
  [
    "sessions",
    tested("inconclusive", 10e-3, 11e-3, {}, 0.03, { pWorse: 0.004 }),
    /is probably 10 % slower/,
    /More baseline sessions/,
  ],
])("a gate that is probably worse is in the headline: %s", (_, suspect, title, action) => {
  const found = headline(comparison([tested("unchanged", 1, 1), { ...suspect, workload: "recommend" }]));
  expect([found.title, found.action]).toEqual([expect.stringMatching(title), expect.stringMatching(action)]);
});

test.each<[number, string]>([
  [22, " What makes it slow: a pair has only 22 requests: pauses in the script, few VUs, or slow answers."],
  [5_000, ""],
])("%d requests a pair: what makes a decision take long is named", (requests, said) => {
  const more = { mode: "request", n: 6, pWorse: 0.004, mde: 0.19 } as const;
  const suspect = tested("inconclusive", 10e-3, 11e-3, {}, 0.03, more);
  const given = comparison([suspect]);
  const workloads = given.workloads.map((one) => ({
    ...one,
    ...suspectOf(suspect),
    trials: 6,
    requests: 6 * requests,
  }));
  expect(headline({ ...given, workloads }).action).toMatch(
    new RegExp(`--pairs 24\`\\.${said.replaceAll(".", "\\.")}$`),
  );
});
const suspectOf = ({ workload, variant }: Row) => ({ workload, variant });

test.each<[string, Partial<Row["evidence"] & object>]>([
  ["alone it would be", { pWorse: 0.02 }],
  ["at the first look it would be", { pWorse: 0.01, duel: { look: 1, looks: 5, closed: "last", starts: 3 } }],
])("a gate is not called probably worse by chance: %s", (_, more) => {
  const open = tested("inconclusive", 10e-3, 11e-3, {}, 0.03, { mode: "trial", n: 6, ...more });
  expect(headline(comparison([open, tested("unchanged", 1, 1)])).title).toMatch(/^No regression found/);
});

test("a gate whose own interval is all worse is told below the headline", () => {
  const more = { mode: "trial", n: 6, pWorse: 0.02, mde: 0.1 } as const;
  const open = tested("inconclusive", 10e-3, 11e-3, {}, 0.03, more);
  const { title, action } = headline(comparison([open, tested("unchanged", 1, 1)]));
  expect(title).toMatch(/^No regression found; this run could detect a worsening of ≥ 11 %$/);
  expect(action).toMatch(/ is perhaps worse: \+10 % \[\+\S+, \+\S+\]\. One unchanged metric in forty/);
  const level = headline(comparison([tested("inconclusive", 10e-3, 10.1e-3, {}, 0.03, more)]));
  expect(level.action).not.toContain("perhaps");
});

test("a run that could not detect a quarter more cannot tell, and never says that all is well", () => {
  const more = { mode: "trial", n: 7, pWorse: 0.025, mde: Math.log(1.39) } as const;
  const open = tested("inconclusive", 10e-3, 12.5e-3, {}, 0.08, more);
  const { title, action, symbol } = headline(comparison([open], { mde: Math.log(1.39) }));
  expect([symbol, title]).toEqual(["🔍", "Cannot tell; this run could only detect a worsening of ≥ 39 %"]);
  expect(action).toMatch(
    /^Too little was measured, or the machine is noisy\. Measure more pairs.* perhaps worse: \+25 %/,
  );
});

/** An undecided gate of twelve pairs that cannot detect 5 %. */
const undecided = (
  toFind: { pairs: number; startSd: number | null },
  mde = Math.log(1.12),
  more: Partial<Row> = {},
) =>
  tested("inconclusive", 10e-3, 10e-3, more, 0.03, {
    mode: "request",
    n: 12,
    pWorse: 0.5,
    mde,
    duel: { look: 2, looks: 5, closed: "futile", starts: 6, toFind },
  });

test.each<[string, Row[], RegExp]>([
  [
    "by pairs",
    [undecided({ pairs: 48, startSd: null })],
    /^The check passes\. 1 of 1 gate metric may .* unchanged\. About \d+ more minutes? would find \+5 %: `steelyard check --base --pairs 48`\. Or use a quieter machine\.$/,
  ],
  [
    "by starts",
    [undecided({ pairs: 96, startSd: 0.08 })],
    /unchanged\. What limits it: `recommend` `http_req_duration\.p50` differs by 8\.\d+ % \(sd\) from one start of a build to the next.*`--min-semi-space-size.*measure more starts\. About \d+ more minutes? would find \+5 %: `steelyard check --base --pairs 96`\.$/,
  ],
  [
    "by starts, of a service that is not warm",
    [
      undecided({ pairs: 96, startSd: 0.08 }, undefined, {
        warnings: [{ code: "compiling", message: "it compiles", remedy: "wait" }],
      }),
    ],
    /from one start of a build to the next, as its code is still compiled .*: set a longer `warmup` first\.$/,
  ],
  [
    "where it cannot tell",
    [undecided({ pairs: 96, startSd: 0.08 }, Math.log(1.4))],
    /^What limits it: `recommend` /, // not "the machine is noisy"
  ],
  [
    "by the metric that needs most",
    [
      undecided({ pairs: 24, startSd: null }),
      undecided({ pairs: 36, startSd: null }, 0.1, { metric: "cpu_per_request" }),
    ],
    /--pairs 36`/,
  ],
  [
    "by hours",
    [undecided({ pairs: 100_000, startSd: null })],
    /It would take hours to find \+5 % at this noise\./,
  ],
  [
    "by nothing, where it would have found 5 %",
    [undecided({ pairs: 9, startSd: null }, 0.04)],
    /unchanged\.$/,
  ],
])("an undecided run says what it is limited by: %s", (_, rows, action) => {
  const mde = Math.max(...rows.map(({ evidence }) => evidence!.mde));
  expect(headline(comparison(rows, { mde })).action).toMatch(action);
});

test.each<[string, Partial<Comparison>, RegExp]>([
  ["a check that passes", {}, /^The check passes\. .* cannot affect it\.$/],
  ["a check that fails", { exit: 4 }, / The policy fails the check for "inconclusive"\.$/],
])("the longest action is shown to its end, in the comment and on a terminal: %s", (_, more, whole) => {
  const names = {
    workload: "w".repeat(64),
    variant: "v".repeat(55),
    metric: `http_req_duration.${"m".repeat(102)}`,
  };
  const open = undecided({ pairs: 200, startSd: 0.0812 }, 0.2, names);
  const suspect = tested("inconclusive", 10e-3, 10.1e-3, names, 0.001, {
    mode: "request",
    n: 12,
    pWorse: 0.02,
  });
  const beside = tested("regressed", 1, 2, { kind: "advisory", gates: false, metric: "p99" });
  const left = row({ kind: "workload", metric: "", verdict: "unaffected", workload: "u".repeat(64) });
  const advisory = Array.from({ length: 1_000 }, () => beside);
  const found = comparison([open, suspect, ...advisory, left], { mde: 0.2, ...more });
  const { action } = headline(found);
  expect(action).toMatch(whole);
  for (const part of ["What limits it: ", "About", "is perhaps worse", "1,000 advisory", "was not measured"])
    expect(action).toContain(part);
  expect(opening(found)).toContain(`\n\n${markdownText(action, Number.POSITIVE_INFINITY)}\n\n`);
  // In lines that are longer than the names, which are torn otherwise.
  const shown = terminal(found, { colour: false, columns: 400 }).replace(/\s+/g, " ");
  expect(shown).toContain(action.replaceAll("`", ""));
});

test.each([3, 5])("%d pairs cannot give a verdict, and the headline says so", (n) => {
  const pairs = Array.from({ length: n }, (_, i) => [{ p50: 0.01 }, { p50: 0.0101 + i * 1e-5 }] as const);
  const run = aRun({ workloads: { browse: { config: { gate: ["http_req_duration.p50"] } } } });
  const { title, action } = headline(comparing({ ...run, duel: aDuelRecord({ pairs }) }));
  expect(title).toBe(
    `Cannot tell: \`browse\` \`http_req_duration.p50\`: no verdict from ${n} pairs: at least 6 are needed`,
  );
  expect(action).toBe("Measure more pairs: `measure.pairs`, and a longer `--budget` where one is set.");
});
