import type { Comparison } from "../model/comparison.ts";

/** Warnings that a reviewer should read even where nothing became slower: what is judged, or by what, was changed. */
const TELLING = ["rules-changed", "rules-unknown", "script-changed", "self-reported"];

/**
 * Whether a person should look at a comparison: everything but a run in which each gate stayed where it was, by rules and
 * loads that nobody touched, without a waiver.
 */
export function isNews({ overall, rows, warnings, waivers }: Comparison): boolean {
  return (
    !["unchanged", "unaffected"].includes(overall) ||
    warnings.some(({ code }) => TELLING.includes(code)) ||
    [...(waivers?.rows ?? []), ...(waivers?.loads ?? [])].some(({ fate }) => fate === "accepted") ||
    rows.some(({ gates, evidence }) => gates && evidence !== null && excludesZero(evidence.interval))
  );
}

const excludesZero = ([low, high]: readonly [number, number]) => low > 0 || high < 0;
