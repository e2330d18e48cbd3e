import { expect, test } from "vitest";
import { comparison, row, tested } from "../testing/comparisons.ts";
import { context } from "./context.ts";

const text = (...given: Parameters<typeof comparison>) => context(comparison(...given), (name) => name);

test("the gates of a workload that broke are not judged; they do not only warn", () => {
  const broken = row({ kind: "workload", metric: "", verdict: "failed", reason: "a service died" });
  const silent = row({ verdict: "inconclusive", gates: false });
  const said = text([broken, silent, { ...silent, metric: "cpu_per_request" }]);
  expect(said).toMatch(
    /2 gate metrics: 2 cannot tell\. None of them is judged, because the workload could not be\./,
  );
  expect(said).not.toMatch(/warn/);
});

test("each kind of non-gating row is counted separately", () => {
  const broken = row({ kind: "workload", metric: "", verdict: "failed", reason: "a service died" });
  const silent = row({ verdict: "inconclusive", gates: false });
  const beside = tested("regressed", 1, 2, { workload: "search", gates: false });
  const said = text([broken, silent, beside]);
  expect(said).toMatch(/1 of them is not judged, because the workload could not be\. 1 of them only warns\./);
});

test.each([
  [undefined, "compared with nothing yet"],
  [1, "not comparable with the one stored session"],
  [3, "not comparable with the 3 stored sessions"],
])("%s stored sessions that are unlike: %s", (unlike, want) => {
  const reference = { kind: "none", sessions: {}, ...(unlike !== undefined && { unlike }) } as const;
  expect(text([row({ verdict: "incomparable" })], { reference })).toContain(`, ${want}, on `);
});

test("the detectable change covers every gate, or every other one where one regressed", () => {
  const duel = { look: 1, looks: 5, closed: "regressed", starts: 3 } as const;
  const browse = tested("unchanged", 1, 1, { workload: "browse" });
  const slow = tested("regressed", 1, 2);
  expect(text([browse])).toMatch(/ It could detect a worsening of ≥ 3 %\.$/);
  expect(text([browse, slow])).toMatch(/ Every gate could detect a worsening of ≥ [\d.]+ %\.$/);
  const ended = { ...slow, evidence: { ...slow.evidence!, duel } };
  expect(text([browse, ended])).toMatch(/ Every other gate could detect a worsening of ≥ 3 %\.$/);
  expect(text([ended])).not.toContain("could have seen");
});

test.each([
  ["side by side", [tested("unchanged", 10e-3, 10e-3, {}, 0.01, { mode: "request" })], ", side by side"],
  ["in turns", [tested("unchanged", 10e-3, 10e-3, {}, 0.01, { mode: "turns" })], ", one after the other"],
  ["without figures that tell how", [row({ verdict: "invalid", reason: "its pairs were lost" })], ""],
])("a base that was measured %s", (_, rows, how) => {
  const base = { sha: "a".repeat(40), subject: "", ref: "main" };
  const said = text(rows, { reference: { kind: "base", base, sessions: {} } });
  expect(said).toContain(`, compared with base aaaaaaaaa${how}, on bench-8c. `);
});
