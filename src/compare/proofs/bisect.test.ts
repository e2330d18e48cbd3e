import fc from "fast-check";
import { expect, test } from "vitest";
import type { BisectDuel, Found } from "../../model/bisect.ts";
import type { Verdict } from "../../model/verdict.ts";
import { EXAMPLES } from "../../testing/verdicts.ts";
import { bisectState, duelShown, finding } from "./bisect.ts";

/** Searches to the end; `of` classifies a place. Returns the places tested, and the end. */
function searched(last: number, of: (place: number) => Found) {
  const found = new Map<number, Found>();
  for (;;) {
    const now = bisectState(last, found);
    if (now.kind !== "try") return { asked: [...found.keys()], end: now };
    found.set(now.place, of(now.place));
  }
}

test("finds every first bad place of every short history, in as many steps as halving takes", () => {
  for (let last = 1; last <= 40; last++) {
    for (let first = 1; first <= last; first++) {
      const { asked, end } = searched(last, (place) => (place < first ? "good" : "bad"));
      expect(end).toEqual({ kind: "found", place: first });
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(last)));
    }
  }
});

test("bad itself and good itself are never asked about, and nothing twice", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.constantFrom<Found>("good", "bad", "skip")),
      (last, says) => {
        const asked = searched(last, (place) => says[place % Math.max(1, says.length)] ?? "good").asked;
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.every((place) => place > 0 && place < last)).toBe(true);
      },
    ),
  );
});

test("for any skips, the first bad place is found or among those left, all of which were skipped", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }).chain((last) =>
        fc.record({
          last: fc.constant(last),
          first: fc.integer({ min: 1, max: last }),
          skipped: fc.uniqueArray(fc.integer({ min: 1, max: last })),
        }),
      ),
      ({ last, first, skipped }) => {
        const { asked, end } = searched(last, (place) =>
          skipped.includes(place) ? "skip" : place < first ? "good" : "bad",
        );
        if (end.kind === "found") {
          expect(end.place).toBe(first);
          return;
        }
        expect(end.good < first && first <= end.bad).toBe(true);
        for (let place = end.good + 1; place < end.bad; place++) expect(asked).toContain(place);
        // Only where the places next to the border cannot be tested.
        expect(skipped.includes(first) || skipped.includes(first - 1)).toBe(true);
      },
    ),
  );
});

test("noisy outcomes lead to an observed step from good to bad", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.boolean(), { minLength: 100, maxLength: 100 }),
      (last, bad) => {
        const seen = new Map<number, Found>([
          [0, "good"],
          [last, "bad"],
        ]);
        const { end } = searched(last, (place) => {
          seen.set(place, bad[place] ? "bad" : "good");
          return seen.get(place)!;
        });
        if (end.kind !== "found") throw new Error("nothing was skipped");
        expect([seen.get(end.place - 1), seen.get(end.place)]).toEqual(["good", "bad"]);
      },
    ),
  );
});

test("the middle comes first; where it cannot be tested, its neighbours, the older one first", () => {
  expect(bisectState(8, new Map())).toEqual({ kind: "try", place: 4, between: [0, 8] });
  expect(bisectState(8, new Map([[4, "skip"]]))).toEqual({ kind: "try", place: 3, between: [0, 8] });
  expect(
    bisectState(
      8,
      new Map([
        [4, "skip"],
        [3, "skip"],
      ]),
    ),
  ).toEqual({ kind: "try", place: 5, between: [0, 8] });
  expect(
    bisectState(
      3,
      new Map([
        [1, "skip"],
        [2, "skip"],
      ]),
    ),
  ).toEqual({ kind: "left", good: 0, bad: 3 });
  expect(bisectState(1, new Map())).toEqual({ kind: "found", place: 1 });
  expect(() =>
    bisectState(
      8,
      new Map([
        [2, "bad"],
        [4, "good"],
      ]),
    ),
  ).toThrow(RangeError);
});

const WHOLE = Math.log(1.2);
const shown = (verdict: Verdict, estimate: number | null = null): BisectDuel => ({
  verdict,
  reason: `because ${verdict}`,
  estimate,
  pairs: 30,
  run: "r",
  interval: estimate === null ? null : [estimate - 0.1, estimate + 0.1],
});
test.each<[Verdict, number | null, number | null, string, string, RegExp]>([
  ["regressed", 0.15, WHOLE, "bad", "shown", /^because regressed$/],
  ["regressed", 0.03, WHOLE, "bad", "shown", /regressed/], // small, and shown all the same
  ["unchanged", 0.01, WHOLE, "good", "shown", /unchanged/],
  ["improved", -0.1, WHOLE, "good", "shown", /improved/],
  [
    "inconclusive",
    Math.log(1.15),
    WHOLE,
    "bad",
    "nearer",
    /estimate of \+15 % is at least half of the 20 % between/,
  ],
  [
    "inconclusive",
    Math.log(1.05),
    WHOLE,
    "good",
    "nearer",
    /estimate of \+5 % is less than half of the 20 %/,
  ],
  ["inconclusive", WHOLE / 2, WHOLE, "bad", "nearer", /at least half/], // at half counts
  ["inconclusive", null, WHOLE, "skip", "skipped", /because inconclusive/],
  ["inconclusive", 0.1, null, "skip", "skipped", /inconclusive/],
  ["failed", null, WHOLE, "skip", "skipped", /failed/],
  ["invalid", 0.3, WHOLE, "skip", "skipped", /invalid/],
  ["missing", null, WHOLE, "skip", "skipped", /missing/],
])("%s by %d, of %d in all, counts as %s", (verdict, estimate, whole, found, how, why) => {
  expect(finding(shown(verdict, estimate), whole)).toEqual({ found, how, why: expect.stringMatching(why) });
});

test("of a comparison the metric's row counts; of a workload that broke, why", () => {
  expect(duelShown(EXAMPLES.regressed, "http_req_duration.p50", 6)).toMatchObject({
    verdict: "regressed",
    pairs: 6,
    estimate: expect.closeTo(Math.log(0.0162 / 0.0121), 2),
    interval: [expect.any(Number), expect.any(Number)],
  });
  expect(duelShown(EXAMPLES.failed, "http_req_duration.p50", 2)).toMatchObject({
    verdict: "failed",
    reason: expect.stringContaining("exit code 1"),
    estimate: null,
  });
  expect(duelShown(EXAMPLES.regressed, "p50_of_nothing", 6)).toMatchObject({
    verdict: "missing",
    estimate: null,
  });
});
