import type { Comparison } from "../model/comparison.ts";
import type { LevelsShown } from "../model/levelrun.ts";
import { WaiverFate } from "../model/waiver.ts";
import { comparison, limited, row, tested, totals } from "./comparisons.ts";
import { someCauses } from "./profilings.ts";

/** Every text that can come from a pull request, written by somebody who means harm. */
export const HOSTILE = [
  "</details></summary><script>alert(1)</script>",
  "a|b\\|c\\\\|d",
  "``` `x` ``",
  "@octocat @org/team",
  "#1 GH-2 org/repo#3 0123456789abcdef0123456789abcdef01234567",
  "![x](https://evil.test/p.png) [y](javascript:alert(1)) https://evil.test www.evil.test a@evil.test",
  "<!-- steelyard:comment:default -->",
  "::error file=a::x\n::set-output name=x::y ##[error]z",
  "\u001b[31mred\u001b]8;;https://evil.test\u0007link\u0007",
  "\u202eevil\u2066\u200b\u{e0041}\ufeff",
  "=cmd|' /C calc'!A0",
  "x".repeat(10_000),
  "# h\n- [ ] task\n> quote\n---\n1. one $x^2$ ~~s~~ **b** :tada:",
  "Z̷̧̢̛̛̛̛̛̛̛̛algo",
  "",
] as const;

/** Pieces that mean something to Markdown, HTML, GitHub, GitLab, a terminal or a workflow log. */
export const PIECES = [
  ..."`|\\<>[]()!@#*_~$&:;-+=.1aF \n\t\r\"'{}^/",
  "``",
  "```",
  "<!--",
  "-->",
  "</details>",
  "<summary>",
  "://",
  "https://e.test",
  "www.e",
  "ww",
  "w.e",
  "::error",
  "##[",
  "\u001b[1m",
  "\u202e",
  "\u200b",
  "\u0000",
  "\ud800",
  "😀",
  "é",
  "\u0301",
  "&lt;",
  "&#64;",
  "GH-1",
  " [+1, +2]",
  " [6 ms to 8 ms] ",
  "deadbeef",
  "~~~",
  "/close",
  "\n/merge",
  "!1",
  "%1",
  '%"a"',
];
/** Each of these texts in each field that can carry one. */
export function hostile(texts: readonly string[] = HOSTILE): Comparison {
  const warn = (text: string) => ({ code: text, message: text, remedy: text });
  const waiver = (text: string, i: number) => ({
    waiver: {
      workload: text,
      metric: text,
      because: text,
      ceiling: 0.1,
      expires: "2026-12-31",
      ...(i % 2 === 0 && { variant: text }),
    },
    fate: WaiverFate.options[i % WaiverFate.options.length]!,
  });
  const rows = texts.flatMap((text, i) => {
    const names = {
      workload: text,
      variant: i % 2 === 0 ? text : null,
      metric: text,
      reason: text,
      warnings: [warn(text)],
    };
    return [
      tested("regressed", 1, 2, names),
      tested("inconclusive", 1, 1.01, { ...names, kind: "advisory", gates: false }),
      row({ ...names, kind: "workload", verdict: "invalid" }),
      row({ ...names, verdict: "new" }),
      limited("budget", "fail", text, 1, { ...names, because: text }),
    ];
  });
  const [first = ""] = texts;
  const base = comparison(rows);
  return {
    ...base,
    commit: { sha: first, subject: texts.join(" "), dirty: true },
    steelyard: first,
    run: first,
    runnerClass: first,
    fingerprint: { ...base.fingerprint, os: first, cpu: texts.join(""), generators: { [first]: first } },
    reference: { kind: "baseline", sessions: { [first]: [{ run: first, commit: first, at: first }] } },
    levels: texts.map(levelled),
    workloads: texts.map((text) => totals({ workload: text, statuses: { [text]: 1 } })),
    waivers: { from: first, rows: texts.map(waiver) },
    warnings: texts.map(warn),
    causes: texts.flatMap((text) => someCauses(text)),
    replay: [...texts],
  };
}

/** A text wherever what was measured at levels can carry one; every other one a curve. */
function levelled(text: string, i: number): LevelsShown {
  const curve: LevelsShown["curve"] = {
    peak: null,
    saturation: null,
    sustained: null,
    capacity: null,
    plans: [],
    law: { kind: "refused", why: text },
  };
  const figures = { achieved: 1, served: 1, cpu: 1, p50: 1, p95: 1, p99: null, requests: 1, errors: 1 };
  const row = { level: 1, probes: 1, trials: 1, failed: 1, ...figures, services: { [text]: 1 } };
  return {
    workload: text,
    variant: i % 2 === 0 ? text : null,
    axis: "vus",
    said: text,
    notes: [text],
    rows: [{ ...row, statuses: text, status: "breaks", reason: text }],
    knee: null,
    curve: i % 2 === 0 ? curve : null,
  };
}

/** More rows than any comment holds. */
export function huge(): Comparison {
  return comparison(
    Array.from({ length: 2_000 }, (_, i) => {
      const place = {
        workload: `workload-${i % 40}`,
        variant: null,
        metric: `http_req_duration{name:GET /v1/items/${i}}.p50`,
      };
      if (i < 30) return tested("regressed", 0.01, 0.02 - i * 1e-4, place);
      if (i < 60) return tested("improved", 0.01, 0.008, place);
      if (i < 80)
        return row({ ...place, verdict: "missing", reason: `the baseline has it, this run does not (${i})` });
      return tested("unchanged", 0.01, 0.01, {
        ...place,
        kind: i < 600 ? "gate" : "advisory",
        gates: i < 600,
      });
    }),
  );
}
