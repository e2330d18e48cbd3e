import { expect, test } from "vitest";
import type { Comparison } from "../model/comparison.ts";
import { comparison, tested } from "../testing/comparisons.ts";
import { isNews } from "./news.ts";

const SAME = tested("unchanged", 0.01, 0.01);
const slightly = {
  ...tested("unchanged", 0.01, 0.0101),
  evidence: { ...SAME.evidence!, interval: [0.004, 0.016] as [number, number] },
};
const warned = (code: string) => ({ warnings: [{ code, message: "m", remedy: null }] });
const waived = (fate: "accepted" | "unused"): Partial<Comparison> => ({
  waivers: {
    from: "main",
    rows: [{ waiver: { workload: "browse", metric: "m", because: "b", until: "2027-01-01" }, fate }],
  } as unknown as NonNullable<Comparison["waivers"]>,
});

test.each<[string, boolean, Comparison]>([
  ["nothing changed", false, comparison([SAME])],
  ["a small change that is sure", true, comparison([slightly])],
  ["the same of a metric that does not gate", false, comparison([SAME, { ...slightly, gates: false }])],
  ["something is slower", true, comparison([tested("regressed", 0.01, 0.02)])],
  ["something is faster", true, comparison([tested("improved", 0.02, 0.01)])],
  ["it cannot be told", true, comparison([tested("inconclusive", 0.01, 0.0105)])],
  ["a rule was changed", true, comparison([SAME], warned("rules-changed"))],
  ["the load was changed", true, comparison([SAME], warned("script-changed"))],
  ["the machine was busy", false, comparison([SAME], warned("contended"))],
  ["a waiver was used", true, comparison([SAME], waived("accepted"))],
  ["a waiver was not needed", false, comparison([SAME], waived("unused"))],
])("%s: news is %s", (_, news, one) => {
  expect(isNews(one)).toBe(news);
});
