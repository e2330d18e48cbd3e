import { expect, test } from "vitest";
import { evidence, row, sample } from "../testing/comparisons.ts";
import { visible, visibleIn } from "./comparison.ts";

const BAND = Math.log1p(0.03);
const shown = (verdict: "unchanged" | "inconclusive" | "regressed", more = {}) =>
  visible(row({ verdict, base: sample(0.01), evidence: evidence(0.01, 0.012, { mde: 0.09, ...more }) }));

test("a change beyond the band of an unchanged metric is visible with any number of pairs; otherwise the power counts", () => {
  expect(shown("unchanged")).toBe(BAND);
  expect(shown("inconclusive")).toBe(0.09);
  expect(shown("regressed")).toBe(0.09);
  expect(visible(row({ evidence: null }))).toBeNull();
});

test("an absolute floor below the band changes nothing", () => {
  expect(shown("unchanged", { floor: 0.0002, interval: [-0.02, 0.07] })).toBe(BAND);
});

test("with an absolute floor the visible change extends to the end of the interval", () => {
  expect(shown("unchanged", { floor: 0.001, interval: [-0.02, 0.07] })).toBe(0.07);
  expect(shown("unchanged", { floor: 0.001, interval: [-0.02, 0.02] })).toBe(BAND);
  expect(shown("unchanged", { floor: 0.001, interval: [-0.02, 0.2] })).toBe(0.09);
});

test("a run detects what its least sensitive gate detects, except gates cut short by a regression", () => {
  const duel = { look: 1, looks: 5, closed: "regressed", starts: 3 } as const;
  const gate = (mde: number, more = {}) =>
    row({ verdict: "inconclusive", evidence: evidence(0, 0.012, { mde, ...more }) });
  const rows = [gate(0.05), gate(0.08), row({ ...gate(0.5), kind: "advisory" }), row()];
  expect(visibleIn(rows)).toBe(0.08);
  expect(visibleIn([...rows, gate(0.3, { duel })])).toBe(0.08);
  expect(visibleIn([...rows, gate(0.3, { duel: { ...duel, closed: "last" } })])).toBe(0.3);
  expect(visibleIn([gate(0.3, { duel })])).toBeNull();
});
