import { expect, test } from "vitest";
import { VERDICTS } from "../model/verdict.ts";
import { anEntry, sha } from "../testing/histories.ts";
import { badge, badgeSvg, endpoint } from "./badge.ts";

const now = new Date("2026-11-21T12:00:00Z");
const at = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

test.each([
  ["unchanged", "unchanged", "#2da44e"],
  ["improved", "improved", "#2da44e"],
  ["inconclusive", "no regression found", "#6f8f1d"],
  ["new", "measured", "#0969da"],
  ["regressed", "regressed", "#cf222e"],
  ["failed", "failed", "#cf222e"],
  ["incomparable", "incomparable", "#6e7781"],
] as const)("the latest run is %s", (verdict, said, color) => {
  expect(badge([anEntry({ verdict, at: at(1) })], now)).toEqual({
    label: "performance",
    message: `${said} · 2026-11-20`,
    color,
  });
});

test.each([
  [13.9, "unchanged · 2026-11-07", "#2da44e"],
  [14, "unchanged · 2026-11-07, 14 days old", "#6e7781"],
  [400, "unchanged · 2025-10-17, 400 days old", "#6e7781"],
])("after %d days it shows %j", (days, message, color) => {
  expect(badge([anEntry({ at: at(days) })], now)).toMatchObject({ message, color });
});

test("shards of one commit count together, an earlier attempt does not, imported figures have no verdict", () => {
  const shards = [anEntry({ run: "a", verdict: "regressed", at: at(2) }), anEntry({ run: "b", at: at(1) })];
  expect(badge(shards, now).message).toContain("regressed");
  expect(badge([{ ...shards[0]! }, anEntry({ attempt: 2, at: at(1) })], now).message).toContain("unchanged");
  const search = anEntry({ run: "c", attempt: 2, at: at(1), results: { search: { p50: 1 } } });
  expect(badge([shards[0]!, search], now).message).toContain("regressed"); // only the other shard was repeated
  expect(
    badge([anEntry({ commit: sha(1), verdict: "failed", at: at(2) }), anEntry({ at: at(1) })], now).message,
  ).toContain("unchanged");
  expect(
    badge([anEntry({ at: at(1) }), anEntry({ verdict: null, source: "k6", at: at(0) })], now).message,
  ).toContain("unchanged");
});

test("no history is grey, with that text", () => {
  expect(badge([], now)).toMatchObject({ message: "not measured yet", color: "#6e7781" });
});

test("the format of shields.io, and a self-contained picture", () => {
  for (const verdict of VERDICTS) {
    const sign = badge([anEntry({ verdict })], now);
    expect(endpoint(sign)).toEqual({ schemaVersion: 1, ...sign });
    expect(badgeSvg(sign)).toContain(`<title>performance: ${sign.message}</title>`);
  }
  expect(badgeSvg(badge([], now)).replace("http://www.w3.org/2000/svg", "")).not.toMatch(
    /https?:|href|<script|<image/,
  );
  expect(badgeSvg({ label: "<b>&\"'", message: "]]>", color: "#fff" })).not.toMatch(/<b>|&"|]]>/);
});
