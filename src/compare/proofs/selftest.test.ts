import { expect, test } from "vitest";
import { TestedDuel } from "../../model/selftest.ts";
import type { Verdict } from "../../model/verdict.ts";
import { EXAMPLES } from "../../testing/verdicts.ts";
import { proof, testedDuel } from "./selftest.ts";

// The verdicts of the slowed and the other duel, and the conclusion.
test.each<[Verdict, Verdict, string, RegExp]>([
  ["regressed", "unchanged", "proved", /^The gate fails for the slowdown and passes without it\.$/],
  ["regressed", "inconclusive", "proved", /passes without it/],
  ["regressed", "improved", "proved", /passes without it/],
  ["unchanged", "unchanged", "refuted", /The slowdown had no effect/],
  ["inconclusive", "unchanged", "refuted", /did not fail for the slowdown\. It could detect/],
  ["improved", "unchanged", "refuted", /did not fail/],
  ["regressed", "regressed", "refuted", /found worse without the slowdown .* a false alarm/],
  ["unchanged", "regressed", "refuted", /had no effect.* false alarm/],
  ["failed", "unchanged", "unjudged", /Head broke instead of getting slower/],
  ["failed", "regressed", "refuted", /Head broke .* false alarm/],
  ["invalid", "unchanged", "unjudged", /The slowed duel cannot be judged: the load generator was saturated/],
  ["regressed", "invalid", "unjudged", /Without the slowdown the duel cannot be judged: the load generator/],
  ["regressed", "failed", "unjudged", /Without the slowdown the duel cannot be judged/],
])("slowed %s, unslowed %s: %s", (slowed, unslowed, outcome, why) => {
  const found = proof(EXAMPLES[slowed], EXAMPLES[unslowed]);
  expect([found.outcome, found.why.join(" ")]).toEqual([outcome, expect.stringMatching(why)]);
});

test("a policy that passes a regression, or fails an inconclusive row, is named", () => {
  const mild = { ...EXAMPLES.regressed, exit: 0 };
  expect(proof(mild, EXAMPLES.unchanged)).toEqual({
    outcome: "refuted",
    why: [expect.stringContaining("`policy.fail_on` leaves `regressed` out")],
  });
  const strict = { ...EXAMPLES.inconclusive, exit: 4 };
  expect(proof(EXAMPLES.regressed, strict)).toEqual({
    outcome: "refuted",
    why: [expect.stringContaining("the policy fails `inconclusive`")],
  });
});

test("the summary of a duel has its gates with their evidence", () => {
  const kept = testedDuel(EXAMPLES.regressed, 6);
  expect(TestedDuel.parse(kept)).toEqual(kept);
  expect(kept).toMatchObject({ overall: "regressed", exit: 1, pairs: 6 });
  expect(kept.gates.map(({ metric, verdict }) => [metric, verdict])).toEqual([
    ["http_req_duration.p50", "regressed"],
    ["cpu_per_request", "unchanged"],
  ]);
});
